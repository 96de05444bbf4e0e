"""Says aloud what happens, with an engine on this machine; nothing is sent."""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.voice.engines import Engine, engine_for
    from companion.share.voice.speaker import Speaker, SystemPlayer, Voice
else:
    __getattr__ = lazily(
        __name__,
        {
            "engines": "Engine engine_for",
            "speaker": "Speaker SystemPlayer Voice",
        },
    )

__all__ = ["Engine", "Speaker", "SystemPlayer", "Voice", "engine_for"]
