"""How late a real espeak-ng is: from an event that is on disk to the first sample, and whether it talks over.

    python -m tests.share.voice.lateness GAME.jsonl [LANGUAGE]

Events come every second and a half. The sound goes into memory, in real time, not to a loudspeaker.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.core.settings import Talk
from companion.journal import read_record
from companion.share.voice import Speaker, Voice
from companion.share.voice.engines import Espeak
from tests.share.happened import happenings
from tests.share.voice.listening import Tape

EVERY_S = 1.5


def main() -> None:
    """Play the record's events and print the figures."""
    tape, asked = Tape(), list[float]()
    voice = Voice(Speaker(Espeak(sys.argv[2] if len(sys.argv) > 2 else "en"), tape), Talk.SHORT)
    for happening in happenings(event for _, event in read_record(Path(sys.argv[1]).read_bytes())):
        asked.append(time.monotonic())
        voice.on_event(happening)
        time.sleep(EVERY_S)
    voice.close()
    late = sorted(min(began - at for at in asked if at <= began) for began, _, _ in tape.heard)
    over = sum(after[0] < before[1] for before, after in zip(tape.heard, tape.heard[1:], strict=False))
    print(f"{len(asked)} events, {len(late)} said; {over} began before the one before had ended")
    print(f"late: median {late[len(late) // 2]:.3f} s, most {late[-1]:.3f} s")


if __name__ == "__main__":
    main()
