"""The card game's record as text: what a line says, and what the reader refuses."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal import (
    RecordError,
    Store,
    StoreError,
    event_of,
    line_of,
    replay_record,
    text_of,
)
from companion.rules import (
    Answered,
    AnyEvent,
    CardCorrected,
    CardDrawn,
    CardGiven,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    GameBegun,
    HandDealt,
    HandShown,
    HitLaid,
    MatchPhase,
    MeldLaid,
    PlayedOut,
    Quested,
    Undone,
    card_of,
    replay,
    wanted_of,
)

BEGUN = GameBegun("liar-liar", ("Ann", "Joe"), (("target", 60),))
SEVEN, TEN = card_of("7S"), card_of("10H")
LINES: list[tuple[AnyEvent, dict[str, object]]] = [
    (
        BEGUN,
        {
            "event": "game",
            "format": 1,
            "rules": "liar-liar",
            "players": ["Ann", "Joe"],
            "options": {"target": 60},
        },
    ),
    (HandDealt(), {"event": "hand"}),
    (CardDrawn(0), {"event": "draw", "player": 0}),
    (Quested(0, 1, wanted_of("7")), {"event": "quest", "player": 0, "other": 1, "wanted": "7"}),
    (Quested(0, 1, wanted_of("S")), {"event": "quest", "player": 0, "other": 1, "wanted": "S"}),
    (Quested(0, 1, wanted_of("10H")), {"event": "quest", "player": 0, "other": 1, "wanted": "10H"}),
    (Answered(1, True), {"event": "answer", "player": 1, "yes": True}),
    (Decided(0, False), {"event": "decide", "player": 0, "challenge": False}),
    (CardTaken(0, SEVEN), {"event": "decide", "player": 0, "take": "7S"}),
    (CardShown(1, SEVEN), {"event": "show", "player": 1, "card": "7S"}),
    (CardShown(1, None), {"event": "show", "player": 1}),
    (HandShown(1, (SEVEN, TEN)), {"event": "show", "player": 1, "cards": ["7S", "10H"]}),
    (MeldLaid(0, (SEVEN, TEN)), {"event": "meld", "player": 0, "cards": ["7S", "10H"]}),
    (HitLaid(0, TEN, 2), {"event": "hit", "player": 0, "card": "10H", "meld": 2}),
    (Discarded(0), {"event": "discard", "player": 0}),
    (CardGiven(0), {"event": "give", "player": 0}),
    (CardsSwapped(1, 3), {"event": "swap", "player": 1, "count": 3}),
    (DiscardsShuffled(), {"event": "reshuffle"}),
    (PlayedOut(0), {"event": "play_out", "player": 0}),
    (CardCorrected(SEVEN), {"event": "correct", "card": "7S"}),
    (CardsCorrected((SEVEN, TEN)), {"event": "correct", "cards": ["7S", "10H"]}),
    (Undone(), {"event": "undo"}),
]


@pytest.mark.parametrize(("event", "fields"), LINES, ids=[type(event).__name__ for event, _ in LINES])
def test_an_event_is_one_json_object_with_its_fields_and_reads_back(event: AnyEvent, fields: dict) -> None:
    assert json.loads(line_of(event)) == fields
    assert line_of(event).startswith('{"event": ')
    assert event_of(line_of(event), BEGUN) == event
    assert event_of(json.dumps(fields).encode(), BEGUN) == event


def test_every_event_of_the_card_game_has_its_lines() -> None:
    kinds = {"hand", "draw", "quest", "answer", "decide", "show", "meld", "hit", "discard", "give", "swap"}
    assert {fields["event"] for _, fields in LINES} == kinds | {
        "game",
        "reshuffle",
        "play_out",
        "correct",
        "undo",
    }


MALFORMED = {
    "an event of the dice games": ('{"event": "bid", "player": 0, "quantity": 2, "face": 5}', "no event"),
    "no card": ('{"event": "show", "player": 1, "card": "11H"}', 'no card "11H"'),
    "a small letter": ('{"event": "show", "player": 1, "card": "7s"}', 'no card "7s"'),
    "null as a card": ('{"event": "show", "player": 1, "card": null}', "no card null"),
    "a number as a card": ('{"event": "show", "player": 1, "card": 7}', "no card 7"),
    "a list as a card": ('{"event": "hit", "player": 1, "card": ["7S"], "meld": 0}', "no card a list"),
    "a card as cards": ('{"event": "meld", "player": 1, "cards": "7S"}', "must be a list of cards"),
    "null among cards": ('{"event": "meld", "player": 1, "cards": ["7S", null]}', "no card null"),
    "null as cards": ('{"event": "correct", "cards": null}', "must be a list of cards"),
    "card and cards": (
        '{"event": "show", "player": 1, "card": "7S", "cards": ["7S"]}',
        'no field "card"',
    ),
    "show without player": ('{"event": "show", "card": "7S"}', "needs player, cards; or player"),
    "correct without cards": ('{"event": "correct"}', "needs card; or cards"),
    "1 as yes": ('{"event": "answer", "player": 1, "yes": 1}', "yes must be true or false, not 1"),
    "yes in words": ('{"event": "answer", "player": 1, "yes": "yes"}', "must be true or false"),
    "null as challenge": ('{"event": "decide", "player": 1, "challenge": null}', "must be true or false"),
    "challenge and take": (
        '{"event": "decide", "player": 0, "challenge": true, "take": "7S"}',
        'no field "take"',
    ),
    "true as a seat": ('{"event": "draw", "player": true}', "player must be a whole number"),
    "2.0 as a count": ('{"event": "swap", "player": 1, "count": 2.0}', "count must be a whole number"),
    "text as a meld": (
        '{"event": "hit", "player": 0, "card": "7S", "meld": "0"}',
        "meld must be a whole number",
    ),
    "a quest for nothing": ('{"event": "quest", "player": 0, "other": 1}', "needs player, other, wanted"),
    "a quest for a word": ('{"event": "quest", "player": 0, "other": 1, "wanted": "seven"}', "asked for"),
    "a quest for a number": ('{"event": "quest", "player": 0, "other": 1, "wanted": 7}', "asked for 7"),
    "a field too many": ('{"event": "discard", "player": 0, "card": "7S"}', 'no field "card"'),
    "a hand with a field": ('{"event": "hand", "player": 0}', "hand has no field"),
    "an unknown event": ('{"event": "pass", "player": 0}', 'no event "pass"'),
    "a key twice": ('{"event": "draw", "player": 0, "player": 0}', "is there twice"),
    "a list": ("[]", "one JSON object"),
}


@pytest.mark.parametrize(("line", "reason"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_line_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        event_of(line, BEGUN)
    assert reason in refused.value.reason
    with pytest.raises(RecordError) as refused:
        replay_record(f"{line_of(BEGUN)}\n\n{line}\n".encode())
    assert refused.value.line == 3


@pytest.mark.parametrize("opener", ["0", "null"])
def test_a_match_names_no_opener(opener: str) -> None:
    line = (
        f'{{"event": "game", "format": 1, "rules": "liar-liar", "players": ["A", "B"], "opener": {opener}}}'
    )
    with pytest.raises(RecordError) as refused:
        replay_record(line.encode())
    assert refused.value.line == 1


def test_cards_are_no_event_of_the_dice_games() -> None:
    dice = '{"event": "game", "format": 1, "rules": "rh", "players": ["A", "B"], "opener": 0}'
    with pytest.raises(RecordError, match='line 2: there is no event "draw"'):
        replay_record(f'{dice}\n{{"event": "draw", "player": 0}}'.encode())


def test_a_match_is_kept_loaded_listed_exported_and_imported(tmp_path: Path) -> None:
    events = (
        HandDealt(),
        CardDrawn(0),
        Discarded(0),
        Undone(),
        MeldLaid(0, (SEVEN, card_of("8S"), card_of("9S"))),
    )
    record = replay((BEGUN, *events))
    with Store(tmp_path / "games.sqlite3", lambda: datetime(2026, 11, 21, tzinfo=UTC)) as store:
        game_id = store.begin_game(BEGUN)
        for event in events:
            store.append(game_id, event)
    with Store(tmp_path / "games.sqlite3", lambda: datetime(2026, 11, 21, tzinfo=UTC)) as store:
        assert store.load(game_id) == record
        (saved,) = store.games()
        assert (saved.rules, saved.players, saved.phase) == ("liar-liar", ("Ann", "Joe"), MatchPhase.DISCARD)
        assert (saved.over, saved.of_cards) == (False, True)
        assert store.export(game_id) == text_of(record.events)
        assert store.load(store.import_record(store.export(game_id).encode())) == record
        store.append(game_id, CardDrawn(1))
        with pytest.raises(StoreError, match="damaged at event 7: no drawing now"):
            store.load(game_id)
