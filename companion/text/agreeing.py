"""Numbers above twenty as a voice must be given them: "veintiún dados", "30 y una estrellas".

Screens write these numbers in digits. An engine that reads digits does not look at the noun behind them, so
the part of the number that agrees with the noun is put into words; its tens may stay digits.
"""

from __future__ import annotations

import re

from companion.text.speech import spoken

_BEFORE = r"(?=\s(?:%s)\b)"
_ES_M = _BEFORE % "dados|unos|doses|treses|cuatros|cincos|seises|ases|puntos|minutos|sitios"
_ES_F = _BEFORE % "estrellas|cartas|fichas|imágenes|rondas|manos|veces|partidas"
_FR_F = _BEFORE % "étoiles|cartes|images|manches|donnes|parties|minutes|fois"
_PT_F = _BEFORE % "estrelas|cartas|fichas|imagens|rondas|mãos|vezes"
_AGREEING = {
    "es": (
        (r"\b21" + _ES_M, "veintiún"),
        (r"\b21" + _ES_F, "veintiuna"),
        (r"\b([3-9])1" + _ES_M, r"\g<1>0 y un"),
        (r"\b([3-9])1" + _ES_F, r"\g<1>0 y una"),
    ),
    "fr": ((r"\b([2-6])1" + _FR_F, r"\g<1>0 et une"), (r"\b81" + _FR_F, "quatre-vingt-une")),
    "pt": ((r"\b([2-9])1" + _PT_F, r"\g<1>0 e uma"), (r"\b([2-9])2" + _PT_F, r"\g<1>0 e duas")),
}
"""By language: digits before a noun, and what is read in their place. The other languages' numbers stay the
same before every noun (Italian "ventuno dadi", German "einundzwanzig Sterne")."""


def in_agreement(words: str) -> str:
    """The words of the language that is spoken, ready for an engine that reads digits."""
    for digits, said in _AGREEING.get(spoken().language, ()):
        words = re.sub(digits, said, words)
    return words
