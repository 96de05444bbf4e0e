"""A screen is made once and kept: each view lies in it as if it were the first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from kivy.lang.parser import Parser, ParserRule
from kivy.uix.widget import Widget

from companion.ui.screens.welcome.welcome import WelcomeScreen
from companion.ui.stage import Stage
from companion.ui.widgets.camera_picture import DieCrop
from companion.ui.widgets.seat_badge import SignMark
from companion.ui.widgets.surface import Surface
from companion.ui.widgets.words import Words
from tests.ui.fingers import TouchedTable, box_of, draw_frames
from tests.ui.sample_scene import SampleScene
from tests.ui.scenes import sample_scenes

LAYOUTS = sorted((Path(__file__).parents[2] / "companion" / "ui").rglob("*.kv"))


def drawn_of(widget: Widget) -> Iterator[Widget]:
    """A widget and all below it that can be seen."""
    if widget.opacity and min(widget.size) >= 1:
        yield widget
        for child in widget.children:
            yield from drawn_of(child)


def looks_of(widget: Widget) -> str | None:
    """What a widget draws itself; None: nothing."""
    match widget:
        case Words():
            return f"{widget.text} {widget.font_size:.0f}" if widget.text else None
        case DieCrop():
            return "crop" if widget._wanted is not None else None
        case SignMark():
            return widget.sign or None
        case Surface():
            return widget.surface if widget.surface != "none" else None
        case _:
            return None if widget.children or type(widget) is Widget else ""


def lay(
    stage: Stage, scene: SampleScene, between: SampleScene
) -> list[tuple[str, str, tuple[int, ...]]] | None:
    """Where all that is seen of a scene lies, after another screen (``between``) was left.

    None under a sheet, which is made anew each time.
    """
    stage.servers = None
    welcome = stage.screens.made.get(WelcomeScreen)
    if isinstance(welcome, WelcomeScreen):  # who sat down last would stay, as they should
        welcome._seated = welcome.players.names = ()
    stage.close()
    if stage.view.kind is scene.view.kind:
        stage.show(between.view)
    stage.show(scene.view)
    draw_frames()
    if scene.then is not None:
        scene.then(stage)
        if stage.sheet or stage.help_sheet:
            return None
        draw_frames()
    return [
        (type(each).__name__, looks, tuple(round(at) for at in box_of(each)))
        for each in drawn_of(stage)
        if (looks := looks_of(each)) is not None
    ]


@pytest.mark.slow
def test_a_view_lies_the_same_whatever_was_shown_before(open_table: Callable[..., TouchedTable]) -> None:
    scenes = sorted(sample_scenes(), key=lambda scene: crc32(scene.name.encode()))
    between = next(each for each in scenes if each.name == "pause")
    stage = open_table().show(between.view).stage
    there = {each.name: lay(stage, each, between) for each in scenes}
    back = {each.name: lay(stage, each, between) for each in scenes[::-1] if there[each.name] is not None}
    assert len(back) > len(there) / 2
    differ = {name: (there[name], lain) for name, lain in back.items() if there[name] != lain}
    assert {name: set(one or ()) ^ set(other or ()) for name, (one, other) in differ.items()} == {}


def rules_of(rule: ParserRule) -> Iterator[ParserRule]:
    yield rule
    for child in rule.children:
        yield from rules_of(child)


def asked_by(value: str, side: int) -> set[str]:
    """What decides whether a share is None; ``side``: of a pair, the width's (0) or the height's (1)."""

    def asked(node: ast.expr) -> tuple[bool, set[str]]:
        """Whether it may be None, and what decides it."""
        if isinstance(node, ast.Tuple):
            return asked(node.elts[side])
        if not isinstance(node, ast.IfExp):
            return isinstance(node, ast.Constant) and node.value is None, set()
        (one, of_one), (other, of_other) = asked(node.body), asked(node.orelse)
        own = {ast.unparse(each) for each in ast.walk(node.test) if isinstance(each, ast.Attribute)}
        return one or other, own | of_one | of_other if one or other else set()

    decides = asked(ast.parse(value.strip(), mode="eval").body)[1]
    return {each for each in decides if not each.startswith("theme.")}


def sizes_that_stay(layout: Path) -> list[str]:
    """Sides that a layout gave and that no rule sets anew when their share becomes None."""
    found = []
    rules = [each for _, rule in Parser(content=layout.read_text()).rules for each in rules_of(rule)]
    for rule in rules:
        written = {name: each.value for name, each in rule.properties.items()}
        for side, (share, length) in enumerate((("size_hint_x", "width"), ("size_hint_y", "height"))):
            asked = asked_by(written.get(share, written.get("size_hint", "1")), side)
            answered = written.get(length, "") + written.get("size", "")
            if not all(each in answered for each in asked):
                found.append(f"{layout.name}:{rule.line + 1}: {rule.name} {length}")
    return found


def test_a_length_of_its_own_is_set_anew_whenever_it_counts() -> None:
    assert [each for layout in LAYOUTS for each in sizes_that_stay(layout)] == []


def test_a_length_that_stays_is_found(tmp_path: Path) -> None:
    layout = tmp_path / "stays.kv"
    rule = (
        "<Plate@BoxLayout>:\n    Label:\n        size_hint_x: 1 if root.in_it else None\n        width: {}\n"
    )
    layout.write_text(rule.format("0"))
    assert sizes_that_stay(layout) == ["stays.kv:2: Label width"]
    layout.write_text(rule.format("5 if root.in_it else 0"))
    assert sizes_that_stay(layout) == []
