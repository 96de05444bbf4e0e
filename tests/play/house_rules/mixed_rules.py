"""How the tests mix, save and look up house rules at a table."""

from __future__ import annotations

from companion.play.base.commands import MixHouseRules, NewGame, SaveHouseRules, SetSwitch
from companion.play.modes.house_rules.views import HouseRulesScene, SwitchView
from companion.play.modes.welcome.views import RulesChoice, WelcomeScene
from companion.play.views import TableView
from tests.play.evening import Evening


def mix(evening: Evening, rules: str = "house", **switches: object) -> HouseRulesScene:
    evening.do(MixHouseRules, rules=rules)
    for name, value in switches.items():
        evening.do(SetSwitch, name=name, value=value)
    return evening.view.of(HouseRulesScene).scene


def save(evening: Evening, title: str, **answers: bool) -> TableView:
    return evening.do(SaveHouseRules, title=title, **answers)


def switch(view: HouseRulesScene, name: str) -> SwitchView:
    return next(each for group in view.groups for each in group.switches if each.name == name)


def house_choices(view: TableView) -> list[RulesChoice]:
    return [choice for choice in view.of(WelcomeScene).scene.choices if choice.saved_as is not None]


def titles(evening: Evening) -> list[str]:
    return [rules.title for rules in evening.shelf.read().rules]


def begin(evening: Evening, choice: RulesChoice, opener: int | None = 0) -> TableView:
    return evening.do(
        NewGame, rules=choice.name, players=("Ann", "Bob"), options=choice.switches, opener=opener
    )
