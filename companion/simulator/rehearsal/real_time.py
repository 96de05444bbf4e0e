"""Rehearsals in real time: the app in its own process, at reduced speed if asked.

Virtual time shows what goes wrong, real time how long people wait. Each evening starts the app anew.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from companion.cli.wiring.cameras import SIMULATED_PI
from companion.core.settings import FILE_NAME, Settings, SettingsFile
from companion.simulator.rehearsal.arrival import STARTED_NS
from companion.simulator.rehearsal.attended import LANGUAGE
from companion.simulator.rehearsal.ledger import LIFT, LiftFigures
from companion.simulator.rehearsal.programme import Programme
from companion.simulator.rehearsal.tally import Failure, Flaw, Machine, Tally, spread
from companion.ui import DISPLAY_VARIABLES

CGROUPS_1, CGROUPS_2 = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""Period of quotas: shorter than a frame of the screen."""
FIRST_IN_LINE_1, FIRST_IN_LINE_2 = 262144, "10000"
"""Largest processor weights of cgroup versions 1 and 2: other work on this machine then takes little of the
quota."""
RENDERER = "llvmpipe"
"""First letters of the thread names of Mesa's renderer."""
SPIN_S = 1.0
SPIN = f"""
import time
until, turns = time.monotonic() + {SPIN_S}, 0
while time.monotonic() < until:
    for _ in range(1000): turns += 1
print(turns)
"""
JOIN = 'echo $$ > "$0" && exec "$@"'

Command = list[str]


@dataclass(frozen=True, slots=True)
class Slowed:
    """``wrapped`` gives a command that runs slowed; ``share``: its speed as measured, 1 for full speed.
    ``renderer``: the file that exempts a software renderer's threads from the quota, if any.
    """

    means: str
    share: float
    wrapped: Callable[[Command], Command]
    renderer: Path | None = None

    def spare_renderer(self, process: int) -> None:
        """The renderer's present threads leave the quota."""
        if self.renderer is not None:
            for thread in Path(f"/proc/{process}/task").glob("*"):
                with suppress(OSError):  # the thread, or the process, has ended
                    if (thread / "comm").read_text("ascii", "replace").startswith(RENDERER):
                        self.renderer.write_text(thread.name, "ascii")


@contextmanager
def slowed(speed: float) -> Iterator[Slowed]:
    """``speed``: above 0 to 1; measured first."""
    if speed >= 1.0:
        yield Slowed("none", 1.0, _as_it_is)
        return
    with ExitStack() as stack:
        with ExitStack() as at_full_speed:
            full = _spun(_means(at_full_speed, 1.0)[1])
        means, wrapped = _means(stack, speed)
        renderer = stack.enter_context(_renderer()) if means == "cgroup" else None
        yield Slowed(means, round(_spun(wrapped) / full, 3), wrapped, renderer)


def _means(stack: ExitStack, speed: float) -> tuple[str, Callable[[Command], Command]]:
    cores = os.cpu_count() or 1
    for make in (_group_1, _group_2):
        try:
            join = str(stack.enter_context(make(round(speed * cores * PERIOD_US))))
        except OSError:
            continue
        return "cgroup", partial(_joined, join)
    limiter = shutil.which("cpulimit")
    if limiter is not None:
        limits = [limiter, "-q", "-i", "-f", "-l", str(round(100 * speed * cores)), "--"]
        return "cpulimit", lambda command: [*limits, *command]
    stack.enter_context(_busy(round(cores * (1 / speed - 1))))
    return "busy processes", _as_it_is


def _as_it_is(command: Command) -> Command:
    return command


def _joined(join: str, command: Command) -> Command:
    return ["sh", "-c", JOIN, join, *command]


@contextmanager
def _group_1(quota_us: int) -> Iterator[Path]:
    """Cgroup version 1; gives the file by which a process joins. Raises OSError."""
    limits = {"cpu.cfs_period_us": PERIOD_US, "cpu.cfs_quota_us": quota_us, "cpu.shares": FIRST_IN_LINE_1}
    with _group(CGROUPS_1, {name: str(limit) for name, limit in limits.items()}) as join:
        yield join


@contextmanager
def _renderer() -> Iterator[Path | None]:
    """Version 1 without a quota; gives the file by which a thread joins, if any."""
    if not (CGROUPS_1 / "tasks").exists():
        yield None
        return
    with _group(CGROUPS_1, {"cpu.shares": str(FIRST_IN_LINE_1)}, "renderer") as join:
        yield join.with_name("tasks")


@contextmanager
def _group_2(quota_us: int) -> Iterator[Path]:
    lines = Path("/proc/self/cgroup").read_text("ascii").split()
    own = next((each.removeprefix("0::/") for each in lines if each.startswith("0::/")), "")
    limits = {"cpu.max": f"{quota_us} {PERIOD_US}", "cpu.weight": FIRST_IN_LINE_2}
    with _group(CGROUPS_2 / own, limits) as join:
        yield join


@contextmanager
def _group(parent: Path, limits: dict[str, str], of: str = "app") -> Iterator[Path]:
    group = parent / f"cups-up-{of}-{os.getpid()}"
    group.mkdir()
    try:
        for name, limit in limits.items():
            if not (group / name).exists():
                raise FileNotFoundError(name)
            (group / name).write_text(limit, "ascii")
        yield group / "cgroup.procs"
    finally:
        group.rmdir()


@contextmanager
def _busy(count: int) -> Iterator[None]:
    words = [sys.executable, "-I", "-c", "while True: pass"]
    processes = [subprocess.Popen(words) for _ in range(count)]
    try:
        yield
    finally:
        for each in processes:
            each.kill()
            each.wait()


def _spun(wrapped: Callable[[Command], Command]) -> int:
    cores = os.cpu_count() or 1
    command = wrapped([sys.executable, "-I", "-c", SPIN])

    def spin(_: int) -> int:
        return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)

    with ThreadPoolExecutor(cores) as threads:
        return sum(threads.map(spin, range(cores)))


SIZE = "800x480"
SILENT_S = 180.0
"""An app silent for this long is stuck."""
MANY_ASKED = 3
"""More dice in doubt than this in one lift are too many [required]."""
COMMAND = """
import sys; sys.path.append({above!r})
from {module} import attend
from companion.simulator.rehearsal.arrival import Arrival
told, home, *words = sys.argv[1:]
sys.exit(attend(Arrival(told, home), ["--home", home, *words]))
"""
ABOVE_PACKAGE = str(Path(__file__).resolve().parents[3])


@dataclass(slots=True)
class RealTally(Tally):
    slowed: str = "none"
    speed: float = 1.0
    renderer_apart: bool = False
    starts: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    touches: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    cups_up_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    banner_s: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    look_s: list[float] = field(default_factory=list)
    thrown: int = 0
    in_vain: int = 0
    most_asked: int = 0
    asked_too_many: int = 0

    def as_object(self) -> dict[str, object]:
        told = Tally.as_object(self)
        told["real_time"] = {
            "slowed_by": self.slowed,
            "speed": self.speed,
            "renderer_apart": self.renderer_apart,
            "seconds_to": {name: spread(each) for name, each in sorted(self.starts.items())},
            "touch_to_change": {name: spread(each) for name, each in sorted(self.touches.items())},
            "touches_in_vain": self.in_vain,
            "cups_up_to_count": {name: spread(each) for name, each in sorted(self.cups_up_s.items())},
            "count_to_banner": spread(self.banner_s),
            "looks_a_lift": spread(self.looks),
            "seconds_a_look": spread(self.look_s),
            "looks_thrown_away": self.thrown,
            "most_asked_in_a_lift": self.most_asked,
            "lifts_asking_too_many": self.asked_too_many,
        }
        return told


@dataclass(slots=True)
class Evenings:
    """``attended_by``: the module whose ``attend`` starts the app. ``last_cup``: its setting."""

    home: Path
    slowed: Slowed
    attended_by: str
    on_lift: Callable[[Tally], None] = lambda _: None
    last_cup: bool = False

    def play(self, programmes: tuple[Programme, ...]) -> RealTally:
        """Plays in turn, each evening in a new process."""
        tally = RealTally(
            slowed=self.slowed.means,
            speed=self.slowed.share,
            renderer_apart=self.slowed.renderer is not None,
        )
        for number, programme in enumerate(programmes, start=1):
            self._play(tally, number, programme)
        return tally

    def _play(self, tally: RealTally, number: int, programme: Programme) -> None:
        home = self.home / f"evening-{number:03d}"
        home.mkdir(parents=True)
        SettingsFile(home / FILE_NAME).write(Settings(last_cup=self.last_cup))
        told = {
            "seed": programme.seed,
            "rules": programme.rules,
            "rounds": programme.rounds,
            "players": len(programme.players),
        }
        code = COMMAND.format(above=ABOVE_PACKAGE, module=self.attended_by)
        words = [sys.executable, "-I", "-c", code, json.dumps(told), str(home), "--camera", SIMULATED_PI]
        words += ["--seed", str(programme.seed), "--size", SIZE, "--trouble", programme.trouble.value]
        ended = False
        with (home / "errors.txt").open("wb") as errors, self._started(words, errors) as process:
            try:
                for line in _lines(process):
                    self.slowed.spare_renderer(process.pid)
                    ended = _count(tally, number, programme, line) or ended
                    if line["what"] == "lift":
                        self.on_lift(tally)
            finally:
                process.kill()
        if not ended:
            why = (home / "errors.txt").read_text("utf-8", "replace").strip().splitlines()[-1:]
            tally.failures.append(Failure(number, 0, programme.seed, Flaw.STUCK, " ".join(why) or "silence"))

    def _started(self, words: list[str], errors: BinaryIO) -> subprocess.Popen[bytes]:
        words = self.slowed.wrapped(words)
        return subprocess.Popen(words, env=_environment(), stdout=subprocess.PIPE, stderr=errors)


def _environment() -> dict[str, str]:
    environment = {**os.environ, STARTED_NS: str(time.monotonic_ns()), "LANGUAGE": LANGUAGE}
    if not any(environment.get(each) for each in DISPLAY_VARIABLES):
        environment.setdefault("SDL_VIDEODRIVER", "offscreen")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _lines(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    out = process.stdout
    if out is None:
        return
    with selectors.DefaultSelector() as waiting:
        waiting.register(out, selectors.EVENT_READ)
        rest = b""
        while waiting.select(SILENT_S):
            chunk = os.read(out.fileno(), 65536)
            if not chunk:
                return
            *whole, rest = (rest + chunk).split(b"\n")
            yield from (json.loads(line) for line in whole if line.startswith(b"{"))


def _count(tally: RealTally, evening: int, programme: Programme, line: dict[str, Any]) -> bool:
    match line["what"]:
        case "start":
            for name in ("first_picture_s", "first_scene_s"):
                if name in line:
                    tally.starts[name.removesuffix("_s")].append(line[name])
        case "touch":
            tally.touches[line["of"]].append(line["seconds"])
        case "lift":
            _count_lift(tally, line)
            if line["early"]:
                failure = Failure(evening, 0, programme.seed, Flaw.EARLY, line["happening"])
                tally.failures.append(failure)
        case "judged":
            tally.dice += line["dice"]
            tally.told_wrong += line["told_wrong"]
            tally.wrong_verdicts += line["wrong"]
        case "banner":
            tally.banner_s.append(line["seconds"])
        case "cards":
            tally.cards.update({name: line[name] for name in ("laid", "right", "asked", "missed", "wrong")})
        case "failure":
            flaw = Flaw[line["flaw"]]
            tally.crashes += flaw is Flaw.CRASHED
            tally.failures.append(Failure(evening, line["round"], programme.seed, flaw, line["why"]))
        case "in_vain":
            tally.in_vain += 1
        case "untouched":
            tally.untouched += 1
        case "end":
            tally.machine(Machine(line["rss_mb"], line["threads"], line["files"], line["cpu_s"]))
            return True
    return False


def _count_lift(tally: RealTally, line: dict[str, Any]) -> None:
    tally.lifted(LiftFigures(**{name: line[name] for name in LIFT}, machine_s=None))
    tally.most_asked = max(tally.most_asked, line["asked"])
    tally.asked_too_many += line["asked"] > MANY_ASKED
    if not line["touched"] and line["cups_up_s"] is not None:
        tally.cups_up_s[_dice_words(line["dice"])].append(line["cups_up_s"])
    if "looks" in line:
        tally.looks.append(line["looks"])
        tally.look_s.append(line["look_s"])
        tally.thrown += line["thrown"]


def _dice_words(dice: int) -> str:
    return "up to 15 dice" if dice <= 15 else "16 to 30 dice" if dice <= 30 else "more than 30 dice"
