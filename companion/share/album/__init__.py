"""What an evening leaves to look at: pictures of reveals, if the table wants them, and a page for each
game.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.album.pages import figures_page, pdf_of, png_of
    from companion.share.album.pictures import MB, MOST_MB, KeptPicture, PictureShelf, Proof
    from companion.share.album.souvenir import APART, NightGame, of_one_night
    from companion.share.album.souvenirs import (
        PictureKeeper,
        SouvenirKeeper,
        ToKeep,
        VerdictPictures,
        jpeg_of,
        picture_of,
        write_night,
        write_souvenir,
    )
else:
    __getattr__ = lazily(
        __name__,
        {
            "pages": "figures_page pdf_of png_of",
            "pictures": "KeptPicture MB MOST_MB PictureShelf Proof",
            "souvenir": "APART NightGame of_one_night",
            "souvenirs": (
                "PictureKeeper SouvenirKeeper ToKeep VerdictPictures jpeg_of picture_of"
                " write_night write_souvenir"
            ),
        },
    )

__all__ = [
    "APART",
    "MB",
    "MOST_MB",
    "KeptPicture",
    "NightGame",
    "PictureKeeper",
    "PictureShelf",
    "Proof",
    "SouvenirKeeper",
    "ToKeep",
    "VerdictPictures",
    "figures_page",
    "jpeg_of",
    "of_one_night",
    "pdf_of",
    "picture_of",
    "png_of",
    "write_night",
    "write_souvenir",
]
