"""The card table's view: all that its screens draw at one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import ReadCard
from companion.play.base.commands import Command
from companion.play.base.company import Company
from companion.play.base.views import PictureView, RuleBook, Surroundings, View, rematch
from companion.play.modes.cards import state
from companion.play.modes.cards.sentences import (
    quest_has_just_ended,
    say_asked,
    say_card_doubt,
    say_card_scene,
    say_card_undo,
    say_hint,
    say_told,
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
from companion.text import (
    reason_if,
    say,
    say_came_of,
    say_card,
    say_cards,
    say_match_turn,
    say_number_of_cards,
    say_player,
    say_the_card,
)

Keys = tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class On:
    number: int
    eye: bool = False


def keys_of(match: rules.Match, on: On) -> Keys:
    """A Quest has no key: touch a player. A hit has one only if the eye can read it; else touch a meld."""
    made: list[CardKey] = []
    for move in rules.moves(match):
        made += _KEYS.get(move.act, _no_key)(match, move, on)
    return tuple(made)


def hits_on(match: rules.Match, meld: int, number: int) -> Keys:
    if match.may_meld is None:
        return ()
    hits = (rules.HitLaid(state.melder(match), card, meld) for card in rules.DECK)
    return tuple(
        CardKey(say_card(hit.card), Declare(number, hit), card=face_of(hit.card))
        for hit in hits
        if rules.why_not(match, hit) is None
    )


def why_no_hit(match: rules.Match) -> str:
    if match.may_meld is None:
        return say_match_turn(match)
    return say("sheet.no_hit")


def _by(move: rules.Move) -> int:
    """Whose move it is; ValueError for a move of the whole table."""
    if move.player is None:
        raise ValueError(f"{move.act.value} is nobody's own move")
    return move.player


def _no_key(match: rules.Match, move: rules.Move, on: On) -> Keys:
    return ()


def _says(
    words: Callable[[str], str], tone: KeyTone, event: Callable[[rules.Match, rules.Move], rules.CardEvent]
) -> Callable[..., Keys]:
    def made(match: rules.Match, move: rules.Move, on: On) -> Keys:
        name = "" if move.player is None else say_player(match.players, _by(move))
        return (CardKey(words(name), Declare(on.number, event(match, move)), tone),)

    return made


def _answers(match: rules.Match, move: rules.Move, on: On) -> Keys:
    return (
        CardKey(say("card_key.yes"), Declare(on.number, rules.Answered(_by(move), True)), KeyTone.MAIN),
        CardKey(say("card_key.no"), Declare(on.number, rules.Answered(_by(move), False)), KeyTone.MAIN),
    )


def _decisions(match: rules.Match, move: rules.Move, on: On) -> Keys:
    return (
        CardKey(say("card_key.accept"), Declare(on.number, rules.Decided(_by(move), False)), KeyTone.PLAIN),
        CardKey(say("card_key.challenge"), Declare(on.number, rules.Decided(_by(move), True)), KeyTone.CALL),
    )


def _showing(match: rules.Match, move: rules.Move, on: On) -> Keys:
    name = say_player(match.players, state.shower(match))
    one = (
        LookAtCards(on.number, state.Purpose.SHOW)
        if on.eye
        else OpenSheet(on.number, state.Sheet(state.Purpose.SHOW))
    )
    if match.phase is not rules.MatchPhase.SHOW:
        return (CardKey(say("card_key.show_lie", player=name), one),)
    if match.asked.yes:
        return (CardKey(say("card_key.turn_over"), one, KeyTone.MAIN),)
    sheet = OpenSheet(on.number, state.Sheet(state.Purpose.SHOW))
    none = CardKey(
        say("card_key.has_none", player=name),
        Declare(on.number, rules.CardShown(_by(move), None)),
        KeyTone.MAIN,
    )
    hand = (
        LookAtCards(on.number, state.Purpose.HAND)
        if on.eye
        else OpenSheet(on.number, state.Sheet(state.Purpose.HAND))
    )
    has_one = CardKey(say("card_key.has_one", player=name), sheet, KeyTone.MAIN)
    return (has_one, none, CardKey(say("card_key.whole_hand"), hand))


def _takes(match: rules.Match, move: rules.Move, on: On) -> Keys:
    return tuple(
        CardKey(
            say_card(card),
            Declare(on.number, rules.CardTaken(_by(move), card)),
            KeyTone.MAIN,
            card=face_of(card),
        )
        for card in match.takes
    )


def _melding(match: rules.Match, move: rules.Move, on: On) -> Keys:
    own = _by(move) == match.to_act
    other = say_player(match.players, _by(move))
    words = say("card_key.lay_meld") if own else say("card_key.lays_meld", player=other)
    tapped = CardKey(words, OpenSheet(on.number, state.Sheet(state.Purpose.MELD)))
    return (tapped, *_read_keys(say("card_key.read_meld"), on))


def _hitting(match: rules.Match, move: rules.Move, on: On) -> Keys:
    """The meld's key also reads hits; a key for hits alone if no meld can be laid."""
    may_lay = any(each.act is rules.Act.MELD for each in rules.moves(match))
    return () if may_lay else _read_keys(say("card_key.read_hit"), on)


def _read_keys(words: str, on: On) -> Keys:
    return (CardKey(words, ReadCards(on.number, state.Purpose.MELD)),) if on.eye else ()


def _swaps(match: rules.Match, move: rules.Move, on: On) -> Keys:
    name = say_player(match.players, _by(move))
    words = say("card_key.swap", player=name)
    counts = tuple(
        CardKey(str(count), Declare(on.number, rules.CardsSwapped(_by(move), count)))
        for count in range(1, rules.most_swapped(match) + 1)
    )
    return (CardKey(words, choices=counts, line=say("card_key.swap_how_many", player=name)),)


def _giving(match: rules.Match, move: rules.Move, on: On) -> Keys:
    other = say_player(match.players, match.gives_to)
    return (
        CardKey(
            say("card_key.give", player=other), Declare(on.number, rules.CardGiven(_by(move))), KeyTone.MAIN
        ),
    )


def _correcting(match: rules.Match, move: rules.Move, on: On) -> Keys:
    return (
        CardKey(
            say("card_key.correct"),
            OpenSheet(on.number, state.Sheet(state.Purpose.CORRECTION)),
            KeyTone.QUIET,
        ),
    )


_KEYS: dict[rules.Act, Callable[[rules.Match, rules.Move, On], Keys]] = {
    rules.Act.DEAL: _says(
        lambda name: say("card_key.dealt"), KeyTone.MAIN, lambda match, move: rules.HandDealt()
    ),
    rules.Act.DRAW: _says(
        lambda name: say("card_key.draw", player=name),
        KeyTone.MAIN,
        lambda match, move: rules.CardDrawn(_by(move)),
    ),
    rules.Act.ANSWER: _answers,
    rules.Act.DECIDE: _decisions,
    rules.Act.SHOW: _showing,
    rules.Act.TAKE: _takes,
    rules.Act.MELD: _melding,
    rules.Act.HIT: _hitting,
    rules.Act.DISCARD: _says(
        lambda name: say("card_key.discard", player=name),
        KeyTone.MAIN,
        lambda match, move: rules.Discarded(_by(move)),
    ),
    rules.Act.GIVE: _giving,
    rules.Act.SWAP: _swaps,
    rules.Act.SHUFFLE: _says(
        lambda name: say("card_key.shuffle"), KeyTone.PLAIN, lambda match, move: rules.DiscardsShuffled()
    ),
    rules.Act.PLAY_OUT: _says(
        lambda name: say("card_key.play_out", player=name),
        KeyTone.MAIN,
        lambda match, move: rules.PlayedOut(_by(move)),
    ),
    rules.Act.CORRECT: _correcting,
}


MOST_LIKELY = 3
"""Cards offered for a doubtful one: as many as fit beside its picture."""


def look_view(match: rules.Match, look: state.Look, number: int) -> CardLookView:
    reading = look.stage is state.LookStage.READING
    hand = look.purpose is state.Purpose.HAND
    keys = (
        CardKey(
            say("card_key.read_hand" if hand else "card_key.read_card"),
            ReadCards(number, look.purpose),
            KeyTone.MAIN,
        ),
        CardKey(say("key.by_hand"), OpenSheet(number, state.Sheet(look.purpose))),
    )
    aimed = say("look.lay_open" if hand else "look.turn_it_over")
    words = say("look.reads") if reading else aimed
    wanted = None if look.purpose is state.Purpose.MELD else face_of_wanted(wanted_now(match))
    return CardLookView(words, () if reading else keys, CloseSheet(number), reading, wanted)


def offer_view(match: rules.Match, seen: state.CardsSeen, number: int) -> OfferView:
    (card,) = seen.cards
    wanted = wanted_now(match)
    fits = wanted.matches(card)
    shown = rules.CardShown(state.shower(match), card)
    why = reason_if(rules.why_not(match, shown))
    again = CardKey(say("card_key.read_again"), ReadCards(number, state.Purpose.SHOW))
    other = CardKey(
        say("card_key.another_card"), OpenSheet(number, state.Sheet(state.Purpose.SHOW, seen=seen))
    )
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


def wanted_now(match: rules.Match) -> rules.Wanted:
    return match.asked.wanted if match.phase is rules.MatchPhase.SHOW else match.quests[-1].wanted


def read_key(sheet: state.Sheet, on: On) -> CardKey | None:
    """The key that has the eye read for this sheet; None: it cannot, or was not asked to."""
    readable = sheet.purpose in (state.Purpose.MELD, state.Purpose.HAND) or bool(sheet.doubts)
    if not on.eye or not readable:
        return None
    return CardKey(
        say("card_key.read_again" if sheet.seen else "card_key.read"), ReadCards(on.number, sheet.purpose)
    )


def doubt_view(match: rules.Match, sheet: state.Sheet, number: int) -> DoubtView | None:
    if not sheet.doubts or sheet.seen is None:
        return None
    read = sheet.doubts[0]
    many = state.takes_many(match, sheet)
    return DoubtView(
        crop=CropView(sheet.seen.frame, read.box),
        asked=say_asked(sheet),
        why=say_card_doubt(state.main_doubt(read)),
        likely=_likely(match, sheet, read, number),
        pass_over=CardKey(say("card_key.none_of_these"), PassOver(number)) if many else None,
    )


def _likely(match: rules.Match, sheet: state.Sheet, read: ReadCard, number: int) -> tuple[CardKey, ...]:
    answers = ((card, _answer(match, sheet, card, number)) for card in state.likely_cards(read))
    keys = (CardKey(say_card(card), answer, card=face_of(card)) for card, answer in answers if answer)
    return tuple(islice(keys, MOST_LIKELY))


def _answer(match: rules.Match, sheet: state.Sheet, card: rules.Card, number: int) -> Command | None:
    if state.takes_many(match, sheet):
        free = sheet.picked.count(card) < state.most_of(match, sheet, card)
        return PickCard(number, card) if free else None
    event = state.event_with(match, sheet, card)
    return None if rules.why_not(match, event) else Declare(number, event)


def sheet_view(match: rules.Match, sheet: state.Sheet, on: On) -> SheetView:
    number, close = on.number, CloseSheet(on.number)
    read, doubt = read_key(sheet, on), doubt_view(match, sheet, number)
    if sheet.purpose is state.Purpose.QUEST:
        return SheetView(
            cells=tuple(
                _asking(match, sheet, rules.Wanted(card.rank, card.suit), number) for card in rules.DECK
            ),
            ranks=tuple(_asking(match, sheet, rules.Wanted(rank=rank), number) for rank in rules.Rank),
            suits=tuple(_asking(match, sheet, rules.Wanted(suit=suit), number) for suit in rules.Suit),
            kinds=tuple(_asking(match, sheet, rules.Wanted(kind=kind), number) for kind in rules.WantedKind),
            close=close,
        )
    if not state.takes_many(match, sheet):
        cells = tuple(_taking(match, sheet, card, number) for card in rules.DECK)
        return SheetView(cells=cells, close=close, read=read, doubt=doubt)
    hits = state.hits_of(match, sheet)
    why = None if hits else _why_not_taken(match, sheet)
    return SheetView(
        cells=tuple(_picking(match, sheet, card, number) for card in rules.DECK),
        close=close,
        many=True,
        picked=faces_of(sheet.picked),
        take=_hit_key(match, hits, number) if hits else _take_key(match, sheet, why, number),
        why=why if sheet.picked else None,
        read=read,
        doubt=doubt,
    )


def _take_key(match: rules.Match, sheet: state.Sheet, why: str | None, number: int) -> CardKey:
    may = why is None and not sheet.doubts
    return CardKey(
        say(f"take_key.{sheet.purpose.value}"),
        Declare(number, state.event_of(match, sheet)) if may else None,
        KeyTone.MAIN,
    )


def _hit_key(match: rules.Match, hits: tuple[rules.HitLaid, ...], number: int) -> CardKey:
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


def _asking(match: rules.Match, sheet: state.Sheet, wanted: rules.Wanted, number: int) -> SheetCell:
    quest = state.quested(match, sheet, wanted)
    why = reason_if(rules.why_not(match, quest))
    return SheetCell(face_of_wanted(wanted), None if why else Declare(number, quest), why)


def _taking(match: rules.Match, sheet: state.Sheet, card: rules.Card, number: int) -> SheetCell:
    event = state.event_with(match, sheet, card)
    why = reason_if(rules.why_not(match, event))
    return SheetCell(face_of(card), None if why else Declare(number, event), why)


def _picking(match: rules.Match, sheet: state.Sheet, card: rules.Card, number: int) -> SheetCell:
    if not state.most_of(match, sheet, card):
        return SheetCell(face_of(card), None, say("sheet.lies_already", card=say_the_card(card)))
    return SheetCell(face_of(card), PickCard(number, card), picked=sheet.picked.count(card))


def _why_not_taken(match: rules.Match, sheet: state.Sheet) -> str | None:
    if sheet.picked in ((), getattr(match.seen, "cards", ())) and sheet.purpose is state.Purpose.CORRECTION:
        return say("sheet.as_they_stand")
    return reason_if(rules.why_not(match, state.event_of(match, sheet)))


def card_scene(
    table: state.CardTable, number: int, has_eye: bool = False, souvenir: tuple[PictureView, ...] = ()
) -> CardScene:
    """``has_eye``: cards can be read here."""
    match, look, on = table.match, table.look, On(number, has_eye)
    cards = card_table_view(table, number, has_eye)
    if look is not None:
        if look.seen is not None and look.stage is state.LookStage.OFFERED:
            return CardReadScene(cards, offer_view(match, look.seen, number))
        kind = CardReadingScene if look.stage is state.LookStage.READING else CardLookScene
        return kind(cards, look_view(match, look, number))
    if table.sheet is not None:
        return CardSheetScene(cards, sheet_view(match, table.sheet, on))
    if not table.is_over or match.winner is None:
        return CardsScene(cards)
    winner, again = say_player(match.players, match.winner), rematch(table.record, None)
    return CardsOverScene(cards, winner, match.winner, again, souvenir)


def card_view(table: state.CardsOnTable, around: Surroundings) -> View[CardScene]:
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


def card_table_view(table: state.CardTable, number: int, has_eye: bool = False) -> CardTableView:
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


def _peek(match: rules.Match, hands: tuple[rules.Cards, ...]) -> CardKey:
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


def sorted_hand(hand: rules.Cards) -> rules.Cards:
    return tuple(sorted(hand, key=lambda card: (rules.DECK.index(card), card.code)))


def _exposed(match: rules.Match) -> ExposedView:
    quest = match.quests[-1]
    lied = quest.outcome in (rules.Outcome.YES_LIE_CHALLENGED, rules.Outcome.NO_LIE_CHALLENGED)
    name = say_player(match.players, quest.other)
    return ExposedView(
        seat=quest.other,
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


def _seat(match: rules.Match, seat: int, number: int) -> CardSeatView:
    asks = seat in rules.may_be_asked(match)
    return CardSeatView(
        seat=seat,
        name=say_player(match.players, seat),
        cards=match.cards[seat],
        chips=match.chips[seat],
        score=match.scores[seat],
        to_act=seat == match.to_act,
        asked=match.quest is not None and seat == match.quest.other,
        ask=OpenSheet(number, state.Sheet(state.Purpose.QUEST, seat)) if asks else None,
        left=seat in match.left,
    )


def _meld(match: rules.Match, at: int, number: int) -> MeldView:
    meld, hits = match.melds[at], hits_on(match, at, number)
    owner = say_player(match.players, meld.player)
    return MeldView(owner, faces_of(meld.cards), hits, None if hits else why_no_hit(match))


def _quest(match: rules.Match, quest: rules.Quest) -> QuestView:
    return QuestView(
        asker_seat=quest.asker,
        asker=say_player(match.players, quest.asker),
        other_seat=quest.other,
        other=say_player(match.players, quest.other),
        wanted=face_of_wanted(quest.wanted),
        yes=quest.yes,
        challenged=quest.challenged,
    )


def _moves(table: state.CardTable, quest_ended: bool) -> tuple[ChipMove, ...]:
    match = table.match
    if quest_ended and any(match.quests[-1].chips):
        quest = match.quests[-1]
        payer = None if quest.bank else quest.chips.index(-1)
        return (ChipMove(payer, quest.chips.index(1)),)
    if isinstance(table.record.live_events[-1], rules.PlayedOut):
        return _paid_to_the_winner(table)
    return ()


def _paid_to_the_winner(table: state.CardTable) -> tuple[ChipMove, ...]:
    match, before = table.match, rules.card_match(table.record.apply(rules.Undone()).game)
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
