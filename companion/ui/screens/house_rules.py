"""Mixing house rules: pages of switches, contradictions, saving by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.commands import DeleteHouseRules, LeaveGame, SaveHouseRules, SetSwitch
from companion.play.base.views import View
from companion.play.modes.house_rules.views import (
    AskedView,
    HouseRulesScene,
    SwitchGroupView,
    SwitchView,
)
from companion.text import say
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.even_rows import EvenRows
from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet, Question, keys_for, lay_answers
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SwitchRow(Target, BoxLayout):
    title = StringProperty("")
    meaning = StringProperty("")
    words = StringProperty("")
    clashes = BooleanProperty(False)

    switch: SwitchView

    def show(self, switch: SwitchView) -> None:
        self.switch = switch
        self.tile = "bar fault" if switch.clashes else "key"
        self.title, self.meaning, self.words = switch.title, switch.now.meaning, switch.now.words
        self.clashes = switch.clashes


class GroupKey(Target, BoxLayout):
    heading = StringProperty("")
    clashes = BooleanProperty(False)

    page = 0

    def show(self, page: int, group: SwitchGroupView, chosen: bool) -> None:
        self.page, self.heading, self.clashes = page, group.heading, group.clashes
        self.tile = "key chosen" if chosen else "key line"


class TitleSheet(NameSheet):
    """Calls ``take`` with the title, also with the present one."""

    def __init__(self, title: str, longest: int, take: Callable[[str], None], **properties: object) -> None:
        self.longest = longest
        super().__init__(title, (), take, None, columns=[3, 6], **properties)
        self.on_name()

    def offered(self) -> list[str]:
        return say("names.titles").splitlines()

    def done(self) -> None:
        title = self.name.strip() or self.old_name
        self.close()
        self._take(title)

    def on_name(self, *_: object) -> None:
        """Nothing can be saved without a title."""
        self.ready = bool(self.name.strip() or self.old_name)


class SaveFoot(BoxLayout):
    told = StringProperty("")
    may_delete = BooleanProperty(False)


class ClashFoot(BoxLayout):
    sentence = StringProperty("")


class HouseRulesScreen(Screen[HouseRulesScene]):
    leading = "back"
    clashes = BooleanProperty(False)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._asked_on: int | None = None
        self._page = 0
        self.saving = SaveFoot()
        self.saving.ids.save.bind(on_release=lambda *_: self.save())
        self.saving.ids.delete.bind(on_release=lambda *_: self.delete())
        self.ending = ClashFoot()

    def enter(self, view: View[HouseRulesScene]) -> None:
        self._page = 0
        self._asked_on = None

    def show(self, view: View[HouseRulesScene]) -> None:
        self._draw()
        question = view.scene.question
        if question is not None and view.number != self._asked_on:
            self._asked_on = view.number
            self._ask(view.number, question)

    def go_back(self) -> bool:
        """To the first screen; ask first if changes are unsaved."""
        if self.view.scene.changed:
            self.table.open(
                Question(
                    title=say("leave.unsaved"),
                    answers=((say("leave.leave"), "key yellow", lambda: self.table.send(LeaveGame)),),
                    back=say("leave.go_on_mixing"),
                )
            )
        else:
            self.table.send(LeaveGame)
        return True

    def save(self) -> None:
        sheet = TitleSheet(self.view.scene.title or "", self.view.scene.longest_title, take=self._save_as)
        self.table.open(sheet)

    def delete(self) -> None:
        self.table.open(
            Question(
                title=say("delete.question", title=self.view.scene.title or ""),
                text=say("delete.games"),
                answers=((say("key.delete"), "key red", lambda: self.table.send(DeleteHouseRules)),),
                back=say("delete.keep"),
            )
        )

    def turn_to(self, page: int) -> None:
        self._page = page
        self.ids.rows.keep(0, SwitchRow)  # under another finger none means another rule
        self.ids.rows.to_top()
        self._draw()

    def _save_as(self, title: str) -> None:
        self.table.send(SaveHouseRules, title=title)

    def _draw(self) -> None:
        tabs: EvenRows = self.ids.tabs
        rows: EvenRows = self.ids.rows
        groups = self.view.scene.groups
        tabs.keep(len(groups), lambda: GroupKey(on_release=lambda key: self.turn_to(key.page)))
        for page, (key, group) in enumerate(zip(tabs.cells, groups, strict=True)):
            key.show(page, group, chosen=page == self._page)
        switches = groups[self._page].switches
        rows.keep(len(switches), lambda: SwitchRow(on_release=lambda row: self._touch(row.switch)))
        for row, switch in zip(rows.cells, switches, strict=True):
            row.show(switch)
        self.clashes = bool(self.view.scene.clashes)
        self.saving.told, self.saving.may_delete = self.view.scene.told, self.view.scene.title is not None
        foot = self.ids.foot
        foot.clear_widgets()
        foot.add_widget(self._clash_foot() if self.clashes else self.saving)

    def _touch(self, switch: SwitchView) -> None:
        if switch.flips:
            other = next(each for each in switch.settings if each != switch.now)
            self._set(switch.name, other.value)
            return
        numbers = all(type(each.value) is int for each in switch.settings)
        choices = tuple(
            Choice(
                each.words,
                "" if numbers else each.meaning,
                partial(self._set, switch.name, each.value),
                chosen=each == switch.now,
            )
            for each in switch.settings
        )
        self.table.open(ChoiceSheet(choices, title=switch.title))

    def _set(self, name: str, value: object) -> None:
        self.table.send(SetSwitch, name=name, value=value)

    def _clash_foot(self) -> ClashFoot:
        first: AskedView = self.view.scene.clashes[0]
        self.ending.sentence = first.sentence
        lay_answers(self.ending.ids.ways, keys_for(first.answers, self.table.answer, others="key yellow"))
        return self.ending

    def _ask(self, number: int, asked: AskedView) -> None:
        answers = keys_for(asked.answers, self.table.answer, others="key yellow")
        question = Question(title=asked.sentence, answers=answers)
        question.came_with = number
        self.table.open(question)
