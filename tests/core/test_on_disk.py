"""Files of strangers: only ordinary ones are read, up to a size, and at once."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from companion.core.on_disk import (
    NotRead,
    close_folder,
    make_private_folder,
    natural_order,
    read_input,
    read_ordinary,
    shown_name,
    user_path,
    write_whole,
)


def test_an_ordinary_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_ordinary(path, 5) == b"12345"
    with pytest.raises(NotRead, match="is larger than 4 bytes"):
        read_ordinary(path, 4)


def test_names_are_sorted_as_people_number_them() -> None:
    names = ["b2.png", "a10.png", "a9.png", "a.png", "10.png", "9.png", "a09.png", "a9-10.png", "a9-2.png"]
    assert [path.name for path in sorted(map(Path, names), key=natural_order)] == [
        "9.png", "10.png", "a9-2.png", "a9-10.png", "a09.png", "a9.png", "a10.png", "a.png", "b2.png"
    ]  # fmt: skip


def test_a_pipe_that_nobody_fills_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotRead, match="is not a regular file"):
        read_ordinary(tmp_path / "pipe", 100)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/dev/zero", "is not a regular file"),
        ("/", "is a folder"),
        ("/nowhere", "cannot be read: No such file or directory"),
        ("/" + "a" * 5000, "cannot be read: File name too long"),
        ("a\0b", "is not a file name"),
    ],
)
def test_what_is_no_ordinary_file_is_refused_in_a_sentence(path: str, reason: str) -> None:
    with pytest.raises(NotRead) as refused:
        read_ordinary(path, 100)
    assert str(refused.value) == reason


def test_a_hyphen_is_standard_input_with_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abc")))
    assert read_input("-", 3) == b"abc"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abcd")))
    with pytest.raises(NotRead, match="is larger than 3 bytes"):
        read_input("-", 3)


def test_standard_input_that_would_not_wait_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with os.fdopen(reading) as given, os.fdopen(writing, "wb") as late:
        monkeypatch.setattr(sys, "stdin", given)
        threading.Timer(0.1, lambda: (late.write(b"abc"), late.close())).start()
        assert read_input("-", 3) == b"abc"


def test_a_user_who_is_not_there_is_named() -> None:
    with pytest.raises(NotRead, match="~nosuch/cups names a user who is not on this machine"):
        user_path("~nosuch/cups")


def test_a_name_that_is_no_utf8_and_a_very_long_one_can_be_shown() -> None:
    assert shown_name(os.fsdecode(b"caf\xe9.png")) == "caf\\xe9.png"
    assert shown_name("a\nb\ud800") == "a\\nb\\ud800"
    assert len(shown_name("a" * 5000)) < 250


def test_folders_that_are_made_are_their_owners_alone_and_others_stay(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    write_whole(tmp_path / "home" / "sets" / "pirates.zip", b"set")
    make_private_folder(tmp_path / "home")
    modes = [
        stat.S_IMODE(each.stat().st_mode) for each in (tmp_path, tmp_path / "home", tmp_path / "home/sets")
    ]
    assert modes == [0o755, 0o700, 0o700]


def test_a_file_takes_the_place_of_no_pipe_and_of_no_link(tmp_path: Path) -> None:
    pipe, kept, link = tmp_path / "pipe", tmp_path / "kept", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(kept)
    with pytest.raises(OSError, match="it is not an ordinary file"):
        write_whole(pipe, b"report")
    write_whole(link, b"settings")
    assert (pipe.is_fifo(), link.is_symlink(), kept.read_bytes()) == (True, True, b"settings")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_is_closed_to_others_but_where_people_live_work_or_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, shared, lived_in = (tmp_path / name for name in ("own", "shared", "lived-in"))
    for folder, mode in ((own, 0o755), (shared, 0o2775), (lived_in, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    (lived_in / "work").mkdir()
    monkeypatch.chdir(lived_in / "work")
    assert [close_folder(folder) for folder in (own, shared, lived_in, own)] == [True, False, False, True]
    modes = [stat.S_IMODE(folder.stat().st_mode) for folder in (own, shared, lived_in)]
    assert modes == [0o700, 0o2775, 0o755]
