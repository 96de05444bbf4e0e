"""A star is called a star, never by the number in whose place it stands; numbers of things take a plural."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import polib
import pytest

from companion.cli.replay import story_of
from companion.journal.statistics import played_game, say_figures, say_game
from companion.journal.statistics.words import player_object
from companion.rules import (
    AnyEvent,
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    GameBegun,
    GameRecord,
    RevealCorrected,
    RuleError,
    dice_game,
)
from companion.share.album.souvenir import page_words, souvenir_of
from companion.share.feed import Happening, format_state
from companion.share.web.board_view import shown
from companion.text import (
    Catalogue,
    chapters,
    languages,
    path_of,
    reason_of,
    say_again,
    say_aloud,
    say_different,
    say_legal,
    use_language,
)
from companion.text.catalogue import ENGLISH, Value
from tests.journal.statistics.evenings import figures_of
from tests.share.happened import happenings

STARRED = {
    "milton-bradley": ("milton-bradley", (), 1),
    "bluff": ("bluff", (), 6),
    "house on the track": ("house", (("raising", "track"), ("show_reroll", True)), 1),
    "house with the star on the six": ("house", (("star_six", True), ("show_reroll", True)), 6),
    "house with Palafico": ("house", (("star_six", True), ("palafico", True), ("show_reroll", True)), 6),
}
"""Games whose dice bear stars: rules, options, and the number in whose place the star stands."""
OTHER_WORDS = ("ones.one", "dice_of_ones.one", "a_die.one")
NAMED = ("face", "faces", "dice", "bid", "found", "last", "legal", "ones")
"""Placeholders that are filled with faces."""


Asked = list[tuple[str, dict[str, Value]]]


@pytest.fixture(params=languages())
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Every sentence that is asked for, with its values, in each language."""
    heard: Asked = []
    say = Catalogue.say

    def listen(self: Catalogue, message: str, values: dict[str, Value]) -> str:
        heard.append((message, values))
        return say(self, message, values)

    use_language(request.param)
    monkeypatch.setattr(Catalogue, "say", listen)
    return heard


def events(rules: str, options: tuple[tuple[str, object], ...], star: int) -> tuple[AnyEvent, ...]:
    """Stars are bid, shown, revealed and corrected; the last round is open."""
    hand, shows = (star,) * 2 + (3, 4, 5), (star, star)
    return (
        GameBegun(rules, ("Ann", "Bob", "Cy"), options, 0),
        BidMade(0, 1, star),
        DiceShown(0, shows),
        BidMade(1, 3, star),
        BidMade(2, 4, star),
        Challenged(0),
        CupsRevealed((hand, hand, hand)),
        RevealCorrected((hand, (star,) * 5, hand)),
        BidMade(0 if rules == "house" else 2, 2, star),
    )


@pytest.mark.parametrize("game", STARRED)
def test_a_star_is_never_called_by_its_number(game: str, asked: Asked) -> None:
    rules, options, star = STARRED[game]
    made = events(rules, options, star)
    for event, happening in zip(made, happenings(made), strict=True):
        record = happening.record
        now = dice_game(record.game)
        say_aloud(event, now, happening.before, legal=True)
        say_again(now, legal=True)
        say_different(now)
        format_state(happening)
        shown(happening)
    ruleset, live = dice_game(record.game).ruleset, record.live_events
    say_legal(dice_game(record.game))
    say_game(played_game(live))
    story_of("game", dice_game(record.game))
    figures = figures_of([(7, played_game(live))])
    say_figures(figures)
    assert {player_object(each)["favourite_face"] for each in figures.players} == {"star"}
    assert {each.stars for each in figures.players} == {1, 2} or figures.players[0].stars == 2
    page_words(souvenir_of(7, datetime.now(UTC), datetime.now(UTC), record))
    for wrong in (BidMade(1, 1, star), BidMade(1, 1, 3), CupsRevealed(((3,) * 5,) * 3)):
        with pytest.raises(RuleError) as refused:
            record.apply(wrong)
        reason_of(refused.value)
    chapters(ruleset)
    assert any(message == "dice_of_ones.star" for message, _ in asked)
    assert [each for each in asked if each[0] in (f"face.{star}", *OTHER_WORDS)] == []
    assert [
        (message, name, value)
        for message, values in asked
        for name, value in values.items()
        if name in NAMED and (value == star or str(star) in re.findall(r"\w+", str(value)))
    ] == []


def test_the_feed_calls_a_bid_as_players_do() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Bob"), (), 0))
    told = [json.loads(format_state(Happening(1, datetime.now(UTC), record, (), None)))["state"]["bid_said"]]
    record = record.apply(BidMade(0, 3, 1))
    told.append(
        json.loads(format_state(Happening(1, datetime.now(UTC), record, (), None)))["state"]["bid_said"]
    )
    assert told == [None, "three stars"]


def test_a_reveal_that_lacks_a_shown_star_is_refused_with_its_name() -> None:
    record = GameRecord.begin(GameBegun("bluff", ("Ann", "Bob"), (), 0))
    for event in (BidMade(0, 1, 6), DiceShown(0, (6, 6)), Challenged(1)):
        record = record.apply(event)
    with pytest.raises(RuleError) as refused:
        record.apply(CupsRevealed(((1, 2, 3, 4, 5), (2, 2, 2, 2, 2))))
    assert reason_of(refused.value).startswith("Ann has shown two stars this round")


COUNTED = r"(?:games|rounds|bids|dice|players|cards|points|chips|hands|events|pictures|seats|tables|stars)"
NEVER_ONE = {
    "refusal.bid_above_dice": "two players at least hold dice",
    "refusal.shows_too_many": "with one or two hidden dice other sentences are said",
    "refusal.number_of_players": "from two players on",
    "demo.players": "from two players on",
    "game_page.players": "from two players on",
    "match_book.players": "from two players on; suggested targets have hundreds of points",
    "match_book.dealt": "seven cards and five chips, by the rules",
    "match_book.points": "ten points a chip",
    "match_book.set": "three cards at least",
    "match_book.run": "three cards at least",
    "match_book.two_decks": "more than five players",
    "match.deal": "seven cards and five chips, by the rules",
    "refusal.meld_too_small": "three cards at least",
    "refusal.set_too_large": "three cards at least",
    "refusal.set_complete": "four cards or eight",
    "lift.too_many": "more than are held",
    "panel.no_place": "the seats of a panel, eight",
    "camera.pictures_too_large": "limits",
    "seat.number": "limits",
    "seat.too_many": "limits",
    "wiring.many_seats": "more than the limit",
    "seats_touched.more": "more than players, who are two at least",
    "seats_touched.fewer": "two at least",
    "bench.dice": "what the bench measures",
    "bench.cards": "what the bench measures",
    "bench.replay": "what the bench measures",
    "lens.few_pictures": "the number that is needed",
    "lens.measured": "the number that was needed",
    "match_book.large_hits": "eight, by the rules",
    "read.too_many_turned": "more than were turned",
    "bidding.dice": "each of two players holds one",
    "simulated.shown_of_each": "two seats at least",
    "simulated.cannot_hold": "what a program asks for, not a table",
    "simulated.lost": "limits",
    "refusal.join_full": "limits of a game and of a table",
    "record.many_events": "the limit",
}
"""Sentences without a plural in which a number stands before things, and why it is never one."""


def test_a_number_of_things_that_may_be_one_chooses_its_form() -> None:
    catalogue = polib.pofile(str(path_of(ENGLISH)))
    counted = re.compile(rf"\{{(?!player\b)\w+(?::\w+)?\}} (?:\w+ )?{COUNTED}\b")
    without = {each.msgid for each in catalogue if not each.msgid_plural and counted.search(each.msgstr)}
    assert without - set(NEVER_ONE) == set()
