"""Numbers, lists and sentences, as the language that is spoken has them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.text.speech import say, spoken

_OPENING_MARKS = "¿¡"


def say_number(number: int) -> str:
    """A number as a player says it: in words up to twenty, then in digits."""
    return spoken().number(number)


def say_decimal(value: float, places: int = 1, signed: bool = False) -> str:
    """A number with so many places behind the language's mark: "2.5", or "2,5"."""
    rounded = round(value, places) + 0.0  # no minus before zero
    return f"{rounded:{'+' if signed else ''}.{places}f}".replace(".", say("number.mark"))


def say_percent(share: float, places: int = 0, signed: bool = False) -> str:
    """A share (0-1) in percent: "21%", or "21 %" where the language puts a space."""
    return say("number.percent", number=say_decimal(share * 100, places, signed))


def say_list(items: Iterable[str], either: bool = False) -> str:
    """Items as a sentence lists them: "Ann, Bob and Cy", or "Ann, Bob or Cy" where ``either`` will do."""
    *first, last = [*items] or [""]
    if not first:
        return last
    listed = first[0]
    for item in first[1:]:
        listed = say("list.more", list=listed, item=item)
    return say("list.or" if either else "list.and", list=listed, item=last)


def say_all(*sentences: str | None) -> str:
    """Sentences one after the other; those that are ``None`` are left out."""
    said = ""
    for each in sentences:
        if each is not None:
            said = say("sentences", first=said, second=each) if said else each
    return said


def capital(words: str) -> str:
    """Words with a capital at their beginning, behind marks that open a sentence."""
    letters = words.lstrip(_OPENING_MARKS)
    return words[: len(words) - len(letters)] + letters[:1].upper() + letters[1:]


def as_sentence(reason: str) -> str:
    """A reason as a sentence of its own: a capital letter and a full stop."""
    ended = reason if reason[-1:] in (".", "!", "?") else say("sentence", words=reason)
    return capital(ended)
