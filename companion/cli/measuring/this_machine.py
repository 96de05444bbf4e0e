"""What a machine is, for a report that strangers may read: named lines of /proc, /sys and /etc, no others.

Serial numbers, addresses, names of users, hosts and networks are never read. ``root`` holds these folders.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import cv2

import companion
from companion.core.on_disk import text_in

Line = tuple[str, str]
ROOT = Path("/")
SOON_S = 10.0
"""Limit for a small program of the system."""
LONGEST_VALUE = 300
"""Characters of a value, so that no driver floods the report."""
PACKAGES = ("numpy", "onnxruntime", "kivy", "picamera2")
FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"
MOMENTS = ((0, "now"), (16, "since the start"))
"""The first bits of a Pi's state now, and since it was switched on."""
TROUBLES = ("too little voltage", "frequency capped", "throttled", "soft temperature limit")
"""The bits of ``vcgencmd get_throttled``, lowest first (Raspberry Pi's documentation)."""
_KIB = 1024


def lack(why: str) -> str:
    return f"not to be had: {why}"


def written(lines: Iterable[Line]) -> str:
    """ASCII, with control characters escaped."""
    return "".join(f"{name}: {_plain(value)}\n" for name, value in lines)


def _plain(value: str) -> str:
    shown = "".join(each if each.isprintable() else " " for each in value)[:LONGEST_VALUE]
    return shown.encode("ascii", "backslashreplace").decode("ascii")


def software() -> tuple[Line, ...]:
    return (
        ("version", companion.__version__),
        ("commit", _commit(Path(companion.__file__).resolve().parents[1])),
        ("python", platform.python_version()),
        ("opencv", cv2.__version__),
        *((each, _version(each)) for each in PACKAGES),
    )


def _commit(checkout: Path) -> str:
    if not (checkout / ".git").exists():
        return lack("not a checkout")
    words = ("git", "-C", str(checkout), "rev-parse", "--short=12", "HEAD")
    return said(words) or lack("git does not say")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return lack("not installed")


def said(words: Sequence[str], within_s: float = SOON_S, environment: Mapping[str, str] | None = None) -> str:
    """What a program prints; empty if there is none, if it fails, or takes too long."""
    try:
        done = subprocess.run(words, env=environment, capture_output=True, timeout=within_s, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""


def board(root: Path = ROOT) -> tuple[Line, ...]:
    cores = os.cpu_count() if root == ROOT else None
    listed = text_in(root / "proc/cpuinfo").count("processor")
    return (
        ("model", text_in(root / "proc/device-tree/model") or lack("no device tree")),
        ("cpu", _cpu(root)),
        ("cores", str(cores or listed or lack("/proc/cpuinfo names none"))),
        ("most mhz", _mhz(root, "cpuinfo_max_freq")),
        ("dot products of bytes", _dot_products(root)),
        ("kernel", f"{platform.release()} {platform.machine()}"),
        ("system", of_lines(root / "etc/os-release", "=").get("PRETTY_NAME", lack("no /etc/os-release"))),
    )


def _cpu(root: Path) -> str:
    told = of_lines(root / "proc/cpuinfo", ":")
    names = ("model name", "CPU implementer", "CPU part", "CPU revision")
    return ", ".join(f"{each} {told[each]}" for each in names if each in told) or lack("no /proc/cpuinfo")


def _dot_products(root: Path) -> str:
    """Arm ``asimddp``, or x86 ``avx512_vnni`` or ``avx_vnni``."""
    told = of_lines(root / "proc/cpuinfo", ":")
    flags = told.get("Features") or told.get("flags")
    if flags is None:
        return lack("/proc/cpuinfo names no features")
    found = [each for each in ("asimddp", "avx512_vnni", "avx_vnni") if each in flags.split()]
    return ", ".join(found) or "no"


def of_lines(path: Path, between: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text_in(path).splitlines():
        name, sign, value = line.partition(between)
        if sign:
            found.setdefault(name.strip(), value.strip().strip('"'))
    return found


def _mhz(root: Path, name: str) -> str:
    khz = text_in(root / "sys/devices/system/cpu/cpu0/cpufreq" / name)
    return f"{int(khz) // 1000}" if khz.isdecimal() else lack("the kernel does not say")


def memory(root: Path = ROOT) -> tuple[Line, ...]:
    """Megabytes (10^6 bytes), and the load, which makes every time longer."""
    told = of_lines(root / "proc/meminfo", ":")
    names = (
        ("memory mb", "MemTotal"),
        ("memory available mb", "MemAvailable"),
        ("swap mb", "SwapTotal"),
        ("swap free mb", "SwapFree"),
    )
    busy = text_in(root / "proc/loadavg").split()[:3]
    load = ("load of 1, 5 and 15 minutes", " ".join(busy) or lack("no /proc/loadavg"))
    return *((name, _mb(told.get(each))) for name, each in names), load


def resident(root: Path = ROOT) -> tuple[Line, ...]:
    """Megabytes, now and at most."""
    told = of_lines(root / "proc/self/status", ":")
    return ("resident mb", _mb(told.get("VmRSS"))), ("resident mb, at most", _mb(told.get("VmHWM")))


def _mb(told: str | None) -> str:
    kib = (told or "").split()[:1]
    known = kib and kib[0].isdecimal()
    return f"{int(kib[0]) * _KIB / 1e6:.0f}" if known else lack("the kernel does not say")


def heat(
    root: Path = ROOT, throttled: Callable[[], str | None] = lambda: said(("vcgencmd", "get_throttled"))
) -> tuple[tuple[str, str], ...]:
    """Degrees of each thermal zone, what slows the machine, and its clock rate."""
    return (
        ("temperature", _temperature(root)),
        ("throttling", _throttling(throttled() or text_in(root / FIRMWARE))),
        ("mhz", _mhz(root, "scaling_cur_freq")),
    )


def _temperature(root: Path) -> str:
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"))
    found = []
    for zone in zones:
        told, name = text_in(zone / "temp"), text_in(zone / "type") or zone.name
        if told.removeprefix("-").isdecimal():
            found.append(f"{name} {int(told) / 1000:.1f}")
    return ", ".join(found) or lack("no thermal zone")


def _throttling(told: str) -> str:
    """A Pi's state in words, such as "0x50005: too little voltage now, …"."""
    if not told:
        return lack("no firmware that says")
    try:
        bits = int(told.rpartition("=")[2], 16)
    except ValueError:
        return lack("the firmware says no number")
    words = [
        f"{trouble} {when}"
        for first, when in MOMENTS
        for place, trouble in enumerate(TROUBLES, start=first)
        if bits >> place & 1
    ]
    return f"{bits:#x}: {', '.join(words) or 'nothing'}"


_ABOVE_PACKAGE = Path(__file__).resolve().parents[3]


def python_words(code: str) -> list[str]:
    """Isolated, with this ``companion``."""
    return [sys.executable, "-I", "-c", f"import sys; sys.path.append({str(_ABOVE_PACKAGE)!r}); {code}"]
