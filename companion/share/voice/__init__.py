"""Says aloud what happens, with an engine on this machine; nothing is sent."""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.share.voice.engines import Engine as Engine
    from companion.share.voice.engines import engine_for as engine_for
    from companion.share.voice.speaker import Speaker as Speaker
    from companion.share.voice.speaker import SystemPlayer as SystemPlayer
    from companion.share.voice.speaker import Voice as Voice
else:
    __getattr__, __all__ = lazily(__name__, __file__)
