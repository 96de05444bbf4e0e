"""Sentences about show and reroll: what to put out, what the camera sees of it, what is missing later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.play.dice.hands import Hand
from companion.play.dice.show_reroll import new_faces, shower
from companion.play.table import Table
from companion.rules.events import Dice
from companion.rules.game import Game
from companion.rules.ruleset import RuleSet
from companion.text.dice import say_dice, say_face, say_player
from companion.text.numbers import say_list, say_number

LOOK_AGAIN = "Look again, or tap the right face."


def say_dice_number(number: int) -> str:
    """A number of dice: "1 die", "3 dice"."""
    return "1 die" if number == 1 else f"{number} dice"


def say_faces(faces: Sequence[int], ruleset: RuleSet) -> str:
    """Some faces in words, like ones together: "two 5s and a star"."""
    return say_list([_one_kind(face, number, ruleset) for face, number in sorted(Counter(faces).items())])


def _one_kind(face: int, number: int, ruleset: RuleSet) -> str:
    if number > 1:
        return say_dice(number, face, ruleset)
    name = say_face(face, ruleset, plural=False)
    return f"{'an' if name.startswith('a') else 'a'} {name}"


def say_putting_out(table: Table) -> str:
    """What the shower does now."""
    name = say_player(table.game.players, shower(table.game))
    count = table.show.count
    if table.show.slid:
        return f"{name} has slid {say_dice_number(count)} out: the cup stays down."
    return f"{name}: slide {say_dice_number(count)} out, the cup stays down."


def say_shown_now(table: Table) -> str:
    """What is to be confirmed, once every die is known."""
    (hand,) = table.hands
    faces = say_faces(new_faces(hand), table.game.ruleset)
    return f"{say_player(table.game.players, hand.seat)} shows {faces}: is that right?"


def say_show_complaint(hand: Hand, name: str, ruleset: RuleSet) -> str | None:
    """What is wrong with the dice lying open beside a cup; ``None`` where it is as said."""
    before = len(hand.shown)
    wanted, seen = hand.expected - before, sum(slot.seen is not None for slot in hand.slots) - before
    missing = any(slot.face is None and slot.seen is None and slot.doubts for slot in hand.slots)
    if hand.too_many or missing:
        more = f"{wanted} more dice" if before and wanted > 1 else f"{wanted} more die" if before else ""
        told = f"You show {more or say_dice_number(wanted)}; the camera sees {max(0, seen)}"
        return f"{told} – {'take away what is none' if hand.too_many else 'tap what is missing'}."
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def say_shown_missing(hand: Hand, name: str, ruleset: RuleSet) -> str:
    """Which shown dice do not lie where they must: "Ben showed a 5: none lies at Ben's place."."""
    faces = sorted(set(hand.shown_missing))
    shown = [face for face in hand.shown if face in faces]
    told = f"{name} showed {say_faces(shown, ruleset)}"
    if len(faces) > 1:
        return f"{told}: at {name}'s place {say_faces(hand.shown_missing, ruleset)} are missing."
    lying = hand.faces.count(faces[0])
    lie = "none lies" if lying == 0 else f"only {say_number(lying)} {'lies' if lying == 1 else 'lie'}"
    return f"{told}: {lie} at {name}'s place."


def say_shown(game: Game) -> str | None:
    """What lies open beside the cups of a round: "Ann showed two 5s. Bob showed a star."."""
    told = [_has_shown(game, seat, faces) for seat, faces in enumerate(game.shown) if faces]
    return " ".join(told) or None


def _has_shown(game: Game, seat: int, faces: Dice) -> str:
    return f"{say_player(game.players, seat)} showed {say_faces(faces, game.ruleset)}."


def say_rerolling(table: Table) -> str:
    """After dice were shown: who rolls the others again."""
    return f"{say_player(table.game.players, shower(table.game))} rolls the others again. "
