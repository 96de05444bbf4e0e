"""What an evening leaves to look at: pictures of reveals, if the table wants them, and a page for each
game.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.album.pages import figures_page as figures_page
    from companion.share.album.pages import pdf_of as pdf_of
    from companion.share.album.pages import png_of as png_of
    from companion.share.album.pictures import MB as MB
    from companion.share.album.pictures import MOST_MB as MOST_MB
    from companion.share.album.pictures import KeptPicture as KeptPicture
    from companion.share.album.pictures import PictureShelf as PictureShelf
    from companion.share.album.pictures import Proof as Proof
    from companion.share.album.souvenir import NightGame as NightGame
    from companion.share.album.souvenir import of_one_night as of_one_night
    from companion.share.album.souvenirs import PictureKeeper as PictureKeeper
    from companion.share.album.souvenirs import SouvenirKeeper as SouvenirKeeper
    from companion.share.album.souvenirs import ToKeep as ToKeep
    from companion.share.album.souvenirs import VerdictPictures as VerdictPictures
    from companion.share.album.souvenirs import jpeg_of as jpeg_of
    from companion.share.album.souvenirs import picture_of as picture_of
    from companion.share.album.souvenirs import write_night as write_night
    from companion.share.album.souvenirs import write_souvenir as write_souvenir
else:
    __getattr__, __all__ = lazily(__name__, __file__)
