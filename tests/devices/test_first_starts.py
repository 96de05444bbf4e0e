"""``hardware/first_starts.sh``, as the service calls it before each start: it goes back by itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "hardware" / "first_starts.sh"


class Appliance:
    def __init__(self, folder: Path) -> None:
        self.home, self.mark = folder / "opt", folder / "ran-well"

    def version(self, name: str, *links: str) -> None:
        """A version, with links to it."""
        program = self.home / "versions" / name / "bin" / "python"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.touch()
        program.chmod(0o755)
        for link in links:
            (self.home / link).unlink(missing_ok=True)
            (self.home / link).symlink_to(f"versions/{name}")

    def start(self, times: int = 1) -> str:
        """What the script says before so many starts."""
        words = ["sh", str(SCRIPT), str(self.home), str(self.mark)]
        done = [subprocess.run(words, capture_output=True, text=True, check=True) for _ in range(times)]
        return "".join(each.stdout for each in done)

    def linked(self) -> tuple[str, ...]:
        """Versions in use, and that ran well."""
        links = (self.home / name for name in ("current", "proven"))
        return tuple(os.readlink(each).removeprefix("versions/") for each in links if each.is_symlink())


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    made = Appliance(tmp_path)
    made.version("1-1", "proven")
    made.version("2-1", "current")
    return made


def test_a_version_that_never_runs_well_is_left_after_three_starts(appliance: Appliance) -> None:
    assert (appliance.start(3), appliance.linked()) == ("", ("2-1", "1-1"))
    assert appliance.start() == "2-1 did not run well in 3 starts: 1-1 is used again\n"
    assert appliance.linked() == ("1-1", "1-1")
    assert (appliance.start(9), appliance.linked()) == ("", ("1-1", "1-1"))


def test_a_version_that_runs_well_stays_and_is_gone_back_to_from_then_on(appliance: Appliance) -> None:
    appliance.start(2)
    appliance.mark.write_text("2-1\n")
    assert (appliance.start(9), appliance.linked()) == ("", ("2-1", "2-1"))
    appliance.version("3-1", "current")
    appliance.start(4)
    assert appliance.linked() == ("2-1", "2-1")


def test_each_version_has_starts_of_its_own(appliance: Appliance) -> None:
    appliance.start(3)
    appliance.version("2-2", "current")
    appliance.start(3)
    assert appliance.linked() == ("2-2", "1-1")


def test_a_version_that_cannot_be_started_at_all_is_left_too(appliance: Appliance) -> None:
    (appliance.home / "versions" / "2-1" / "bin" / "python").unlink()
    appliance.start(4)
    assert appliance.linked() == ("1-1", "1-1")


@pytest.mark.parametrize("told", ["", "..", "../../etc", "/etc", "9-9", ".hidden", "\0", "a b\n", "-rf"])
def test_a_mark_that_names_no_version_counts_nothing(appliance: Appliance, told: str) -> None:
    appliance.mark.write_text(told)
    appliance.start()
    assert appliance.linked() == ("2-1", "1-1")


def test_a_mark_that_is_no_file_counts_nothing(appliance: Appliance) -> None:
    os.mkfifo(appliance.mark)
    appliance.start()
    appliance.mark.unlink()
    appliance.mark.symlink_to("/etc/hostname")
    appliance.start()
    assert appliance.linked() == ("2-1", "1-1")


def test_where_there_is_nothing_to_go_back_to_nothing_is_done(appliance: Appliance) -> None:
    (appliance.home / "proven").unlink()
    appliance.start(9)
    assert appliance.linked() == ("2-1",)
    appliance.version("gone", "proven")
    (appliance.home / "versions" / "gone" / "bin" / "python").unlink()
    appliance.start(9)
    assert appliance.linked() == ("2-1", "gone")


def test_a_damaged_count_begins_anew(appliance: Appliance) -> None:
    (appliance.home / "starts").write_bytes(b"2-1 many\n\xff")
    appliance.start(3)
    assert appliance.linked() == ("2-1", "1-1")
