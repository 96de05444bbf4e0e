"""What others may follow of a game: each line of its record once on disk, and how the game stands.

``publish`` passes the journal's lines to followers: a file, a socket, a broker. The broker needs paho-mqtt.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.feed.happening import Follower, Happening, NameFilter, UnnamedFeed, publish
    from companion.share.feed.lines import FeedReader, format_lines, format_state
    from companion.share.feed.link import (
        Address,
        Link,
        LinkState,
        broker_address,
        format_seating,
        say_link,
        say_scorers_link,
    )
    from companion.share.feed.mqtt import (
        ONCE,
        RECONNECT_S,
        MqttFeed,
        connect,
        forgotten,
        tried,
    )
    from companion.share.feed.outlets import SocketFeed, WrittenFeed
else:
    __getattr__ = lazily(
        __name__,
        {
            "happening": "Follower Happening NameFilter UnnamedFeed publish",
            "lines": "FeedReader format_lines format_state",
            "link": "Address Link LinkState broker_address format_seating say_link say_scorers_link",
            "mqtt": "MqttFeed ONCE RECONNECT_S connect forgotten tried",
            "outlets": "SocketFeed WrittenFeed",
        },
    )

__all__ = [
    "ONCE",
    "RECONNECT_S",
    "Address",
    "FeedReader",
    "Follower",
    "Happening",
    "Link",
    "LinkState",
    "MqttFeed",
    "NameFilter",
    "SocketFeed",
    "UnnamedFeed",
    "WrittenFeed",
    "broker_address",
    "connect",
    "forgotten",
    "format_lines",
    "format_seating",
    "format_state",
    "publish",
    "say_link",
    "say_scorers_link",
    "tried",
]
