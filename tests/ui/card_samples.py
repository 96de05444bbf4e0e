"""Sample scenes of the card table, each from a real match."""

from __future__ import annotations

from companion.core.reading import CardDoubt, CardReading
from companion.play.base.views import Surroundings
from companion.play.modes.cards.mode import after_reading, aimed, reading
from companion.play.modes.cards.state import (
    CardsOnTable,
    CardTable,
    LookStage,
    Purpose,
    Sheet,
    opened,
    tapped,
)
from companion.play.modes.welcome.state import WelcomeTable
from companion.play.table import view_of
from companion.play.views import TableView
from companion.rules import (
    Answered,
    CardDrawn,
    CardEvent,
    Cards,
    CardShown,
    Decided,
    Discarded,
    GameBegun,
    GameRecord,
    HandDealt,
    HitLaid,
    MeldLaid,
    PlayedOut,
    Quested,
    card_match,
    card_of,
    wanted_of,
)
from tests.ui import card_pictures as pictures
from tests.ui import sample_parts as parts

THREE = ("Ada", "Ben", "Cleo")
FIVE = ("Ada", "Benjamin", "Cleo", "Dan", "Evangeline")
FOURTEEN = (*parts.SHORT_NAMES[:8], "Ida", "Jack", "Kim", "Leo", "Maximiliane", "Noah")
NUMBER = 12


def cards(codes: str) -> Cards:
    return tuple(map(card_of, codes.split()))


def match(players: tuple[str, ...], *events: CardEvent, target: int = 250) -> GameRecord:
    record = GameRecord.begin(GameBegun("liar-liar", players, (("target", target),)))
    for event in events:
        record = record.apply(event)
    return record


def shown(record: GameRecord, sheet: Sheet | None = None, tap: str = "") -> TableView:
    if sheet is not None:
        sheet = opened(card_match(record.game), sheet)
        for card in cards(tap):
            sheet = tapped(card_match(record.game), sheet, card)
    return view_of(CardsOnTable(NUMBER, CardTable(1, record, sheet)), Surroundings())


LYING = (
    ("8S", (250, 560), -6.0),
    ("9S", (390, 550), -2.0),
    ("10S", (530, 545), 3.0),
)
"""A run at the lower edge of the table, as much as the pictures show of the melds."""
TURNED: pictures.Lying = ("7D", (820, 300), 14.0)
HEAP = (("JD", (700, 330), -14.0), ("JH", (770, 310), 2.0), ("JS", (846, 322), 16.0))


def before_camera(
    record: GameRecord, purpose: Purpose, stage: LookStage, *cards: pictures.Lying
) -> TableView:
    """The table while the camera looks, its live picture with these cards."""
    table = (aimed if stage is LookStage.AIMING else reading)(CardTable(1, record), purpose)
    around = Surroundings(camera="Pi camera", card_eye=True, live=pictures.frame_of(*cards))
    return view_of(CardsOnTable(NUMBER, table), around)


def read(
    record: GameRecord,
    purpose: Purpose,
    *cards: pictures.Lying,
    doubts: dict[str, tuple[CardDoubt, tuple[str, ...]]] | None = None,
) -> TableView:
    """The table after the eye has read these cards, some of them with a doubt and likely cards."""
    told = tuple(pictures.read(card, *(doubts or {}).get(card[0], ())) for card in cards)
    table = after_reading(
        reading(CardTable(1, record), purpose),
        pictures.frame_of(*cards),
        CardReading(pictures.SIZE, told),
    )
    return view_of(CardsOnTable(NUMBER, table), Surroundings(camera="Pi camera", card_eye=True))


def with_eye(record: GameRecord) -> TableView:
    """The table where cards can be read."""
    around = Surroundings(camera="Pi camera", card_eye=True)
    return view_of(CardsOnTable(NUMBER, CardTable(1, record)), around)


def doubted() -> TableView:
    """A card turned over that cannot be read surely."""
    unread = (CardDoubt.UNREAD, ("7D", "7H", "2D"))
    turning = match(THREE, *LAID[:4], *quest_of(1))
    return read(turning, Purpose.SHOW, *LYING, TURNED, doubts={"7D": unread})


def eye_views() -> tuple[tuple[str, TableView], ...]:
    """Every scene of the camera at the card table, by name."""
    turning = match(THREE, *LAID[:4], *quest_of(1))
    lying_no = match(FIVE, *quest("7S", NO, LIAR))
    proving = match(FIVE, *quest("10", NO, ACCEPT))
    laying = match(THREE, *LAID)
    hand = tuple(
        (code, (250 + 130 * at, 330), 0.0)
        for at, code in enumerate(("2S", "7S", "KH", "QC", "3D", "4H", "AC"))
    )
    two_doubts = {"JH": (CardDoubt.UNREAD, ("JH", "JD", "KH")), "JS": (CardDoubt.FRAMES_DISAGREE, ("JS",))}
    return (
        ("cards_eye_meld_key", with_eye(laying)),
        ("cards_eye_hand_key", with_eye(lying_no)),
        ("cards_look", before_camera(turning, Purpose.SHOW, LookStage.AIMING, *LYING, TURNED)),
        ("cards_look_hand", before_camera(lying_no, Purpose.HAND, LookStage.AIMING, *LYING, *hand)),
        ("cards_look_proof", before_camera(proving, Purpose.SHOW, LookStage.AIMING)),
        ("cards_reading", before_camera(turning, Purpose.SHOW, LookStage.READING, *LYING, TURNED)),
        ("cards_reading_meld", before_camera(laying, Purpose.MELD, LookStage.READING, *LYING, *HEAP)),
        ("cards_read", read(turning, Purpose.SHOW, *LYING, TURNED)),
        ("cards_read_lie", read(turning, Purpose.SHOW, *LYING, ("KH", (820, 300), 80.0))),
        ("cards_read_no_proof", read(proving, Purpose.SHOW, ("KH", (820, 300), 40.0))),
        ("cards_doubt", doubted()),
        ("cards_meld_read", read(laying, Purpose.MELD, *LYING, *HEAP)),
        ("cards_meld_doubt", read(laying, Purpose.MELD, *LYING, *HEAP, doubts=two_doubts)),
        (
            "cards_meld_read_wrong",
            read(laying, Purpose.MELD, *LYING, *HEAP[:2], ("2C", (846, 322), 16.0)),
        ),
        ("cards_hit_read", read(laying, Purpose.MELD, *LYING, ("JS", (680, 545), 5.0))),
        ("cards_hand_read", read(lying_no, Purpose.HAND, *hand)),
        ("cards_hand_by_hand", shown(lying_no, Sheet(Purpose.HAND), "2S 7S KH QC")),
    )


def quest(wanted: str, *more: CardEvent, other: int = 1) -> tuple[CardEvent, ...]:
    return (HandDealt(), Quested(0, other, wanted_of(wanted)), *more)


YES, NO = Answered(1, True), Answered(1, False)
ACCEPT, LIAR = Decided(0, False), Decided(0, True)
LAID = (
    HandDealt(),
    CardDrawn(0),
    MeldLaid(0, cards("8S 9S 10S")),
    Discarded(0),
    CardDrawn(1),
    MeldLaid(1, cards("QS QH QD")),
    HitLaid(1, card_of("7S"), 0),
)
"""Two melds on the table, Ben to go on."""


def much_laid(players: tuple[str, ...]) -> GameRecord:
    """As many melds as a hand of five has."""
    runs = ("2S 3S 4S", "5S 6S 7S", "8S 9S 10S", "JH QH KH AH", "2D 3D 4D 5D", "9C 9D 9H")
    events: list[CardEvent] = [HandDealt()]
    for turn, run in enumerate(runs):
        seat = turn % len(players)
        events += [CardDrawn(seat), MeldLaid(seat, cards(run)), Discarded(seat)]
    return match(players, *events)


def played_out(players: tuple[str, ...], target: int) -> GameRecord:
    events: tuple[CardEvent, ...] = (
        HandDealt(),
        CardDrawn(0),
        MeldLaid(0, cards("2S 3S 4S 5S 6S 7S 8S")),
        HitLaid(0, card_of("9S"), 0),
        PlayedOut(0),
    )
    return match(players, *events, target=target)


def card_views() -> tuple[tuple[str, TableView], ...]:
    """Every scene of the card table, by name."""
    won = quest("7", YES, LIAR, CardShown(1, card_of("KH")))
    prove = quest("7S", NO, LIAR, CardShown(1, None))
    large = match(FOURTEEN, *quest("10", Answered(1, True), LIAR))
    return (
        ("cards_deal", shown(match(THREE))),
        ("cards_obtain", shown(match(THREE, HandDealt()))),
        ("cards_obtain_melds", shown(much_laid(FIVE))),
        ("cards_obtain_fourteen", shown(match(FOURTEEN, HandDealt()))),
        ("cards_answer", shown(match(THREE, *quest("7")))),
        ("cards_answer_suit", shown(match(FIVE, *quest("H", other=4)))),
        ("cards_decide", shown(match(THREE, *quest("QH", YES)))),
        ("cards_decide_no", shown(match(FIVE, *quest("7", NO)))),
        ("cards_liar", shown(match(THREE, *quest("7", YES, LIAR)))),
        ("cards_liar_no", shown(match(FIVE, *quest("7", NO, LIAR)))),
        ("cards_liar_fourteen", shown(large)),
        ("cards_won", shown(match(THREE, *won))),
        ("cards_swap", shown(match(FIVE, *prove))),
        ("cards_exposed", shown(match(THREE, *LAID[:4], *quest_of(1), CardShown(2, card_of("KH"))))),
        ("cards_proof", shown(match(FIVE, *quest("10", NO, ACCEPT)))),
        ("cards_melds", shown(match(THREE, *LAID))),
        ("cards_ask", shown(match(THREE, HandDealt()), Sheet(Purpose.QUEST, 1))),
        ("cards_turn_over", shown(match(THREE, *LAID[:4], *quest_of(1)), Sheet(Purpose.SHOW))),
        ("cards_meld", shown(match(THREE, *LAID), Sheet(Purpose.MELD), "JD JH JS")),
        ("cards_meld_wrong", shown(match(THREE, *LAID), Sheet(Purpose.MELD), "JD JH 2C")),
        ("cards_correct", shown(match(THREE, *LAID[:3]), Sheet(Purpose.CORRECTION))),
        ("cards_hand_over", shown(played_out(FIVE, 250))),
        ("cards_over", shown(played_out(FIVE, 50))),
        ("cards_over_fourteen", shown(played_out(FOURTEEN, 50))),
    )


def with_hands() -> TableView:
    """The simulated table, where a dealt hand may be looked at; the longest has twelve cards."""
    hands = (cards("AS 2S 3S 9D KH"), cards("7D 7H 7C JS QH"), cards("AH 2H 3D 4C 5S 6D 7S 8H 9C 10D JH KC"))
    table = CardTable(1, match(THREE, *LAID))
    return view_of(CardsOnTable(NUMBER, table), Surroundings(hands=hands))


def first_screen() -> TableView:
    """The first screen with every game that there is."""
    return view_of(WelcomeTable(NUMBER), Surroundings())


def quest_of(asker: int) -> tuple[CardEvent, ...]:
    other = asker + 1
    return (Quested(asker, other, wanted_of("7")), Answered(other, True), Decided(asker, True))
