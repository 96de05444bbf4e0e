"""The dice on the screen: hands with their doubts, marks on the picture, the verdict with what counted."""

from __future__ import annotations

from companion.journal import Source
from companion.play.base.views import Mark, PictureView, Tone
from companion.play.modes.dice.hands import Hand, Slot
from companion.play.modes.dice.sentences import say_complaint, say_doubt
from companion.play.modes.dice.state import DiceTable
from companion.play.modes.dice.views import CountedHand, HandView, SlotView, VerdictView
from companion.rules import Phase, TotalBid, matching
from companion.text import as_sentence, say, say_call, say_count, say_losses, say_player, say_turn

Tones = tuple[tuple[Tone, ...], ...]
"""For each hand, for each of its slots."""


def tones_of(table: DiceTable) -> Tones:
    """How each die is marked: by what is known of it, or after the verdict by whether it counted."""
    if table.ended is None or table.correcting:
        return tuple(tuple(_tone(slot) for slot in hand.slots) for hand in table.hands)
    counted = matching(table.ended, table.ended.dice)
    return tuple(
        tuple(Tone.COUNTED if counts else Tone.IDLE for counts in counted[hand.seat]) for hand in table.hands
    )


def _tone(slot: Slot) -> Tone:
    if slot.source is Source.PLAYER:
        return Tone.TAPPED
    return Tone.READ if slot.settled else Tone.DOUBTED


def hand_views(table: DiceTable, tones: Tones) -> tuple[HandView, ...]:
    """The hands of all seats that held dice."""
    return tuple(_hand(table, hand, tones[index]) for index, hand in enumerate(table.hands))


def _hand(table: DiceTable, hand: Hand, tones: tuple[Tone, ...]) -> HandView:
    name = say_player(table.game.players, hand.seat)
    slots = tuple(_slot(slot, tone) for slot, tone in zip(hand.slots, tones, strict=True))
    return HandView(hand.seat, name, hand.expected, slots, say_complaint(table, hand))


def _slot(slot: Slot, tone: Tone) -> SlotView:
    asked = tone is Tone.DOUBTED and slot.doubts
    return SlotView(
        face=slot.face,
        tone=tone,
        doubt=say_doubt(slot.doubts[0]) if asked else None,
        box=None if slot.seen is None else slot.seen.box,
        maybe_no_die=tone is Tone.DOUBTED and slot.maybe_no_die,
    )


def read_picture(table: DiceTable, tones: Tones) -> PictureView | None:
    """The frame that was read with a mark on each die, ``None`` where the dice were entered by hand."""
    if table.picture is None:
        return None
    marks = [
        Mark(slot.seen.box, slot.face, tones[index][number], hand.seat, number)
        for index, hand in enumerate(table.hands)
        for number, slot in enumerate(hand.slots)
        if slot.seen is not None
    ]
    dice = (each.die for each in table.picture.strays)
    strays = (Mark(die.box, die.face, Tone.DOUBTED, None, None) for die in dice)
    return PictureView(table.picture.frame, (*marks, *strays), live=False)


def verdict_view(table: DiceTable, hands: tuple[HandView, ...]) -> VerdictView:
    """How the call ended, in words."""
    ended, game = table.game.rounds[-1], table.game
    return VerdictView(
        headline=say_count(ended, game.ruleset),
        sentence=say_losses(ended, game.players),
        count=ended.count,
        quantity=ended.bid.claim,
        losses=ended.losses,
        hands=hands,
        called=as_sentence(say_call(ended, game.players, game.ruleset)),
        counted=_counted_hands(table),
        next_words=say("verdict.to_winner" if game.phase is Phase.OVER else "verdict.next_round"),
        begins="" if game.phase is Phase.OVER else say_turn(game),
        told=all(slot.source is Source.RECORD for hand in table.hands for slot in hand.slots),
    )


def _counted_hands(table: DiceTable) -> tuple[CountedHand, ...]:
    """The hands clockwise from the bidder's left, so that the bidder's own is counted last."""
    ended = table.game.rounds[-1]
    counted, adds_up = matching(ended, ended.dice), isinstance(ended.bid, TotalBid)
    hands = (
        CountedHand(
            seat, tuple((face if adds_up else 1) * counts for face, counts in zip(dice, which, strict=True))
        )
        for seat, (dice, which) in enumerate(zip(ended.dice, counted, strict=True))
        if dice
    )
    return tuple(sorted(hands, key=lambda hand: (hand.seat - ended.bid.player - 1) % len(ended.dice)))
