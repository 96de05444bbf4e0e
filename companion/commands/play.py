"""``companion play``: a game at the touchscreen; without a display the demonstration in the terminal."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from companion.calibration.errors import CalibrationError
from companion.calibration.shelf import FOLDER_NAME as TABLES
from companion.calibration.shelf import TableShelf
from companion.commands.appliance.heartbeat import Heartbeat
from companion.commands.appliance.ran_well import proven_by
from companion.commands.terminal.arguments import Parser, whole_number
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.album_here import add_keeping
from companion.commands.wiring.checkup import State, examine_display
from companion.commands.wiring.dice_seed import dice_seed_of
from companion.commands.wiring.evening import Evening, TableReader, session_of
from companion.commands.wiring.feed_here import NoFeed, add_events, feeds_of, words_of
from companion.commands.wiring.journal_here import add_home
from companion.commands.wiring.listeners import listened_to, without_keepers
from companion.commands.wiring.phones_here import add_phones, phones_of
from companion.commands.wiring.reveals_here import RevealsOnBoard, add_pictures
from companion.commands.wiring.servers_here import ServersHere
from companion.commands.wiring.set_here import add_deck, add_set, add_wild, eye_for
from companion.commands.wiring.settings_here import SettingsHere, settings_here
from companion.commands.wiring.simulation_here import add_seed, add_trouble
from companion.commands.wiring.table_here import TableInUse, add_table, table_for
from companion.commands.wiring.thrift import spare_memory
from companion.commands.wiring.voice_here import add_voice
from companion.feed.happening import Follower
from companion.hardware.choose import Chooser, Opened, Simulation, is_live, open_camera
from companion.hardware.panel.opening import NamedFault, open_panel
from companion.hardware.panel.pin_panel import PinPanel
from companion.hardware.simulated import Trouble
from companion.journal.errors import StoreError
from companion.journal.home import JOURNAL_NAME, default_folder
from companion.lettering.fonts import fonts
from companion.play.session import Session
from companion.play.start.journal_page import JournalPage
from companion.recognition.cards.card_eye import CardEye
from companion.recognition.errors import TeachError, WeightsError
from companion.recognition.evening.kept_dice import ORDINARY
from companion.text.names import use_letters
from companion.text.numbers import say_all
from companion.text.speech import say

ME = "companion play"
TURNS = (0, 90, 180, 270)
SMALLEST = (480, 480)
"""Shorter sides than this have no room for thumbs on thirty spaces."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--camera", default="auto", metavar="WORD", help=say("arg.camera", choices=say("camera.choices"))
    )
    parser.add_argument("--size", type=_size, metavar="WxH", help=say("arg.play.size"))
    parser.add_argument("--fullscreen", action="store_true", help=say("arg.play.fullscreen"))
    parser.add_argument(
        "--rotate",
        type=whole_number(0, 270),
        choices=TURNS,
        default=0,
        help=say("arg.play.rotate"),
    )
    panel = say("arg.play.panel", choices=say("panel.choices"))
    parser.add_argument("--panel", default="auto", metavar="WORD", help=panel)
    add_set(parser)
    add_wild(parser)
    add_deck(parser)
    add_table(parser)
    parser.add_argument("--no-watch", action="store_true", help=say("arg.play.no_watch"))
    parser.add_argument(
        "--no-lost-dice-check",
        "--no-house-watch",  # its name in 0.1, for one release more
        action="store_true",
        help=say("arg.play.no_lost_dice_check"),
    )
    add_home(parser)
    add_seed(parser, say("arg.play.seed"))
    add_trouble(parser, say("arg.play.trouble"))
    parser.add_argument(
        "--first-scene",
        action="store_true",
        help=say("arg.play.first_scene"),
    )
    add_events(parser)
    add_pictures(parser)
    add_phones(parser)
    add_voice(parser)
    add_keeping(parser)


def _size(text: str) -> tuple[int, int]:
    wide, times, tall = text.lower().partition("x")
    if not (times and wide.isdecimal() and tall.isdecimal() and len(text) <= 11):
        raise argparse.ArgumentTypeError(say("given.no_size", given=repr(text)))
    size = int(wide), int(tall)
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
        smallest = "x".join(map(str, SMALLEST))
        raise argparse.ArgumentTypeError(say("given.small_size", smallest=smallest, given=repr(text)))
    return size


def run(args: argparse.Namespace) -> int:
    """Open everything and play until the window is closed."""
    spare_memory()
    display = examine_display(os.environ)
    if display.state is not State.OK and not os.environ.get("SDL_VIDEODRIVER"):
        return _without_display(args.camera, words_of(args))
    use_letters(fonts().can_write)
    try:
        with (
            feeds_of(args) as feeds,
            phones_of(args) as phones,
            closing(ServersHere(feeds.scoreboard, phones)) as servers,
        ):
            reveals = RevealsOnBoard(feeds.scoreboard, args.scoreboard_pictures)
            return _opened_and_played(args, feeds.followers, servers, reveals)
    except NoFeed as fault:
        complain(fault.place, say("feed.not_opened", reason=fault.reason))
    except (StoreError, TeachError, CalibrationError) as fault:
        complain(ME, str(fault))
    return 1


def _opened_and_played(
    args: argparse.Namespace,
    followers: tuple[Follower, ...],
    servers: ServersHere,
    reveals: RevealsOnBoard,
) -> int:
    home = args.home or default_folder(os.environ)
    settings = settings_here(args, home, os.environ)
    seed = dice_seed_of(home) if args.seed is None else args.seed
    chooser = Chooser(Simulation(seed=seed, trouble=Trouble(args.trouble)))
    opened = chooser.open(args.camera)
    evening = _evening(opened, args, home, seed)
    evening = replace(evening, followers=(*followers, reveals), viewers=(reveals.show,), servers=servers)
    if is_live(args.camera) and (opened.camera is None or opened.cups is not None):
        evening = replace(evening, look_again=lambda: _look_again(chooser, args, home, seed))
    if opened.camera is not None or evening.look_again is not None:
        servers.reveals = reveals
    with listened_to(evening, settings, home) as listened:
        return _play(listened, settings, args)


def _evening(opened: Opened, args: argparse.Namespace, home: Path, seed: int) -> Evening:
    camera = say("terminal.camera", camera=opened.sentence)
    tell(say_all(camera, say("terminal.note", note=opened.cannot) if opened.cannot else None))
    table = table_for(args, TableShelf(home / TABLES), simulated=opened.cups is not None)
    eye = _eye(opened, args.set, home, table)
    squares = None if args.no_lost_dice_check else eye
    evening = Evening(home / JOURNAL_NAME, opened, eye, seed, not args.no_watch, squares, table)
    return replace(evening, card_eye=_card_eye(opened))


def _look_again(chooser: Chooser, args: argparse.Namespace, home: Path, seed: int) -> Evening | None:
    """The evening with a camera that is there by now; it is closed where its table cannot be had."""
    opened = chooser.look_again(args.camera)
    if opened is None:
        return None
    try:
        return _evening(opened, args, home, seed)
    except (TeachError, CalibrationError):
        if opened.camera is not None:
            opened.camera.close()
        raise


def _without_display(camera: str, feed: list[str]) -> int:
    """The demonstration; but nobody who asked for a camera is shown simulated dice."""
    if camera in ("auto", "simulated"):
        tell(say("play.no_display"))
        return _demonstrate(feed)
    opened = open_camera(camera)
    if opened.camera is not None:
        opened.camera.close()
    complain(ME, say("play.no_display_for", camera=opened.sentence))
    return 1


def _eye(opened: Opened, set_name: str | None, home: Path, table: TableInUse | None) -> TableReader | None:
    """The eye, or None where there is no camera or its weights are missing: dice are entered by hand.

    Raises ``TeachError`` when the set that was asked for cannot be had.
    """
    if opened.camera is None:
        return None
    try:
        return TableReader(eye_for(set_name, home), table, set_name=set_name or ORDINARY)
    except WeightsError as fault:
        complain(ME, say("play.dice_by_hand", fault=str(fault)))
        return None


def _card_eye(opened: Opened) -> CardEye | None:
    """The eye for cards, or None where every card is tapped: without a camera, and without its weights."""
    if opened.camera is None:
        return None
    try:
        return CardEye()
    except WeightsError as fault:
        complain(ME, say("play.cards_by_hand", fault=str(fault)))
        return None


def _play(evening: Evening, settings: SettingsHere, args: argparse.Namespace) -> int:
    from companion.ui.app import NoDisplay, run_app
    from companion.ui.desk_panel import DeskPanel

    panel = DeskPanel(time.monotonic_ns) if args.panel == "simulated" else _wired(evening, args.panel)
    drawn = panel if isinstance(panel, DeskPanel) else None
    if panel is not None:
        settings.light(panel)
    with ExitStack() as stack:
        session = _session_or_page(stack, replace(evening, panel=panel), args)
        try:
            return run_app(
                session,
                size=args.size,
                fullscreen=args.fullscreen,
                panel=drawn,
                rotate=args.rotate,
                on_beat=proven_by(_beat_of(session), evening.journal.parent),
                first_scene_only=args.first_scene,
                servers=evening.servers,
                reader=evening.voice,
            )
        except NoDisplay as fault:
            complain(ME, str(fault))
            return 1


def _session_or_page(stack: ExitStack, evening: Evening, args: argparse.Namespace) -> Session | JournalPage:
    """The table's session; where nobody reads a terminal and the journal fails, a page that leads to it."""
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


def _passing_folder(stack: ExitStack) -> Path:
    """A folder for an evening of which nothing is kept, in memory where that can be had."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cups-up-", dir=memory)))


def _beat_of(session: Session | JournalPage) -> tuple[Callable[[], None], float] | None:
    """Signs of life while the session takes commands, where a service manager wants them."""
    heart = Heartbeat.from_environment(os.environ)
    if heart.every_s is None:
        heart.beat(alive=True)
        return None
    return (lambda: heart.beat(session.is_well)), heart.every_s


def _wired(evening: Evening, choice: str) -> PinPanel | NamedFault | None:
    """The panel on the pins; its faults stand here and on the screen."""
    opened = open_panel(choice, evening.journal.parent)
    if opened.panel is not None:
        tell(say("terminal.panel", panel=opened.sentence))
    return opened.panel


def _demonstrate(feed: list[str]) -> int:
    from companion.commands import demo

    parser = Parser("companion demo", None)
    demo.add_arguments(parser)
    return demo.run(parser.parse_args(feed))
