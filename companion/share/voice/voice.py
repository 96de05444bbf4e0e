"""The table's voice: follows the game and the screen, and says what people need to hear."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from companion.core.settings import Quiet, Talk
from companion.play.modes.cards.views import CardReadScene
from companion.play.modes.dice.views import CheckScene
from companion.play.views import TableView
from companion.rules import (
    AnyEvent,
    AnyGame,
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    OpeningRolled,
    Quested,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
)
from companion.share.feed import Happening
from companion.share.voice.engines import Engine
from companion.share.voice.sound import Effect
from companion.share.voice.speaker import Speaker
from companion.text import say_again, say_aloud

ASKING = (CheckScene, CardReadScene)
"""Where the players must answer something."""


class Voice:
    """Fits ``companion.share.feed.happening.Follower``; ``show`` gets every view of the screen."""

    def __init__(
        self,
        speaker: Speaker,
        talk: Talk,
        quiet: Quiet | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """``now`` is the local time, by which it is quiet or not."""
        self._speaker, self.talk, self.quiet, self._now = speaker, talk, quiet, now
        self._asked: str | None = None
        self._fault: str | None = None
        self._said_since_touch = False

    @property
    def is_silent(self) -> bool:
        """Whether nothing is said now."""
        return self.talk is Talk.OFF or (self.quiet is not None and self.quiet.holds_at(self._now().time()))

    @property
    def volume(self) -> float:
        """How loud, 0 to 1. May be set at any time."""
        return self._speaker.volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._speaker.volume = volume

    def speak_with(self, engine: Engine | None) -> None:
        """Another language is spoken from now on, by this engine."""
        self._speaker.speak_with(engine)

    def on_event(self, happening: Happening) -> None:
        """Say what has happened."""
        game, legal = happening.record.game, self.talk.says_legal
        if len(happening.fresh) > 1:
            self._say(say_again(game, legal), None)
            return
        event = happening.fresh[0]
        self._say(say_aloud(event, game, happening.before, legal), _effect_of(event, game))

    def show(self, view: TableView) -> None:
        """Say what the screen asks, and what went wrong; each once."""
        asked = view.message if view.kind in ASKING or view.coach is not None else None
        if asked is not None and asked != self._asked:
            self._say(asked, None)
        if view.fault is not None and view.fault != self._fault:
            self._say(view.fault, None)
        self._asked, self._fault = asked, view.fault

    def touched(self, words: str) -> None:
        """Say what a finger found, also in the quiet hours, for somebody asks; empty: a key was pressed."""
        self._said_since_touch = False
        if words:
            self._speaker.say(words)

    def changed(self, words: str) -> None:
        """Say what a key has changed on the screen, unless the game itself was told since the touch."""
        if not self._said_since_touch:
            self._speaker.say(words)

    def close(self) -> None:
        """Be silent from now on."""
        self._speaker.close()

    def _say(self, words: str, effect: Effect | None) -> None:
        if not self.is_silent and (words or effect):
            self._said_since_touch = True
            self._speaker.say(words, effect)


def _effect_of(event: AnyEvent, game: AnyGame) -> Effect | None:
    if game.winner is not None:
        return Effect.WIN
    match event:
        case BidMade() | TotalBid() | OpeningRolled() | Quested():
            return Effect.DIE
        case Challenged() | ChallengedTogether() | SpotOnCalled():
            return Effect.CUP
        case CupsRevealed() | RevealCorrected():
            return Effect.STAMP
    return None
