"""The keys under the card table: what may be done now, the one that the table waits for first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.play.cards.commands import Declare, LookAtCards, OpenSheet, ReadCards
from companion.play.cards.sheet import Purpose, Sheet, melder, shower
from companion.play.cards.views import CardKey, KeyTone, face_of
from companion.rules.cards.deck import DECK
from companion.rules.cards.events import (
    Answered,
    CardDrawn,
    CardEvent,
    CardGiven,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    HitLaid,
    PlayedOut,
)
from companion.rules.cards.legal import Act, Move, most_swapped, moves, why_not
from companion.rules.cards.match import Match, MatchPhase
from companion.text.card_names import say_card
from companion.text.cards import say_turn
from companion.text.names import say_player
from companion.text.speech import say

Keys = tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class On:
    """The view on which the keys stand, by its number; ``eye``: cards can be read."""

    number: int
    eye: bool = False


def keys_of(match: Match, on: On) -> Keys:
    """The keys that may be touched.

    A Quest has none: it begins with a touch on a player. A hit has one only where the eye can read it: else
    it begins with a touch on a meld.
    """
    made: list[CardKey] = []
    for move in moves(match):
        made += _KEYS.get(move.act, _no_key)(match, move, on)
    return tuple(made)


def hits_on(match: Match, meld: int, number: int) -> Keys:
    """The cards that may be laid on a meld now, each as a touch."""
    if match.may_meld is None:
        return ()
    hits = (HitLaid(melder(match), card, meld) for card in DECK)
    return tuple(
        CardKey(say_card(hit.card), Declare(number, hit), card=face_of(hit.card))
        for hit in hits
        if why_not(match, hit) is None
    )


def why_no_hit(match: Match) -> str:
    """Why no card can be laid on a meld now."""
    if match.may_meld is None:
        return say_turn(match)
    return say("sheet.no_hit")


def _by(move: Move) -> int:
    """Whose move it is; ValueError for what anybody at the table does."""
    if move.player is None:
        raise ValueError(f"{move.act.value} is nobody's own move")
    return move.player


def _no_key(match: Match, move: Move, on: On) -> Keys:
    return ()


def _says(
    words: Callable[[str], str], tone: KeyTone, event: Callable[[Match, Move], CardEvent]
) -> Callable[..., Keys]:
    """A key that declares one event; its words may name the player."""

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
    return (tapped, *_reading(say("card_key.read_meld"), on))


def _hitting(match: Match, move: Move, on: On) -> Keys:
    """The meld's key reads a hit as well; one for a hit alone where no meld can be laid."""
    may_lay = any(each.act is Act.MELD for each in moves(match))
    return () if may_lay else _reading(say("card_key.read_hit"), on)


def _reading(words: str, on: On) -> Keys:
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
        lambda name: say("card_key.discard"), KeyTone.MAIN, lambda match, move: Discarded(_by(move))
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
