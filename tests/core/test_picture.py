"""Pictures out of bytes: measured before they are decoded, decoded without a word."""

from __future__ import annotations

import os
import struct
import threading
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.core import picture
from companion.core import picture as png_files
from companion.core.picture import Header, Kind, PictureError, header_of, pixels_of
from tests.core.measured import folder_as_camera, status_of

PICTURE = np.random.default_rng(3).integers(0, 255, (33, 47, 3), np.uint8)


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(
    width: int, height: int, bits: int = 8, colour: int = 2, data: bytes = b"", interlaced: bool = False
) -> bytes:
    """A PNG that promises a size, and holds this much of it."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, interlaced))
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
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1", "is a picture of the kind HEIC: save it as a JPEG"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "is a picture of the kind AVIF: save it as a JPEG"),
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
    assert status_of(main, words) == 0


def _grown(content: bytes) -> bytes:
    """A PNG whose first chunk of pixels promises 2 GB."""
    at = content.index(b"IDAT") - 4
    return content[:at] + b"\x7f\xff\xff\xff" + content[at + 4 :]


@cache
def _of_one_colour(width: int, height: int, bits: int, colour: int) -> bytes:
    """A whole PNG, in a file of some kilobytes."""
    row = b"\0" + bytes(width * bits * png_files.CHANNELS[colour] // 8)
    return png(width, height, bits, colour, row * height)


def _progressive(side: int) -> bytes:
    pixels = np.zeros((side, side, 3), np.uint8)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()


LARGE: dict[str, Callable[[], bytes]] = {
    "grown": lambda: _grown(_of_one_colour(64, 64, 8, 2)),
    "square": lambda: _of_one_colour(8000, 8000, 8, 2),
    "clear": lambda: _of_one_colour(7000, 7000, 8, 6),
    "deep": lambda: _of_one_colour(3540, 3540, 16, 6),
    "interlaced": lambda: png(5000, 5000, 8, 6, bytes(1000), interlaced=True),
    "progressive": lambda: _progressive(8000),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", LARGE)
def test_no_picture_takes_400_mb(kind: str, tmp_path: Path) -> None:
    name = tmp_path / "large"
    name.write_bytes(LARGE[kind]())
    assert status_of(main, ["read", str(name)]) == (kind in ("grown", "interlaced"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("door", "status", "command"),
    [
        ("read-cards HUGE/2.png", 1, main),
        ("count HUGE/2.png", 1, main),
        ("teach huge 1=HUGE/2.png", 1, main),
        ("calibrate --pictures HUGE --table HUGE/2.png --home HUGE/home", 1, main),
        ("HUGE", 2, folder_as_camera),
    ],
)
def test_no_door_lets_a_picture_in_that_takes_400_mb(
    door: str,
    status: int,
    command: Callable[[list[str]], int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", str(tmp_path / "home"))
    huge = tmp_path / "huge"
    huge.mkdir()
    (huge / "1.png").write_bytes(LARGE["clear"]())
    (huge / "2.png").write_bytes(LARGE["grown"]())
    words = door.replace("HUGE", str(huge)).split()
    assert status_of(command, words) == status


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


@pytest.mark.parametrize("length", [0x7FFF_FFFF, 0xFFFF_FFFF, 0x3FFF_FFFF, 40_000_000, 5])
def test_a_chunk_that_promises_more_than_the_file_has_is_refused_undecoded(length: int) -> None:
    content = bytearray(cv2.imencode(".png", PICTURE[:9, :9])[1].tobytes())
    at = content.index(b"IDAT")
    content[at - 4 : at] = length.to_bytes(4)
    with pytest.raises(PictureError, match="is cut short"):
        header_of(bytes(content))


def test_nothing_beside_the_pixels_is_given_to_the_decoder() -> None:
    content = png(9, 9, data=b"".join(b"\0" + bytes(27) for _ in range(9)))
    at = content.index(b"IDAT") - 4
    unfolds = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(5_000_000)))
    swollen = content[:at] + unfolds + content[at:]
    assert png_files.bare(swollen) == png_files.bare(content) == content
    assert (pixels_of(swollen, header_of(swollen)) == 0).all()


def jpeg_head(width: int, height: int, progressive: bool, factors: tuple[int, ...]) -> bytes:
    """A JPEG up to its first scan: its size, how it is coded and how its channels are sampled."""
    channels = b"".join(bytes((number, each, 0)) for number, each in enumerate(factors, 1))
    sizes = struct.pack(">BHHB", 8, height, width, len(factors)) + channels
    frame = bytes((0xFF, 0xC2 if progressive else 0xC0)) + struct.pack(">H", 2 + len(sizes)) + sizes
    in_scan = bytes((len(factors),)) + b"".join(bytes((each, 0)) for each in range(1, len(factors) + 1))
    scan = b"\xff\xda" + struct.pack(">H", 5 + len(in_scan)) + in_scan + b"\0\x3f\0"
    return b"\xff\xd8" + frame + scan + b"\xff\xd9"


FINE, HALVED_COLOUR = (0x11, 0x11, 0x11), (0x22, 0x11, 0x11)


@pytest.mark.parametrize(
    ("content", "held"),
    [
        (jpeg_head(8000, 8000, False, FINE), 0),
        (jpeg_head(8000, 8000, True, HALVED_COLOUR), 192_000_000),
        (jpeg_head(5000, 5000, True, FINE), 150_000_000),
        (jpeg_head(8000, 8000, True, FINE), None),
        (png(5000, 5000, colour=6), 0),
        (png(5000, 5000, colour=6, interlaced=True), 200_000_000),
        (png(5000, 5001, colour=2, interlaced=True), None),
        (b"BM" + bytes(16) + struct.pack("<ii", 5000, 5001), None),
        (b"RIFF1234WEBPVP8L12345" + ((6000 - 1) << 14 | (6000 - 1)).to_bytes(4, "little"), None),
    ],
)
def test_what_a_decoder_must_hold_at_once_has_a_limit(content: bytes, held: int | None) -> None:
    if held is None:
        with pytest.raises(
            PictureError, match="too many for its format: make it smaller, or save it as a JPEG"
        ):
            header_of(content)
    else:
        assert header_of(content).held == held


def test_a_jpeg_of_more_scans_than_any_is_written_with_is_refused() -> None:
    head = jpeg_head(8000, 8000, True, HALVED_COLOUR)
    scan = head[head.index(b"\xff\xda") : -2]
    with pytest.raises(PictureError, match="is a broken JPEG picture"):
        header_of(head[:-2] + 500 * scan + head[-2:])


ANY_PNG = [
    (colour, bits)
    for colour, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)), (6, (8, 16)))
    for bits in depths
]


@pytest.mark.parametrize(("colour", "bits"), ANY_PNG)
@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("shrink", [1, 2])
def test_a_png_is_the_same_in_strips(
    colour: int, bits: int, keyed: bool, shrink: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every filter of a row, every kind of pixel, rows that end within a byte."""
    rng = np.random.default_rng((colour, bits))
    row_bytes = -(-22 * bits * png_files.CHANNELS[colour] // 8)
    data = b"".join(bytes((at % 5,)) + rng.bytes(row_bytes) for at in (0, 4, 3, 2, 1, 4, 2, 3, 3, 1, 0, 4))
    coloured = chunk(b"PLTE", rng.bytes(3 << bits)) if colour == 3 else b""
    if keyed and colour in (0, 2, 3):
        coloured += chunk(
            b"tRNS", rng.bytes({0: 2, 2: 6, 3: 1 << bits}[colour]) if colour == 3 else bytes(2 + 2 * colour)
        )
    content = png(22, 12, bits, colour, data)
    at = content.index(b"IDAT") - 4
    content = content[:at] + coloured + content[at:]
    monkeypatch.setattr(picture, "LARGEST_AS_IT_IS", 22 * 12 // shrink**2)
    whole = pixels_of(content, header_of(content))
    monkeypatch.setattr(picture, "_STRIPS_FROM_BYTES", 0)
    monkeypatch.setattr(png_files, "STRIP_BYTES", 5 * row_bytes)
    assert whole.shape == (12 // shrink, 22 // shrink, 3)
    assert np.array_equal(whole, pixels_of(content, header_of(content)))


@pytest.mark.parametrize("spoil", ["short", "damaged", "no stream"])
def test_strips_that_lack_rows_are_a_sentence(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "_STRIPS_FROM_BYTES", 0)
    data = bytes(31 * 9)
    content = png(10, 9 if spoil != "short" else 10, data=data)
    if spoil == "damaged":
        at = content.index(b"IDAT") + 8
        content = content[:at] + bytes((content[at] ^ 1,)) + content[at + 1 :]
    if spoil == "no stream":
        content = content[: content.index(b"IDAT") - 4] + chunk(b"IDAT", b"no") + chunk(b"IEND", b"")
    with pytest.raises(PictureError, match="cannot be decoded"):
        pixels_of(content, header_of(content))


UPRIGHT = np.array([[10, 20, 30], [40, 50, 60]], np.uint8)
LYING = {
    1: UPRIGHT, 2: UPRIGHT[:, ::-1], 3: UPRIGHT[::-1, ::-1], 4: UPRIGHT[::-1],
    5: UPRIGHT.T, 6: UPRIGHT.T[::-1], 7: UPRIGHT.T[::-1, ::-1], 8: UPRIGHT.T[:, ::-1],
}  # fmt: skip
"""How a picture lies in the file, by its EXIF orientation."""


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", LYING)
@pytest.mark.parametrize("ending", [".png", ".webp", ".jpg"])
@pytest.mark.parametrize("alpha", [False, True])
def test_a_picture_is_turned_upright_as_its_exif_note_says(
    ending: str, orientation: int, order: str, alpha: bool
) -> None:
    grey = np.kron(LYING[orientation], np.ones((16, 16), np.uint8))
    lying = np.dstack([grey] * 3 + [np.full_like(grey, 255)] * (alpha and ending != ".jpg"))
    options = [cv2.IMWRITE_WEBP_QUALITY, 101] if ending == ".webp" else []
    note = struct.pack(
        f"{order}2sHIHHHIHHI", b"II" if order == "<" else b"MM", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0
    )
    content = _with_exif(cv2.imencode(ending, lying, options)[1].tobytes(), ending, note, lying.shape, alpha)
    read = pixels_of(content, header_of(content))
    assert abs(read[8::16, 8::16, 1].astype(int) - UPRIGHT).max() <= 2


def _with_exif(content: bytes, ending: str, note: bytes, shape: tuple[int, ...], alpha: bool) -> bytes:
    if ending == ".jpg":
        return content[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 8) + b"Exif\0\0" + note + content[2:]
    if ending == ".png":
        return content[:33] + chunk(b"eXIf", note) + content[33:]
    size = b"".join((side - 1).to_bytes(3, "little") for side in shape[1::-1])
    extended = b"VP8X" + struct.pack("<II", 10, 0x08 | 0x10 * alpha) + size
    exif = b"EXIF" + struct.pack("<I", len(note)) + note
    chunks = content[12:] if content[12:16] != b"VP8X" else content[30:]
    body = b"WEBP" + extended + chunks + exif
    return b"RIFF" + struct.pack("<I", len(body)) + body
