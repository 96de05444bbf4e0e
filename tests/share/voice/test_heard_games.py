"""A short game of each kind, in two languages, and every word that the voice really played.

The words of each game are kept beside this file, in ``heard``, and were read. Where a sentence has changed
for the better, delete its file: the test writes it anew, fails once, and somebody reads it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules import (
    Answered,
    AnyEvent,
    BidMade,
    Challenged,
    CupsRevealed,
    Decided,
    Game,
    Quested,
    SpotOnCalled,
    TotalBid,
)
from companion.text import as_sentence, say_legal
from tests.share.voice.heard_cards import CardPlayers
from tests.share.voice.heard_dice import Players
from tests.share.voice.heard_evening import HeardEvening, heard_at
from tests.share.voice.heard_tongues import ENGLISH, TONGUES, Tongue

pytestmark = pytest.mark.slow

HARD_SPACE = "\N{NO-BREAK SPACE}"
KEPT = Path(__file__).with_name("heard")
SEED = 7
DICE_GAMES = {
    "milton-bradley": (3, {"dice": 2}, "few exact more none"),
    "front-porch": (2, {"dice": 2}, "none more exact"),
    "cardinal": (2, {"dice": 2}, "exact few more"),
    "rh": (2, {"dice": 2, "tie_breaker": True, "spot_on": "nothing"}, "exact none none"),
    "perudo": (3, {"dice": 2}, "exact few more none"),
    "bluff": (2, {"dice": 2}, "more few none"),
}
"""How many play, what is switched, and how the rounds are to end."""
CARD_GAME = "liar-liar"


def of_events(evening: HeardEvening) -> list[str]:
    """The sentence of each event: each was played to its end, once, and in order."""
    heard, told = evening.ears.heard, evening.ledger.told_of
    assert heard == evening.ears.asked, "a sentence was cut off at a table where nobody hurries"
    places = [at for _, at in told]
    assert places == sorted(set(places)), "two events have one sentence"
    assert [event for event, _ in told] == list(evening.ledger.newest.live_events)
    others = [words for at, words in enumerate(heard) if at not in places]
    assert set(others) <= evening.questions, "something was said that nobody asked and nothing caused"
    return [heard[at] for at in places]


def compare_with_what_was_read(said: list[str], name: str) -> None:
    file = KEPT / f"{name}.txt"
    if not file.exists():
        KEPT.mkdir(exist_ok=True)
        file.write_text("\n".join(said) + "\n", encoding="utf-8")
        pytest.fail(f"{file.name} is new: read it as players would hear it")
    assert "\n".join(said) + "\n" == file.read_text(encoding="utf-8")


def refuse_english(said: list[str]) -> None:
    words = {word for each in said for word in re.findall(r"[a-zà-ÿ]+", each.lower())}
    assert not words & ENGLISH


def of_face(game: Game, face: int) -> object:
    return game.ruleset.ace if face == game.ruleset.wild_face else face


def hold_against(tongue: Tongue, event: AnyEvent, game: Game, said: str) -> None:
    """What must be heard of an event, in words written by hand, and nothing of covered dice beside it."""
    names, said = game.players, said.replace(HARD_SPACE, " ")

    def says(seat: int, words: str) -> str:
        return tongue.says.format(player=names[seat], words=words)

    match event:
        case BidMade() | TotalBid():
            words = (
                tongue.total.format(total=tongue.numbers[event.total])
                if isinstance(event, TotalBid)
                else tongue.bid(event.quantity, of_face(game, event.face))
            )
            turn = tongue.turn.format(player=names[game.acting])
            legal = as_sentence(say_legal(game)).replace(HARD_SPACE, " ")
            assert said == f"{says(event.player, words)} {turn} {legal}"
        case Challenged():
            shout = says(event.player, tongue.liar[game.ruleset.exact_call]).removesuffix(".")
            assert said == f"{shout} {tongue.cups_up}"
        case SpotOnCalled():
            words = tongue.spot_on[game.ruleset.exact_call]
            assert said == f"{says(event.player, words)} {tongue.cups_up}"
        case CupsRevealed():
            ended = game.rounds[-1]
            verdict, *_ = re.split(r"[.!]", said)
            assert tongue.numbers[ended.count] in verdict.lower()
            lost = {names[seat] for seat, dice in enumerate(ended.losses) if dice}
            assert all(name in said for name in lost)
            if game.winner is not None:
                assert said.endswith(tongue.wins.format(player=names[game.winner]))


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("rules", DICE_GAMES)
def test_a_game_of_dice_is_heard(rules: str, language: str, tmp_path: Path) -> None:
    players, switched, wishes = DICE_GAMES[rules]
    with heard_at(tmp_path, language, SEED) as evening:
        evening.begin(rules, players, switched)
        Players(evening, wishes).play()
        said = of_events(evening)
        record = evening.ledger.newest
        for (event, game), words in zip(record.live_states, said, strict=True):
            hold_against(TONGUES[language], event, game, words)
        assert record.game.winner is not None
    refuse_english(said)
    compare_with_what_was_read(said, f"{rules}.{language}")


@pytest.mark.parametrize("language", TONGUES)
def test_a_match_of_cards_is_heard(language: str, tmp_path: Path) -> None:
    tongue = TONGUES[language]
    with heard_at(tmp_path, language, SEED) as evening:
        evening.begin(CARD_GAME, 3, {"target": 100})
        CardPlayers(evening).play()
        heard = of_events(evening)
        match, events = evening.game, evening.ledger.newest.live_events
    said = [each.replace(HARD_SPACE, " ") for each in heard]
    for event, words in zip(events, said, strict=True):
        if isinstance(event, Quested):
            assert match.players[event.player] in words
            assert match.players[event.other] in words
        if isinstance(event, Answered):
            answer = tongue.yes if event.yes else tongue.no
            assert words.startswith(tongue.says.format(player=match.players[event.player], words=answer))
        if isinstance(event, Decided) and event.challenge:
            caller = match.players[event.player]
            assert words.startswith(tongue.says.format(player=caller, words=tongue.liar_liar))
    assert said[-1].endswith(tongue.wins_match.format(player=match.players[match.winner]))
    refuse_english(said)
    compare_with_what_was_read(heard, f"{CARD_GAME}.{language}")
