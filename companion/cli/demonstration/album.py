"""The demonstration's pictures: the frame with a mark on each die, above the verdict."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import CardReading, Doubt, PhotoReading, ReadDie
from companion.play.base.views import Mark, PictureView, Tone
from companion.play.modes.dice.views import CheckScene, OverScene, VerdictScene, VerdictView
from companion.play.views import TableView, star_face_of
from companion.recognition.photographs import annotated, marked_cards
from companion.text import say

PAPER, INK, QUIET = (28, 34, 24), (235, 245, 240), (150, 165, 160)
"""BGR colours of the caption."""
CAPTION_PX, MARGIN_PX = 96, 24
LETTERS = cv2.FONT_HERSHEY_DUPLEX
HEADLINE_SCALE, SENTENCE_SCALE = 1.0, 0.62
GLOW = (90, 255, 255)
GLOW_PX = 4
JPEG_QUALITY = 90


def write_picture(folder: Path, name: str, view: TableView) -> None:
    write_failure(folder, name, view, *_words(view))


def write_failure(folder: Path, name: str, view: TableView, headline: str, sentence: str) -> None:
    if view.picture is None:
        raise OSError(say("demo.no_picture", name=name))
    _write_jpeg(folder, name, captioned(marked(view.picture, star_face_of(view.scene)), headline, sentence))


def _write_jpeg(folder: Path, name: str, drawn: np.ndarray) -> None:
    done, jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise OSError(say("demo.no_jpeg", name=name))
    (folder / f"{name}.jpg").write_bytes(jpeg.tobytes())


def write_cards(folder: Path, name: str, frame: Frame, reading: CardReading) -> None:
    sure = [card.code for card in reading.cards if card.code is not None and not card.doubts]
    asked = len(reading.cards) - len(sure)
    headline = say("demo.picture_read", cards=" ".join(sure)) if sure else say("demo.picture_unread")
    sentence = say("demo.picture_asked", asked=asked) if asked else say("demo.picture_sure")
    _write_jpeg(folder, name, captioned(marked_cards(frame.pixels, reading), headline, sentence))


def _words(view: TableView) -> tuple[str, str]:
    match view.scene:
        case VerdictScene(verdict=verdict) | OverScene(verdict=VerdictView() as verdict):
            return verdict.headline, verdict.sentence
        case CheckScene(show=show) if show is not None:
            return say("title.show"), view.message
    return say("demo.in_doubt"), view.message


def marked(picture: PictureView, star_face: int) -> np.ndarray:
    frame = picture.frame
    glowing = frame.pixels.copy()
    for mark in picture.marks:
        if mark.tone is Tone.COUNTED:
            left, top, right, bottom = mark.box
            corners = (left - GLOW_PX, top - GLOW_PX), (right + GLOW_PX, bottom + GLOW_PX)
            cv2.rectangle(glowing, *corners, GLOW, GLOW_PX, cv2.LINE_AA)
    dice = tuple(_as_read(mark, star_face) for mark in picture.marks)
    return annotated(glowing, PhotoReading((frame.width, frame.height), dice))


def _as_read(mark: Mark, star_face: int) -> ReadDie:
    if mark.face is None:
        return ReadDie(mark.box, None, None, 0.0, (Doubt.UNREAD,))
    doubts = (Doubt.UNREAD,) if mark.tone is Tone.DOUBTED else ()
    return ReadDie(mark.box, mark.face, mark.face is not None and mark.face == star_face, 1.0, doubts)


def captioned(pixels: np.ndarray, headline: str, sentence: str) -> np.ndarray:
    caption = np.full((CAPTION_PX, pixels.shape[1], 3), PAPER, np.uint8)
    _write(caption, headline, 40, HEADLINE_SCALE, INK)
    _write(caption, sentence, 76, SENTENCE_SCALE, QUIET)
    return np.concatenate([pixels, caption])


def _write(caption: np.ndarray, text: str, baseline: int, scale: float, colour: tuple[int, int, int]) -> None:
    plain = text.replace("–", "-").encode("ascii", "replace").decode()
    room = caption.shape[1] - 2 * MARGIN_PX
    width = cv2.getTextSize(plain, LETTERS, scale, 1)[0][0]
    fitting = scale * min(1.0, room / max(1, width))
    cv2.putText(caption, plain, (MARGIN_PX, baseline), LETTERS, fitting, colour, 1, cv2.LINE_AA)
