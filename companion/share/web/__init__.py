"""Pages for browsers: the scoreboard, and players' phones as bid pads.

The table switches the servers, each its own process; they need Starlette and uvicorn.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.web.addresses import ORGANISERS as ORGANISERS
    from companion.share.web.addresses import TOKEN as TOKEN
    from companion.share.web.addresses import NoNetwork as NoNetwork
    from companion.share.web.addresses import PageToken as PageToken
    from companion.share.web.addresses import address_of as address_of
    from companion.share.web.addresses import is_local as is_local
    from companion.share.web.addresses import is_token as is_token
    from companion.share.web.addresses import listen as listen
    from companion.share.web.addresses import listening_at as listening_at
    from companion.share.web.page import RECORD as RECORD
    from companion.share.web.page import Newest as Newest
    from companion.share.web.page import Page as Page
    from companion.share.web.page import PageFiles as PageFiles
    from companion.share.web.phone_gateway import PhoneGateway as PhoneGateway
    from companion.share.web.scoreboard import Organiser as Organiser
    from companion.share.web.scoreboard import serve as serve
    from companion.share.web.scoreboard import serve_page as serve_page
    from companion.share.web.servers import LiftCounts as LiftCounts
    from companion.share.web.servers import Listening as Listening
    from companion.share.web.servers import NoServer as NoServer
    from companion.share.web.servers import RevealsOnBoard as RevealsOnBoard
    from companion.share.web.servers import SwitchedPhones as SwitchedPhones
    from companion.share.web.servers import SwitchedScoreboard as SwitchedScoreboard
    from companion.share.web.servers import SwitchedServers as SwitchedServers
    from companion.share.web.servers import TableOnBoard as TableOnBoard
    from companion.share.web.servers import listening as listening
    from companion.share.web.sources import INPUT as INPUT
    from companion.share.web.sources import is_there as is_there
    from companion.share.web.sources import source_of as source_of
    from companion.share.web.sources import why_never as why_never
else:
    __getattr__, __all__ = lazily(__name__, __file__)
