"""What the screen shows of what the camera has noticed, and the touches that answer it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.commands import Command


@dataclass(frozen=True, slots=True)
class Answer:
    """A touch that answers an advice: what stands on its key, and the command that it sends."""

    words: str
    command: Command


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What the camera has noticed, in a sentence that says what to do, and the touches that answer it.

    It blocks nothing: the game goes on whether it is answered or not.
    """

    sentence: str
    answers: tuple[Answer, ...]
