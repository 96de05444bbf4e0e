"""Browsers draw the seats' signs by the outlines of the table's own screen."""

from __future__ import annotations

import json
import re

from companion.core.seats import INK, sign_of
from companion.share.web.page import SIGNED_SEATS, signs_script


def test_the_script_has_every_seats_colour_and_outlines() -> None:
    found = re.fullmatch(r'export const ink = "(#\w{6})";\nexport const signs = (.*);\n', signs_script())
    assert found is not None
    assert found[1] == "#{:02x}{:02x}{:02x}".format(*INK)
    signs = json.loads(found[2])
    assert len(signs) == SIGNED_SEATS
    for seat, told in enumerate(signs):
        sign = sign_of(seat)
        assert told["colour"] == "#{:02x}{:02x}{:02x}".format(*sign.colour)
        for name, outlines in (("solid", sign.shape.solid), ("holes", sign.shape.holes)):
            corners = [[tuple(map(float, at.split(","))) for at in each.split()] for each in told[name]]
            assert corners == [[(round(100 * x, 1), round(100 * y, 1)) for x, y in each] for each in outlines]
