"""Views made by hand: a scene of each kind with nothing in it, and fields changed wherever they stand."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from companion.play.base.views import RematchView, View
from companion.play.modes.cards.views import (
    CardLookScene,
    CardLookView,
    CardReadingScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
    CardTableView,
    CloseSheet,
    SheetView,
)
from companion.play.modes.counting.views import CountingScene, FairnessView, SetSides, SetWild
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    GameView,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    ShowBy,
    ShowingScene,
    ShowView,
    VerdictScene,
    VerdictView,
)
from companion.play.modes.history.views import FiguresScene, HistoryScene, Period, StoryScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.setup.views import CalibrationScene, Page
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.overlays.views import JournalScene, LanguageScene, LockScene, PauseScene, SettingsScene
from companion.play.views import Scene, TableView

T = TypeVar("T")

GAME = GameView("", 0, 0, ())
VERDICT = VerdictView("", "", 0, 0, (), (), "", (), "")
CARDS = CardTableView("", 0, 0, (), 0, 0, 0, (), ())
AGAIN = RematchView("", (), (), None)
LOOK = CardLookView("", (), CloseSheet(0))

SCENES: tuple[Scene, ...] = (
    NOTHING_YET,
    HouseRulesScene(None, "", (), (), False, 0),
    CalibrationScene(Page.NAME, "", ""),
    CountingScene((), (), FairnessView((), (), ""), SetWild(0, True), SetSides(0, True), None),
    OpeningRollScene(GAME, ()),
    BiddingScene(GAME),
    ShowingScene(GAME, ShowView(0, "", 0, ShowBy.HAND)),
    RevealScene(GAME),
    ReadingScene(GAME),
    CheckScene(GAME, ()),
    VerdictScene(GAME, (), VERDICT),
    OverScene(GAME, (), VERDICT, "", 0, AGAIN),
    CardsScene(CARDS),
    CardSheetScene(CARDS, SheetView((), CloseSheet(0))),
    CardLookScene(CARDS, LOOK),
    CardReadingScene(CARDS, LOOK),
    CardsOverScene(CARDS, "", 0, AGAIN),
    JournalScene("", False, False, False),
    LanguageScene(()),
    SettingsScene(()),
    HistoryScene((), "", Period.ALL, (), ""),
    StoryScene(0, 0, 1, (), "", False),
    FiguresScene(0, 1, "", "", (), (), ()),
    PauseScene("", ""),
    LockScene(4),
)
"""One of each kind; of a card that is offered there is none without a picture."""


def made(number: int, kind: type, message: str = "", **changes: object) -> TableView:
    """A view with a scene of this kind, and with these fields of view, scene or game."""
    scene = next(each for each in SCENES if type(each) is kind)
    return changed(View(number, scene, message), **changes)


def changed(view: T, **changes: Any) -> T:
    """The view with these fields, whether they are its own, its scene's, or those of the game.

    ``scene`` may be a kind: with what both scenes have. Any other value is changed as it is.
    """
    other: T = _changed(view, **changes)
    return other


def _changed(view: Any, **changes: Any) -> Any:
    if not isinstance(view, View):
        return replace(view, **changes)
    kind = changes.get("scene")
    if isinstance(kind, type):
        empty = next(each for each in SCENES if type(each) is kind)
        kept = {each.name for each in fields(empty)} & {each.name for each in fields(view.scene)}
        changes["scene"] = replace(empty, **{name: getattr(view.scene, name) for name in kept})
    view = replace(view, **_taken(changes, view))
    scene = view.scene
    for inner in ("game", "cards"):
        part = getattr(scene, inner, None)
        if part is not None and inner not in changes:
            scene = replace(scene, **{inner: replace(part, **_taken(changes, part))})
    return replace(view, scene=replace(scene, **changes))


def _taken(changes: dict[str, Any], value: Any) -> dict[str, Any]:
    """Those of the changes that are fields of the value; they are taken out."""
    names = [each.name for each in fields(value)]
    return {name: changes.pop(name) for name in names if name in changes}
