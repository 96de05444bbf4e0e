"""The card table's view: all that its screens draw at one moment."""

from __future__ import annotations

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
    CardView,
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
    """Makes the keys of a view. ``eye``: whether cards can be read."""

    number: int
    eye: bool = False

    def key(
        self,
        words: str,
        event: rules.CardEvent,
        tone: KeyTone = KeyTone.MAIN,
        card: rules.Card | None = None,
    ) -> CardKey:
        return CardKey(words, Declare(self.number, event), tone, None if card is None else face_of(card))

    def sheet(self, purpose: state.Purpose) -> OpenSheet:
        return OpenSheet(self.number, state.Sheet(purpose))

    def look(self, purpose: state.Purpose) -> Command:
        return LookAtCards(self.number, purpose) if self.eye else self.sheet(purpose)

    def read(self, words: str) -> Keys:
        return (CardKey(words, ReadCards(self.number, state.Purpose.MELD)),) if self.eye else ()


def keys_of(match: rules.Match, on: On) -> Keys:
    """A Quest has no key: touch a player. A hit has one only if the eye can read it; else touch a meld."""
    return tuple(key for move in rules.moves(match) for key in _keys_for(match, move, on))


def _keys_for(match: rules.Match, move: rules.Move, on: On) -> Keys:
    name = "" if move.player is None else say_player(match.players, move.player)
    match move:
        case rules.Move(rules.Act.DEAL):
            return (on.key(say("card_key.dealt"), rules.HandDealt()),)
        case rules.Move(rules.Act.DRAW, int(seat)):
            return (on.key(say("card_key.draw", player=name), rules.CardDrawn(seat)),)
        case rules.Move(rules.Act.ANSWER, int(seat)):
            yes = on.key(say("card_key.yes"), rules.Answered(seat, True))
            return yes, on.key(say("card_key.no"), rules.Answered(seat, False))
        case rules.Move(rules.Act.DECIDE, int(seat)):
            accepts = on.key(say("card_key.accept"), rules.Decided(seat, False), KeyTone.PLAIN)
            return accepts, on.key(say("card_key.challenge"), rules.Decided(seat, True), KeyTone.CALL)
        case rules.Move(rules.Act.SHOW, int(seat)):
            return _showing(match, seat, on)
        case rules.Move(rules.Act.TAKE, int(seat)):
            cards = match.takes
            return tuple(on.key(say_card(card), rules.CardTaken(seat, card), card=card) for card in cards)
        case rules.Move(rules.Act.MELD, int(seat)):
            own = seat == match.to_act
            words = say("card_key.lay_meld") if own else say("card_key.lays_meld", player=name)
            tapped = CardKey(words, on.sheet(state.Purpose.MELD))
            return (tapped, *on.read(say("card_key.read_meld")))
        case rules.Move(rules.Act.HIT):
            # The meld's key also reads hits.
            may_lay = any(each.act is rules.Act.MELD for each in rules.moves(match))
            return () if may_lay else on.read(say("card_key.read_hit"))
        case rules.Move(rules.Act.DISCARD, int(seat)):
            return (on.key(say("card_key.discard", player=name), rules.Discarded(seat)),)
        case rules.Move(rules.Act.GIVE, int(seat)):
            other = say_player(match.players, match.gives_to)
            return (on.key(say("card_key.give", player=other), rules.CardGiven(seat)),)
        case rules.Move(rules.Act.SWAP, int(seat)):
            counts = tuple(
                on.key(str(count), rules.CardsSwapped(seat, count), KeyTone.PLAIN)
                for count in range(1, rules.most_swapped(match) + 1)
            )
            how_many = say("card_key.swap_how_many", player=name)
            return (CardKey(say("card_key.swap", player=name), choices=counts, line=how_many),)
        case rules.Move(rules.Act.SHUFFLE):
            return (on.key(say("card_key.shuffle"), rules.DiscardsShuffled(), KeyTone.PLAIN),)
        case rules.Move(rules.Act.PLAY_OUT, int(seat)):
            return (on.key(say("card_key.play_out", player=name), rules.PlayedOut(seat)),)
        case rules.Move(rules.Act.CORRECT):
            return (CardKey(say("card_key.correct"), on.sheet(state.Purpose.CORRECTION), KeyTone.QUIET),)
    return ()


def _showing(match: rules.Match, seat: int, on: On) -> Keys:
    name, one = say_player(match.players, state.shower(match)), on.look(state.Purpose.SHOW)
    if match.phase is not rules.MatchPhase.SHOW:
        return (CardKey(say("card_key.show_lie", player=name), one),)
    if match.asked.yes:
        return (CardKey(say("card_key.turn_over"), one, KeyTone.MAIN),)
    has_one = CardKey(say("card_key.has_one", player=name), on.sheet(state.Purpose.SHOW), KeyTone.MAIN)
    none = on.key(say("card_key.has_none", player=name), rules.CardShown(seat, None))
    return has_one, none, CardKey(say("card_key.whole_hand"), on.look(state.Purpose.HAND))


def hits_on(match: rules.Match, meld: int, on: On) -> Keys:
    if match.may_meld is None:
        return ()
    hits = (rules.HitLaid(state.melder(match), card, meld) for card in rules.DECK)
    return tuple(
        on.key(say_card(hit.card), hit, KeyTone.PLAIN, hit.card)
        for hit in hits
        if rules.why_not(match, hit) is None
    )


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

        def asking(*wanted: rules.Wanted) -> tuple[SheetCell, ...]:
            quests = ((each, state.quested(match, sheet, each)) for each in wanted)
            return tuple(_cell(match, face_of_wanted(each), quest, number) for each, quest in quests)

        return SheetView(
            cells=asking(*(rules.Wanted(card.rank, card.suit) for card in rules.DECK)),
            ranks=asking(*(rules.Wanted(rank=rank) for rank in rules.Rank)),
            suits=asking(*(rules.Wanted(suit=suit) for suit in rules.Suit)),
            kinds=asking(*(rules.Wanted(kind=kind) for kind in rules.WantedKind)),
            close=close,
        )
    if not state.takes_many(match, sheet):
        events = ((card, state.event_with(match, sheet, card)) for card in rules.DECK)
        cells = tuple(_cell(match, face_of(card), event, number) for card, event in events)
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


def _cell(match: rules.Match, shown: CardView, event: rules.CardEvent, number: int) -> SheetCell:
    why = reason_if(rules.why_not(match, event))
    return SheetCell(shown, None if why else Declare(number, event), why)


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
    cards = card_table_view(table, on)
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


def card_table_view(table: state.CardTable, on: On) -> CardTableView:
    match, ended = table.match, quest_has_just_ended(table)
    card = match.quests[-1].card if ended else None
    return CardTableView(
        rules_title=match.ruleset.title,
        hand=match.hand,
        target=match.ruleset.target,
        seats=tuple(_seat(match, seat, on.number) for seat in range(len(match.players))),
        stock=match.stock,
        discards=match.discards,
        bank=match.bank,
        melds=tuple(_meld(match, meld, on) for meld in range(len(match.melds))),
        keys=keys_of(match, on),
        quest=None if match.quest is None else _quest(match, match.quest),
        told=say_told(table),
        told_card=None if card is None else face_of(card),
        exposed=_exposed(match) if ended and match.quests[-1].challenged else None,
        hint=say_hint(match),
        moves=_moves(table, ended),
        has_eye=on.eye,
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


def _meld(match: rules.Match, at: int, on: On) -> MeldView:
    meld, hits, why = match.melds[at], hits_on(match, at, on), None
    if not hits:
        why = say_match_turn(match) if match.may_meld is None else say("sheet.no_hit")
    return MeldView(say_player(match.players, meld.player), faces_of(meld.cards), hits, why)


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
