"""The screen's view of the table: everything it draws, decided here, for one moment."""

from __future__ import annotations

from dataclasses import replace

from companion.play.advice.advice import advice_of
from companion.play.cards.card_table import CardTable
from companion.play.cards.showing import card_table_view, coarse
from companion.play.cards.views import CardTableView
from companion.play.counting.showing import count_picture, count_view
from companion.play.dice.lift_views import lift_marks
from companion.play.dice.showing import game_view
from companion.play.help.views import RuleBook
from companion.play.house_rules.mix_views import mix_view
from companion.play.sentences import say_scene, say_undo
from companion.play.setup.pages import calibration_picture, calibration_view
from companion.play.start.first_screen import welcome_view
from companion.play.table import LOOKING_SCENES, Surroundings, Table, rematch, wants_live_picture
from companion.play.views import PictureView, Scene, TableView
from companion.text.names import say_player
from companion.text.speech import say


def view_of(table: Table, around: Surroundings) -> TableView:
    """The view of this table."""
    undo = say_undo(table)
    view = TableView(
        number=table.number,
        scene=table.scene,
        message=say_scene(table),
        fault=table.fault,
        picture=_live(table, around),
        may_undo=undo is not None,
        undo_words=undo,
        has_camera=around.camera is not None,
        peeking=table.peeking,
        mark=None if table.record is None and table.cards is None else around.mark,
    )
    if table.cards is not None:
        return _with_match(view, table.cards, around)
    if table.draft is not None:
        mix = mix_view(table.draft)
        return replace(view, mix=mix, caption=mix.caption, book=RuleBook(table.draft.ruleset))
    if table.calibration is not None:
        page = calibration_view(table.calibration)
        picture = calibration_picture(table.calibration)
        return replace(view, calibration=page, caption=page.title, picture=picture)
    if table.counting is not None:
        counted = count_view(table.counting, table.number, around.most_thrown)
        picture = count_picture(table.counting)
        return replace(view, count=counted, caption=say("count.caption"), picture=picture)
    if table.record is None:
        offered = welcome_view(table.saved, table.kept, around.camera, table.picked, table.begun)
        offered = replace(offered, may_set_up=around.may_set_up, may_count=around.may_count)
        offered = replace(offered, table=around.table or "")
        above = None if table.seats_asked is None else table.seats_asked.above
        picture = None if above is None else PictureView(above, (), live=True)
        return replace(view, welcome=offered, picture=picture)
    told = replace(view, book=RuleBook(table.game.ruleset), advice=around.advice or advice_of(table))
    return game_view(told, table, around)


def _with_match(view: TableView, cards: CardTable, around: Surroundings) -> TableView:
    match = cards.match
    drawn = card_table_view(cards, view.number, around.card_eye)
    title = match.ruleset.title
    view = replace(view, rules_title=title, book=RuleBook(match.ruleset))
    shown = replace(view, caption=_card_caption(title, drawn, view.scene), cards=drawn)
    if match.winner is None:
        return shown
    again = rematch(cards.record, None)
    winner = say_player(match.players, match.winner)
    return replace(shown, winner=winner, winner_seat=match.winner, rematch=again, souvenir=around.page)


def _card_caption(title: str, cards: CardTableView, scene: Scene) -> str:
    """The game and its hand; at the table also the points that it goes to."""
    if scene is Scene.CARDS_OVER:
        return title
    if scene is not Scene.CARDS:
        return say("title.hand", rules=title, hand=cards.hand)
    hand = say("title.hand_number", hand=cards.hand) if cards.hand else say("title.first_hand")
    return say("title.match", rules=title, hand=hand, target=cards.target)


def _live(table: Table, around: Surroundings) -> PictureView | None:
    if around.live is None or not wants_live_picture(table):
        return None
    frame = coarse(around.live) if table.scene in LOOKING_SCENES else around.live
    return PictureView(frame, lift_marks(table, frame), live=True, focus=around.place)
