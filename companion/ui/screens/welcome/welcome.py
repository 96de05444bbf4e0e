"""The first screen: go on with a game, or begin one: which game, who plays, which variations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.play.base import commands
from companion.play.base.views import HelpView, View
from companion.play.modes.counting.views import CountRolls
from companion.play.modes.history.views import LookBack
from companion.play.modes.setup.views import CheckLight, SetUpTable
from companion.play.modes.welcome.views import (
    NOTHING_YET,
    RulesChoice,
    SavedGameView,
    WelcomeScene,
)
from companion.play.overlays.first_game import BeginFirstGame
from companion.play.overlays.views import OpenSettings
from companion.play.views import help_of, help_with_games, help_with_players
from companion.text import say
from companion.ui.art.textures import words_texture
from companion.ui.art.theme import Palette
from companion.ui.screens.welcome.players_page import PlayersPage
from companion.ui.screens.welcome.seats_page import SeatsPage
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.even_rows import EvenRows
from companion.ui.widgets.name_sheet import next_free_name
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Answer, Choice, ChoiceSheet
from companion.ui.widgets.surface import Drawn, Target


class Lettering(Drawn):
    text = StringProperty("")
    drawn_by = ("text",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle()

    def _draw(self, *_: object) -> None:
        if not self.text or min(self.size) < 8:
            return
        tall = int(self.height / 1.24)
        texture = words_texture(self.text, tall, Palette.yellow)
        if texture.width > self.width:
            tall = int(tall * self.width / texture.width)
            texture = words_texture(self.text, max(4, tall), Palette.yellow)
        self._box.texture = texture
        self._box.size = texture.size
        self._box.pos = (self.center_x - texture.width / 2, self.center_y - texture.height / 2)


class HomePage(BoxLayout):
    """The first key is the largest: the newest unfinished game, the last table again, a club's, or a first
    game that teaches by playing.
    """

    resume_line = StringProperty("")
    resume_rules = StringProperty("")
    has_resume = BooleanProperty(False)
    is_the_first = BooleanProperty(False)
    last_title = StringProperty("")
    last_line = StringProperty("")
    has_last = BooleanProperty(False)
    low = BooleanProperty(False)
    """The screen is too low for all keys in one column."""
    camera = StringProperty("")
    may_set_up = BooleanProperty(False)

    def __init__(self, acts: Mapping[str, Callable[[], None]], **properties: object) -> None:
        """``acts``: what each key does, by its name in the layout."""
        super().__init__(**properties)
        self._more = [self.ids[name].__self__ for name in ("practise", "others", "count", "past", "settings")]
        for name, act in acts.items():
            self.ids[name].bind(on_release=lambda *_, act=act: act())

    def show(self, view: WelcomeScene, may_set: bool = False, may_look_back: bool = False) -> None:
        """``may_set``: there are settings to open; ``may_look_back``: there are kept games."""
        newest, last = view.newest, view.roster.last
        self.has_resume = newest is not None
        self.resume_line, self.resume_rules = (newest.line, newest.rules) if newest else ("", "")
        self.is_the_first = view.is_the_first
        self.has_last = last is not None
        self.last_title, self.last_line = (last.title, last.line) if last else ("", "")
        self.camera = view.camera
        self.may_set_up = view.may_set_up
        has_others = len(view.saved) > (1 if newest else 0)
        self.ids.practise.tile = "key yellow" if view.learned else "key line"
        self._offer(bool(view.partners), has_others, view.may_count, may_look_back, may_set)

    def _offer(self, *there: bool) -> None:
        self.ids.more.clear_widgets()
        for key, is_there in zip(self._more, there, strict=True):
            if is_there:
                self.ids.more.add_widget(key)


class GameCard(Target, BoxLayout):
    title = StringProperty("")
    line = StringProperty("")
    players = StringProperty("")
    star = NumericProperty(0)
    cards = BooleanProperty(False)

    choice: RulesChoice

    def show(self, choice: RulesChoice) -> None:
        self.choice, self.tile = choice, "key"
        self.title, self.line = choice.title, choice.line
        self.players = say("game_page.players", fewest=choice.fewest, most=choice.most)
        self.star, self.cards = choice.star_face, choice.has_cards


class MixCard(Target, BoxLayout): ...


class GamePage(BoxLayout):
    def __init__(
        self, pick: Callable[[RulesChoice], None], mix: Callable[[], None], **properties: object
    ) -> None:
        super().__init__(**properties)
        self._pick, self._mix = pick, mix
        self._shown: tuple[tuple[RulesChoice, ...], bool] = ((), False)
        self._cards: list[GameCard] = []

    @property
    def question(self) -> str:
        return say("game_page.question")

    def show(self, choices: tuple[RulesChoice, ...], may_mix: bool) -> None:
        if self._shown == (choices, may_mix):
            return
        self._shown = choices, may_mix
        for _ in range(len(choices) - len(self._cards)):
            self._cards.append(GameCard(on_release=lambda card: self._pick(card.choice)))
        cards = self._cards[: len(choices)]
        for card, choice in zip(cards, choices, strict=True):
            card.show(choice)
        mix = [MixCard(tile="key line", on_release=lambda _card: self._mix())] if may_mix else []
        games: EvenRows = self.ids.games
        games.hold(*cards, *mix)

    def bring(self, choice: RulesChoice) -> GameCard:
        games: EvenRows = self.ids.games
        card = next(each for each in games.cells if isinstance(each, GameCard) and each.choice is choice)
        games.scroll_to(card, animate=False)
        return card


load_layout(__file__)


_PLAYERS_AT_FIRST = 3


class WelcomeScreen(Screen[WelcomeScene]):
    """Turns between its four pages, with the last game's players seated.

    ``leading``: the way out on the first page, the way back on the others.
    """

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._pages: list[Widget] = []
        self._seated: tuple[str, ...] = ()
        self._practising = False
        self.home = HomePage(
            {
                "resume": self._resume_newest,
                "same": self._play_again,
                "others": self._open_saved,
                "new": lambda: self._turn_to_games(practising=False),
                "learn": self._learn,
                "table": self._open_table,
                "settings": lambda: table.send(OpenSettings),
                "count": lambda: table.send(CountRolls),
                "past": lambda: table.send(LookBack),
                "practise": lambda: self._turn_to_games(practising=True),
            }
        )
        self.games = GamePage(self._pick, self._ask_beginning)
        self.players = PlayersPage(table, self._begin, self._change, self._open_seats)
        self.seats = SeatsPage(self.players, table.refresh_header)

    def enter(self, view: View[WelcomeScene]) -> None:
        self._pages = []
        self._seat(view.scene)
        self._turn_to(self.home)
        picked = _picked(view)
        if picked is None:
            self.home.ids.cup.lift()
        else:
            self._turn_to_games(practising=False)
            self._pick(picked)

    def show(self, view: View[WelcomeScene]) -> None:
        if view.scene is not NOTHING_YET:
            self._seat(view.scene)
            self.home.show(view.scene, view.may_set, view.may_look_back)
            self._show_games(view.scene)
        self.seats.picture(view.picture)

    def go_back(self) -> bool:
        """One page back; False on the first."""
        if len(self._pages) < 2:
            return False
        if self._pages.pop() is self.seats:
            self.table.send(commands.ShowSeats, on=False)
        self._turn_to(self._pages.pop())
        return True

    def message(self, view: View[WelcomeScene]) -> str:
        page = self._pages[-1]
        return view.message if page is self.home else page.question

    def caption(self, view: View[WelcomeScene]) -> str:
        return self.players.title if self._pages[-1] in (self.players, self.seats) else ""

    def help(self, view: View[WelcomeScene]) -> HelpView:
        page = self._pages[-1]
        if page in (self.players, self.seats):
            return help_with_players(self.players.book)
        return help_with_games(view) if page is self.games else help_of(view)

    def help_keys(self, view: View[WelcomeScene]) -> tuple[Answer, ...]:
        return ((say("home.learn"), "key yellow", self._learn),)

    def _turn_to_games(self, practising: bool) -> None:
        self._practising = practising
        self._show_games(self.view.scene)
        self.games.ids.games.to_top()
        self._turn_to(self.games)

    def _show_games(self, welcome: WelcomeScene) -> None:
        choices = tuple(each for each in welcome.choices if not (self._practising and each.has_cards))
        self.games.show(choices, bool(welcome.beginnings) and not self._practising)

    def _learn(self) -> None:
        self.table.send(BeginFirstGame)

    def _turn_to(self, page: Widget) -> None:
        self._pages.append(page)
        self.leading = "back" if len(self._pages) > 1 else "leave"
        self.clear_widgets()
        self.add_widget(page)
        self.table.refresh_header()

    def _seat(self, welcome: WelcomeScene) -> None:
        seated = welcome.roster.seated
        if seated != self._seated and self.players not in self._pages:
            self._seated = seated
            self.players.seat(seated)

    def _pick(self, choice: RulesChoice) -> None:
        if self._practising:
            self._ask_partners(choice)
            return
        names = self.players.everybody
        fewest = choice.fewest if names else _PLAYERS_AT_FIRST
        while len(names) < min(fewest, choice.most):
            names = (*names, next_free_name(names))
        self.players.begin(choice, names, self.view.scene.roster.names)
        self._turn_to(self.players)

    def _ask_partners(self, choice: RulesChoice) -> None:
        begin = partial(
            self.table.send,
            commands.Practise,
            rules=choice.name,
            options=choice.switches,
            opener=0 if choice.names_opener else None,
        )
        some = (
            each for each in self.view.scene.partners if choice.fewest <= len(each.players) <= choice.most
        )
        choices = tuple(Choice(each.title, each.line, partial(begin, players=each.players)) for each in some)
        self.table.open(ChoiceSheet(choices, title=say("practice.who")))

    def _open_seats(self) -> None:
        self.seats.show()  # whose seat was touched before is nobody's now
        self._turn_to(self.seats)
        self.table.send(commands.ShowSeats, on=True)

    def _ask_beginning(self) -> None:
        choices = tuple(
            Choice(each.title, each.line, partial(self.table.send, commands.MixHouseRules, rules=each.rules))
            for each in self.view.scene.beginnings
        )
        self.table.open(ChoiceSheet(choices, title=say("welcome_page.begin_from")))

    def _change(self, choice: RulesChoice) -> None:
        self.table.send(commands.ChangeHouseRules, title=choice.saved_as)

    def _resume(self, saved: SavedGameView) -> None:
        self.table.send(commands.ResumeGame, game_id=saved.game_id)

    def _resume_newest(self) -> None:
        if self.view.scene.newest is not None:
            self._resume(self.view.scene.newest)

    def _play_again(self) -> None:
        last = self.view.scene.roster.last
        if last is not None:
            self.table.answer(last.again.begun(self.view.number))

    def _open_saved(self) -> None:
        choices = tuple(
            Choice(each.line, each.rules_and_day, partial(self._resume, each))
            for each in self.view.scene.saved
        )
        self.table.open(ChoiceSheet(choices, title=say("saved_sheet.title")))

    def _open_table(self) -> None:
        choices = (
            Choice(
                say("welcome_page.set_up"),
                say("welcome_page.set_up_line"),
                lambda: self.table.send(SetUpTable),
            ),
            Choice(
                say("welcome_page.light"),
                say("welcome_page.light_line"),
                lambda: self.table.send(CheckLight),
            ),
        )
        self.table.open(ChoiceSheet(choices, title=say("home.table")))

    def _begin(
        self,
        choice: RulesChoice,
        players: tuple[str, ...],
        options: tuple[tuple[str, object], ...],
        opener: int | None,
    ) -> None:
        self.table.send(commands.NewGame, rules=choice.name, players=players, options=options, opener=opener)


def _picked(view: View[WelcomeScene]) -> RulesChoice | None:
    welcome = view.scene
    if welcome.picked is None:
        return None
    return next(choice for choice in welcome.choices if choice.saved_as == welcome.picked)
