"""Kept games over the first screen: search, the open game, forgetting."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from companion import rules
from companion.journal import NOBODY, KeptGame, StoreError
from companion.journal.statistics import (
    CountedGame,
    Figures,
    GameTally,
    PlayedGame,
    PlayerFigures,
    added_up,
    luck_bar,
    played_game,
    reveals,
    say_lines,
)
from companion.play.base.commands import Refused
from companion.play.base.views import PictureView, Tone, View
from companion.play.modes.dice.views import BidView, HandView, SlotView, VerdictView
from companion.play.modes.history import views
from companion.text import (
    as_sentence,
    is_written,
    printable,
    say,
    say_all,
    say_call,
    say_company,
    say_count,
    say_decimal,
    say_hand,
    say_list,
    say_losses,
    say_name,
    say_percent,
    say_player,
    say_quest,
    say_verdict,
)


class Past(Protocol):
    """The table's memory (``companion.cli.wiring.past.KeptPast``).

    All but ``today`` raise ``companion.journal.errors.StoreError`` in a sentence.
    """

    def today(self) -> date:
        """The local date."""
        ...

    def games(self) -> tuple[KeptGame, ...]: ...

    def tallies(self, games: Sequence[KeptGame]) -> dict[int, GameTally]: ...

    def count_ahead(self) -> bool: ...

    def counted(self) -> tuple[CountedGame, ...]: ...

    def record(self, game_id: int) -> rules.GameRecord:
        """A game with its whole history; of a damaged one the good part."""
        ...

    def picture(self, game_id: int, number: int) -> PictureView | None:
        """The picture of the reveal with this number in the record, marked, if one was kept."""
        ...

    def souvenir(self, game_id: int) -> tuple[PictureView, ...]:
        """The game's page and, if it was one of several, the night's."""
        ...

    def forget_game(self, game_id: int) -> None: ...

    def forget_player(self, name: str) -> None: ...


def found(games: Sequence[KeptGame], name: str, period: views.Period, today: date) -> tuple[KeptGame, ...]:
    """``name`` may be part of a player's name, in any spelling of it."""
    wanted = rules.one_form(name).casefold()
    return tuple(
        game
        for game in games
        if _is_of(period, game.begun_at.astimezone().date(), today)
        and (not wanted or any(wanted in each.casefold() for each in game.players))
    )


def _is_of(period: views.Period, day: date, today: date) -> bool:
    month = (day.year, day.month) == (today.year, today.month)
    return {
        views.Period.ALL: True,
        views.Period.TODAY: day == today,
        views.Period.MONTH: month,
        views.Period.EARLIER: not month,  # also a future day, written by a wrong clock
    }[period]


def names_in_games(games: Sequence[KeptGame]) -> tuple[str, ...]:
    """Names, by falling number of games, without those that the screen cannot write."""
    everybody = (name for game in games for name in game.players)
    played = Counter(name for name in everybody if name != NOBODY and is_written(name))
    return tuple(sorted(played, key=lambda name: (-played[name], name)))


def row_of(game: KeptGame, ended: str = "") -> views.GameRow:
    return views.GameRow(
        game_id=game.id,
        when=game.begun_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        title=title_of(game),
        players=say_list(say_player(game.players, seat) for seat in range(len(game.players))),
        ended=ended,
    )


def title_of(game: KeptGame) -> str:
    if game.of_cards:
        return rules.LIAR_LIAR.title
    known = rules.RULESETS.get(game.begun.rules, rules.HOUSE)
    return printable(str(dict(game.begun.options).get("title") or known.title))


def say_ended(game: KeptGame, tally: GameTally | None) -> str:
    """Who won, or how far the game came; a dash if unknown."""
    if tally is None:
        return "—"
    if tally.winner is not None:
        return say("standing.over", player=say_player(game.players, tally.winner))
    return say("past.open_hands" if game.of_cards else "past.open", rounds=tally.rounds + 1)


MOST_BARS = 8
"""Players on the table's page that fit on the smallest screen."""


def pages_of(figures: Figures) -> tuple[PlayerFigures, ...]:
    return tuple(sorted(figures.players, key=lambda each: (-each.games, each.name)))


def figures_view(figures: Figures, at: int) -> views.FiguresScene:
    """Page 0 is the table's."""
    players = pages_of(figures)
    if at == 0:
        counted = say("figures.counted", games=figures.games, rounds=figures.rounds)
        bars = tuple(_bar(say_name(each.name), each.won, each.games) for each in players[:MOST_BARS])
        lines = (counted,) if players else (say("figures.nothing"),)
        return views.FiguresScene(0, len(players) + 1, "", say("past.table"), lines, bars, ())
    each = players[at - 1]
    bars = (
        _bar(say("bar.won"), each.won, each.games),
        _bar(say("bar.challenges"), each.challenges_right, each.challenges),
        _bar(say("bar.held"), each.bids_held, each.challenged),
        _bar(say("bar.bluffs"), each.bluffs_caught, each.bluffs),
        _lost(each, players),
        _luck(each, players),
    )
    return views.FiguresScene(
        at, len(players) + 1, each.name, say_name(each.name), say_lines(each), bars, each.faces, each.stars
    )


def _lost(each: PlayerFigures, players: tuple[PlayerFigures, ...]) -> views.BarView:
    most = max(other.dice_lost_a_game for other in players)
    share = each.dice_lost_a_game / most if most else 0.0
    return views.BarView(say("bar.lost"), share, say_decimal(each.dice_lost_a_game))


def _luck(each: PlayerFigures, players: tuple[PlayerFigures, ...]) -> views.BarView:
    if each.luck is None:
        return views.BarView(say("bar.luck"), 0.5, "—", 0.5)
    told = say_percent(each.luck, 1, signed=True)
    return views.BarView(say("bar.luck"), luck_bar(each.luck, players), told, 0.5)


def _bar(words: str, part: int, whole: int) -> views.BarView:
    return views.BarView(words, part / whole if whole else 0.0, say("bar.of", part=part, whole=whole))


@dataclass(frozen=True, slots=True)
class Story:
    """An opened game; for dice, ``played`` are its rounds, ``numbers`` those of their reveals.

    ``souvenir``: its pages, once asked for.
    """

    game: KeptGame
    record: rules.GameRecord
    played: PlayedGame | None
    numbers: tuple[int, ...]
    at: int = 0
    souvenir: tuple[PictureView, ...] = ()

    @property
    def rounds(self) -> int:
        match = self.record.game
        if isinstance(match, rules.Match):
            return max(1, match.hand)
        return 1 if self.played is None else max(1, len(self.played.rounds))


def story_of(game: KeptGame, record: rules.GameRecord) -> Story:
    if isinstance(record.game, rules.Match):
        return Story(game, record, None, ())
    return Story(game, record, played_game(record.live_events), reveals(record.numbered_live_events))


def story_scene(story: Story, past: Past) -> tuple[views.StoryScene, str, PictureView | None]:
    match = story.record.game
    if isinstance(match, rules.Match):
        return (*_hand(story, match), None)
    played = None if story.played is None or not story.played.rounds else story.played.rounds[story.at]
    ended = None if played is None else played.ended
    players, ruleset = match.players, match.ruleset
    scene = views.StoryScene(
        story.game.id,
        story.at,
        story.rounds,
        lines=(),
        told=say_all(
            say_company(_moves_before(match, story.at), players),
            say("past.no_verdict") if ended is None else say_verdict(ended, players, ruleset),
            say_company(_moves_after(match, story), players),
        ),
        may_draw=bool(story.numbers),
        star_face=ruleset.star_face,
        bids=() if played is None else tuple(BidView.of(placed.bid, players) for placed in played.bids),
        verdict=None if ended is None else verdict_of(ended, players, ruleset),
        souvenir=story.souvenir,
    )
    picture = None if ended is None else past.picture(story.game.id, story.numbers[story.at])
    return scene, say("past.round", number=story.at + 1, rounds=story.rounds), picture


def _moves_before(game: rules.Game, round_at: int) -> tuple[rules.SeatChange, ...]:
    return tuple(each for each in game.seat_changes if each.round == round_at)


def _moves_after(game: rules.Game, story: Story) -> tuple[rules.SeatChange, ...]:
    return _moves_before(game, story.rounds) if story.at == story.rounds - 1 else ()


def verdict_of(ended: rules.Round, players: tuple[str, ...], ruleset: rules.RuleSet) -> VerdictView:
    counted = rules.matching(ended, ended.dice)
    return VerdictView(
        headline=say_count(ended, ruleset),
        sentence=say_losses(ended, players),
        count=ended.count,
        quantity=ended.bid.claim,
        losses=ended.losses,
        hands=tuple(
            HandView(seat, say_player(players, seat), len(dice), _slots(dice, counted[seat]), None)
            for seat, dice in enumerate(ended.dice)
        ),
        called=as_sentence(say_call(ended, players, ruleset)),
        counted=(),
        next_words="",
        told=True,
    )


def _slots(dice: tuple[int, ...], counts: tuple[bool, ...]) -> tuple[SlotView, ...]:
    return tuple(
        SlotView(face, Tone.COUNTED if counted else Tone.IDLE, None, None)
        for face, counted in zip(dice, counts, strict=True)
    )


def _hand(story: Story, match: rules.Match) -> tuple[views.StoryScene, str]:
    number = story.at + 1
    asked = (*match.quests, *(() if match.quest is None else (match.quest,)))
    lines = tuple(say_quest(quest, match.players) for quest in asked if quest.hand == number)
    ended = match.hands[story.at] if story.at < len(match.hands) else None
    told = say("past.no_end") if ended is None else as_sentence(say_hand(ended, match.players))
    lines = lines or (say("past.no_quests"),)
    scene = views.StoryScene(story.game.id, story.at, story.rounds, lines, told, bool(match.hands))
    return scene, say("past.hand", number=number, hands=story.rounds)


PAGE = 40
"""Games whose end is looked up at a time, round the visible place."""


class History:
    """Carries out commands among the kept games and draws them over the table."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._all: tuple[KeptGame, ...] = ()
        self._found: tuple[KeptGame, ...] = ()
        self._name, self._period = "", views.Period.ALL
        self._rows: list[views.GameRow] = []
        self._names: tuple[str, ...] = ()
        self._story: Story | None = None
        self._figures: Figures | None = None
        self._page = 0
        self.counts_ahead = False
        """Whether games are left to count while nobody touches anything."""

    def take(self, command: views.HistoryCommand) -> None:
        """StoreError if the journal cannot be read or changed."""
        match command:
            case views.LookBack():
                self._name, self._period, self._story, self._figures = "", views.Period.ALL, None, None
                self._read()
            case views.FindGames(name=name, period=period):
                self._name, self._period = name, period
                self._find()
            case views.LoadGames(at=at):
                self._load(at)
            case views.OpenGame(game_id=game_id):
                self._story = story_of(self._kept(game_id), self._past.record(game_id))
            case views.TurnToRound(at=at) if self._story is not None:
                at = max(0, min(at, self._story.rounds - 1))
                self._story = replace(self._story, at=at, souvenir=())
            case views.OpenFigures(name=name):
                self._figures = added_up(self._past.counted())
                names = [each.name for each in pages_of(self._figures)]
                self._page = 1 + names.index(name) if name in names else 0
            case views.TurnFigures(at=at) if self._figures is not None:
                self._page = max(0, min(at, len(self._figures.players)))
            case views.OpenSouvenir() if self._story is not None:
                pages = self._past.souvenir(self._story.game.id)
                self._story = replace(self._story, souvenir=pages)
            case views.BackToGames():
                self._story = self._figures = None
            case views.ForgetGame(game_id=game_id):
                self._past.forget_game(game_id)
                self._story = None
                self._read()
            case views.ForgetPerson(name=name):
                self._past.forget_player(name)
                self._name, self._figures = "", None
                self._read()

    def count_ahead(self) -> None:
        """Count some games ahead; an unreadable journal is reported only when somebody asks."""
        self.counts_ahead = False
        with contextlib.suppress(StoreError):
            self.counts_ahead = self._past.count_ahead()

    def over(self, bare: View[object]) -> View[views.HistoryScene | views.StoryScene | views.FiguresScene]:
        number, fault, look = bare.number, bare.fault, bare.look
        if self._story is not None:
            scene, message, picture = story_scene(self._story, self._past)
            caption = f"{title_of(self._story.game)} · {row_of(self._story.game).when}"
            return View(number, scene, message, fault, caption, picture, look=look)
        if self._figures is not None:
            figures = figures_view(self._figures, self._page)
            return View(number, figures, figures.title, fault, look=look)
        rows = tuple(self._rows)
        told = "" if rows else say("past.nothing" if self._all else "past.none")
        games = views.HistoryScene(rows, self._name, self._period, self._names, told)
        return View(number, games, say("past.games", games=len(rows)), fault, look=look)

    def _read(self) -> None:
        self._all = tuple(reversed(self._past.games()))
        self._names = names_in_games(self._all)
        self.counts_ahead = True
        self._find()

    def _find(self) -> None:
        self._found = found(self._all, self._name, self._period, self._past.today())
        self._rows = [row_of(game) for game in self._found]
        self._load(0)

    def _load(self, at: int) -> None:
        first = max(0, at - PAGE // 2)
        page = self._found[first : first + PAGE]
        if all(row.ended for row in self._rows[first : first + PAGE]):
            return
        tallies = self._past.tallies(page)
        for place, game in enumerate(page, start=first):
            self._rows[place] = row_of(game, say_ended(game, tallies.get(game.id)))

    def _kept(self, game_id: int) -> KeptGame:
        game = next((each for each in self._all if each.id == game_id), None)
        if game is None:
            raise Refused(say("past.gone"))
        return game
