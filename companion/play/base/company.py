"""Who may leave or join a game in play, and what follows, in words."""

from __future__ import annotations

from dataclasses import dataclass

from companion import rules
from companion.play.base.commands import Command, PlayerLeaves
from companion.text import as_sentence, reason_of, say, say_all, say_player

_SOMEBODY = "?"


@dataclass(frozen=True, slots=True)
class Place:
    """A place to choose; ``line`` says more."""

    seat: int
    badge: int
    name: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Agreed:
    question: str
    told: str
    key: str
    command: Command


@dataclass(frozen=True, slots=True)
class DiceKey:
    words: str
    dice: int


@dataclass(frozen=True, slots=True)
class Company:
    """The players of a game; ``known``: names of earlier games."""

    game: rules.AnyGame
    known: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.players

    @property
    def leaving(self) -> tuple[Place, ...]:
        game = self.game
        return tuple(
            self._place(seat) for seat in game.still_in if rules.why_not(game, rules.PlayerLeft(seat)) is None
        )

    @property
    def refusal(self) -> str | None:
        """Why nobody may join now; None: somebody may."""
        game = self.game
        dice = game.joins_with[0] if isinstance(game, rules.Game) and game.still_in else 1
        refusals = [rules.why_not(game, rules.PlayerReturned(seat, dice)) for seat in game.left]
        refusals.append(rules.why_not(game, rules.PlayerJoined(_SOMEBODY, len(game.players), dice)))
        if None in refusals:
            return None
        return next(as_sentence(reason_of(each)) for each in reversed(refusals) if each is not None)

    @property
    def away(self) -> tuple[Place, ...]:
        game = self.game
        if not isinstance(game, rules.Game) or self.refusal is not None:
            return ()
        return tuple(self._place(seat) for seat in game.left)

    @property
    def may_seat(self) -> bool:
        game = self.game
        if not isinstance(game, rules.Game):
            return False
        joined = rules.PlayerJoined(_SOMEBODY, len(game.players), game.joins_with[0])
        return rules.why_not(game, joined) is None

    @property
    def places(self) -> tuple[Place, ...]:
        """Places after each player, clockwise; each with the seat that a newcomer gets."""
        names = tuple(say_player(self.names, seat) for seat in range(len(self.names)))
        return tuple(
            Place(seat + 1, seat, name, say("company.before", player=names[(seat + 1) % len(names)]))
            for seat, name in enumerate(names)
        )

    @property
    def dice(self) -> tuple[DiceKey, ...]:
        if not isinstance(self.game, rules.Game):
            return ()
        fewest, every = self.game.joins_with
        if fewest == every:
            return (DiceKey(say("company.all", count=every), every),)
        return (
            DiceKey(say("company.fewest", count=fewest), fewest),
            DiceKey(say("company.all", count=every), every),
        )

    def agreed(self, number: int, seat: int) -> Agreed:
        player, void = say_player(self.names, seat), self._say_what_is_void()
        dice = self.game.dice[seat] if isinstance(self.game, rules.Game) else 0
        return Agreed(
            void or say("company.leaves", player=player),
            say_all(
                say("company.dice", player=player, count=dice) if dice else None,
                _say_going_on(rules.apply(self.game, rules.PlayerLeft(seat))),
            ),
            say("company.all_agree" if void else "company.leaves_key", player=player),
            PlayerLeaves(number, seat),
        )

    def _say_what_is_void(self) -> str | None:
        game = self.game
        if isinstance(game, rules.Match):
            return None if game.phase is rules.MatchPhase.HAND else say("company.void_hand")
        return None if game.is_between_rounds else say("company.void_round")

    def _place(self, seat: int) -> Place:
        return Place(seat, seat, say_player(self.names, seat))


def _say_going_on(after: rules.AnyGame) -> str:
    if after.winner is not None:
        return say("turn.won", player=say_player(after.players, after.winner))
    if isinstance(after, rules.Match):
        return say("company.new_hand")
    if after.opener is None:
        return say("company.rolls")
    return say("company.opens", player=say_player(after.players, after.opener))
