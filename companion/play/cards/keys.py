"""The keys under the card table: what may be done now, the one that the table waits for first."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.cards.commands import Declare, OpenSheet
from companion.play.cards.faces import face_of
from companion.play.cards.sheet import Purpose, Sheet, shower
from companion.play.cards.views import CardKey, KeyTone
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
from companion.rules.cards.names import say_card
from companion.rules.cards.words import say_turn
from companion.rules.words import say_player

Keys = tuple[CardKey, ...]


def keys_of(match: Match, number: int) -> Keys:
    """The keys that may be touched on the view of this number.

    A Quest has none: it begins with a touch on a player. Nor has a hit: it begins with one on a meld.
    """
    made: list[CardKey] = []
    for move in moves(match):
        made += _KEYS.get(move.act, _no_key)(match, move, number)
    return tuple(made)


def hits_on(match: Match, meld: int, number: int) -> Keys:
    """The cards that may be laid on a meld now, each as a touch."""
    if match.may_meld is None:
        return ()
    hits = (HitLaid(match.may_meld, card, meld) for card in DECK)
    return tuple(
        CardKey(say_card(hit.card), Declare(number, hit), card=face_of(hit.card))
        for hit in hits
        if why_not(match, hit) is None
    )


def why_no_hit(match: Match) -> str:
    """Why no card can be laid on a meld now."""
    if match.may_meld is None:
        return say_turn(match)
    return "no card can be laid on this meld any more"


def _no_key(match: Match, move: Move, number: int) -> Keys:
    return ()


def _says(words: str, tone: KeyTone, event: Callable[[Match, Move], CardEvent]) -> Callable[..., Keys]:
    """A key that declares one event; ``{name}`` in its words is the player's."""

    def made(match: Match, move: Move, number: int) -> Keys:
        name = "" if move.player is None else say_player(match.players, move.player)
        return (CardKey(words.format(name=name), Declare(number, event(match, move)), tone),)

    return made


def _answers(match: Match, move: Move, number: int) -> Keys:
    return (
        CardKey("Yes", Declare(number, Answered(move.player, True)), KeyTone.MAIN),
        CardKey("No", Declare(number, Answered(move.player, False)), KeyTone.MAIN),
    )


def _decisions(match: Match, move: Move, number: int) -> Keys:
    return (
        CardKey("Accept", Declare(number, Decided(move.player, False)), KeyTone.PLAIN),
        CardKey("Liar, Liar!", Declare(number, Decided(move.player, True)), KeyTone.CALL),
    )


def _showing(match: Match, move: Move, number: int) -> Keys:
    sheet = OpenSheet(number, Sheet(Purpose.SHOW))
    name = say_player(match.players, shower(match))
    if match.phase is not MatchPhase.SHOW:
        return (CardKey(f"{name} shows the lie", sheet),)
    if match.quest.yes:
        return (CardKey("Turn the card over", sheet, KeyTone.MAIN),)
    none = CardKey(f"{name} has none", Declare(number, CardShown(move.player, None)), KeyTone.MAIN)
    return (CardKey(f"{name} has one", sheet, KeyTone.MAIN), none)


def _takes(match: Match, move: Move, number: int) -> Keys:
    return tuple(
        CardKey(
            say_card(card), Declare(number, CardTaken(move.player, card)), KeyTone.MAIN, card=face_of(card)
        )
        for card in match.takes
    )


def _melding(match: Match, move: Move, number: int) -> Keys:
    own = move.player == match.to_act
    words = "Lay a meld" if own else f"{say_player(match.players, move.player)} lays a meld"
    return (CardKey(words, OpenSheet(number, Sheet(Purpose.MELD))),)


def _swaps(match: Match, move: Move, number: int) -> Keys:
    name = say_player(match.players, move.player)
    counts = tuple(
        CardKey(str(count), Declare(number, CardsSwapped(move.player, count)))
        for count in range(1, most_swapped(match) + 1)
    )
    return (CardKey(f"{name} swaps cards", choices=counts),)


def _giving(match: Match, move: Move, number: int) -> Keys:
    other = say_player(match.players, match.gives_to)
    return (CardKey(f"A card for {other}", Declare(number, CardGiven(move.player)), KeyTone.MAIN),)


def _correcting(match: Match, move: Move, number: int) -> Keys:
    return (CardKey("Wrong card?", OpenSheet(number, Sheet(Purpose.CORRECTION)), KeyTone.QUIET),)


_KEYS: dict[Act, Callable[[Match, Move, int], Keys]] = {
    Act.DEAL: _says("The cards are dealt", KeyTone.MAIN, lambda match, move: HandDealt()),
    Act.DRAW: _says("{name} draws", KeyTone.MAIN, lambda match, move: CardDrawn(move.player)),
    Act.ANSWER: _answers,
    Act.DECIDE: _decisions,
    Act.SHOW: _showing,
    Act.TAKE: _takes,
    Act.MELD: _melding,
    Act.DISCARD: _says("Discarded", KeyTone.MAIN, lambda match, move: Discarded(move.player)),
    Act.GIVE: _giving,
    Act.SWAP: _swaps,
    Act.SHUFFLE: _says("Discards are shuffled", KeyTone.PLAIN, lambda match, move: DiscardsShuffled()),
    Act.PLAY_OUT: _says("{name} plays out", KeyTone.MAIN, lambda match, move: PlayedOut(move.player)),
    Act.CORRECT: _correcting,
}
