"""``cups-up play``: a game at the touchscreen; without a display the demonstration in the terminal.

The window comes first. The rest takes seconds to import and to open on a small machine, behind the first
picture.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.cli.terminal.arguments import Parser, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring import options
from companion.cli.wiring.findings import State, examine_display
from companion.core.allocator import spare_memory
from companion.text import as_sentence, say, say_all, say_quote

if TYPE_CHECKING:
    from companion.simulator.rehearsal.arrival import Arrival
    from companion.ui import AtTable

ME = "cups-up play"
TURNS = (0, 90, 180, 270)
SMALLEST = (480, 320)
"""Longer and shorter side: a display of 3.5 inches, on which no screen is cut (tests/ui/test_geometry.py)."""
LARGEST = (7680, 4320)
"""An 8K screen, lying or upright, for which the app took 546 MB; for 99999x99999 it took 4.6 GB and more."""
LONGEST_SIZE = 11


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera", default="auto", metavar="WORD", help=say("arg.camera", choices=say("camera.choices"))
    )
    limits = {"smallest": _written(SMALLEST), "largest": _written(LARGEST)}
    parser.add_argument("--size", type=_size, metavar="WxH", help=say("arg.play.size", **limits))
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
    options.add_set(parser)
    options.add_wild(parser)
    options.add_deck(parser)
    options.add_table(parser)
    parser.add_argument("--no-watch", action="store_true", help=say("arg.play.no_watch"))
    parser.add_argument(
        "--no-lost-dice-check",
        "--no-house-watch",  # its name in 0.1, for one release more
        action="store_true",
        help=say("arg.play.no_lost_dice_check"),
    )
    options.add_home(parser)
    options.add_seed(parser, say("arg.play.seed"))
    options.add_trouble(parser, say("arg.play.trouble"))
    parser.add_argument(
        "--first-scene",
        action="store_true",
        help=say("arg.play.first_scene"),
    )
    options.add_events(parser)
    options.add_pictures(parser)
    options.add_phones(parser)
    options.add_voice(parser)
    options.add_keeping(parser)


def _size(text: str) -> tuple[int, int]:
    wide, times, tall = text.lower().partition("x")
    if not (times and wide.isdecimal() and tall.isdecimal() and len(text) <= LONGEST_SIZE):
        raise argparse.ArgumentTypeError(say("given.no_size", given=say_quote(text)))
    size = int(wide), int(tall)
    if max(size) < SMALLEST[0] or min(size) < SMALLEST[1]:
        small = say("given.small_size", smallest=_written(SMALLEST), given=say_quote(text))
        raise argparse.ArgumentTypeError(small)
    if max(size) > LARGEST[0] or size[0] * size[1] > LARGEST[0] * LARGEST[1]:
        large = say("given.large_size", largest=_written(LARGEST), given=say_quote(text))
        raise argparse.ArgumentTypeError(large)
    return size


def _written(size: tuple[int, int]) -> str:
    return "x".join(map(str, size))


def attend(attending: Arrival, argv: Sequence[str]) -> int:
    """Play with these words, attended by people of a rehearsal."""
    parser = Parser(ME, None)
    add_arguments(parser)
    parser.set_defaults(language=None)
    return run(parser.parse_args(argv), attending)


def run(args: argparse.Namespace, attending: Arrival | None = None) -> int:
    spare_memory()
    display = examine_display(os.environ)
    if display.state is not State.OK and not os.environ.get("SDL_VIDEODRIVER"):
        return _without_display(args)
    try:
        from companion.ui import NoDisplay, run_app
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "kivy":
            raise
        from companion.cli.wiring.checkup import examine_python

        found = examine_python()
        if found.remedy is None:
            complain(ME, say("play.no_kivy", command=f"{sys.executable} -m pip install kivy"))
        else:
            complain(ME, say_all(as_sentence(found.sentence), as_sentence(found.remedy)))
        return 1

    gc.disable()  # until the first scene: nothing of what is imported is garbage
    try:
        with ExitStack() as stack:
            return run_app(
                lambda: _loaded(stack, args, attending),
                size=args.size,
                fullscreen=args.fullscreen,
                rotate=args.rotate,
                first_scene_only=args.first_scene,
                on_app=None if attending is None else attending.sees,
            )
    except NoDisplay as fault:
        complain(ME, str(fault))
        return 1
    finally:
        gc.enable()


def _loaded(
    stack: ExitStack, args: argparse.Namespace, attending: Arrival | None
) -> Callable[[], AtTable | None]:
    """Opens the table; gives ``None`` after printing why it cannot."""
    from companion.calibration import CalibrationError
    from companion.cli.wiring.feeds import NoFeed
    from companion.cli.wiring.table_opened import open_table
    from companion.core.reading import TeachError
    from companion.journal import StoreError

    if attending is not None:
        attending.comes()

    def opened() -> AtTable | None:
        try:
            return open_table(stack, args, None if attending is None else attending.sits_at)
        except NoFeed as fault:
            complain(fault.place, say("feed.not_opened", reason=fault.reason))
        except (StoreError, TeachError, CalibrationError) as fault:
            complain(ME, str(fault))
        return None

    return opened


DEMONSTRATED = {"camera", "seed", "trouble", "events", "scoreboard", "no_names"}
"""Options of the demonstration, too; the others need a screen."""


def _without_display(args: argparse.Namespace) -> int:
    """The demonstration, or a refusal if a camera was asked for; gives the exit status."""
    from companion.cli.wiring.cameras import SIMULATED, SIMULATED_PI, open_camera

    if args.camera in ("auto", SIMULATED, SIMULATED_PI):
        tell(say("play.no_display"))
        unused = _for_a_screen(args)
        if unused:
            complain(ME, say("play.for_a_screen", options=", ".join(unused)))
        return _demonstrate(args)
    opened = open_camera(args.camera)
    if opened.camera is not None:
        opened.camera.close()
    complain(ME, say("play.no_display_for", camera=opened.sentence))
    return 1


def _demonstrate(args: argparse.Namespace) -> int:
    from companion.cli import demo
    from companion.cli.wiring.feeds import words_of

    parser = Parser("cups-up demo", None)
    demo.add_arguments(parser)
    seed = [] if args.seed is None else [f"--seed={args.seed}"]
    return demo.run(parser.parse_args([*seed, f"--trouble={args.trouble}", *words_of(args)]))


def _for_a_screen(args: argparse.Namespace) -> list[str]:
    parser = Parser(ME, None)
    add_arguments(parser)
    usual = {**vars(args), **vars(parser.parse_args([]))}
    given = {name for name, value in vars(args).items() if value != usual[name]} - DEMONSTRATED
    return [option.option_strings[0] for option in parser._actions if option.dest in given]
