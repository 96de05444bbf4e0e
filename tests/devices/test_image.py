"""``hardware/image``: what goes into an image, and what its first start takes from Imager's files."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hardware" / "image"


def test_a_dry_run_says_what_goes_in_and_makes_nothing(tmp_path: Path) -> None:
    words = ["bash", str(FOLDER / "build.sh"), "--dry-run", str(tmp_path / "image")]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    for each in ("linux-image", "raspi-firmware", "cloud-init", "network-manager", "python3-venv"):
        assert each in told
    assert f"cups-up-{__version__}.img" in told
    assert not (tmp_path / "image").exists()


def test_a_word_that_it_does_not_know_is_refused(tmp_path: Path) -> None:
    words = ["bash", str(FOLDER / "build.sh"), "--paint-it-green", str(tmp_path / "image")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "build.sh: what is --paint-it-green?\n")


def test_what_the_installer_needs_is_in_the_image_already() -> None:
    """So that the kiosk is installed without a second look at the archive."""
    installer = (ROOT / "hardware" / "install.sh").read_text(encoding="utf-8")
    needed = re.search(r"^packages=\((.*)\)$", installer, re.MULTILINE)
    assert needed is not None
    words = set((FOLDER / "image.conf").read_text(encoding="utf-8").split())
    assert {each for each in needed[1].split() if not {each, f"{each}t64"} & words} == set()


IMAGER = """#cloud-config
hostname: table
packages:
- avahi-daemon
timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "{keyboard}"
enable_ssh: true
users:
- name: ada
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
"""
"""As Imager 2 writes it (its src/customization_generator.cpp)."""


def first_boot(root: Path, settings: str | None) -> tuple[str, str]:
    """What it says, and the language that it leaves."""
    (root / "boot" / "firmware").mkdir(parents=True)
    if settings is not None:
        (root / "boot" / "firmware" / "user-data").write_text(settings, encoding="utf-8")
    words = ["sh", str(FOLDER / "first_boot.sh"), str(root)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout, (root / "etc" / "cups-up-language.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("keyboard", "locale"),
    [("de", "de_DE"), ("br", "pt_PT"), ("us", "en_GB"), ("gb", "en_GB"), ("pl", "en_GB")],
)
def test_the_keyboard_offers_a_language_and_ssh_runs_where_it_is_asked_for(
    keyboard: str, locale: str, tmp_path: Path
) -> None:
    told, language = first_boot(tmp_path, IMAGER.format(keyboard=keyboard))
    assert (told, language) == ("would: start ssh\n", f"LANG={locale}.UTF-8\n")


@pytest.mark.parametrize("settings", [None, "#cloud-config\n", "#cloud-config\n# enable_ssh: true\n"])
def test_nobody_who_did_not_ask_for_ssh_has_it(settings: str | None, tmp_path: Path) -> None:
    assert first_boot(tmp_path, settings) == ("", "LANG=en_GB.UTF-8\n")


def test_the_first_start_is_before_the_game_and_only_once() -> None:
    unit = (FOLDER / "cups-up-first-boot.service").read_text(encoding="utf-8")
    assert "Before=cups-up.service" in unit
    assert "ConditionPathExists=!/etc/cups-up-language.conf" in unit
    assert "/etc/cups-up-language.conf" in (FOLDER / "build.sh").read_text(encoding="utf-8")
