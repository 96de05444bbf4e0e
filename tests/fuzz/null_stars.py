"""Readings with every ``None`` there may be, for all who are told: ``python -m tests.fuzz.null_stars``."""

from __future__ import annotations

import random
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.cli import count, read
from companion.core.frame import Frame
from companion.core.reading import Doubt, Expectation, PhotoReading, ReadDie, TableDie, TableReading, WildMark
from companion.play.base.commands import AcceptReading, NextRound, SetFace
from companion.play.base.views import Tone
from companion.play.modes.counting.mode import count_picture, count_view
from companion.play.modes.counting.state import Counting, SeenRoll, roll_of, say_counting, with_kept
from companion.play.modes.dice.views import BiddingScene, CheckScene, OverScene, VerdictScene
from companion.play.panel import lights_of
from companion.play.views import seated
from companion.recognition.adaptation.answers import Answer, confirmed_by
from companion.recognition.decide.known_dice import die_with_wild_mark, with_wild_mark
from companion.recognition.photographs import Photo, annotated
from companion.recognition.table.table_eye import fused
from companion.share.album.pictures import proof_in
from companion.share.album.souvenirs import proof_of
from companion.share.feed import Happening, format_lines
from companion.share.web.board_view import shown
from companion.share.web.phone_gateway import state_of
from tests.fuzz.campaign import by_command
from tests.play.evening import SIZE, Evening, now

FRAME = Frame(np.full((480, 640, 3), 90, np.uint8), 1)
DOUBTS = (Doubt.UNREAD, Doubt.UNKNOWN_MARK, Doubt.COCKED, Doubt.CUT_OFF)
MOST_ROUNDS = 4


def die(rng: random.Random, at: int) -> ReadDie:
    """A die as ``ReadDie`` lays it down: ones and sixes most, with a star, a pip, or nobody knows which."""
    box = (at % 8 * 78 + 2, at // 8 * 78 + 2, at % 8 * 78 + 70, at // 8 * 78 + 70)
    if rng.random() < 0.2:
        return ReadDie(box, None, None, 0.4, (rng.choice(DOUBTS),))
    face = rng.choice((1, 1, 1, 2, 5, 6))
    star = rng.choice((True, False, None)) if face == 1 else False
    return ReadDie(box, face, star, 0.999)


def reading(rng: random.Random) -> PhotoReading:
    """A picture with up to twelve dice."""
    return PhotoReading((640, 480), tuple(die(rng, at) for at in range(rng.randrange(13))), (("total", 1.0),))


def photograph(rng: random.Random) -> str:
    """A photograph in words, as JSON and marked, as ``read`` and ``count`` tell it."""
    seen, photo = with_wild_mark(reading(rng), rng.choice(tuple(WildMark))), Photo(FRAME, (640, 480))
    assert read.told("a.jpg", seen).isprintable()
    assert len(read._object("a.jpg", photo, seen, rng.choice((None, 4)))["dice"]) == len(seen.dice)  # type: ignore[arg-type]
    assert annotated(FRAME.pixels, seen).shape == FRAME.pixels.shape
    for as_json in (False, True):
        assert count._line("a.jpg", roll_of(seen), Namespace(json=as_json, at_least=rng.choice((None, 4))))
    answers = (Answer((0, 0, 640, 480), 1, rng.choice((True, False, None))),)
    assert len(confirmed_by(seen, rng.choice((None, (), answers)))) == len(seen.dice)
    return "told"


def frames(rng: random.Random) -> str:
    """Frames of one table, of which some cannot tell a star from a pip: nothing is asked for that."""
    true = replace(reading(rng), dice=tuple(each for each in reading(rng).dice if not each.doubts))
    unsure = replace(
        true, dice=tuple(replace(each, star=None) if each.face == 1 else each for each in true.dice)
    )
    both = [true, *rng.choices((true, unsure), k=2)]
    rng.shuffle(both)
    assert [(each.face, each.star, each.doubts) for each in fused(both).dice] == [
        (each.face, each.star, ()) for each in true.dice
    ]
    return "fused"


def rolls(rng: random.Random) -> str:
    """Rolls that are counted on the screen, and dice in doubt that are named."""
    counting, told = Counting(mark=rng.choice(tuple(WildMark)), wild=True), None
    for _ in range(3):
        told, kept = with_kept(with_wild_mark(reading(rng), counting.mark), told)
        counting = counting.with_roll(SeenRoll(roll_of(told), FRAME, told, kept))
        while counting.shown is not None and counting.shown.asked is not None:
            assert say_counting(counting)
            named = counting.shown.with_face(rng.choice((None, 1, 6)))
            assert len(named.confirmed) <= len(told.dice)
            counting = counting.with_shown(named)
        assert count_view(counting, 1, 0).rolls
        assert count_picture(counting) is not None
    return "counted"


def evening(rng: random.Random) -> str:
    """A game with an eye that tells any dice, for phones, lamps, feed, scoreboard and proof."""

    def read_table(_: Sequence[Frame], expected: Expectation) -> TableReading:
        seats = [seat for seat, held in enumerate(expected.dice) for _ in range(held)]
        dice = (die_with_wild_mark(die(rng, at), expected.mark) for at in range(len(seats)))
        return TableReading(SIZE, tuple(TableDie(*each) for each in zip(dice, seats, strict=True)))

    with tempfile.TemporaryDirectory() as folder:
        table = Evening(Path(folder) / "journal.sqlite3")
        table.eye.read_table = read_table  # type: ignore[method-assign, assignment]  # this table alone
        table.begin(rng.choice(("milton-bradley", "rh")), dice=3)
        for _ in range(MOST_ROUNDS):
            table.bid(2, 2)
            table.challenge(
                next(each.seat for each in table.view.of(BiddingScene).scene.game.seats if each.to_act)
            )
            table.lift()
            _answer_all(table, rng)
            _tell(table)
            if table.do(NextRound).kind is OverScene:
                break
        table.close()
    return "played"


def _answer_all(table: Evening, rng: random.Random) -> None:
    """Whatever is asked about is named."""
    while table.view.kind is CheckScene:
        asked = [
            (hand.seat, at)
            for hand in table.view.of(CheckScene).scene.hands
            for at, slot in enumerate(hand.slots)
            if slot.tone is Tone.DOUBTED
        ]
        if asked:
            table.do(SetFace, seat=asked[0][0], slot=asked[0][1], face=rng.choice((1, 2, 6)))
        else:
            table.do(AcceptReading)


def _tell(table: Evening) -> None:
    """Every view since the game began, and the game as it stands, to all who are told."""
    for before, view in zip(table.views, table.views[1:], strict=False):
        assert lights_of(view, before, (), ())
        if seated(view.scene):
            assert state_of(view)
    view = table.view
    assert view.kind is VerdictScene, view.message
    assert view.picture is not None
    proof = proof_of(1, 1, view.picture)
    assert proof_in(proof.text) == proof
    record = table.store.load(1)
    happening = Happening(1, now(), record, record.events[-1:], None)
    assert format_lines(happening)
    assert shown(happening).verdict


CASES = {"photograph": photograph, "frames": frames, "rolls": rolls, "evening": evening}

if __name__ == "__main__":
    by_command(CASES, 2_000)
