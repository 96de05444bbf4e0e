"""A text is taken apart by what people see as its letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.lettering import letters_of

E_ACUTE = "e\N{COMBINING ACUTE ACCENT}"
FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
WAVE = "\N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}"
FRANCE, NORWAY = (
    "\N{REGIONAL INDICATOR SYMBOL LETTER F}\N{REGIONAL INDICATOR SYMBOL LETTER R}",
    "\N{REGIONAL INDICATOR SYMBOL LETTER N}\N{REGIONAL INDICATOR SYMBOL LETTER O}",
)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("", ()),
        ("Ann", ("A", "n", "n")),
        (f"Ren{E_ACUTE}e", ("R", "e", "n", E_ACUTE, "e")),
        (f"{FAMILY}!", (FAMILY, "!")),
        (f"{WAVE}{WAVE}", (WAVE, WAVE)),
        (FRANCE + NORWAY, (FRANCE, NORWAY)),
        ("\N{COMBINING ACUTE ACCENT}a", ("\N{COMBINING ACUTE ACCENT}", "a")),
    ],
    ids=["empty", "plain", "accent", "joined", "tone", "flags", "lone accent"],
)
def test_what_belongs_to_a_letter_stays_with_it(text: str, letters: tuple[str, ...]) -> None:
    assert letters_of(text) == letters


@pytest.mark.slow
@given(st.text())
def test_the_letters_together_are_the_text(text: str) -> None:
    assert "".join(letters_of(text)) == text
