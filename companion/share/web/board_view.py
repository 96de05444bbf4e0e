"""What the page shows of a game, worked out here: the browser only draws it."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from companion import rules
from companion.journal.statistics import ranking_of
from companion.share.feed import Happening
from companion.text import (
    as_sentence,
    say,
    say_all,
    say_bid,
    say_call,
    say_came_of,
    say_card,
    say_count,
    say_face,
    say_losses,
    say_match_turn,
    say_news,
    say_player,
    say_quest,
    say_turn,
)


@dataclass(frozen=True, slots=True)
class DieShown:
    face: int
    name: str
    star: bool
    counted: bool = True


@dataclass(frozen=True, slots=True)
class BidShown:
    """A bid; ``die`` None: a total."""

    seat: int
    who: str
    quantity: int
    die: DieShown | None
    words: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card that lies open: ``rank`` and ``suit`` as the record has them ("10", "H"), ``name`` in words."""

    rank: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class MeldShown:
    seat: int
    who: str
    cards: tuple[CardShown, ...]


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """``note`` says ``held`` and ``lost`` dice; ``shown``: dice outside the cup; ``cards``: in the hand."""

    seat: int
    name: str
    held: int
    lost: int
    note: str
    on_turn: bool
    out: bool
    shown: tuple[DieShown, ...] = ()
    left: bool = False
    cards: int = 0


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """``lost``: dice a seat, negative for one won back. ``held``: ``bid`` was true. ``card``: of a Quest."""

    call: str
    headline: str
    losses: str
    dice: tuple[tuple[DieShown, ...], ...] = ()
    lost: tuple[int, ...] = ()
    held: bool | None = None
    bid: BidShown | None = None
    card: CardShown | None = None


@dataclass(frozen=True, slots=True)
class PlaceShown:
    place: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page shows of a game; ``revealed``: the verdict's dice are on the table.

    ``so_far``: the count while cups go up in turn.
    """

    title: str
    turn: str
    players: tuple[PlayerShown, ...]
    bid: BidShown | None = None
    bids: tuple[BidShown, ...] = ()
    verdict: VerdictShown | None = None
    revealed: bool = False
    ranking: tuple[PlaceShown, ...] = ()
    of_cards: bool = False
    melds: tuple[MeldShown, ...] = ()
    so_far: str = ""


def match_shown(match: rules.Match) -> Shown:
    """With only those cards that everybody at the table has seen."""
    return Shown(
        title=match.ruleset.title,
        turn=say_match_turn(match),
        players=tuple(_card_player(match, seat) for seat in range(len(match.players))),
        verdict=_last_quest(match),
        revealed=match.quest is None and bool(match.quests) and match.phase is not rules.MatchPhase.OVER,
        ranking=_card_ranking(match) if match.winner is not None else (),
        of_cards=True,
        melds=tuple(
            MeldShown(each.player, say_player(match.players, each.player), tuple(map(_card, each.cards)))
            for each in match.melds
        ),
    )


def _card(card: rules.Card) -> CardShown:
    return CardShown(card.rank.value, card.suit.value, say_card(card))


def _card_player(match: rules.Match, seat: int) -> PlayerShown:
    points, chips = match.scores[seat], match.chips[seat] if match.chips else 0
    note = say("scoreboard.points", count=points, chips=say("scoreboard.chips", count=chips))
    left, name = seat in match.left, say_player(match.players, seat)
    note = say("seat.left") if left else note
    held = match.cards[seat] if match.cards and not left else 0
    return PlayerShown(seat, name, 0, 0, note, seat == match.to_act, out=left, left=left, cards=held)


def _last_quest(match: rules.Match) -> VerdictShown | None:
    if match.quest is not None:
        return VerdictShown("", say_quest(match.quest, match.players), "")
    if not match.quests:
        return None
    newest = match.quests[-1]
    seen = None if newest.card is None else _card(newest.card)
    return VerdictShown("", say_came_of(newest, match.players), "", card=seen)


def _card_ranking(match: rules.Match) -> tuple[PlaceShown, ...]:
    order = sorted(range(len(match.players)), key=lambda seat: (-match.scores[seat], seat != match.winner))
    return tuple(
        PlaceShown(place, seat, say_player(match.players, seat)) for place, seat in enumerate(order, start=1)
    )


def shown(happening: Happening) -> Shown:
    game = happening.record.game
    if not isinstance(game, rules.Game):
        return match_shown(game)
    events = happening.record.live_events
    bids = tuple(_bid(each, game) for each in _bids_of_the_round(events, game))
    return Shown(
        title=game.ruleset.title,
        turn=say_all(say_news(events[-1], game), say_turn(game)),
        players=tuple(_player(game, seat) for seat in range(len(game.players))),
        bid=None if game.bid is None else _bid(game.bid, game),
        bids=bids,
        verdict=_verdict(game.rounds[-1], game) if game.rounds else None,
        revealed=bool(game.rounds) and (game.before_reveal is not None or game.phase is rules.Phase.OVER),
        ranking=_ranking(game) if game.winner is not None else (),
        so_far=happening.so_far,
    )


def _bids_of_the_round(events: tuple[rules.AnyEvent, ...], game: rules.Game) -> tuple[rules.Bid, ...]:
    bids = [each for each in events if isinstance(each, rules.BidMade | rules.TotalBid)]
    return tuple(bids[len(bids) - game.bids :])


def _bid(bid: rules.Bid, game: rules.Game) -> BidShown:
    words, who = say_bid(bid, game.ruleset), say_player(game.players, bid.player)
    if isinstance(bid, rules.TotalBid):
        return BidShown(bid.player, who, bid.total, None, words)
    return BidShown(bid.player, who, bid.quantity, die_shown(bid.face, game.ruleset), words)


def die_shown(face: int, ruleset: rules.RuleSet, counted: bool = True) -> DieShown:
    name = say_face(face, ruleset, plural=False)
    return DieShown(face, name, face == ruleset.star_face, counted)


def _player(game: rules.Game, seat: int) -> PlayerShown:
    held, left = game.dice[seat], seat in game.left
    return PlayerShown(
        seat,
        say_player(game.players, seat),
        held,
        game.lost[seat],
        say("scoreboard.dice", count=held) if held else say("seat.left" if left else "scoreboard.out"),
        on_turn=seat == game.to_act or seat in game.rolling,
        out=not held,
        left=left,
        shown=tuple(die_shown(face, game.ruleset) for face in game.shown[seat]),
    )


def _verdict(ended: rules.Round, game: rules.Game) -> VerdictShown:
    counted = rules.matching(ended, ended.dice)
    hands = (
        tuple(die_shown(face, game.ruleset, hit) for face, hit in zip(faces, hits, strict=True))
        for faces, hits in zip(ended.dice, counted, strict=True)
    )
    return VerdictShown(
        call=as_sentence(say_call(ended, game.players, game.ruleset)),
        headline=say_count(ended, game.ruleset),
        losses=say_losses(ended, game.players),
        dice=tuple(hands),
        lost=ended.losses,
        held=ended.count >= ended.bid.claim,
        bid=_bid(ended.bid, game),
    )


def _ranking(game: rules.Game) -> tuple[PlaceShown, ...]:
    return tuple(
        PlaceShown(each.place, each.seat, say_player(game.players, each.seat)) for each in ranking_of(game)
    )


MARK = '{"picture": '
"""Beginning of a line with a verdict's picture."""
NO_PICTURE = MARK + "null}"
"""The line that takes the picture away."""
TIMES = '{"times": '
"""Beginning of a line with the players' clocks."""
MOST_TIMES, LONGEST_TIME = 64, 8


def times_line(times: tuple[str, ...]) -> str:
    """Clocks as shown, "9:41", by seat; empty without clocks."""
    return json.dumps({"times": times})


def times_in(line: str) -> tuple[str, ...]:
    """Empty for any other line."""
    try:
        told = json.loads(line)["times"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return ()
    sound = isinstance(told, list) and len(told) <= MOST_TIMES
    return tuple(str(each)[:LONGEST_TIME] for each in told) if sound else ()


TABLE = '{"table": '
"""Beginning of a line with the table's live picture."""
NO_TABLE = TABLE + "null}"
"""The line that ends it."""


def table_line(jpeg: bytes) -> str:
    return json.dumps({"table": base64.b64encode(jpeg).decode()})


def table_in(line: str) -> bytes | None:
    """The JPEG in such a line; ``None`` where the line ends the live picture, or holds no JPEG."""
    try:
        jpeg = base64.b64decode(json.loads(line)["table"], validate=True)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return jpeg if jpeg.startswith(JPEG) and len(jpeg) <= LARGEST else None


JPEG = b"\xff\xd8\xff"
LARGEST = 600_000
"""Bytes; a picture 1280 pixels wide has a tenth of a megabyte."""


@dataclass(frozen=True, slots=True)
class Picture:
    game: int
    number: int
    jpeg: bytes

    @property
    def name(self) -> str:
        return f"reveal-{self.game}-{self.number}.jpg"


def picture_line(picture: Picture) -> str:
    jpeg = base64.b64encode(picture.jpeg).decode()
    return json.dumps({"picture": {"game": picture.game, "number": picture.number, "jpeg": jpeg}})


def picture_in(line: str) -> Picture | None:
    """None for any other line, or if it is no JPEG."""
    if not line.startswith(MARK):
        return None
    try:
        told = json.loads(line)["picture"]
        jpeg = base64.b64decode(told["jpeg"], validate=True)
        game, number = int(told["game"]), int(told["number"])
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return Picture(game, number, jpeg) if jpeg.startswith(JPEG) and len(jpeg) <= LARGEST else None
