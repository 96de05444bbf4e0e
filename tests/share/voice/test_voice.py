"""The voice follows game and screen: what happens, what is asked, what went wrong; and it can be silent."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from companion.core.settings import Quiet, Talk
from companion.play.modes.dice.views import BiddingScene, CheckScene, LiftView, RevealScene
from companion.play.overlays.first_game import first_game
from companion.rules import BidMade, GameBegun
from companion.share.voice import Speaker, Voice
from companion.share.voice.sound import Effect
from tests.made_views import made
from tests.share.happened import happenings
from tests.share.voice.listening import Letters, Tape, until

BEGUN, BID = GameBegun("milton-bradley", ("Ann", "Ben"), opener=0), BidMade(0, 2, 4)
NOW = datetime(2026, 11, 24, 22, 30, tzinfo=UTC)
FIRST, SECOND = happenings((BEGUN, BID))


class Heard(Speaker):
    """A speaker whose words are kept, not played."""

    def __init__(self) -> None:
        super().__init__(Letters(), Tape(plays=False))
        self.words: list[tuple[str, Effect | None]] = []

    def say(self, words: str, effect: Effect | None = None) -> None:
        self.words.append((words, effect))

    def say_then(self, words: str) -> None:
        self.words.append((f"then {words}", None))


def test_each_event_is_said_once() -> None:
    heard = Heard()
    voice = Voice(heard, Talk.SHORT)
    voice.on_event(FIRST)
    voice.on_event(SECOND)
    assert heard.words == [
        ("A new game: Ann and Ben. Ann opens.", None),
        ("Ann: two 4s. Ben, your turn.", Effect.DIE),
    ]
    voice.close()


def test_what_may_be_bid_is_said_to_people_who_do_not_look() -> None:
    heard = Heard()
    Voice(heard, Talk.FULL).on_event(SECOND)
    assert "Raise to " in heard.words[0][0]
    heard.close()


def test_what_the_screen_asks_and_what_went_wrong_is_said_once() -> None:
    heard = Heard()
    voice = Voice(heard, Talk.SHORT)
    for number in (1, 2):
        voice.show(made(number, CheckScene, "I can't read two dice."))
    for number in (3, 4):
        voice.show(made(number, BiddingScene, "Ben's turn.", fault="No picture from the camera."))
    voice.show(made(5, BiddingScene, "Ben's turn."))
    voice.show(made(6, BiddingScene, "Ben's turn.", fault="No picture from the camera."))
    assert [words for words, _ in heard.words] == [
        "I can't read two dice.",
        "No picture from the camera.",
        "No picture from the camera.",
    ]
    heard.close()


def test_whose_cup_goes_up_and_the_count_so_far_are_heard_after_the_challenge() -> None:
    heard, silent = Heard(), Heard()
    lifts = [None, LiftView("Bob lifts", "", False, said="Bob lifts.")]
    lifts += [lifts[1], LiftView("Cy lifts", "", False, said="No 5s so far. Cy lifts."), None]
    for speaker, talk in ((heard, Talk.SHORT), (silent, Talk.OFF)):
        voice = Voice(speaker, talk)
        for number, lift in enumerate(lifts):
            voice.show(made(number, RevealScene, lift=lift))
        voice.close()
    assert [words for words, _ in heard.words] == ["then Bob lifts.", "then No 5s so far. Cy lifts.", "then "]
    assert silent.words == []


def test_the_coach_of_the_first_game_is_heard() -> None:
    heard = Heard()
    voice = Voice(heard, Talk.SHORT)
    lesson = first_game()
    voice.show(lesson.view(1))
    voice.show(lesson.view(2))
    assert [words for words, _ in heard.words] == [
        "You are Kim. Everybody shakes five dice under a cup. These are yours: only you see them."
    ]
    heard.close()


NIGHT, NAP = Quiet(time(22), time(7)), Quiet(time(13), time(15))


@pytest.mark.parametrize(
    ("hours", "hour", "quiet"),
    [
        (NIGHT, 23, True),
        (NIGHT, 3, True),
        (NIGHT, 7, False),
        (NIGHT, 12, False),
        (NAP, 14, True),
        (NAP, 16, False),
    ],
)
def test_quiet_hours_may_pass_midnight(hours: Quiet, hour: int, quiet: bool) -> None:
    assert hours.holds_at(time(hour)) is quiet


def test_nothing_is_said_at_night_nor_when_it_is_off() -> None:
    heard = Heard()
    Voice(heard, Talk.SHORT, NIGHT, lambda: NOW).on_event(SECOND)
    Voice(heard, Talk.OFF).on_event(SECOND)
    assert heard.words == []
    heard.close()


def test_a_real_speaker_says_it() -> None:
    letters, tape = Letters(), Tape(plays=False)
    voice = Voice(Speaker(letters, tape), Talk.SHORT)
    voice.on_event(SECOND)
    until(lambda: len(tape.heard) == 1)
    voice.close()
    assert letters.spoken == ["Ann: two 4s. Ben, your turn."]
