"""Words can be read by night and by day: the contrast of each colour of letters on what lies below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from kivy.core.window import Window
from kivy.graphics.texture import Texture

from companion.play.base.views import LookView
from companion.ui.art.dice import GHOST, IVORY, MARGIN, PALE
from companion.ui.art.textures import die_texture, is_day, seat_colour, use_colours
from companion.ui.art.theme import LARGE, THEME, Colour, Paint, Palette
from companion.ui.art.tiles import DAY_TILES, NIGHT_TILES, Tile
from companion.ui.widgets.die_face import DieFace
from companion.ui.widgets.words import Words
from tests.made_views import changed
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames

LEAST = 4.5
"""For text of any size: success criterion 1.4.3 of the Web Content Accessibility Guidelines 2.2."""
LEAST_LARGE = 3.0
"""For text from 24 px on: the same criterion."""
ON_CLOTH = ("ivory", "ivory_quiet", "yellow", "yellow_light", "red_light", "blue")
"""Letters that stand on the cloth itself and on all plates."""
PLATES = ("panel", "sheet", "well", "plate", "slot", "key line", "bar toast")
KEYS = ("key", "key chosen", "key down", "plate turn")
ON_KEYS = ("ivory", "yellow_light")
OTHERS = (
    ("ink", "key yellow"),
    ("ink", "space"),
    ("ink", "space star"),
    ("ink", "space chosen"),
    ("on_red", "key red"),
    ("on_red", "badge red"),
    ("ivory", "bar fault"),
    ("red_light", "bar fault"),
)


@pytest.fixture(autouse=True)
def night_again() -> Iterator[None]:
    yield
    use_colours(day=False)
    THEME.motion, THEME.letters, THEME.birds = 0.0, 1.0, False


def luminance(colour: Colour) -> float:
    """Of sRGB, as the Web Content Accessibility Guidelines have it."""
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def over(top: Colour, below: Colour) -> Colour:
    """A colour, as far as it covers, laid over another."""
    red, green, blue = (a * top[3] + b * (1 - top[3]) for a, b in zip(top[:3], below[:3], strict=True))
    return red, green, blue, 1.0


def contrast(letters: Colour, ground: Colour) -> float:
    light, dark = sorted((luminance(letters), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pairs(tiles: dict[str, Tile]) -> Iterator[tuple[str, str, float]]:
    """Each colour of letters and what it stands on, over the lightest and the darkest of the cloth."""
    for cloth in (Palette.felt, Palette.felt_edge):
        yield from ((name, "cloth", contrast(getattr(Palette, name), cloth)) for name in ON_CLOTH)
        on_tiles = [
            *((name, tile) for name in ON_CLOTH for tile in PLATES),
            *((name, tile) for name in ON_KEYS for tile in KEYS),
            *OTHERS,
        ]
        for name, tile in on_tiles:
            yield name, tile, contrast(getattr(Palette, name), over(tiles[tile].fill, cloth))


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast((0, 0, 0, 1), (1, 1, 1, 1)) == pytest.approx(21.0)


@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_all_letters_can_be_read(day: bool) -> None:
    use_colours(day)
    found = list(pairs(DAY_TILES if day else NIGHT_TILES))
    assert len(found) > 100
    assert [each for each in found if each[2] < LEAST] == []


@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_large_letters_in_a_seats_colour_can_be_read(day: bool) -> None:
    use_colours(day)
    ground = over((DAY_TILES if day else NIGHT_TILES)["panel"].fill, Palette.felt)
    colours = [seat_colour(seat, deep=day) for seat in range(14)]
    assert [each for each in colours if contrast(each, ground) < LEAST_LARGE] == []


def test_each_surface_is_there_by_day() -> None:
    assert DAY_TILES.keys() == NIGHT_TILES.keys()


def test_things_keep_their_colours_by_day() -> None:
    dice_yellow = Paint.yellow
    use_colours(day=True)
    assert is_day()
    assert Paint.yellow == dice_yellow != Palette.yellow
    use_colours(day=False)
    assert Palette.yellow == dice_yellow


def test_a_die_that_nobody_rolled_is_pale_by_day_and_dark_by_night() -> None:
    for day, skin in ((False, GHOST), (True, PALE)):
        use_colours(day=day)
        die = DieFace(skin="ghost", size=(40, 40))
        die._draw()
        assert die._die.texture is die_texture(40 / (1 - 2 * MARGIN), None, skin, 1)


def mean_brightness(table: TouchedTable) -> float:
    draw_frames()
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    width, height = Window.size
    pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    return sum(pixels[0::4]) / (width * height)


@pytest.mark.slow
@pytest.mark.painted
def test_day_and_large_letters_are_there_at_once_and_go_again(open_table: Opened) -> None:
    table = open_table()
    bidding = views.bidding()
    night = LookView("en", still=True)

    def drawn(look: LookView, number: int) -> tuple[float, float, Colour]:
        table.show(replace(bidding, number=number, look=look))
        message: Words = table.stage.ids.header.ids.message
        return mean_brightness(table), THEME.text_large, tuple(message.color)

    dark, normal, light_letters = drawn(night, 1)
    light, _, dark_letters = drawn(replace(night, day=True), 2)
    assert light > 2 * dark
    assert luminance(light_letters) > luminance(dark_letters)
    assert drawn(replace(night, large=True), 3)[:2] == pytest.approx((dark, normal * LARGE), rel=0.1)
    again, *others = drawn(night, 4)
    assert again == pytest.approx(dark, rel=0.02)
    assert others == [normal, light_letters]


def test_dice_have_birds_as_soon_as_the_settings_say_so(open_table: Opened) -> None:
    table, plain = open_table(), LookView("en", still=True)

    def one(look: LookView, number: int) -> Texture:
        table.show(changed(views.bidding(), number=number, star_face=0, look=look))
        return die_texture(64, 1, IVORY, 0)

    pip, bird, again = one(plain, 1), one(replace(plain, birds=True), 2), one(plain, 3)
    assert pip.pixels == again.pixels
    assert bird.pixels != pip.pixels


def test_a_header_that_was_made_anew_still_leads(open_table: Opened) -> None:
    table = open_table()
    table.show(replace(views.bidding(), look=LookView("en", still=True)))
    table.show(replace(views.bidding(), number=2, look=LookView("en", day=True, still=True)))
    table.tap(table.stage.ids.header.ids.leading)
    assert table.stage.sheet is not None
