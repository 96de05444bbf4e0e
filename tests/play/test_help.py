"""What "?" tells in a game that is played, and in every language."""

from __future__ import annotations

import pytest

from companion.play.base.commands import LeaveGame
from companion.play.base.views import HelpView, Topic
from companion.play.views import help_of
from companion.rules import RULESETS
from companion.text import languages, use_language
from tests.play.evening import Evening


@pytest.mark.parametrize("language", languages())
def test_every_topic_is_told_in_three_lines(language: str) -> None:
    use_language(language)
    told = {topic: len(HelpView(topic).lines) for topic in Topic}
    assert told == dict.fromkeys(Topic, 3)


def test_a_game_brings_its_own_book_with_its_variations(evening: Evening) -> None:
    evening.begin("rh", 3, spot_on="nothing")
    (book,) = help_of(evening.view).books
    assert book.rules == RULESETS["rh"].with_options((("spot_on", "nothing"),))
    assert any(each.startswith("Spot on: ") for chapter in book.chapters for each in chapter.sentences)
    evening.do(LeaveGame)
    assert help_of(evening.view) == HelpView(Topic.APP)


def test_bids_on_the_track_and_on_the_pad_are_told_apart(evening: Evening) -> None:
    told = {}
    for rules in ("milton-bradley", "rh"):
        evening.begin(rules, 3)
        told[rules] = help_of(evening.view).topic
        evening.do(LeaveGame)
    assert told == {"milton-bradley": Topic.TRACK, "rh": Topic.PAD}
