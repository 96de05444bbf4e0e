"""Pictures out of bytes: measured before they are decoded, decoded without a word."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
import zlib
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.picture import Header, Kind, PictureError, header_of, pixels_of

ROOT = Path(__file__).resolve().parents[1]
MEASURED = """
import sys
from companion.__main__ import main
status = main(sys.argv[1:])
held = open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]
assert int(held) < 400_000, held
sys.exit(status)
"""
"""Reads in a process of its own. What ``getrusage`` tells counts the test's own memory, before it began."""
PICTURE = np.random.default_rng(3).integers(0, 255, (33, 47, 3), np.uint8)


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width: int, height: int, bits: int = 8, colour: int = 2, data: bytes = b"") -> bytes:
    """A PNG that promises a size, and holds this much of it."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", list(Kind))
def test_the_header_tells_the_size_that_is_decoded(kind: Kind) -> None:
    content = cv2.imencode(f".{kind.value.lower()}", PICTURE)[1].tobytes()
    header = header_of(content)
    assert (header.kind, header.width, header.height) == (kind, 47, 33)
    assert pixels_of(content, header).shape == PICTURE.shape


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"hello", "is not a PNG, JPEG, WebP or BMP picture"),
        (png(8001, 8000), "has 8001×8000 pixels, the limit is 64 million: make it smaller"),
        (png(8000, 8000, colour=6), "has 8000×8000 pixels of 8 bits: save it with 8 bits"),
        (png(6000, 6000, 16, 6), "has 6000×6000 pixels of 16 bits: save it with 8 bits, or make it smaller"),
        (png(0, 40), "is a broken PNG picture"),
        (png(40, 40, colour=5), "is a broken PNG picture"),
        (b"BM" + bytes(10), "is a broken BMP picture"),
        (b"BM" + bytes(16) + struct.pack("<ii", -(2**31), 5), "the limit is 64 million"),
        (b"RIFF1234WEBPVP8 ", "is a broken WebP picture"),
        (b"\xff\xd8\xff\xe0\x00", "is a broken JPEG picture"),
    ],
)
def test_what_is_no_picture_or_promises_too_much_is_refused_undecoded(content: bytes, reason: str) -> None:
    with pytest.raises(PictureError, match=reason.replace(".", r"\.")):
        header_of(content)


def test_the_largest_camera_frame_is_read_as_it_is_and_larger_pictures_are_halved() -> None:
    assert [header_of(png(4608, height)).shrink for height in (2592, 2800, 12_000)] == [1, 2, 4]


HALVED, QUARTERED = ((3001, 4302), (1501, 2151)), ((6000, 8800), (1500, 2200))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "shape", "shrunk"),
    [(".webp", *HALVED), *((ending, *each) for ending in (".png", ".jpg") for each in (HALVED, QUARTERED))],
)
def test_a_large_picture_shows_the_same_only_smaller(
    ending: str, shape: tuple[int, int], shrunk: tuple[int, int]
) -> None:
    pixels = np.zeros((*shape, 3), np.uint8)
    pixels[: shape[0] // 2, : shape[1] // 2] = (10, 120, 240)
    content = cv2.imencode(ending, pixels)[1].tobytes()
    read = pixels_of(content, header_of(content))
    assert read.shape[:2] == shrunk
    assert abs(read[20:700, 20:1000].astype(int) - (10, 120, 240)).max() <= 4
    assert read[800:, 1200:].max() <= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "size"), [("png", (4090, 3072)), ("jpg", (4090, 3072)), ("jpg", (9200, 6900))]
)
def test_a_large_picture_of_noise_is_read_and_marked_within_400_mb(
    tmp_path: Path, ending: str, size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (500, 500, 3), np.uint8)
    name = tmp_path / f"noise.{ending}"
    cv2.imwrite(str(name), cv2.resize(noise, size))
    words = ["read", str(name), "--out", str(tmp_path / "marked")]
    assert subprocess.run([sys.executable, "-c", MEASURED, *words], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("spoil", [b"IDAT", b"IHDR", b"IEND"])
def test_what_the_decoders_print_is_not_printed_beside_ours(
    spoil: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(cv2.imencode(".png", PICTURE)[1].tobytes())
    at = content.index(spoil) + 4
    content[at + 2 : at + 6] = b"\xff\x00\xff\x00"
    with suppress(PictureError):
        pixels_of(bytes(content), header_of(bytes(content)))
    assert capfd.readouterr() == ("", "")


def test_a_picture_that_is_decoded_to_nothing_is_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    torn = png(40, 40, data=b"\x07" * 50)
    with pytest.raises(PictureError, match="broken picture"):
        pixels_of(torn[:60] + b"\0" * 8 + torn[68:], Header(Kind.PNG, 40, 40))
    assert capfd.readouterr().err == ""


def test_transparency_stands_over_grey_also_where_it_is_decoded_in_strips() -> None:
    clear = np.zeros((700, 20, 4), np.uint8)
    clear[:, 10:] = (10, 20, 30, 255)
    content = cv2.imencode(".png", clear)[1].tobytes()
    pixels = pixels_of(content, header_of(content))
    assert np.unique(pixels[:, :10]).tolist() == [128]
    assert (pixels[:, 10:] == (10, 20, 30)).all()


def test_threads_decode_one_after_the_other_and_standard_error_comes_back(
    capfd: pytest.CaptureFixture[str],
) -> None:
    content = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    header = header_of(content)
    threads = [threading.Thread(target=pixels_of, args=(content, header)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"
