"""All that ``cups-up play`` opens behind the window's first picture."""

from __future__ import annotations

import argparse
import fcntl
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from companion.calibration import FOLDER_NAME as TABLES
from companion.calibration import CalibrationError, TableShelf
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.cameras import Chooser, Opened, Simulation
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.feeds import feeds_of, phones_of
from companion.cli.wiring.journal import SEED_BITS, dice_seed_of
from companion.cli.wiring.past import PICTURES, SOUVENIRS
from companion.cli.wiring.settings import VOICES, LiveSettings, settings_in_force
from companion.cli.wiring.table import DiceAtTable, TableInUse, table_for
from companion.cli.wiring.taught_sets import eye_for
from companion.cli.wiring.versions import Heartbeat, proven_by
from companion.core.frame import Clock
from companion.core.lettering import fonts
from companion.core.reading import TeachError, WeightsError
from companion.core.settings import Talk
from companion.devices import NamedFault, PinPanel, is_live, open_panel
from companion.journal import JOURNAL_NAME, StoreError, default_folder
from companion.play.base.ports import Live
from companion.play.overlays.journal_page import JournalPage
from companion.play.session import Session
from companion.recognition.adaptation.house_dice import ORDINARY
from companion.recognition.cards.eye import CardEye
from companion.recognition.table.table_eye import TableReader
from companion.share.album import PictureKeeper, PictureShelf, SouvenirKeeper
from companion.share.feed import Follower
from companion.share.voice import Speaker, SystemPlayer, Voice, engine_for
from companion.share.web import TOKEN, PageToken, RevealsOnBoard, SwitchedServers, TableOnBoard
from companion.simulator import Happening, Trouble
from companion.text import say, say_all, spoken, use_letters
from companion.ui import AtTable, DeskPanel


def voice_of(home: Path) -> Voice:
    """Silent until switched on; the caller closes it."""
    return Voice(Speaker(engine_for(spoken().language, home / VOICES), SystemPlayer()), Talk.OFF)


@contextmanager
def listened_to(evening: Evening, settings: LiveSettings, home: Path) -> Iterator[Evening]:
    """Adds voice, pictures and souvenirs, ruled by the settings; closed at the end."""
    voice, pictures = voice_of(home), PictureKeeper(PictureShelf(home / PICTURES, 0))
    souvenirs = SouvenirKeeper(home / SOUVENIRS, PictureShelf(home / PICTURES))
    listeners = (voice, pictures, souvenirs)
    settings.rule(voice, pictures, _offers(evening))
    try:
        yield replace(
            evening,
            followers=(*evening.followers, *listeners),
            souvenirs=souvenirs,
            viewers=(*evening.viewers, *(each.show for each in listeners)),
            settings=settings,
            voice=voice,
        )
    finally:
        for each in listeners:
            each.close()


def _offers(evening: Evening) -> frozenset[str]:
    sees = evening.opened.camera is not None or evening.look_again is not None
    watched = ("watch", "last_cup") if evening.watch else ()
    return frozenset({"pictures_mb", *watched}) if sees else frozenset()


def without_keepers(evening: Evening) -> Evening:
    """Keeps the voice, but no pictures or souvenirs."""
    keepers = tuple(each for each in evening.followers if isinstance(each, PictureKeeper | SouvenirKeeper))
    shows = tuple(each.show for each in keepers)
    return replace(
        evening,
        followers=tuple(each for each in evening.followers if each not in keepers),
        viewers=tuple(each for each in evening.viewers if each not in shows),
        souvenirs=None,
    )


ME = "cups-up play"


def open_table(
    stack: ExitStack, args: argparse.Namespace, attend: Callable[[Evening], Evening] | None = None
) -> AtTable:
    """``stack`` closes it. ``attend`` may change the evening.

    Raises ``NoFeed``, ``StoreError``, ``TeachError``, ``CalibrationError``.
    """
    use_letters(fonts().can_write)
    home = args.home or default_folder(os.environ)
    token = None if os.environ.get(TOKEN) else PageToken(home)
    feeds = stack.enter_context(feeds_of(args, token))
    phones = stack.enter_context(phones_of(args))
    servers = stack.enter_context(closing(SwitchedServers(feeds.scoreboard, phones, links=feeds.links)))
    reveals = RevealsOnBoard(feeds.scoreboard, args.scoreboard_pictures)
    live = TableOnBoard(feeds.scoreboard, Live.DICE if args.scoreboard_live else Live.OFF)
    settings = settings_in_force(args, home, os.environ)
    evening = _evening_of(args, home, (feeds.counts, reveals))
    if evening.opened.camera is not None or evening.look_again is not None:
        servers.reveals, servers.table = reveals, live
    seed = secrets.randbits(SEED_BITS) if args.seed is None else args.seed
    evening = replace(
        evening,
        viewers=(reveals.show, feeds.counts.show),
        servers=servers,
        practice=lambda: practice_evening(_passing_folder(stack), seed, not args.no_watch),
    )
    if attend is not None:
        evening = attend(evening)
    return at_table(stack, stack.enter_context(listened_to(evening, settings, home)), settings, args)


def practice_evening(
    folder: Path, seed: int, watch: bool = True, clock: Clock = time.monotonic_ns
) -> Evening | None:
    """A simulated table with its games in this folder; hands lift its cups by themselves."""
    opened = Chooser(Simulation(seed=seed, happenings=(Happening.TOGETHER,)), clock).open("simulated")
    eye = _eye(opened, None, folder, None)
    if opened.cups is None or eye is None:
        return None
    return Evening(folder / JOURNAL_NAME, opened, eye, seed, watch)


def _evening_of(args: argparse.Namespace, home: Path, followers: tuple[Follower, ...]) -> Evening:
    seed = dice_seed_of(home) if args.seed is None else args.seed
    chooser = Chooser(Simulation(seed=seed, trouble=Trouble(args.trouble)))
    opened = chooser.open(args.camera)
    evening = replace(_evening(opened, args, home, seed), followers=followers)
    if is_live(args.camera) and (opened.camera is None or opened.cups is not None):
        return replace(evening, look_again=lambda: _look_again(chooser, args, home, seed))
    return evening


def _evening(opened: Opened, args: argparse.Namespace, home: Path, seed: int) -> Evening:
    camera = say("terminal.camera", camera=opened.sentence)
    tell(say_all(camera, say("terminal.note", note=opened.cannot) if opened.cannot else None))
    table = table_for(args, TableShelf(home / TABLES), simulated=opened.cups is not None)
    eye = _eye(opened, args.set, home, table)
    squares = None if args.no_lost_dice_check else eye
    evening = Evening(home / JOURNAL_NAME, opened, eye, seed, not args.no_watch, squares, table)
    return replace(evening, card_eye=_card_eye(opened))


def _look_again(chooser: Chooser, args: argparse.Namespace, home: Path, seed: int) -> Evening | None:
    """Closes the camera if its table cannot be opened."""
    opened = chooser.look_again(args.camera)
    if opened is None:
        return None
    try:
        return _evening(opened, args, home, seed)
    except (TeachError, CalibrationError):
        if opened.camera is not None:
            opened.camera.close()
        raise


def _eye(opened: Opened, set_name: str | None, home: Path, table: TableInUse | None) -> TableReader | None:
    """``None`` without a camera or weights. Raises ``TeachError``."""
    if opened.camera is None:
        return None
    try:
        return TableReader(eye_for(set_name, home), table, DiceAtTable(table, set_name or ORDINARY))
    except WeightsError as fault:
        complain(ME, say("play.dice_by_hand", fault=str(fault)))
        return None


def _card_eye(opened: Opened) -> CardEye | None:
    if opened.camera is None:
        return None
    try:
        return CardEye()
    except WeightsError as fault:
        complain(ME, say("play.cards_by_hand", fault=str(fault)))
        return None


def at_table(stack: ExitStack, evening: Evening, settings: LiveSettings, args: argparse.Namespace) -> AtTable:
    panel = DeskPanel(time.monotonic_ns) if args.panel == "simulated" else _wired(evening, args.panel)
    if panel is not None:
        settings.light(panel)
    session = _session_or_page(stack, replace(evening, panel=panel), args)
    return AtTable(
        session,
        panel=panel if isinstance(panel, DeskPanel) else None,
        servers=evening.servers,
        reader=evening.voice,
        on_beat=proven_by(_beat_of(session), evening.journal.parent),
    )


def _session_or_page(stack: ExitStack, evening: Evening, args: argparse.Namespace) -> Session | JournalPage:
    """The session, or a page about the journal if it fails and nobody reads a terminal."""
    try:
        return stack.enter_context(session_of(evening))
    except StoreError as fault:
        if not (args.fullscreen or os.environ.get("NOTIFY_SOCKET")) or args.first_scene:
            raise
        complain(ME, str(fault))

        def opened(saving: bool) -> Session:
            if saving:
                return stack.enter_context(session_of(evening))
            passing = replace(without_keepers(evening), journal=_passing_folder(stack) / JOURNAL_NAME)
            return stack.enter_context(session_of(passing))

        return JournalPage(evening.journal, fault, opened)


_PASSING = "cups-up-passing-"


def _passing_folder(stack: ExitStack) -> Path:
    """A temporary folder, in memory if possible. Those of apps that were killed are cleared away, but not an
    empty one: its app may be about to hold it.
    """
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for journal in Path(memory or tempfile.gettempdir()).glob(f"{_PASSING}*/{JOURNAL_NAME}"):
        with suppress(OSError), _held(journal.parent):
            shutil.rmtree(journal.parent)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=_PASSING, dir=memory)))
    stack.enter_context(_held(folder))
    return folder


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keeps other apps from clearing it away. OSError while one of them holds it, or if it is not ours."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(held)


def _beat_of(session: Session | JournalPage) -> tuple[Callable[[], None], float] | None:
    """Heartbeats while the session is well, and their seconds; ``None`` if no service manager wants any."""
    heart = Heartbeat.from_environment(os.environ)
    if heart.every_s is None:
        heart.beat(alive=True)
        return None
    return (lambda: heart.beat(session.is_well)), heart.every_s


def _wired(evening: Evening, choice: str) -> PinPanel | NamedFault | None:
    opened = open_panel(choice, evening.journal.parent)
    if opened.panel is not None:
        tell(say("terminal.panel", panel=opened.sentence))
    return opened.panel
