"""Photographs from files: what is read, and the sentence for each that is not."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.reading import PhotoError
from companion.recognition.photographs import load_photo


def _picture(height: int = 40, width: int = 60) -> np.ndarray:
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (255, 0, 0)
    return picture


def _file(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def _encoded(extension: str, picture: np.ndarray) -> bytes:
    return cv2.imencode(extension, picture)[1].tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@pytest.mark.parametrize("extension", [".png", ".jpg", ".webp", ".bmp"])
def test_a_plain_picture_comes_back_as_blue_green_red(tmp_path: Path, extension: str) -> None:
    frame = load_photo(_file(tmp_path, f"a{extension}", _encoded(extension, _picture())))
    assert (frame.width, frame.height) == (60, 40)
    assert frame.pixels[20, 5, 0] > 240
    assert frame.pixels[20, 55].max() < 15


def test_grey_becomes_three_channels(tmp_path: Path) -> None:
    frame = load_photo(_file(tmp_path, "a.png", _encoded(".png", np.full((30, 30), 77, np.uint8))))
    assert frame.pixels[3, 3].tolist() == [77, 77, 77]


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    frame = load_photo(_file(tmp_path, "a.png", _encoded(".png", np.full((30, 30, 3), 200 << 8, np.uint16))))
    assert frame.pixels[3, 3].tolist() == [200, 200, 200]


def test_transparent_parts_become_grey(tmp_path: Path) -> None:
    picture = np.zeros((30, 30, 4), np.uint8)
    picture[:, 15:] = (10, 20, 30, 255)
    frame = load_photo(_file(tmp_path, "a.png", _encoded(".png", picture)))
    assert frame.pixels[3, 3].tolist() == [128, 128, 128]
    assert frame.pixels[3, 20].tolist() == [10, 20, 30]


def test_the_exif_note_turns_the_picture_upright(tmp_path: Path) -> None:
    plain = _encoded(".jpg", _picture())
    tiff = (
        b"MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
    )
    segment = b"Exif\x00\x00" + tiff
    turned = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
    frame = load_photo(_file(tmp_path, "a.jpg", turned))
    assert (frame.width, frame.height) == (40, 60)
    assert frame.pixels[5, 20, 0] > 240


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.jpg", b"", "empty"),
        ("text.jpg", b"not a picture at all", "not a PNG, JPEG, WebP or BMP picture"),
        ("short.jpg", _encoded(".jpg", _picture(400, 400))[:-700], "cut short"),
        ("short.png", _encoded(".png", _picture(400, 400))[:-30], "cut short"),
        ("head.png", _encoded(".png", _picture())[:20], "broken"),
        ("head.jpg", _encoded(".jpg", _picture())[:8], "broken"),
        ("one.png", _encoded(".png", np.zeros((1, 1, 3), np.uint8)), "1×1"),
    ],
)
def test_what_is_no_whole_photograph_is_refused_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    with pytest.raises(PhotoError, match=words):
        load_photo(_file(tmp_path, name, content))


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 20000, 10000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", b"") + _chunk(b"IEND", b"")
    with pytest.raises(PhotoError, match="20000×10000"):
        load_photo(_file(tmp_path, "bomb.png", bomb))


def test_an_animated_picture_is_refused(tmp_path: Path) -> None:
    plain = _encoded(".png", _picture())
    animated = plain[:33] + _chunk(b"acTL", struct.pack(">II", 2, 0)) + plain[33:]
    with pytest.raises(PhotoError, match="animated"):
        load_photo(_file(tmp_path, "a.png", animated))


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="folder"):
        load_photo(tmp_path)
    with pytest.raises(PhotoError, match="cannot be read"):
        load_photo(tmp_path / "none.jpg")
