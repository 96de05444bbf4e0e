"""Decks drawn by others: package, licence, and the places of their indices.

None of them enters the project. ``python -m models.cards.decks`` lists them; models/cards/README.md says how
to fetch and unpack the packages. Slots were measured on the rendered cards (median of the cards 2 to 9) and
looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from models.cards.face import RANKS, Slot

PIPS_AND_ACE = RANKS[:10]
"""For decks with other court letters than J, Q, K, or none."""
PIPS = RANKS[1:10]
"""For decks with another ace, too."""


class Split(Enum):
    """A deck's purpose. Colourings of one design stay together."""

    TRAIN = "train"
    VALID = "valid"
    """For choosing thresholds."""
    TEST = "test"
    """For figures only."""


@dataclass(frozen=True, slots=True)
class Source:
    """How to fetch a package, its licence, and credits."""

    package: str
    version: str
    licence: str
    credit: str


@dataclass(frozen=True, slots=True)
class Deck:
    """A design in a package. ``pictures``: a path below the unpacked packages.

    With ``{rank}`` and ``{suit}`` there is a file a card, named by ``ranks`` and ``suits``; otherwise one
    sheet, thirteen columns from ace to king, five rows: clubs, diamonds, hearts, spades, the rest. ``used``:
    ranks with English indices; ``letters``: of ace, jack, queen and king.
    """

    name: str
    source: Source
    pictures: str
    slot: Slot
    split: Split
    used: tuple[str, ...] = RANKS
    four: bool = False
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    letters: tuple[str, str, str, str] = ("A", "J", "Q", "K")


GNOME = Source(
    "gnome-cards-data (Debian)", "1:3.22.23-1", "GPL-3+ (AisleRiot)",
    "AisleRiot's artists, among them David Bellot, Adrian Kennard, Nicu Buculei, Ricardo Graça",
)  # fmt: skip
BELLOT = Source("svg-cards (npm)", "4.0.2", "LGPL-2.1", "David Bellot, Huub de Beer and others")
HERUKA = Source("@heruka_urgyen/react-playing-cards (npm)", "0.5.0", "MIT", "heruka-urgyen")
AGUILAR = Source(
    "@younestouati/playing-cards-standard-deck (npm)", "3.0.0", "LGPL-3.0",
    "Chris Aguilar; ace of spades by Byron Knoll; packed by Younes Touati",
)  # fmt: skip

_SUIT_WORDS = ("spade", "heart", "diamond", "club")
_PLACES = tuple(str(place) for place in range(1, 14))
_WORDS = (*_PLACES[:10], "jack", "queen", "king")
_LETTERS = (*"A23456789TJQK",)


SlotPlace = tuple[float, float, float, float, float, float]


def _gnome(
    name: str, slot: SlotPlace, split: Split = Split.TRAIN, used: tuple[str, ...] = RANKS, four: bool = False
) -> Deck:
    at = f"gnome-cards-data/usr/share/aisleriot/cards/{name}.svgz"
    return Deck(name, GNOME, at, Slot(*slot), split, used, four)


def _heruka(kind: str, slot: SlotPlace) -> Deck:
    at = f"react-playing-cards/package/src/images/{kind}/{{rank}}{{suit}}.svg"
    return Deck(
        f"heruka-{kind}", HERUKA, at, Slot(*slot), Split.TEST, ranks=_LETTERS, suits=("S", "H", "D", "C")
    )


DECKS: tuple[Deck, ...] = (
    _gnome("ancient_french", (0.053, 0.050, 0.139, 0.236, 0.152, 0.173), used=PIPS),
    _gnome("anglo", (0.047, 0.053, 0.150, 0.242, 0.152, 0.171)),
    _gnome("anglo_modern", (0.043, 0.057, 0.130, 0.244, 0.152, 0.173)),
    _gnome("anglo_modern_4_color", (0.043, 0.057, 0.130, 0.244, 0.152, 0.173)),
    _gnome("anglo_poker", (0.050, 0.036, 0.133, 0.223, 0.136, 0.155)),
    _gnome("atlasnye", (0.049, 0.057, 0.129, 0.225, 0.152, 0.170)),
    _gnome("atlasnye_skat", (0.049, 0.057, 0.129, 0.225, 0.152, 0.170), used=PIPS_AND_ACE),
    _gnome("berlin", (0.052, 0.044, 0.141, 0.228, 0.148, 0.167), used=PIPS_AND_ACE),
    _gnome("dondorf", (0.053, 0.034, 0.167, 0.243, 0.148, 0.158), four=True),
    _gnome("gnomangelo", (0.047, 0.053, 0.150, 0.242, 0.152, 0.171)),
    _gnome("guyenne-classic", (0.048, 0.034, 0.171, 0.239, 0.148, 0.162), used=PIPS_AND_ACE),
    _gnome("lattmann", (0.052, 0.045, 0.144, 0.230, 0.148, 0.169), used=PIPS_AND_ACE),
    _gnome("orell", (0.047, 0.042, 0.143, 0.206, 0.132, 0.152)),
    _gnome("ornamental", (0.044, 0.057, 0.240, 0.429, 0.221, 0.253)),
    _gnome("paris", (0.048, 0.034, 0.171, 0.239, 0.148, 0.162)),
    _gnome("rheinland", (0.050, 0.046, 0.144, 0.229, 0.153, 0.169), used=PIPS_AND_ACE),
    _gnome("simplistic", (0.057, 0.059, 0.151, 0.248, 0.159, 0.180)),
    _gnome("slavic_costumes", (0.070, 0.050, 0.170, 0.218, 0.130, 0.153), used=PIPS),
    _gnome("tango", (0.050, 0.053, 0.254, 0.369, 0.181, 0.214)),
    _gnome("tarocco", (0.049, 0.044, 0.150, 0.216, 0.138, 0.155), used=PIPS_AND_ACE),
    Deck("bellot", BELLOT, "svg-cards/package/png/2x/{suit}_{rank}.png",
         Slot(0.042, 0.016, 0.134, 0.243, 0.156, 0.179), Split.TRAIN, ranks=_WORDS, suits=_SUIT_WORDS),
    _gnome("neoclassical", (0.046, 0.036, 0.143, 0.247, 0.153, 0.175), Split.VALID),
    _gnome("neoclassical_4_color", (0.046, 0.036, 0.143, 0.247, 0.153, 0.175), Split.VALID),
    _gnome("plastic", (0.062, 0.038, 0.187, 0.291, 0.163, 0.185), Split.VALID),
    _gnome("tigullio", (0.058, 0.048, 0.154, 0.225, 0.146, 0.163), Split.TEST),
    Deck("aguilar", AGUILAR, "playing-cards-standard-deck/package/cards/{rank}{suit}.svg",
         Slot(0.031, 0.039, 0.125, 0.237, 0.144, 0.164), Split.TEST, ranks=_PLACES, suits=("s", "h", "d",
         "c")), _heruka("2color", (0.051, 0.037, 0.131, 0.220, 0.132, 0.154)),
    _heruka("4color", (0.051, 0.037, 0.131, 0.220, 0.132, 0.154)),
    _heruka("2color-bf", (0.048, 0.037, 0.226, 0.419, 0.245, 0.275)),
    _heruka("4color-bf", (0.048, 0.037, 0.226, 0.419, 0.245, 0.275)),
)  # fmt: skip


def _foreign(name: str, ace: str, jack: str, queen: str, king: str) -> Deck:
    """A design with other countries' indices, from which nothing is learned."""
    known = next(deck for deck in DECKS if deck.name == name)
    return replace(
        known, name=f"{name} whole", split=Split.TEST, used=RANKS, letters=(ace, jack, queen, king)
    )


FOREIGN = (
    _foreign("atlasnye_skat", *"ABDK"), _foreign("berlin", *"ABDK"), _foreign("lattmann", *"ABDK"),
    _foreign("rheinland", *"ABDK"), _foreign("ancient_french", *"1VDR"), _foreign("tarocco", *"AFDR"),
    _foreign("slavic_costumes", *"ТВДК"),
)  # fmt: skip
"""Decks with other letters on courts and some aces; only for figures."""


def decks_of(split: Split) -> tuple[Deck, ...]:
    return tuple(deck for deck in DECKS if deck.split is split)


def main() -> None:
    """Print the decks with package, version, licence, credit and split."""
    for deck in DECKS:
        source = deck.source
        credited = f"{source.package} {source.version}: {source.licence}; {source.credit}"
        print(f"{deck.split.value:6} {deck.name:22} {credited}")


if __name__ == "__main__":
    main()
