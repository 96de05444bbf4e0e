"""Says one thing at a time on its own thread; the newer one cuts the older one off."""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from companion import rules
from companion.core.settings import Quiet, Talk
from companion.play.modes.cards.views import CardReadScene
from companion.play.modes.dice.views import CheckScene, RevealScene
from companion.play.views import TableView
from companion.share.feed import Happening
from companion.share.voice.engines import Engine, EngineFailed
from companion.share.voice.sound import Effect, Sound, sound_of
from companion.text import in_agreement, say, say_again, say_aloud

PLAYERS = (("aplay", "-q", "-"), ("pw-play", "-"), ("paplay", "/dev/stdin"))
"""Programs that play WAV from standard input, plainest first."""
LOOK_EVERY_S = 0.03
"""How soon a sound that is cut off stops."""


class PlayerFailed(Exception): ...


class Player(Protocol):
    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        """Returns at the end, or soon after ``cut_off``. Raises ``PlayerFailed``."""
        ...


class SystemPlayer:
    """The first player program found; without one ``play`` raises ``PlayerFailed``."""

    def __init__(self) -> None:
        self._call = next((list(call) for call in PLAYERS if shutil.which(call[0])), None)

    @property
    def name(self) -> str | None:
        return None if self._call is None else self._call[0]

    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        if self._call is None:
            raise PlayerFailed(say("voice.no_player"))
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        try:
            playing = subprocess.Popen(self._call, stdin=pipe, stdout=nothing, stderr=pipe)
        except OSError as fault:
            raise PlayerFailed(str(fault)) from None
        complaint = _ended(playing, wav, cut_off)
        if playing.returncode > 0:
            raise PlayerFailed(complaint.decode(errors="replace").strip() or say("voice.player_failed"))


def _ended(playing: subprocess.Popen[bytes], wav: bytes, cut_off: Callable[[], bool]) -> bytes:
    while True:
        try:
            return playing.communicate(wav, timeout=LOOK_EVERY_S)[1]
        except subprocess.TimeoutExpired:
            if cut_off():
                playing.terminate()


MOST_KEPT = 200
"""Sentences whose speech is kept, last used first: 25 MB at most."""
GOODBYE_S = 2.0
TRIES = 3
"""After this many failures in a row the table stays silent, until it gets another engine."""

log = logging.getLogger(__name__)


class Speaker:
    """Says words after a sound. ``volume``, 0 to 1, may be set at any time."""

    def __init__(self, engine: Engine | None, player: Player, volume: float = 1.0) -> None:
        self._engine, self._player, self.volume = engine, player, volume
        self._kept: OrderedDict[str, Sound] = OrderedDict()
        self._wanted: tuple[str, Effect | None] | None = None
        self._then: str | None = None
        self._next_engine: tuple[Engine | None] | None = None
        self._news, self._ended, self._failures = threading.Condition(), False, 0
        self._worker = threading.Thread(target=self._work, name="voice", daemon=True)
        self._worker.start()

    def say(self, words: str, effect: Effect | None = None) -> None:
        """Replaces what is being said; returns at once."""
        with self._news:
            self._wanted, self._then = (in_agreement(words), effect), None
            self._news.notify()

    def say_then(self, words: str) -> None:
        """Say it after what is being said, unless something newer comes first."""
        with self._news:
            self._then = in_agreement(words)
            self._news.notify()

    def speak_with(self, engine: Engine | None) -> None:
        with self._news:
            self._next_engine = (engine,)
            self._failures = 0

    def close(self) -> None:
        with self._news:
            self._ended = True
            self._news.notify()
        self._worker.join(GOODBYE_S)
        self._change_engine()
        if self._engine is not None:
            self._engine.close()

    def _work(self) -> None:
        while (wanted := self._next()) is not None:
            if self._failures >= TRIES:
                continue
            try:
                self._say(*wanted)
                self._failures = 0
            except (EngineFailed, PlayerFailed) as fault:
                self._failures += 1
                log.warning("nothing was said: %s", fault)

    def _next(self) -> tuple[str, Effect | None] | None:
        with self._news:
            while self._wanted is None and self._then is None and not self._ended:
                self._news.wait()
            if self._wanted is None and self._then is not None:
                self._wanted, self._then = (self._then, None), None
            wanted, self._wanted = self._wanted, None
            return None if self._ended else wanted

    def _say(self, words: str, effect: Effect | None) -> None:
        self._change_engine()
        sound = None if effect is None else sound_of(effect)
        if words and self._engine is not None:
            speech = self._speech(words, self._engine)
            sound = speech if sound is None else sound.then(speech)
        if sound is not None and self.volume > 0 and not self._is_cut_off():
            self._player.play(sound.at(self.volume).wav, self._is_cut_off)

    def _change_engine(self) -> None:
        with self._news:
            change, self._next_engine = self._next_engine, None
        if change is None:
            return
        if self._engine is not None:
            self._engine.close()
        (self._engine,) = change
        self._kept.clear()

    def _is_cut_off(self) -> bool:
        return self._wanted is not None or self._ended

    def _speech(self, words: str, engine: Engine) -> Sound:
        speech = self._kept.pop(words, None) or engine.speech(words)
        self._kept[words] = speech
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return speech


ASKING = (CheckScene, CardReadScene)
"""Scenes in which players must answer something."""


class Voice:
    """A ``Follower``; ``show`` gets every view of the screen."""

    def __init__(
        self,
        speaker: Speaker,
        talk: Talk,
        quiet: Quiet | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """``now``: local time, for the quiet hours."""
        self._speaker, self.talk, self.quiet, self._now = speaker, talk, quiet, now
        self._asked: str | None = None
        self._fault: str | None = None
        self._lifted = ""
        self._said_since_touch = False

    @property
    def is_silent(self) -> bool:
        return self.talk is Talk.OFF or (self.quiet is not None and self.quiet.holds_at(self._now().time()))

    @property
    def volume(self) -> float:
        return self._speaker.volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._speaker.volume = volume

    def speak_with(self, engine: Engine | None) -> None:
        self._speaker.speak_with(engine)

    def on_event(self, happening: Happening) -> None:
        game, legal = happening.record.game, self.talk.says_legal
        if len(happening.fresh) > 1:
            self._say(say_again(game, legal), None)
            return
        event = happening.fresh[0]
        self._say(say_aloud(event, game, happening.before, legal), _effect_of(event, game))

    def show(self, view: TableView) -> None:
        asked = view.message if view.kind in ASKING or view.coach is not None else None
        if asked is not None and asked != self._asked:
            self._say(asked, None)
        if view.fault is not None and view.fault != self._fault:
            self._say(view.fault, None)
        lift = view.scene.lift if isinstance(view.scene, RevealScene) else None
        lifted = "" if lift is None else lift.said
        if lifted != self._lifted and not self.is_silent:
            self._speaker.say_then(lifted)
        self._asked, self._fault, self._lifted = asked, view.fault, lifted

    def hush(self) -> None:
        """Cut off what is being said, if nothing is to be said now."""
        if self.is_silent:
            self._speaker.say("")

    def touched(self, words: str) -> None:
        """Say what a finger found, even in the quiet hours; empty: a key was pressed."""
        self._said_since_touch = False
        if words:
            self._speaker.say(words)

    def changed(self, words: str) -> None:
        """Say what a key changed, unless the game has spoken since the touch."""
        if not self._said_since_touch:
            self._speaker.say(words)

    def close(self) -> None:
        self._speaker.close()

    def _say(self, words: str, effect: Effect | None) -> None:
        if not self.is_silent and (words or effect):
            self._said_since_touch = True
            self._speaker.say(words, effect)


def _effect_of(event: rules.AnyEvent, game: rules.AnyGame) -> Effect | None:
    if game.winner is not None:
        return Effect.WIN
    match event:
        case rules.BidMade() | rules.TotalBid() | rules.OpeningRolled() | rules.Quested():
            return Effect.DIE
        case rules.Challenged() | rules.ChallengedTogether() | rules.SpotOnCalled():
            return Effect.CUP
        case rules.CupsRevealed() | rules.RevealCorrected():
            return Effect.STAMP
    return None
