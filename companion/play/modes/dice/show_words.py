"""Sentences about show and reroll: what to put out, what the camera sees of it, what is missing later."""

from __future__ import annotations

from companion.play.modes.dice.hands import Hand
from companion.play.modes.dice.show_reroll import new_faces, shower
from companion.play.table import Table
from companion.rules import Dice, Game, RuleSet
from companion.text import as_sentence, say, say_all, say_faces, say_player


def say_dice_number(number: int) -> str:
    """A number of dice: "1 die", "3 dice"."""
    return say("dice.number", count=number)


def say_putting_out(table: Table) -> str:
    """What the shower does now."""
    name, dice = say_player(table.game.players, shower(table.game)), say_dice_number(table.showing.count)
    return say("show.slid" if table.showing.slid else "show.slide", player=name, dice=dice)


def say_shown_now(table: Table) -> str:
    """What is to be confirmed, once every die is known."""
    (hand,) = table.hands
    faces = say_faces(new_faces(hand), table.game.ruleset)
    return say("show.confirm", player=say_player(table.game.players, hand.seat), faces=faces)


def say_show_complaint(hand: Hand, name: str, ruleset: RuleSet) -> str | None:
    """What is wrong with the dice lying open beside a cup; ``None`` where it is as said."""
    before = len(hand.shown)
    wanted, seen = hand.expected - before, sum(slot.seen is not None for slot in hand.slots) - before
    missing = any(slot.face is None and slot.seen is None and slot.doubts for slot in hand.slots)
    if hand.too_many or missing:
        dice = say("dice.number_more", count=wanted) if before else say_dice_number(wanted)
        seen = max(0, seen)
        return say("show.too_many" if hand.too_many else "show.missing", dice=dice, seen=seen)
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def say_shown_missing(hand: Hand, name: str, ruleset: RuleSet) -> str:
    """Which shown dice do not lie where they must: "Ben showed a 5: none lies at Ben's place."."""
    faces = sorted(set(hand.shown_missing))
    shown = say_faces([face for face in hand.shown if face in faces], ruleset)
    told = say("show.showed", player=name, faces=shown)
    if len(faces) > 1:
        missing = say_faces(hand.shown_missing, ruleset)
        return say("show.several_lacking", showed=told, player=name, faces=missing)
    lying = hand.faces.count(faces[0])
    if lying == 0:
        return say("show.none_lies", showed=told, player=name)
    return say("show.too_few_lie", count=lying, showed=told, player=name)


def say_shown(game: Game) -> str | None:
    """What lies open beside the cups of a round: "Ann showed two 5s. Bob showed a star."."""
    return say_all(*(_has_shown(game, seat, faces) for seat, faces in enumerate(game.shown) if faces)) or None


def _has_shown(game: Game, seat: int, faces: Dice) -> str:
    player, said = say_player(game.players, seat), say_faces(faces, game.ruleset)
    return as_sentence(say("show.showed", player=player, faces=said))


def say_rerolling(table: Table) -> str:
    """After dice were shown: who rolls the others again."""
    return say("show.rerolls", player=say_player(table.game.players, shower(table.game)))
