"""What one camera remembers from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.reading import PhotoReading
from companion.recognition.decide.flat_dice import FlatDiceHistory, FrameDice


@dataclass(slots=True)
class CameraMemory:
    """The flat dice that one camera has seen. One per table; a photograph alone needs none."""

    history: FlatDiceHistory = field(default_factory=FlatDiceHistory)
    _last: FrameDice | None = None

    def __len__(self) -> int:
        """How many flat dice it remembers."""
        return len(self.history)

    def saw(self, dice: FrameDice | None) -> None:
        """Note the read dice of the last frame. They are not kept yet."""
        self._last = dice

    def keep(self, reading: PhotoReading) -> None:
        """Keep the flat dice of the last frame that the reading of all frames reads too."""
        if self._last is not None:
            self.history, self._last = self.history.after(self._last, reading), None

    def forget(self) -> None:
        """Forget everything: the camera was moved or changed."""
        self.history, self._last = FlatDiceHistory(), None
