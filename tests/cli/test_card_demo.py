"""The demonstration of Liar, Liar: a whole match at the simulated card table, its record and its count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from companion.__main__ import main
from companion.cli import demo
from companion.cli.demonstration.eyes import CardLook, nearest, not_picked
from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, ReadCard
from companion.journal import replay_record
from companion.rules import Match, MatchPhase
from companion.simulator import SimulatedCardTable, TrueCard

COUNT = re.compile(
    r"(\d+) cards were laid for the eye: (\d+) read right, (\d+) asked about, (\d+) not seen\."
)


class TellingEye:
    """Tells what lies at the table, without looking; with ``faults`` it doubts or misses some."""

    def __init__(self, faults: bool = False) -> None:
        self.table: SimulatedCardTable | None = None
        self.faults, self.looks = faults, 0

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        self.looks += 1
        size = frames[-1].width, frames[-1].height
        cards = [ReadCard(card.box, card.code, 1.0, (), (card.code,)) for card in self.table.cards_in_view()]
        if self.faults and self.looks % 3 == 1:
            cards[-1] = ReadCard(cards[-1].box, None, 0.4, (CardDoubt.UNREAD,), (cards[-1].code, "AS"))
        if self.faults and self.looks % 3 == 2:
            cards = cards[:-1]
        return CardReading(size, tuple(cards))


def played(eye: object, folder: Path, *arguments: str, small: bool = True) -> tuple[int, str]:
    """A demonstration: its exit status and what it printed."""
    printed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.cli.demonstration.teller.tell", printed.append)
        if small:
            patch.setattr(demo, "CardEye", lambda: eye)
            patch.setattr("companion.simulator.card_table.CARDS_SIZE", (320, 180))
            patch.setattr(demo, "open_camera", opening_for(eye, demo.open_camera))
        status = main(["demo", "--fast", "--rules", "liar-liar", "--out", str(folder), *arguments])
    return status, "\n".join(printed)


def opening_for(eye: TellingEye, open_camera: object) -> object:
    """Opens the simulated table with small pictures and tells the eye of its cards."""

    def opened(choice: str, simulation: object) -> object:
        found = open_camera(choice, simulation)
        cards = SimulatedCardTable(simulation.seed, (320, 180), trouble=simulation.trouble)
        eye.table = cards
        found.camera._cards = cards
        return type(found)(found.camera, found.cups, found.sentence, cards=cards)

    return opened


def match_of(folder: Path) -> Match:
    return replay_record((folder / "game.jsonl").read_bytes()).game


@pytest.mark.parametrize(("players", "seed"), [(2, 37), (3, 35)])
def test_a_match_is_played_to_its_winner_and_recorded(players: int, seed: int, tmp_path: Path) -> None:
    arguments = ("--players", str(players), "--seed", str(seed), "--target", "1")
    status, printed = played(TellingEye(), tmp_path, *arguments)
    match = match_of(tmp_path)
    assert (status, match.phase) == (0, MatchPhase.OVER)
    assert f"{match.players[match.winner]} wins after" in printed
    assert f"and {len(match.quests)} Quests!" in printed
    cards, right, asked, missed = map(int, COUNT.search(printed).groups())
    assert (right, asked, missed) == (cards, 0, 0)
    assert "The eye read no card that did not lie there." in printed
    for name in match.players:
        assert name in printed


@pytest.mark.slow
def test_doubts_are_answered_and_what_was_not_seen_is_tapped(tmp_path: Path) -> None:
    eye = TellingEye(faults=True)
    status, printed = played(eye, tmp_path, "--players", "2", "--seed", "37", "--target", "1")
    cards, right, asked, missed = map(int, COUNT.search(printed).groups())
    assert status == 0
    assert match_of(tmp_path).winner is not None
    assert right + asked + missed == cards
    assert asked > 0
    assert missed > 0
    assert len(list(tmp_path.glob("reading-*.jpg"))) == eye.looks


@pytest.mark.slow
def test_the_real_eye_reads_the_first_cards_of_a_match(tmp_path: Path) -> None:
    """The same seeds are played with the real eye; what is counted as told wrongly sets the exit status."""
    status, printed = played(None, tmp_path, "--players", "3", "--seed", "25", "--target", "1", small=False)
    cards, right, asked, missed = map(int, COUNT.search(printed).groups())
    assert right + asked + missed == cards
    assert right >= 0.8 * cards
    assert (status == 0) == ("The eye read no card that did not lie there." in printed)
    first = cv2.imread(str(tmp_path / "reading-001.jpg"))
    assert first.shape == (1080 + 96, 1920, 3)


def card(code: str, at: int, new: bool = True) -> TrueCard:
    return TrueCard(code, (at, 0, at + 10, 14), new)


def read(code: str | None, at: int, *likely: str) -> ReadCard:
    doubts = () if code else (CardDoubt.UNREAD,)
    return ReadCard((at, 0, at + 10, 14), code, 0.9, doubts, likely or ((code,) if code else ()))


def look(cards: tuple[ReadCard, ...], lying: tuple[TrueCard, ...]) -> CardLook:
    return CardLook(None, CardReading((100, 100), cards), lying)


def test_a_look_is_counted_by_what_lay_there() -> None:
    lying = (card("2S", 0, new=False), card("3S", 20), card("4S", 40), card("5S", 60))
    seen = look((read("2S", 0), read("3S", 20), read(None, 40, "4C", "4S")), lying)
    assert (seen.right, seen.asked, seen.missed, seen.wrong) == (1, 1, 1, 0)


def test_a_card_told_that_does_not_lie_there_is_wrong_also_over_an_old_meld() -> None:
    lying = (card("2S", 0, new=False), card("3S", 20))
    assert look((read("2C", 0), read("3S", 20)), lying).wrong == 1
    assert look((read("2S", 0), read("8S", 20)), lying).wrong == 1
    assert look((read("2S", 0), read("8S", 20)), lying).missed == 1


def test_a_doubt_belongs_to_the_card_whose_middle_is_nearest() -> None:
    fan = (card("2S", 0), card("3S", 4), card("4S", 8))
    assert nearest((5, 0, 14, 14), fan) == fan[1]
    assert nearest((50, 0, 60, 14), fan) is None


def test_of_two_alike_one_of_which_is_picked_the_other_is_left() -> None:
    pair = (card("2S", 0), card("3S", 4), card("2S", 8))
    assert not_picked(pair, Counter(["2S", "9D"])) == list(pair[1:])
    assert not_picked(pair, Counter(["2S", "2S", "3S"])) == []


def test_more_players_than_there_are_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--rules", "liar-liar", "--players", "9"]) == 2
    assert capsys.readouterr().err == "cups-up demo: liar-liar is for 2 to 8 players, not 9\n"
