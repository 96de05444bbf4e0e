"""``cups-up bench``: how fast the app is on this machine; with ``--table``, what the whole app takes."""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict
from random import Random

from companion import rules
from companion.calibration import die_side_px
from companion.cli.measuring.eye_timing import CardTimes, EyeTimes, time_card_eye, time_eye
from companion.cli.measuring.this_machine import python_words
from companion.cli.terminal.arguments import WRONG_WORDS, any_path, ignores, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.core.frame import NS_PER_S
from companion.core.reading import WeightsError
from companion.journal import replay_record, text_of
from companion.simulator import SpritesMissing, cards_apart, dice_apart
from companion.text import say

ME = "cups-up bench"
MOST_THREADS = 64
SIZE = (2304, 1296)
"""Width and height of the frames, half a Pi camera's sensor each way."""
CARDS = ("10H", "AS", "7D", "QC", "2S", "KH", "9C", "4D", "JS", "6H")
EVENTS = 60
"""Events of the replayed game; the aim is less than 2 ms on a laptop core."""
BIDS_A_ROUND = 6
REPEATS = 300
"""Runs whose median is reported: enough to see past other work on the machine."""
SEED = 1987
_NS_A_MS, _NS_A_US = 1_000_000, 1_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    parser.add_argument("--table", action="store_true", help=say("arg.bench.table"))
    parser.add_argument("--against", type=any_path, metavar="ONNX", help=say("arg.bench.against"))
    parser.add_argument(
        "--threads", type=whole_number(1, MOST_THREADS), default=1, metavar="N", help=say("arg.bench.threads")
    )


def _measure_table(as_json: bool) -> int:
    from companion.cli.measuring import whole_app  # the whole app: 19 MB that the eye does without

    try:
        cost = whole_app.measure()
    except whole_app.BenchError as fault:
        complain(ME, str(fault))
        return 1
    tell(json.dumps(asdict(cost) | {"within": cost.within}) if as_json else whole_app.story(cost))
    return 0


def run(args: argparse.Namespace) -> int:
    if args.table and ignores(ME, "--table", {"--against": args.against, "--threads": args.threads != 1}):
        return WRONG_WORDS
    if args.table:
        return _measure_table(args.json)
    try:
        times = time_eye(lambda dice: dice_apart(dice, SIZE), die_side_px(SIZE), args.threads, args.against)
        cards = time_card_eye(cards_apart(CARDS, SIZE), args.threads)
    except (SpritesMissing, WeightsError) as fault:
        complain(ME, str(fault))
        return 1
    tell(json.dumps(_object(times, cards)) if args.json else _story(times, cards))
    return 0


def _object(times: EyeTimes, cards: CardTimes) -> dict[str, object]:
    return {
        "read_ms": {str(dice): round(ms, 2) for dice, ms in times.read_ms},
        "stages_ms": {stage: round(ms, 2) for stage, ms in times.stages_ms},
        "table_ms": round(times.table_ms, 2),
        "yolo26n_ms": None if times.rival_ms is None else round(times.rival_ms, 2),
        "ratio": None if times.ratio is None else round(times.ratio, 4),
        "table_ratio": None if times.table_ratio is None else round(times.table_ratio, 4),
        "peak_mb": round(times.peak_mb, 1),
        "threads": times.threads,
        "cards_ms": round(cards.read_ms, 2),
    }


def _story(times: EyeTimes, cards: CardTimes) -> str:
    read = dict(times.read)
    lines = [
        say("bench.dice", dice=f"{dice:3}", read=read[dice], ms=f"{ms:6.1f}") for dice, ms in times.read_ms
    ]
    whole = sum(ms for _, ms in times.stages_ms)
    for stage, ms in times.stages_ms:
        percent = f"{100 * ms / whole:.0f}"
        lines.append(say("bench.stage", stage=stage, ms=f"{ms:.2f}", percent=percent))
    lines.append(say("bench.table", ms=f"{times.table_ms:.1f}"))
    lines.append(say("bench.cards", cards=f"{len(CARDS):3}", read=cards.read, ms=f"{cards.read_ms:6.1f}"))
    if times.rival_ms is not None and times.ratio is not None and times.table_ratio is not None:
        shares = {"share": f"{times.ratio:.3f}", "table": f"{times.table_ratio:.3f}"}
        lines.append(say("bench.rival", ms=f"{times.rival_ms:.1f}", **shares))
    lines.append(say("bench.start", ms=f"{_start_ms():.0f}"))
    lines.append(say("bench.memory", mb=f"{times.peak_mb:.0f}", threads=times.threads))
    told = measure_rules()
    lines.append(say("bench.replay", events=EVENTS, ms=f"{told['replay_60_events_ms']:.2f}"))
    lines.append(say("bench.legal_bids", us=f"{told['legal_bids_us']:.1f}"))
    lines.append(say("bench.events", events=str(round(told["events_a_second"]))))
    return "\n".join(lines)


def _start_ms() -> float:
    began = time.perf_counter()
    subprocess.run(python_words("from companion.recognition.pipeline.eye import Eye; Eye()"), check=True)
    return 1000 * (time.perf_counter() - began)


def measure_rules() -> dict[str, float]:
    """How fast the rules are: medians.

    ``replay_60_events_ms`` starts from the record's bytes: reading, refereeing, verdicts. ``legal_bids_us``
    gives one range of quantities a face. ``events_a_second`` takes events as values, as bots make them.
    """
    record = _game_of(EVENTS)
    events = record.events[1:]
    text = text_of(record.events).encode()
    bidding, start = rules.dice_game(record.game), record.live_states[0][1]
    return {
        "replay_60_events_ms": _median_ns(lambda: replay_record(text)) / _NS_A_MS,
        "legal_bids_us": _median_ns(lambda: rules.legal_bids(bidding)) / _NS_A_US,
        "events_a_second": NS_PER_S * len(events) / _median_ns(lambda: _refereed(start, events)),
    }


def _refereed(game: rules.AnyGame, events: tuple[rules.AnyEvent, ...]) -> rules.AnyGame:
    for event in events:
        game = rules.apply(game, event)
    return game


def _game_of(events: int) -> rules.GameRecord:
    """Four players of milton-bradley, a few bids a round; the last event is a bid."""
    rng = Random(SEED)
    record = rules.GameRecord.begin(rules.GameBegun("milton-bradley", ("Ann", "Bob", "Cy", "Dee"), (), 0))
    while record.length < events or rules.dice_game(record.game).bid is None:
        record = record.apply(_next(rng, rules.dice_game(record.game)))
    return record


def _next(rng: Random, game: rules.Game) -> rules.Event:
    if game.phase is rules.Phase.REVEAL:
        return rules.CupsRevealed(tuple(tuple(rng.choices(range(1, 7), k=held)) for held in game.dice))
    raised = rules.lowest_raise(game)
    return rules.Challenged(game.acting) if raised is None or game.bids == BIDS_A_ROUND else raised


def _median_ns(work: Callable[[], object]) -> int:
    spent = []
    for _ in range(REPEATS):
        started = time.perf_counter_ns()
        work()
        spent.append(time.perf_counter_ns() - started)
    return sorted(spent)[len(spent) // 2]
