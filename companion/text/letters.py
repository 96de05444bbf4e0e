"""Letters as people see them: an accent, a joined sign or a skin's tone stays with the letter before it."""

from __future__ import annotations

from unicodedata import category

JOINER = "\N{ZERO WIDTH JOINER}"
_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def letters_of(text: str) -> tuple[str, ...]:
    """The text's letters in order; together they are the text again."""
    letters: list[str] = []
    for sign in text:
        if letters and _belongs_to(letters[-1], sign):
            letters[-1] += sign
        else:
            letters.append(sign)
    return tuple(letters)


def _belongs_to(letter: str, sign: str) -> bool:
    """Whether the sign is a part of the letter that has begun."""
    if sign == JOINER or letter.endswith(JOINER) or ord(sign) in _TONES:
        return True
    if ord(sign) in _FLAG_LETTERS:
        return len(letter) == 1 and ord(letter) in _FLAG_LETTERS
    return category(sign).startswith("M")
