"""Reads and writes strict JSON (RFC 8259).

Python's own reader also accepts NaN and repeated keys. Reader and writer refuse long integers, but a record
may hold a bid of any size.
"""

from __future__ import annotations

import decimal
import json
from json.decoder import JSONDecodeError
from typing import NoReturn

from companion.text.foreign import quoted
from companion.text.speech import say

DIGITS_AT_ONCE = 600
"""Digits that Python surely turns into an integer, or back, in one go: its limit is 4300 unless somebody
sets another, and none below 640 can be set (``sys.int_info.str_digits_check_threshold``)."""


class NotJson(ValueError):
    """The text is no JSON by RFC 8259."""


def read(text: str) -> object:
    """The value of one JSON text. Raises NotJson with a sentence for other texts."""
    reader = _READER if len(text) <= DIGITS_AT_ONCE else _READER_OF_LONG_NUMBERS
    try:
        return reader.decode(text)
    except JSONDecodeError as fault:
        raise NotJson(say("json.not_json", why=_told(fault))) from None
    except RecursionError:
        raise NotJson(say("json.nested")) from None


def write(value: object) -> str:
    """The value as JSON on one line, in ASCII; whole numbers of any length."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(write, value)) + "]"
    if type(value) is int:
        return digits_of(value)
    return json.dumps(value)


def whole_number(digits: str) -> int:
    """The integer written in decimal, however long."""
    if len(digits) <= DIGITS_AT_ONCE:
        return int(digits)
    if digits[0] == "-":
        return -whole_number(digits[1:])
    half = len(digits) // 2
    scale: int = 10**half
    return whole_number(digits[:-half]) * scale + whole_number(digits[-half:])


def digits_of(number: int) -> str:
    """The integer in decimal, however long: by halves, in the decimal module's fast multiplication."""
    if number.bit_length() < 3 * DIGITS_AT_ONCE:
        return str(number)
    with decimal.localcontext() as context:
        context.prec, context.Emax = decimal.MAX_PREC, decimal.MAX_EMAX
        found = _decimal(abs(number), number.bit_length())
    return ("-" if number < 0 else "") + format(found, "f")


def _decimal(number: int, bits: int) -> decimal.Decimal:
    if bits < DIGITS_AT_ONCE:
        return decimal.Decimal(number)
    low_bits = bits // 2
    low = number & ((1 << low_bits) - 1)
    high = _decimal(number >> low_bits, bits - low_bits)
    return high * decimal.Decimal(2) ** low_bits + _decimal(low, low_bits)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson(say("json.repeated", key=quoted(_first_repeated(pairs))))
    return found


def _first_repeated(pairs: list[tuple[str, object]]) -> str:
    met: set[str] = set()
    for name, _ in pairs:
        if name in met:
            return name
        met.add(name)
    raise ValueError("no key stands there twice")


def _no_constant(name: str) -> NoReturn:
    raise NotJson(say("json.constant", name=name))


def _told(fault: JSONDecodeError) -> str:
    what = fault.msg.removesuffix(" at")  # two of Python's messages end like this, before the place
    return say("json.at", what=f"{what[:1].lower()}{what[1:]}", character=fault.pos + 1)


_READER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
_READER_OF_LONG_NUMBERS = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_int=whole_number
)
