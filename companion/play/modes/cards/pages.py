"""The card table's view: all that its screens draw at one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from companion.core.frame import Frame
from companion.core.reading import ReadCard
from companion.play.base.commands import Command
from companion.play.base.company import Company
from companion.play.base.views import PictureView, RuleBook, Surroundings, View, rematch
from companion.play.modes.cards.sentences import (
    quest_has_just_ended,
    say_asked,
    say_card_doubt,
    say_card_scene,
    say_card_undo,
    say_hint,
    say_told,
)
from companion.play.modes.cards.state import (
    CardsOnTable,
    CardsSeen,
    CardTable,
    Look,
    LookStage,
    Purpose,
    Sheet,
    event_of,
    event_with,
    hits_of,
    likely_cards,
    main_doubt,
    match_of,
    melder,
    most_of,
    quested,
    shower,
    takes_many,
)
from companion.play.modes.cards.views import (
    CardKey,
    CardLookScene,
    CardLookView,
    CardReadingScene,
    CardReadScene,
    CardScene,
    CardSeatView,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
    CardTableView,
    ChipMove,
    CloseSheet,
    CropView,
    Declare,
    DoubtView,
    ExposedView,
    KeyTone,
    LookAtCards,
    MeldView,
    OfferView,
    OpenSheet,
    PassOver,
    PickCard,
    QuestView,
    ReadCards,
    SheetCell,
    SheetView,
    face_of,
    face_of_wanted,
    faces_of,
)
from companion.rules import (
    DECK,
    Act,
    Answered,
    Card,
    CardDrawn,
    CardEvent,
    CardGiven,
    Cards,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    HitLaid,
    Match,
    MatchPhase,
    Move,
    Outcome,
    PlayedOut,
    Quest,
    Rank,
    Suit,
    Undone,
    Wanted,
    WantedKind,
    may_be_asked,
    most_swapped,
    moves,
    why_not,
)
from companion.text import (
    reason_if,
    say,
    say_came_of,
    say_card,
    say_cards,
    say_match_turn,
    say_number_of_cards,
    say_player,
    say_quest,
    say_the_card,
)

Keys = tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class On:
    number: int
    eye: bool = False


def keys_of(match: Match, on: On) -> Keys:
    """A Quest has no key: touch a player. A hit has one only if the eye can read it; else touch a meld."""
    made: list[CardKey] = []
    for move in moves(match):
        made += _KEYS.get(move.act, _no_key)(match, move, on)
    return tuple(made)


def hits_on(match: Match, meld: int, number: int) -> Keys:
    if match.may_meld is None:
        return ()
    hits = (HitLaid(melder(match), card, meld) for card in DECK)
    return tuple(
        CardKey(say_card(hit.card), Declare(number, hit), card=face_of(hit.card))
        for hit in hits
        if why_not(match, hit) is None
    )


def why_no_hit(match: Match) -> str:
    if match.may_meld is None:
        return say_match_turn(match)
    return say("sheet.no_hit")


def _by(move: Move) -> int:
    """Whose move it is; ValueError for a move of the whole table."""
    if move.player is None:
        raise ValueError(f"{move.act.value} is nobody's own move")
    return move.player


def _no_key(match: Match, move: Move, on: On) -> Keys:
    return ()


def _says(
    words: Callable[[str], str], tone: KeyTone, event: Callable[[Match, Move], CardEvent]
) -> Callable[..., Keys]:
    def made(match: Match, move: Move, on: On) -> Keys:
        name = "" if move.player is None else say_player(match.players, _by(move))
        return (CardKey(words(name), Declare(on.number, event(match, move)), tone),)

    return made


def _answers(match: Match, move: Move, on: On) -> Keys:
    return (
        CardKey(say("card_key.yes"), Declare(on.number, Answered(_by(move), True)), KeyTone.MAIN),
        CardKey(say("card_key.no"), Declare(on.number, Answered(_by(move), False)), KeyTone.MAIN),
    )


def _decisions(match: Match, move: Move, on: On) -> Keys:
    return (
        CardKey(say("card_key.accept"), Declare(on.number, Decided(_by(move), False)), KeyTone.PLAIN),
        CardKey(say("card_key.challenge"), Declare(on.number, Decided(_by(move), True)), KeyTone.CALL),
    )


def _showing(match: Match, move: Move, on: On) -> Keys:
    name = say_player(match.players, shower(match))
    one = LookAtCards(on.number, Purpose.SHOW) if on.eye else OpenSheet(on.number, Sheet(Purpose.SHOW))
    if match.phase is not MatchPhase.SHOW:
        return (CardKey(say("card_key.show_lie", player=name), one),)
    if match.asked.yes:
        return (CardKey(say("card_key.turn_over"), one, KeyTone.MAIN),)
    sheet = OpenSheet(on.number, Sheet(Purpose.SHOW))
    none = CardKey(
        say("card_key.has_none", player=name), Declare(on.number, CardShown(_by(move), None)), KeyTone.MAIN
    )
    hand = LookAtCards(on.number, Purpose.HAND) if on.eye else OpenSheet(on.number, Sheet(Purpose.HAND))
    has_one = CardKey(say("card_key.has_one", player=name), sheet, KeyTone.MAIN)
    return (has_one, none, CardKey(say("card_key.whole_hand"), hand))


def _takes(match: Match, move: Move, on: On) -> Keys:
    return tuple(
        CardKey(
            say_card(card),
            Declare(on.number, CardTaken(_by(move), card)),
            KeyTone.MAIN,
            card=face_of(card),
        )
        for card in match.takes
    )


def _melding(match: Match, move: Move, on: On) -> Keys:
    own = _by(move) == match.to_act
    other = say_player(match.players, _by(move))
    words = say("card_key.lay_meld") if own else say("card_key.lays_meld", player=other)
    tapped = CardKey(words, OpenSheet(on.number, Sheet(Purpose.MELD)))
    return (tapped, *_read_keys(say("card_key.read_meld"), on))


def _hitting(match: Match, move: Move, on: On) -> Keys:
    """The meld's key also reads hits; a key for hits alone if no meld can be laid."""
    may_lay = any(each.act is Act.MELD for each in moves(match))
    return () if may_lay else _read_keys(say("card_key.read_hit"), on)


def _read_keys(words: str, on: On) -> Keys:
    return (CardKey(words, ReadCards(on.number, Purpose.MELD)),) if on.eye else ()


def _swaps(match: Match, move: Move, on: On) -> Keys:
    name = say_player(match.players, _by(move))
    words = say("card_key.swap", player=name)
    counts = tuple(
        CardKey(str(count), Declare(on.number, CardsSwapped(_by(move), count)))
        for count in range(1, most_swapped(match) + 1)
    )
    return (CardKey(words, choices=counts, line=say("card_key.swap_how_many", player=name)),)


def _giving(match: Match, move: Move, on: On) -> Keys:
    other = say_player(match.players, match.gives_to)
    return (
        CardKey(say("card_key.give", player=other), Declare(on.number, CardGiven(_by(move))), KeyTone.MAIN),
    )


def _correcting(match: Match, move: Move, on: On) -> Keys:
    return (CardKey(say("card_key.correct"), OpenSheet(on.number, Sheet(Purpose.CORRECTION)), KeyTone.QUIET),)


_KEYS: dict[Act, Callable[[Match, Move, On], Keys]] = {
    Act.DEAL: _says(lambda name: say("card_key.dealt"), KeyTone.MAIN, lambda match, move: HandDealt()),
    Act.DRAW: _says(
        lambda name: say("card_key.draw", player=name),
        KeyTone.MAIN,
        lambda match, move: CardDrawn(_by(move)),
    ),
    Act.ANSWER: _answers,
    Act.DECIDE: _decisions,
    Act.SHOW: _showing,
    Act.TAKE: _takes,
    Act.MELD: _melding,
    Act.HIT: _hitting,
    Act.DISCARD: _says(
        lambda name: say("card_key.discard", player=name),
        KeyTone.MAIN,
        lambda match, move: Discarded(_by(move)),
    ),
    Act.GIVE: _giving,
    Act.SWAP: _swaps,
    Act.SHUFFLE: _says(
        lambda name: say("card_key.shuffle"), KeyTone.PLAIN, lambda match, move: DiscardsShuffled()
    ),
    Act.PLAY_OUT: _says(
        lambda name: say("card_key.play_out", player=name),
        KeyTone.MAIN,
        lambda match, move: PlayedOut(_by(move)),
    ),
    Act.CORRECT: _correcting,
}


MOST_LIKELY = 3
"""Cards offered for a doubtful one: as many as fit beside its picture."""


def look_view(match: Match, look: Look, number: int) -> CardLookView:
    reading = look.stage is LookStage.READING
    hand = look.purpose is Purpose.HAND
    keys = (
        CardKey(
            say("card_key.read_hand" if hand else "card_key.read_card"),
            ReadCards(number, look.purpose),
            KeyTone.MAIN,
        ),
        CardKey(say("key.by_hand"), OpenSheet(number, Sheet(look.purpose))),
    )
    aimed = say("look.lay_open" if hand else "look.turn_it_over")
    words = say("look.reads") if reading else aimed
    wanted = None if look.purpose is Purpose.MELD else face_of_wanted(wanted_now(match))
    return CardLookView(words, () if reading else keys, CloseSheet(number), reading, wanted)


def offer_view(match: Match, seen: CardsSeen, number: int) -> OfferView:
    (card,) = seen.cards
    wanted = wanted_now(match)
    fits = wanted.matches(card)
    shown = CardShown(shower(match), card)
    why = reason_if(why_not(match, shown))
    again = CardKey(say("card_key.read_again"), ReadCards(number, Purpose.SHOW))
    other = CardKey(say("card_key.another_card"), OpenSheet(number, Sheet(Purpose.SHOW, seen=seen)))
    take = CardKey(say("card_key.right"), None if why else Declare(number, shown), KeyTone.MAIN)
    return OfferView(
        crop=CropView(seen.frame, seen.sure[0].box),
        card=face_of(card),
        read=say("look.read", card=say_the_card(card)),
        wanted=face_of_wanted(wanted),
        verdict=say("look.as_asked" if fits else "look.not_as_asked"),
        fits=fits,
        keys=(take, other, again),
        close=CloseSheet(number),
        why=why,
    )


def wanted_now(match: Match) -> Wanted:
    return match.asked.wanted if match.phase is MatchPhase.SHOW else match.quests[-1].wanted


def read_key(sheet: Sheet, on: On) -> CardKey | None:
    """The key that has the eye read for this sheet; None: it cannot, or was not asked to."""
    readable = sheet.purpose in (Purpose.MELD, Purpose.HAND) or bool(sheet.doubts)
    if not on.eye or not readable:
        return None
    return CardKey(
        say("card_key.read_again" if sheet.seen else "card_key.read"), ReadCards(on.number, sheet.purpose)
    )


def doubt_view(match: Match, sheet: Sheet, number: int) -> DoubtView | None:
    if not sheet.doubts or sheet.seen is None:
        return None
    read = sheet.doubts[0]
    many = takes_many(match, sheet)
    return DoubtView(
        crop=CropView(sheet.seen.frame, read.box),
        asked=say_asked(sheet),
        why=say_card_doubt(main_doubt(read)),
        likely=_likely(match, sheet, read, number),
        pass_over=CardKey(say("card_key.none_of_these"), PassOver(number)) if many else None,
    )


def _likely(match: Match, sheet: Sheet, read: ReadCard, number: int) -> tuple[CardKey, ...]:
    answers = ((card, _answer(match, sheet, card, number)) for card in likely_cards(read))
    keys = (CardKey(say_card(card), answer, card=face_of(card)) for card, answer in answers if answer)
    return tuple(islice(keys, MOST_LIKELY))


def _answer(match: Match, sheet: Sheet, card: Card, number: int) -> Command | None:
    if takes_many(match, sheet):
        free = sheet.picked.count(card) < most_of(match, sheet, card)
        return PickCard(number, card) if free else None
    event = event_with(match, sheet, card)
    return None if why_not(match, event) else Declare(number, event)


def sheet_view(match: Match, sheet: Sheet, on: On) -> SheetView:
    number, close = on.number, CloseSheet(on.number)
    read, doubt = read_key(sheet, on), doubt_view(match, sheet, number)
    if sheet.purpose is Purpose.QUEST:
        return SheetView(
            cells=tuple(_asking(match, sheet, Wanted(card.rank, card.suit), number) for card in DECK),
            ranks=tuple(_asking(match, sheet, Wanted(rank=rank), number) for rank in Rank),
            suits=tuple(_asking(match, sheet, Wanted(suit=suit), number) for suit in Suit),
            kinds=tuple(_asking(match, sheet, Wanted(kind=kind), number) for kind in WantedKind),
            close=close,
        )
    if not takes_many(match, sheet):
        cells = tuple(_taking(match, sheet, card, number) for card in DECK)
        return SheetView(cells=cells, close=close, read=read, doubt=doubt)
    hits = hits_of(match, sheet)
    why = None if hits else _why_not_taken(match, sheet)
    return SheetView(
        cells=tuple(_picking(match, sheet, card, number) for card in DECK),
        close=close,
        many=True,
        picked=faces_of(sheet.picked),
        take=_hit_key(match, hits, number) if hits else _take_key(match, sheet, why, number),
        why=why if sheet.picked else None,
        read=read,
        doubt=doubt,
    )


def _take_key(match: Match, sheet: Sheet, why: str | None, number: int) -> CardKey:
    may = why is None and not sheet.doubts
    return CardKey(
        say(f"take_key.{sheet.purpose.value}"),
        Declare(number, event_of(match, sheet)) if may else None,
        KeyTone.MAIN,
    )


def _hit_key(match: Match, hits: tuple[HitLaid, ...], number: int) -> CardKey:
    owned = tuple((hit, match.melds[hit.meld]) for hit in hits)
    named = tuple(
        CardKey(
            say(f"owned.{meld.kind.value}", player=say_player(match.players, meld.player)),
            Declare(number, hit),
            line=say_cards(meld.cards),
        )
        for hit, meld in owned
    )
    if len(named) == 1:
        return CardKey(say("card_key.lay_on", meld=named[0].words), named[0].command, KeyTone.MAIN)
    return CardKey(
        say("card_key.lay_on_a_meld"), None, KeyTone.MAIN, choices=named, line=say("card_key.which_meld")
    )


def _asking(match: Match, sheet: Sheet, wanted: Wanted, number: int) -> SheetCell:
    quest = quested(match, sheet, wanted)
    why = reason_if(why_not(match, quest))
    return SheetCell(face_of_wanted(wanted), None if why else Declare(number, quest), why)


def _taking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    event = event_with(match, sheet, card)
    why = reason_if(why_not(match, event))
    return SheetCell(face_of(card), None if why else Declare(number, event), why)


def _picking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    if not most_of(match, sheet, card):
        return SheetCell(face_of(card), None, say("sheet.lies_already", card=say_the_card(card)))
    return SheetCell(face_of(card), PickCard(number, card), picked=sheet.picked.count(card))


def _why_not_taken(match: Match, sheet: Sheet) -> str | None:
    if sheet.picked in ((), getattr(match.seen, "cards", ())) and sheet.purpose is Purpose.CORRECTION:
        return say("sheet.as_they_stand")
    return reason_if(why_not(match, event_of(match, sheet)))


def card_scene(
    table: CardTable, number: int, has_eye: bool = False, souvenir: tuple[PictureView, ...] = ()
) -> CardScene:
    """``has_eye``: cards can be read here."""
    match, look, on = table.match, table.look, On(number, has_eye)
    cards = card_table_view(table, number, has_eye)
    if look is not None:
        if look.seen is not None and look.stage is LookStage.OFFERED:
            return CardReadScene(cards, offer_view(match, look.seen, number))
        kind = CardReadingScene if look.stage is LookStage.READING else CardLookScene
        return kind(cards, look_view(match, look, number))
    if table.sheet is not None:
        return CardSheetScene(cards, sheet_view(match, table.sheet, on))
    if not table.is_over or match.winner is None:
        return CardsScene(cards)
    winner, again = say_player(match.players, match.winner), rematch(table.record, None)
    return CardsOverScene(cards, winner, match.winner, again, souvenir)


def card_view(table: CardsOnTable, around: Surroundings) -> View[CardScene]:
    cards = table.cards
    scene = card_scene(cards, table.number, around.card_eye, around.pages)
    if isinstance(scene, CardsScene) and any(around.hands):
        scene = CardsScene(replace(scene.cards, peek=_peek(cards.match, around.hands)))
    live = around.live if table.wants_live_picture else None
    return View(
        number=table.number,
        scene=scene,
        message=say_card_scene(cards),
        fault=table.fault,
        caption=say_card_title(scene),
        picture=None if live is None else PictureView(live if around.drawn else coarse(live), (), live=True),
        undo_words=say_card_undo(cards),
        book=RuleBook(cards.match.ruleset),
        company=Company(cards.match),
    )


def card_table_view(table: CardTable, number: int, has_eye: bool = False) -> CardTableView:
    match, on = table.match, On(number, has_eye)
    ended = quest_has_just_ended(table)
    card = match.quests[-1].card if ended else None
    return CardTableView(
        rules_title=match.ruleset.title,
        hand=match.hand,
        target=match.ruleset.target,
        seats=tuple(_seat(match, seat, number) for seat in range(len(match.players))),
        stock=match.stock,
        discards=match.discards,
        bank=match.bank,
        melds=tuple(_meld(match, meld, number) for meld in range(len(match.melds))),
        keys=keys_of(match, on),
        quest=None if match.quest is None else _quest(match, match.quest),
        told=say_told(table),
        told_card=None if card is None else face_of(card),
        exposed=_exposed(match) if ended and match.quests[-1].challenged else None,
        hint=say_hint(match),
        moves=_moves(table, ended),
        has_eye=has_eye,
        winner=match.winner,
    )


def _peek(match: Match, hands: tuple[Cards, ...]) -> CardKey:
    """A key that shows a hand to its player."""
    whose = tuple(
        CardKey(
            say_player(match.players, seat),
            line=say_number_of_cards(len(hand)),
            choices=tuple(CardKey(say_card(card), card=face_of(card)) for card in sorted_hand(hand)),
        )
        for seat, hand in enumerate(hands)
        if hand
    )
    return CardKey(say("card_key.peek"), tone=KeyTone.QUIET, choices=whose, line=say("card_key.peek_whose"))


def sorted_hand(hand: Cards) -> Cards:
    return tuple(sorted(hand, key=lambda card: (DECK.index(card), card.code)))


def _exposed(match: Match) -> ExposedView:
    quest = match.quests[-1]
    lied = quest.outcome in (Outcome.YES_LIE_CHALLENGED, Outcome.NO_LIE_CHALLENGED)
    name = say_player(match.players, quest.other)
    return ExposedView(
        seat=quest.other,
        name=name,
        lied=lied,
        headline=say("exposed.lie" if lied else "exposed.truth", player=name),
        wanted=face_of_wanted(quest.wanted),
        said=say("quest_panel.yes" if quest.yes else "quest_panel.no"),
        truth=None if quest.card is None else face_of(quest.card),
        told=say_came_of(quest, match.players),
    )


def say_card_title(scene: CardScene) -> str:
    cards = scene.cards
    if isinstance(scene, CardsOverScene):
        return cards.rules_title
    if not isinstance(scene, CardsScene):
        return say("title.hand", rules=cards.rules_title, hand=cards.hand)
    hand = say("title.hand_number", hand=cards.hand) if cards.hand else say("title.first_hand")
    return say("title.match", rules=cards.rules_title, hand=hand, count=cards.target)


def _seat(match: Match, seat: int, number: int) -> CardSeatView:
    asks = seat in may_be_asked(match)
    return CardSeatView(
        seat=seat,
        name=say_player(match.players, seat),
        cards=match.cards[seat],
        chips=match.chips[seat],
        score=match.scores[seat],
        to_act=seat == match.to_act,
        asked=match.quest is not None and seat == match.quest.other,
        ask=OpenSheet(number, Sheet(Purpose.QUEST, seat)) if asks else None,
        left=seat in match.left,
    )


def _meld(match: Match, at: int, number: int) -> MeldView:
    meld, hits = match.melds[at], hits_on(match, at, number)
    owner = say_player(match.players, meld.player)
    return MeldView(at, owner, faces_of(meld.cards), hits, None if hits else why_no_hit(match))


def _quest(match: Match, quest: Quest) -> QuestView:
    return QuestView(
        asker_seat=quest.asker,
        asker=say_player(match.players, quest.asker),
        other_seat=quest.other,
        other=say_player(match.players, quest.other),
        wanted=face_of_wanted(quest.wanted),
        sentence=say_quest(quest, match.players),
        yes=quest.yes,
        challenged=quest.challenged,
    )


def _moves(table: CardTable, quest_ended: bool) -> tuple[ChipMove, ...]:
    match = table.match
    if quest_ended and any(match.quests[-1].chips):
        quest = match.quests[-1]
        payer = None if quest.bank else quest.chips.index(-1)
        return (ChipMove(payer, quest.chips.index(1)),)
    if isinstance(table.record.live_events[-1], PlayedOut):
        return _paid_to_the_winner(table)
    return ()


def _paid_to_the_winner(table: CardTable) -> tuple[ChipMove, ...]:
    match, before = table.match, match_of(table.record.apply(Undone()).game)
    winner = match.hands[-1].winner
    pairs = enumerate(zip(before.chips, match.chips, strict=True))
    return tuple(ChipMove(seat, winner) for seat, (had, has) in pairs if has < had)


COARSE_WIDTH = 96
"""Pixels across. Where the picture is 70 cm wide, a card's index of 1.5 cm is 2 px tall and a pip 1 px wide:
too little for a rank, enough to see a card's place and hands over it."""


def coarse(frame: Frame) -> Frame:
    """Every n-th pixel of a frame; a coarse one stays as it is."""
    step = -(-frame.width // COARSE_WIDTH)
    if step == 1:
        return frame
    return Frame(frame.pixels[step // 2 :: step, step // 2 :: step], frame.exposed_at_ns)
