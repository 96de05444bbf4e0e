"""Pages for browsers: the scoreboard, and players' phones as bid pads.

The table switches the servers, each its own process; they need Starlette and uvicorn.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.web.addresses import (
        ORGANISERS,
        TOKEN,
        PageToken,
        address_of,
        is_local,
        is_token,
        listen,
        listening_at,
    )
    from companion.share.web.page import RECORD, Newest, Page, PageFiles
    from companion.share.web.phone_gateway import Invitation, PhoneGateway
    from companion.share.web.scoreboard import Organiser, serve, serve_page
    from companion.share.web.servers import (
        LiftCounts,
        Listening,
        NoServer,
        RevealsOnBoard,
        SwitchedPhones,
        SwitchedScoreboard,
        SwitchedServers,
        TableOnBoard,
        listening,
    )
    from companion.share.web.sources import INPUT, is_there, source_of, why_never
else:
    __getattr__ = lazily(
        __name__,
        {
            "addresses": "ORGANISERS PageToken TOKEN address_of is_local is_token listen listening_at",
            "page": "Newest Page PageFiles RECORD",
            "phone_gateway": "Invitation PhoneGateway",
            "scoreboard": "Organiser serve serve_page",
            "servers": (
                "LiftCounts Listening NoServer RevealsOnBoard SwitchedPhones SwitchedScoreboard "
                "SwitchedServers TableOnBoard listening"
            ),
            "sources": "INPUT is_there source_of why_never",
        },
    )

__all__ = [
    "INPUT",
    "ORGANISERS",
    "RECORD",
    "TOKEN",
    "Invitation",
    "LiftCounts",
    "Listening",
    "Newest",
    "NoServer",
    "Organiser",
    "Page",
    "PageFiles",
    "PageToken",
    "PhoneGateway",
    "RevealsOnBoard",
    "SwitchedPhones",
    "SwitchedScoreboard",
    "SwitchedServers",
    "TableOnBoard",
    "address_of",
    "is_local",
    "is_there",
    "is_token",
    "listen",
    "listening",
    "listening_at",
    "serve",
    "serve_page",
    "source_of",
    "why_never",
]
