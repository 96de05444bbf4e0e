"""What others may follow of a game: each line of its record once on disk, and how the game stands.

``publish`` passes the journal's lines to followers: a file, a socket, a broker. The broker needs paho-mqtt.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.feed.happening import Follower as Follower
    from companion.share.feed.happening import Happening as Happening
    from companion.share.feed.happening import NameFilter as NameFilter
    from companion.share.feed.happening import UnnamedFeed as UnnamedFeed
    from companion.share.feed.happening import publish as publish
    from companion.share.feed.lines import FeedReader as FeedReader
    from companion.share.feed.lines import format_lines as format_lines
    from companion.share.feed.lines import format_state as format_state
    from companion.share.feed.link import Address as Address
    from companion.share.feed.link import Link as Link
    from companion.share.feed.link import LinkState as LinkState
    from companion.share.feed.link import broker_address as broker_address
    from companion.share.feed.link import format_seating as format_seating
    from companion.share.feed.link import say_link as say_link
    from companion.share.feed.link import say_scorers_link as say_scorers_link
    from companion.share.feed.mqtt import ONCE as ONCE
    from companion.share.feed.mqtt import RECONNECT_S as RECONNECT_S
    from companion.share.feed.mqtt import MqttFeed as MqttFeed
    from companion.share.feed.mqtt import connect as connect
    from companion.share.feed.mqtt import forgotten as forgotten
    from companion.share.feed.mqtt import tried as tried
    from companion.share.feed.outlets import SocketFeed as SocketFeed
    from companion.share.feed.outlets import WrittenFeed as WrittenFeed
else:
    __getattr__, __all__ = lazily(__name__, __file__)
