"""Letters from left to right as they are drawn, for fonts and layouts that know of no other direction.

Hebrew and Arabic run from right to left inside a sentence of our seven languages, and Arabic letters join.
Of the Unicode bidirectional algorithm (UAX #9) this is what names need: a stretch of such letters is turned
round, and nothing else moves, as if each name stood in an isolate of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from unicodedata import bidirectional, category, decomposition, normalize

_RIGHT_TO_LEFT = {"R", "AL"}
_BETWEEN = " -'"
"""Between two words of a name."""
NO_BREAK = "\N{NO-BREAK SPACE}"
_LAM, _ALEFS = "\N{ARABIC LETTER LAM}", "\u0622\u0623\u0625\u0627"
_TATWEEL = "\N{ARABIC TATWEEL}"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_ISOLATED, _INITIAL, _MEDIAL, _FINAL = "<isolated>", "<initial>", "<medial>", "<final>"
_PRESENTATION_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
_LOOKS = {*range(0xFE00, 0xFE10)}
"""Variation selectors: they choose between looks that our fonts do not have."""


def drawn(text: str) -> str:
    """The text in the order in which it is drawn, without the points of right-to-left letters."""
    if text.isascii():
        return text
    composed = "".join(each for each in normalize("NFC", text) if ord(each) not in _LOOKS)
    if not any(map(is_right_to_left, composed)):
        return composed
    return "".join(_turned(part) if turned else part for part, turned in _stretches(composed))


def is_right_to_left(letter: str) -> bool:
    """Whether the letter belongs to a script that runs from right to left."""
    return bidirectional(letter) in _RIGHT_TO_LEFT


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, and whether each runs from right to left; such a part ends with its last letter."""
    at = 0
    while at < len(text):
        turned = is_right_to_left(text[at])
        end = at + 1
        while end < len(text) and (_goes_on(text, end) if turned else not is_right_to_left(text[end])):
            end += 1
        yield text[at:end], turned
        at = end


def _goes_on(text: str, at: int) -> bool:
    """Whether what stands here belongs to the letters before it."""
    if is_right_to_left(text[at]) or _is_silent(text[at]):
        return True
    return text[at] in _BETWEEN and at + 1 < len(text) and is_right_to_left(text[at + 1])


def _is_silent(letter: str) -> bool:
    """A point over or under a letter, or a sign that only says whether letters join."""
    return category(letter) == "Mn" or letter in _JOINERS


def _turned(stretch: str) -> str:
    return "".join(reversed([*_joined(stretch)])).replace(" ", NO_BREAK)


def _joined(stretch: str) -> Iterator[str]:
    """The letters in the forms in which they join."""
    letters = [*_letters(stretch)]
    ties = [False, *(_ties(one, other) for one, other in pairwise(letters)), False]
    for letter, (before, after) in zip(letters, pairwise(ties), strict=True):
        kind = (_FINAL, _MEDIAL)[after] if before else (_ISOLATED, _INITIAL)[after]
        if letter not in _JOINERS:
            yield _forms().get(letter, {}).get(kind, letter)


def _letters(stretch: str) -> Iterator[str]:
    """The letters without points; lam and alef behind it are one."""
    bare = [each for each in stretch if category(each) != "Mn"]
    at = 0
    while at < len(bare):
        both = bare[at] == _LAM and bare[at + 1 : at + 2] != [] and bare[at + 1] in _ALEFS
        yield "".join(bare[at : at + 1 + both])
        at += 1 + both


def _ties(one: str, other: str) -> bool:
    """Whether a letter joins the one that follows."""
    forms = _forms()
    goes = one == _TATWEEL or _INITIAL in forms.get(one, {})
    return goes and (other == _TATWEEL or _FINAL in forms.get(other, {}))


@cache
def _forms() -> dict[str, dict[str, str]]:
    """For each Arabic letter, and lam with alef, the character of each form."""
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        kind, *codes = (decomposition(chr(code)) or "none").split()
        letters = "".join(chr(int(each, 16)) for each in codes)
        if kind in (_ISOLATED, _INITIAL, _MEDIAL, _FINAL) and (
            len(letters) == 1 or (len(letters) == 2 and letters[0] == _LAM and letters[1] in _ALEFS)
        ):
            forms.setdefault(letters, {}).setdefault(kind, chr(code))
    return forms
