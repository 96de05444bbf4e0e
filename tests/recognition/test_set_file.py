"""Files of taught sets: what was packed comes back, whatever else stands there is no set, and stays small."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.core.reading import TeachError
from companion.recognition.taught.dice_set import LISTING, DiceSet, NotASet, SetShelf, packed, set_of
from companion.recognition.taught.views import SQUARE_PX

RNG = np.random.default_rng(5)
STACKS = RNG.integers(0, 255, (6, 2, SQUARE_PX, SQUARE_PX, 3), np.uint8)
SKULLS = DiceSet("skulls", tuple(STACKS), (1,) * 6)


def members_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def with_listing(**changes: object) -> bytes:
    members = members_of(packed(SKULLS))
    members[LISTING] = json.dumps(json.loads(members[LISTING]) | changes).encode()
    return zipped(members)


def with_picture(picture: bytes) -> bytes:
    """The set with other bytes as its first picture, truly listed."""
    members = members_of(packed(SKULLS))
    listing = json.loads(members[LISTING])
    members[listing["dice"][0]["file"]] = picture
    listing["dice"][0]["sha256"] = hashlib.sha256(picture).hexdigest()
    members[LISTING] = json.dumps(listing).encode()
    return zipped(members)


def refused(content: bytes) -> str:
    with pytest.raises(NotASet) as fault:
        set_of("skulls", content)
    return str(fault.value)


def test_what_was_packed_comes_back() -> None:
    back = set_of("skulls", packed(SKULLS))
    assert [len(each) for each in back.squares] == [2] * 6
    assert (back.pictures, back.wild, back.six) == ((1,) * 6, 1, 6)


def test_a_set_is_packed_under_a_clock_that_nobody_has_set(monkeypatch: pytest.MonkeyPatch) -> None:
    there = packed(SKULLS)
    monkeypatch.setattr("time.time", lambda: 5.0)
    assert packed(SKULLS) == there


def test_a_name_is_one_name_in_both_forms_of_unicode(tmp_path: Path) -> None:
    shelf = SetShelf(tmp_path)
    shelf.save(replace(SKULLS, name="wu\u0308rfel"))
    assert shelf.names() == ["w\u00fcrfel"]
    assert shelf.load("wu\u0308rfel").name == shelf.load("w\u00fcrfel").name == "w\u00fcrfel"


def test_bad_zlib_is_no_set() -> None:
    content = bytearray(zipped(members_of(packed(SKULLS)), zipfile.ZIP_DEFLATED))
    at = content.index(b"set.json") + 12
    content[at : at + 40] = b"\xff" * 40
    assert refused(bytes(content))


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 1.5, "1", None, True, 10**400])
def test_a_number_that_is_none_is_no_set(number: object) -> None:
    assert refused(with_listing(wild=number))
    assert refused(with_listing(pictures=[number] * 6))


@pytest.mark.parametrize("dice", [[], None, [{}], [{"face": 9}]])
def test_a_set_without_dice_is_none(dice: object) -> None:
    assert refused(with_listing(dice=dice))


@pytest.mark.parametrize(
    "picture",
    [
        b"",
        b"no picture",
        cv2.imencode(".jpg", np.zeros((97, 96, 3), np.uint8))[1].tobytes(),
        cv2.imencode(".jpg", np.zeros((5000, 4900, 3), np.uint8))[1].tobytes(),
    ],
    ids=["empty", "words", "97 rows", "enormous"],
)
def test_another_picture_than_a_square_is_none(picture: bytes) -> None:
    assert refused(with_picture(picture))


def bomb(listed_in: bool) -> bytes:
    """49 KB that unpack to gigabytes: zeros as the listing, or as a picture listed again and again."""
    zeros = bytes(50_000_000)
    members = members_of(packed(SKULLS))
    listing = json.loads(members[LISTING])
    entry = {"face": 1, "file": "face-1/01.jpg", "sha256": hashlib.sha256(zeros).hexdigest()}
    members = {LISTING: zeros if listed_in else json.dumps(listing | {"dice": [entry] * 300}).encode()}
    return zipped(members | {"face-1/01.jpg": zeros}, zipfile.ZIP_DEFLATED)


@pytest.mark.parametrize("listed_in", [True, False])
def test_a_bomb_is_refused_before_it_goes_off(listed_in: bool) -> None:
    content = bomb(listed_in)
    tracemalloc.start()
    assert refused(content) == "far too large"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


def test_a_bad_set_is_listed_with_what_is_wrong_and_the_others_stay(
    own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = SetShelf(own_home / "sets")
    shelf.save(SKULLS)
    (own_home / "sets" / "bad.zip").write_bytes(with_listing(wild=float("inf")))
    (own_home / "sets" / "tall.zip").mkdir()
    os.mkfifo(own_home / "sets" / "pipe.zip")
    Path(os.fsdecode(os.fsencode(own_home / "sets") + b"/caf\xe9.zip")).write_bytes(b"")
    assert main(["teach", "--list"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["bad", "caf\\udce9", "pipe", "skulls", "tall"]
    assert told[3] == "skulls: 12 dice"
    assert "is damaged or was changed: forget it and teach bad again" in told[0]
    assert told[2].endswith("pipe.zip is not a regular file")
    assert told[4].endswith("tall.zip is a folder")


def test_a_set_that_is_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(TeachError, match="is not a regular file"):
        SetShelf(tmp_path).load("pipe")
