"""An evening that is heard: the table as it is played, its voice on; the words that it plays are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import numpy as np

from companion.cli.wiring import table_opened
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.settings import LiveSettings
from companion.core.settings import SettingsFile, Talk
from companion.play.base.commands import Command, NewGame
from companion.play.modes.dice.views import CheckScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.session import Session
from companion.play.views import TableView
from companion.rules import AnyEvent, AnyGame, GameRecord, OptionValue
from companion.share.feed import Happening
from companion.share.voice import Speaker, Voice
from companion.share.voice.sound import Effect, Sound
from companion.simulator import SimulatedTable
from companion.text import say
from tests.awaited_time import AwaitedTime
from tests.cli.test_demo import TellingEye

RATE = 22_050
WORDS_BEGIN = -32768
"""A sample that no sound before the words has."""
SAID_S = 20.0


class WrittenSpeech:
    """An engine whose speech is the words themselves: each sample a letter."""

    name = "written"

    def speech(self, words: str) -> Sound:
        letters = np.frombuffer(words.encode("utf-16-le"), np.int16)
        return Sound(np.concatenate([np.array([WORDS_BEGIN], np.int16), letters]), RATE)

    def close(self) -> None:
        """Nothing runs."""


class KeptSounds:
    """A player that reads the words out of what it is given to play."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        samples = Sound.from_wav(wav).samples
        (begins,) = np.nonzero(samples == WORDS_BEGIN)[0]
        self.heard.append(samples[begins + 1 :].tobytes().decode("utf-16-le"))


class Ears(Speaker):
    """The real speaker. ``asked`` is all that it was told to say, ``heard`` what it has played."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._sounds = KeptSounds()
        super().__init__(WrittenSpeech(), self._sounds)

    @property
    def heard(self) -> list[str]:
        return self._sounds.heard

    def say(self, words: str, effect: Effect | None = None) -> None:
        self.asked.append(words)
        super().say(words, effect)


class Ledger:
    """The game's newest record, and the place of each event's sentence among all that is said."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears
        self.told_of: list[tuple[AnyEvent, int]] = []
        self.newest: GameRecord | None = None

    def on_event(self, happening: Happening) -> None:
        """Comes before the voice, which is told next."""
        self.newest = happening.record
        (event,) = happening.fresh
        self.told_of.append((event, len(self._ears.asked)))

    def close(self) -> None:
        """Nothing is held."""


class HeardEvening:
    """Commands that are sent when the table is silent, whatever the language."""

    def __init__(
        self, session: Session, table: SimulatedTable, passing: AwaitedTime, ears: Ears, ledger: Ledger
    ) -> None:
        self._session, self.table, self._passing = session, table, passing
        self.ears, self.ledger = ears, ledger
        self.questions: frozenset[str] = frozenset()
        """What the screen has asked while dice were read."""
        session.on_view = passing.arrive

    @property
    def view(self) -> TableView:
        return self._session.view

    def send(self, command: Command, wanted: Callable[[TableView], bool] = lambda view: True) -> None:
        """Wait until the table has moved on to a view as wanted, and the voice has ended."""
        number = self.view.number
        self._session.send(command)
        self.wait_for(lambda view: view.number > number and wanted(view))
        assert self.view.fault is None, self.view.fault
        if self.view.kind is CheckScene:
            self.questions |= {self.view.message}
        self._listen()

    def wait_for(self, wanted: Callable[[TableView], bool]) -> None:
        self._passing.wait_for(self._session, wanted)

    def _listen(self) -> None:
        """Nobody touches anything before the voice has ended."""
        deadline = time.monotonic() + SAID_S
        while len(self.ears.heard) < len(self.ears.asked):
            assert time.monotonic() < deadline, f"never heard: {self.ears.asked[-1]}"
            time.sleep(0.002)

    @property
    def game(self) -> AnyGame:
        assert self.ledger.newest is not None, "no game has begun"
        return self.ledger.newest.game

    def begin(self, rules: str, players: int, options: dict[str, OptionValue]) -> None:
        """Pick the game, its players and what is switched, and start."""
        self.wait_for(lambda view: view.kind is WelcomeScene and view.number > 0)
        choice = next(each for each in self.view.of(WelcomeScene).scene.choices if each.name == rules)
        names = tuple(say("names.players").splitlines()[:players])
        opener = 0 if choice.names_opener else None
        self.send(NewGame(self.view.number, rules, names, tuple(options.items()), opener))


@contextmanager
def heard_at(folder: Path, language: str, seed: int) -> Iterator[HeardEvening]:
    """A table with an empty journal in this folder, wired as for play, with ``--voice full``, keeping no
    pictures."""
    ears, passing = Ears(), AwaitedTime()
    ledger = Ledger(ears)
    opened = open_camera("simulated", Simulation(seed=seed), passing.clock)
    assert opened.cups is not None
    given: dict[str, str | Talk] = {"voice": Talk.FULL, "language": language}
    settings = LiveSettings(SettingsFile(folder / "settings.toml"), given)
    evening = Evening(
        folder / "games.sqlite",
        opened,
        TellingEye(opened.cups),
        seed,
        watch=False,
        clock=passing.clock,
        inbox=passing,
        followers=(ledger,),
    )
    with (
        mock.patch.object(table_opened, "voice_of", return_value=Voice(ears, Talk.OFF)),
        table_opened.listened_to(evening, settings, folder) as listened,
        session_of(table_opened.without_keepers(listened)) as session,
    ):
        yield HeardEvening(session, opened.cups, passing, ears, ledger)
