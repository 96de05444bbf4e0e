"""What is said of a widget to people who do not look: its words, dice and cards, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.uix.widget import Widget

from companion.play.cards.views import card_words
from companion.text.speech import say
from companion.ui.widgets.card_face import CardFace
from companion.ui.widgets.card_fan import CardFan
from companion.ui.widgets.die_face import DieFace
from companion.ui.widgets.sign_mark import SignMark
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import STAR, Words

_SIGNS = {
    *("menu", "help", "undo", "back", "cross", "leave", "rub"),
    *("plus", "minus", "enlarge", "shift", "down"),
}
"""Signs that keys bear alone."""
_ONE = 1
_ENDS = (".", "!", "?", "…", ":", ";")


def said_of(target: Target) -> str:
    """What can be touched here, and whether it can be now; empty where nothing is to be seen."""
    if not all(each.opacity for each in _with_parents(target)):
        return ""
    said = [*_said(target, signs=False), *([target.aloud] if target.aloud else [])]
    if not any(_said(target, signs=False)):
        said = [*_said(target, signs=True), *said]
    if said and target.tile.endswith(" chosen"):
        said.append(say("touch.chosen"))
    if said and target.disabled:
        said.append(say("touch.not_now"))
    return joined(said)


def told_on(widget: Widget) -> tuple[str, ...]:
    """The texts on a widget that are on no key; the widget itself and texts may still be fading in."""
    if isinstance(widget, Words):
        return (spoken(widget.said),) if widget.said else ()
    seen = (each for each in reversed(widget.children) if each.opacity or isinstance(each, Words))
    return tuple(text for each in seen if not isinstance(each, Target) for text in told_on(each))


def joined(said: list[str] | tuple[str, ...]) -> str:
    """Texts one after the other, with a pause between them."""
    ended = [each if each.endswith(_ENDS) else f"{each}." for each in said[:-1]]
    return " ".join([*ended, *said[-1:]])


def spoken(text: str) -> str:
    """A text without the signs that only eyes read."""
    bare = text.replace("  ·", ",").replace(" ·", ",").replace("|", "")
    return " ".join(bare.replace(STAR, f" {say('ones.star', count=_ONE)} ").split())


def _with_parents(widget: Widget) -> Iterator[Widget]:
    while isinstance(widget, Widget):
        yield widget
        widget = widget.parent


def _said(widget: Widget, signs: bool) -> Iterator[str]:
    if not widget.opacity or min(widget.size) < 1:
        return
    if isinstance(widget, Words) and widget.said:
        yield spoken(widget.said)
    elif isinstance(widget, DieFace) and widget.face:
        yield _die(widget)
    elif isinstance(widget, CardFace) and widget.card is not None:
        yield card_words(widget.card)
    elif isinstance(widget, CardFan):
        yield from map(card_words, widget.cards)
    elif signs and isinstance(widget, SignMark) and widget.sign in _SIGNS:
        yield say(f"sign.{widget.sign}")
    for child in reversed(widget.children):
        yield from _said(child, signs)


def _die(die: DieFace) -> str:
    if die.face == die.star:
        return say("ones.star", count=_ONE)
    return say(f"face.{die.face}", count=_ONE)
