"""Touches for people who do not look: the first touch on a key names it, the second counts.

A sliding finger hears each key that it reaches; the next touch there counts. A touch elsewhere says whose
turn it is and what may be bid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.graphics.instructions import InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.modes.cards.views import card_words
from companion.play.modes.dice.views import BiddingScene
from companion.play.views import Scene
from companion.text import say, say_plain_face
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.card_face import CardFace, CardFan
from companion.ui.widgets.die_face import DieFace
from companion.ui.widgets.seat_badge import SignMark
from companion.ui.widgets.surface import SPOKEN, Target
from companion.ui.widgets.words import STAR, Words

if TYPE_CHECKING:
    from companion.ui.stage import Stage

_SIGNS = {
    *("menu", "help", "undo", "back", "cross", "leave", "rub"),
    *("plus", "minus", "enlarge", "shift", "down"),
}
"""Signs that stand alone on keys."""
_ONE = 1
_ENDS = (".", "!", "?", "…", ":", ";")


def spoken_name(target: Target) -> str:
    """What can be touched here, and whether it can be now; empty if nothing is visible."""
    if not all(each.opacity for each in parents(target)):
        return ""
    said = [*_said(target, signs=False), *([target.aloud] if target.aloud else [])]
    if not any(_said(target, signs=False)):
        said = [*_said(target, signs=True), *said]
    if said and target.tile.endswith(" chosen"):
        said.append(say("touch.chosen"))
    if said and target.disabled:
        said.append(say("touch.not_now"))
    return joined(said)


def texts_on(widget: Widget) -> tuple[str, ...]:
    """Texts on a widget that are on no key, also those that still fade in."""
    if isinstance(widget, Words):
        return (spoken(widget.said),) if widget.said else ()
    seen = (each for each in reversed(widget.children) if each.opacity or isinstance(each, Words))
    return tuple(text for each in seen if not isinstance(each, Target) for text in texts_on(each))


def joined(said: list[str] | tuple[str, ...]) -> str:
    ended = [each if each.endswith(_ENDS) else f"{each}." for each in said[:-1]]
    return " ".join([*ended, *said[-1:]])


def spoken(text: str) -> str:
    bare = text.replace("  ·", ",").replace(" ·", ",").replace("|", "")
    return " ".join(bare.replace(STAR, f" {say('ones.star', count=_ONE)} ").split())


def parents(widget: Widget) -> Iterator[Widget]:
    """From the widget itself to the window."""
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
    return say_plain_face(die.face, star=die.face == die.star)


FRAME_DP = 3.0
"""Thickness of the frame round the named key."""


class Reader(Protocol):
    """Speaks (``companion.share.voice.speaker.Voice``)."""

    def touched(self, words: str) -> None:
        """Say what a finger found; empty: a key was pressed."""
        ...

    def changed(self, words: str) -> None: ...


class SpokenTouch:
    """Fits ``companion.ui.widgets.surface.FirstTouch`` for the touches of one stage."""

    def __init__(self, reader: Reader | None, stage: Stage) -> None:
        self._reader, self._stage = reader, stage
        self._named: tuple[Widget, str, int] | None = None
        self._before: tuple[type[Scene], tuple[str, ...]] | None = None
        self._heard = False
        self._frame = InstructionGroup()
        self._tell_later = Clock.create_trigger(self.follow, 0)

    def begin(self, touch: MotionEvent, on: bool) -> None:
        self._heard = False
        if on and self._reader is not None:
            touch.ud[SPOKEN] = self
        else:
            self._forget()

    def end(self, touch: MotionEvent) -> None:
        """If the finger found no key, say how things stand."""
        if touch.ud.get(SPOKEN) is not self or self._heard or touch.grab_list or self._reader is None:
            return
        self._forget()
        sheet = self._stage.top_sheet
        on_sheet = sheet is not None and sheet.collide_point(*sheet.parent.to_widget(*touch.pos))
        self._reader.touched(joined(texts_on(sheet) if on_sheet and sheet else self._how_it_stands()))

    @property
    def is_on(self) -> bool:
        look = self._stage.view.look
        return look is not None and look.spoken

    def slide(self, touch: MotionEvent, place: tuple[float, float]) -> None:
        if touch.ud.get(SPOKEN) is not self or touch.grab_list or self._reader is None:
            return
        target = next((each for each in self._keys() if lies_under(each, place) and spoken_name(each)), None)
        if target is not None and (self._named is None or self._named[0] is not target):
            words = spoken_name(target)
            self._name(target, words, self._stage.view.number)
            self._reader.touched(words)

    def _keys(self) -> list[Target]:
        stage = self._stage
        body = stage.top_sheet or stage.screen
        within = [stage.coach] if stage.coach is not None else []
        widgets = (each for top in (*within, stage.header, body) for each in top.walk(restrict=True))
        return [each for each in widgets if isinstance(each, Target)][::-1]

    def replacement_of(self, gone: Target, place: tuple[float, float]) -> Target | None:
        """The key here that says the same as one that is gone."""
        words = spoken_name(gone)
        under = (each for each in self._keys() if lies_under(each, place) and not each.disabled)
        return next((each for each in under if words and spoken_name(each) == words), None)

    def may_press(self, target: Widget, words: str = "") -> bool:
        """Whether the last touch named the target; else name it, by ``words`` if given."""
        words, number = words or spoken_name(target), self._stage.view.number
        if not words or self._reader is None:
            return False
        self._heard = True
        if self._named == (target, words, number) and not target.disabled:
            self._reader.touched("")
            self._before = self._now()
            if isinstance(target, Target):
                target.bind(on_release=self._released)
            return True
        self._name(target, words, number)
        self._reader.touched(words)
        return False

    def _released(self, target: Target) -> None:
        target.unbind(on_release=self._released)
        self._tell_later()

    def follow(self, *_: object) -> None:
        """Say what the pressed key has changed; called after it and with each view."""
        if self._before is None or self._reader is None:
            return
        (scene, texts), self._before = self._before, self._now()
        scene_now, texts_now = self._before
        own = texts_on(self._stage.screen) if scene_now is not scene else ()
        known = (*texts, *own, self._stage.unspoken)
        news = [each for each in texts_now if each not in known]
        if self._named is not None:
            news += self._new_words(*self._named)
        if news:
            self._reader.changed(joined(news))

    def _new_words(self, target: Widget, words: str, number: int) -> list[str]:
        """New words of the pressed key; none if it is gone or unchanged."""
        there = isinstance(target, Target) and target.get_root_window() is not None
        now = spoken_name(target) if there else ""
        if now in ("", words):
            return []
        self._named = target, now, number
        return [now]

    def _now(self) -> tuple[type[Scene], tuple[str, ...]]:
        stage = self._stage
        return stage.view.kind, (*texts_on(stage.header), *texts_on(stage.top_sheet or stage.screen))

    def _how_it_stands(self) -> tuple[str, ...]:
        view = self._stage.view
        coach = () if self._stage.coach is None else texts_on(self._stage.coach)
        legal = view.scene.legal if isinstance(view.scene, BiddingScene) else ""
        said = (spoken(view.fault or ""), *coach, *texts_on(self._stage.header), legal)
        return tuple(dict.fromkeys(each for each in said if each))

    def _name(self, target: Widget, words: str, number: int) -> None:
        self._forget()
        self._named = target, words, number
        self._frame.clear()
        self._frame.add(Color(*Palette.yellow))
        line = THEME.px(FRAME_DP)
        self._frame.add(Line(rectangle=(*target.pos, *target.size), width=line))
        target.canvas.after.add(self._frame)

    def _forget(self) -> None:
        named, self._named = self._named, None
        if named is not None:
            named[0].canvas.after.remove(self._frame)


def lies_under(widget: Widget, place: tuple[float, float]) -> bool:
    seen = [each for each in parents(widget) if isinstance(each, ScrollView)]
    return all(each.collide_point(*each.parent.to_widget(*place)) for each in (widget, *seen))
