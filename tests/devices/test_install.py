"""``hardware/install.sh`` under a root of its own: what it writes, twice is as once, and undo undoes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "hardware" / "install.sh"
CONFIG = "# Raspberry Pi OS\ndtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
SCRIPTS = (*sorted(ROOT.glob("hardware/**/*.sh")), ROOT / "run")


class Pi:
    """A folder that looks like a Pi's disk to the installer."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "disk"
        self.config = self.root / "boot" / "firmware" / "config.txt"
        self.config.parent.mkdir(parents=True)
        self.config.write_text(CONFIG)
        archive = self.root / "etc/apt/sources.list.d/raspi.sources"
        archive.parent.mkdir(parents=True)
        archive.write_text("Types: deb\nURIs: http://archive.raspberrypi.com/debian/\n")

    def call(self, *words: str) -> str:
        done = subprocess.run(
            ["bash", str(SCRIPT), "--root", str(self.root), *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def files(self) -> dict[str, bytes]:
        return {
            str(each.relative_to(self.root)): each.read_bytes()
            for each in self.root.rglob("*")
            if each.is_file()
        }


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_it_writes_the_unit_the_settings_and_its_lines(pi: Pi) -> None:
    assert "python3-picamera2" in pi.call()
    assert (pi.root / "etc/systemd/system/cups-up.service").read_text() == (
        ROOT / "hardware" / "cups-up.service"
    ).read_text()
    rules = (pi.root / "etc/polkit-1/rules.d/50-cups-up.rules").read_text()
    assert rules == (ROOT / "hardware" / "cups-up.rules").read_text()
    config = pi.config.read_text()
    assert config.startswith(CONFIG)
    lines = config.removeprefix(CONFIG).splitlines()
    assert lines[1:-1] == [
        "[all]", "camera_auto_detect=1", "display_auto_detect=1", "dtoverlay=vc4-kms-v3d", "disable_splash=1",
    ]  # fmt: skip


def test_a_camera_module_with_an_overlay_of_its_own_is_not_looked_for(pi: Pi) -> None:
    pi.config.write_text(CONFIG + "dtoverlay=imx477\n")
    pi.call()
    assert "camera_auto_detect" not in pi.config.read_text()
    assert "display_auto_detect=1" in pi.config.read_text()


@pytest.fixture
def mini_pc(tmp_path: Path) -> Pi:
    """Debian on a machine that is no Pi, with a desktop."""
    machine = Pi(tmp_path)
    shutil.rmtree(machine.root / "boot")
    shutil.rmtree(machine.root / "etc/apt")
    units = machine.root / "etc/systemd/system"
    units.mkdir(parents=True)
    (units / "default.target").symlink_to("/usr/lib/systemd/system/graphical.target")
    (units / "display-manager.service").symlink_to("/usr/lib/systemd/system/gdm.service")
    return machine


def test_a_machine_that_is_no_pi_needs_no_pins(mini_pc: Pi) -> None:
    told = mini_pc.call()
    assert "picamera2" not in told
    assert not (mini_pc.root / "boot").exists()
    own = mini_pc.root / "etc/systemd/system/cups-up.service.d/no-pins.conf"
    assert own.read_text().splitlines()[1:] == [
        "SupplementaryGroups=", "SupplementaryGroups=video render input audio",
    ]  # fmt: skip


def test_debian_on_a_pi_has_no_packages_of_its_camera_and_writes_config_txt_itself(pi: Pi) -> None:
    shutil.rmtree(pi.root / "etc/apt")
    assert "picamera2" not in pi.call()
    assert pi.config.read_text() == CONFIG
    assert (pi.root / "etc/systemd/system/cups-up.service.d/no-pins.conf").exists()


@pytest.mark.parametrize("runs", [True, False])
def test_systemd_is_told_only_where_it_runs(runs: bool, tmp_path: Path) -> None:
    """In the root of an image that is being built, systemctl refuses to reload and to start."""
    if runs:
        (tmp_path / "run/systemd/system").mkdir(parents=True)
    function = f"sed -n '/^running()/,/^}}/p' '{SCRIPT}' | sed 's#/run/systemd#{tmp_path}/run/systemd#'"
    script = f"""eval "$({function})"
        dry=no root=; step() {{ :; }}; on_system() {{ echo "$@"; }}
        running restart cups-up.service"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == ("systemctl restart cups-up.service\n" if runs else "")


def test_a_desktop_gives_the_display_away_until_undo(mini_pc: Pi) -> None:
    starts_in = mini_pc.root / "etc/systemd/system/default.target"
    for _ in range(2):
        assert "it starts with the next boot" in mini_pc.call()
        assert starts_in.readlink() == Path("/lib/systemd/system/multi-user.target")
    mini_pc.call("undo")
    assert starts_in.readlink() == Path("/usr/lib/systemd/system/graphical.target")
    assert not (mini_pc.root / "etc/systemd/system/cups-up.service.d").exists()


def test_twice_is_as_once(pi: Pi) -> None:
    pi.call("--strip", "--rotate", "90")
    first = pi.files()
    told = pi.call("--strip", "--rotate", "90")
    assert pi.files() == first
    assert told.count("already so") == 5


def test_a_call_without_options_leaves_everything_as_it_was_chosen(pi: Pi) -> None:
    pi.call("--strip", "--rotate", "90", "--options", "--camera 'rtsp://192.168.1.20/live' --no-watch")
    chosen = pi.files()
    pi.call()
    assert pi.files() == chosen


def test_another_call_changes_only_what_it_names(pi: Pi) -> None:
    def words() -> str:
        return (pi.root / "etc/cups-up.conf").read_text().splitlines()[-1].removeprefix("CUPS_UP_OPTIONS=")

    pi.call("--strip", "--rotate", "90")
    pi.call("--options", "--camera pi:75")
    assert words() == "--rotate 90 --camera pi:75"
    pi.call("--rotate", "0")
    assert words() == "--camera pi:75"
    assert "dtparam=spi=on" in pi.config.read_text()
    pi.call("--no-strip", "--options", "")
    assert words() == ""
    assert "dtparam=spi=on" not in pi.config.read_text()


def test_a_turned_display_is_a_word_for_the_app(pi: Pi) -> None:
    pi.call("--rotate", "270", "--options", "--no-watch")
    assert "CUPS_UP_OPTIONS=--rotate 270 --no-watch\n" in (pi.root / "etc/cups-up.conf").read_text()


ALONE = "IPAddressDeny=any"
DROP_IN = "etc/systemd/system/cups-up.service.d/network.conf"
AT_HOME = "localhost link-local multicast 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"


WITHOUT_NETWORK = ("", "--events feed.jsonl --camera pi:75", "--camera usb:1 --no-watch", "--camera photos/")


@pytest.mark.parametrize("words", WITHOUT_NETWORK)
def test_the_service_reaches_nobody(words: str, pi: Pi) -> None:
    pi.call("--options", words)
    assert ALONE in (pi.root / "etc/systemd/system/cups-up.service").read_text().splitlines()
    assert not (pi.root / DROP_IN).exists()


@pytest.mark.parametrize(
    ("words", "addresses"),
    [
        ("--camera rtsp://192.168.1.20:554/live", "192.168.1.20"),
        ("--no-watch --camera=rtsp://eye:secret@10.0.0.7/live", "10.0.0.7"),
        ("--camera 'http://[fd00::20]:8080/video'", "fd00::20"),
        ("--camera rtsp://table-camera.local/live", AT_HOME),
        ("--camera http://camera?stream=1", AT_HOME),
        ("--events mqtts://ann@10.0.0.9:8883/kitchen", "10.0.0.9"),
        ("--camera rtsp://192.168.1.20/live --events mqtt://10.0.0.9/bar", "192.168.1.20 10.0.0.9"),
        ("--events mqtt://broker.local/kitchen", AT_HOME),
        ("--scoreboard lan", AT_HOME),
        ("--no-watch --phones", AT_HOME),
        ("--scoreboard=192.168.1.7", AT_HOME),
    ],
)
def test_for_a_camera_a_broker_or_a_page_the_way_is_open(words: str, addresses: str, pi: Pi) -> None:
    told = pi.call("--options", words)
    assert (pi.root / DROP_IN).read_text() == (
        f"[Service]\nIPAddressAllow={addresses}\nRestrictAddressFamilies=AF_INET AF_INET6\n"
    )
    assert "secret" not in told


def test_the_way_that_an_older_version_opened_is_closed(pi: Pi) -> None:
    older = pi.root / "etc/systemd/system/cups-up.service.d/camera.conf"
    older.parent.mkdir(parents=True)
    older.write_text("[Service]\nIPAddressAllow=10.0.0.7\n")
    pi.call()
    assert not older.parent.exists()


def test_without_that_camera_the_way_is_closed_again(pi: Pi) -> None:
    pi.call("--options", "--camera rtsp://192.168.1.20/live")
    pi.call("--options", "--camera pi:75")
    assert not (pi.root / DROP_IN).parent.exists()
    pi.call("--options", "--camera rtsp://192.168.1.20/live")
    before_undo = pi.files()
    pi.call("undo")
    assert DROP_IN in before_undo
    assert not (pi.root / DROP_IN).parent.exists()


def test_undo_leaves_the_disk_as_it_was_but_for_the_games(pi: Pi) -> None:
    before = pi.files()
    pi.call("--strip")
    games = pi.root / "var/lib/cups-up/games.sqlite3"
    games.parent.mkdir(parents=True, exist_ok=True)
    games.write_bytes(b"games")
    pi.call("undo")
    assert pi.files() == before | {"var/lib/cups-up/games.sqlite3": b"games"}
    pi.call("undo", "--games")
    assert pi.files() == before


def test_undo_before_any_install_changes_nothing(pi: Pi) -> None:
    before = pi.files()
    pi.call("undo")
    assert pi.files() == before


def test_a_dry_run_writes_nothing_and_says_everything(pi: Pi) -> None:
    before = pi.files()
    told = pi.call("--dry-run")
    assert pi.files() == before
    for words in (
        "apt-get install",
        "python3-picamera2",
        " update --no-restart",
        "systemctl enable",
        "would write",
    ):
        assert words in told


def test_an_older_pi_os_has_its_config_elsewhere(pi: Pi) -> None:
    pi.config.unlink()
    older = pi.root / "boot" / "config.txt"
    older.write_text(CONFIG)
    pi.call()
    assert "camera_auto_detect=1" in older.read_text()
    assert not pi.config.exists()


@pytest.mark.parametrize("words", [("--rotate", "45"), ("--wheel", "/no/such.whl"), ("--paint-it-green",)])
def test_what_it_does_not_know_is_refused_before_anything_is_done(pi: Pi, words: tuple[str, ...]) -> None:
    before = pi.files()
    done = subprocess.run(
        ["bash", str(SCRIPT), "--root", str(pi.root), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "install.sh: " in done.stderr
    assert pi.files() == before


def test_without_root_it_says_how_to_call_it() -> None:
    assert "call it with sudo" in SCRIPT.read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_scripts_pass_shellcheck(script: Path) -> None:
    if shutil.which("shellcheck") is None:  # a tool of the system, not of the Python packages
        pytest.skip("shellcheck is not installed")
    done = subprocess.run(
        ["shellcheck", "-S", "warning", str(script)], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""


def test_a_module_of_the_working_directory_is_not_executed_by_the_installer(tmp_path: Path) -> None:
    """Its own words for Python, called in a folder that holds an argparse.py."""
    (tmp_path / "argparse.py").write_text("raise SystemExit('executed')\n", encoding="utf-8")
    start = next(
        line for line in SCRIPT.read_text(encoding="utf-8").splitlines() if line.startswith("start=")
    )
    words = f'{start}; exec "$0" -I -B -c "$start" "$@"'
    done = subprocess.run(
        ["bash", "-c", words, sys.executable, str(ROOT), "update", "--home", str(tmp_path)],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert 'python3 -I -B -c "$start"' in SCRIPT.read_text(encoding="utf-8")
    assert "PYTHONPATH" not in SCRIPT.read_text(encoding="utf-8")


def test_what_watches_first_starts_is_there_and_can_be_run(pi: Pi) -> None:
    pi.call()
    script = pi.root / "opt/cups-up/first_starts.sh"
    assert script.read_bytes() == (ROOT / "hardware" / "first_starts.sh").read_bytes()
    assert os.access(script, os.X_OK)
