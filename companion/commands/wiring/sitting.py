"""Photographs in order as one sitting: what is asked about one is answered, and the next ones know it."""

from __future__ import annotations

from companion.commands.terminal.each_photo import READ, SOME_UNREADABLE
from companion.commands.terminal.outlet import complain
from companion.on_disk import NotRead, read_input, shown_name
from companion.reading import PhotoReading
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.classify.symbols import SymbolReader
from companion.recognition.errors import PhotoError
from companion.recognition.evening.answers import Answers, AnswersError, answers_for, answers_of, confirmed_by
from companion.recognition.evening.evening_eye import EveningEye
from companion.recognition.eye import Eye
from companion.recognition.photo.loading import Photo, open_photo
from companion.recognition.weights import load_weights
from companion.text.speech import say

LARGEST_ANSWERS = 20_000_000
"""Bytes: two hundred thousand dice."""


class Sitting:
    """One evening's photographs, read one after the other."""

    def __init__(self, eye: EveningEye, answers: Answers) -> None:
        self._eye, self._answers = eye, answers
        self._camera = CameraMemory(mounted=False)
        self._lifts = 0

    def look_at_empty(self, path: str) -> int:
        """Take the table before the first lift from a photograph; the exit status, 1 where it is none."""
        try:
            photo = open_photo(path)
        except PhotoError as fault:
            complain(path, str(fault))
            return SOME_UNREADABLE
        self._camera.take_before(photo.frame.pixels, sure=True)
        return READ

    def lifted(self, name: str, photo: Photo, die_px: float | None) -> PhotoReading:
        """The reading of the next photograph; what it asks is then answered, and learned."""
        reading = self._eye.read(photo.frame, die_px, self._camera)
        self._camera.keep(reading)
        confirmed = confirmed_by(reading, answers_for(self._answers, name), photo.scale)
        self._lifts += 1
        self._eye.confirm(self._lifts, photo.frame, confirmed, self._camera)
        return reading


def sitting_with(eye: Eye, answers: str | None) -> Sitting:
    """A sitting of that eye, with the answers in a file if there is one.

    Raises ``WeightsError``, and ``AnswersError`` where the file holds no answers.
    """
    symbols = SymbolReader(load_weights().symbol_reader)
    return Sitting(EveningEye(eye, symbols), {} if answers is None else _answers_in(answers))


def _answers_in(path: str) -> Answers:
    try:
        return answers_of(read_input(path, LARGEST_ANSWERS).decode("utf-8-sig"))
    except NotRead as fault:
        raise AnswersError(say("read.answers_unread", file=shown_name(path), fault=str(fault))) from None
    except UnicodeDecodeError:
        raise AnswersError(say("read.answers_no_utf_8", file=shown_name(path))) from None
    except AnswersError as fault:
        raise AnswersError(say("read.answers_wrong", file=shown_name(path), fault=str(fault))) from None
