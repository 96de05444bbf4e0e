"""The screen's view of the table: everything it draws, decided here, for one moment."""

from __future__ import annotations

from dataclasses import replace

from companion.play.base.company import Company
from companion.play.base.views import PictureView, RuleBook, View
from companion.play.modes.cards.pages import card_scene, coarse, say_card_title
from companion.play.modes.cards.state import CardTable
from companion.play.modes.cards.views import CardScene
from companion.play.modes.counting.mode import count_picture, count_view
from companion.play.modes.dice.lift_views import lift_marks
from companion.play.modes.dice.showing import dice_view
from companion.play.modes.house_rules.views import mix_view
from companion.play.modes.setup.mode import calibration_picture, calibration_view
from companion.play.modes.welcome.mode import welcome_view
from companion.play.overlays.scenes import ModeScene
from companion.play.sentences import say_scene, say_undo
from companion.play.table import LOOKING_SCENES, Surroundings, Table, wants_live_picture
from companion.text import say


def view_of(table: Table, around: Surroundings) -> View[ModeScene]:
    """The view of this table."""
    played = table.record is not None or table.cards is not None
    mark = around.mark if played else None
    return replace(_view(table, around), has_camera=around.camera is not None, mark=mark)


def _view(table: Table, around: Surroundings) -> View[ModeScene]:
    if table.cards is not None:
        return _card_view(table, table.cards, around)
    if table.draft is not None:
        mix = mix_view(table.draft)
        book = RuleBook(table.draft.ruleset)
        return View(table.number, mix, say_scene(table), table.fault, mix.caption, book=book)
    if table.calibration is not None:
        page, picture = calibration_view(table.calibration), calibration_picture(table.calibration)
        return View(table.number, page, say_scene(table), table.fault, page.title, picture)
    if table.counting is not None:
        counted = count_view(table.counting, table.number, around.most_thrown)
        picture = count_picture(table.counting)
        return View(table.number, counted, say_scene(table), table.fault, say("count.caption"), picture)
    if table.record is None:
        offered = welcome_view(
            table.saved, table.kept, around.camera, table.picked, table.begun, around.club_round
        )
        offered = replace(
            offered, may_set_up=around.may_set_up, may_count=around.may_count, table=around.table or ""
        )
        above = None if table.seats_asked is None else table.seats_asked.above
        picture = None if above is None else PictureView(above, (), live=True)
        return View(table.number, offered, say_scene(table), table.fault, picture=picture)
    return dice_view(table, around, _live(table, around))


def _card_view(table: Table, cards: CardTable, around: Surroundings) -> View[CardScene]:
    scene = card_scene(cards, table.number, around.card_eye, around.page)
    return View(
        number=table.number,
        scene=scene,
        message=say_scene(table),
        fault=table.fault,
        caption=say_card_title(scene),
        picture=_live(table, around),
        undo_words=say_undo(table),
        book=RuleBook(cards.match.ruleset),
        company=Company(cards.match),
    )


def _live(table: Table, around: Surroundings) -> PictureView | None:
    if around.live is None or not wants_live_picture(table):
        return None
    frame = coarse(around.live) if table.scene in LOOKING_SCENES else around.live
    return PictureView(frame, lift_marks(table, frame), live=True, focus=around.place)
