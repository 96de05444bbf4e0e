"""The table's sentences: what happens now, what is missing, what would be taken back."""

from __future__ import annotations

from companion.journal.saved_game import SavedGame
from companion.play.cards.sentences import say_card_scene, say_card_undo
from companion.play.dice.hands import Hand, settled, unsettled_dice
from companion.play.dice.show_words import (
    LOOK_AGAIN,
    say_dice_number,
    say_faces,
    say_putting_out,
    say_rerolling,
    say_show_complaint,
    say_shown_missing,
    say_shown_now,
)
from companion.play.setup.calibration_words import say_next
from companion.play.table import Table
from companion.play.views import Scene
from companion.reading import Doubt
from companion.rules.cards.match import Match
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Event,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
)
from companion.rules.game import Game, Phase
from companion.rules.house import clashes
from companion.text.cards import say_standing
from companion.text.dice import say_bid, say_face, say_player, say_turn
from companion.text.numbers import say_list, say_number

NO_CAMERA = "No camera: the dice are entered by hand."

_DOUBTS = {
    Doubt.UNREAD: "cannot be read",
    Doubt.COCKED: "stands on its edge: agree on a face",
    Doubt.STACKED: "lies on another die",
    Doubt.CUT_OFF: "is half outside the picture",
    Doubt.TOO_FEW: "was not seen",
    Doubt.TOO_MANY: "is one too many here",
    Doubt.STRAY: "lies at nobody's place",
    Doubt.MOVED: "moved while it was read",
    Doubt.NOT_SHOWN: "is not the face that was shown",
    Doubt.UNPLACED: "may be another player's: the table or the camera was moved",
}


def as_sentence(reason: str) -> str:
    """A reason as a sentence of its own: a capital letter and a full stop."""
    ended = reason if reason[-1:] in (".", "!", "?") else reason + "."
    return ended[:1].upper() + ended[1:]


def say_doubt(doubt: Doubt) -> str:
    """Why a die is asked about, to stand behind its picture: "cannot be read"."""
    return _DOUBTS[doubt]


def say_scene(table: Table) -> str:
    """What happens at the table now, in one or two sentences."""
    if table.cards is not None:
        return say_card_scene(table.cards)
    return _MESSAGES[table.scene](table)


def _welcome(table: Table) -> str:
    return "Begin a game, or go on with one." if table.saved else "Who plays? Begin a game."


def _house_rules(table: Table) -> str:
    wrong = len(clashes(table.draft.ruleset))
    if wrong == 0:
        return "Tap what your table plays otherwise."
    pairs = "Two switches contradict" if wrong == 1 else f"{say_number(wrong).capitalize()} pairs contradict"
    return f"{pairs} each other."


def _turn(table: Table) -> str:
    return say_turn(table.game)


def _bidding(table: Table) -> str:
    game = table.game
    if table.peeking is not None:
        name = say_player(game.players, table.peeking)
        return f"{name} looks under the cup: everybody else looks away."
    shown_last = isinstance(table.record.live_events[-1], DiceShown)
    return f"{say_rerolling(table) if shown_last else ''}{say_turn(game)}{_warning(game)}"


def _warning(game: Game) -> str:
    """A word on a bid that cannot be true."""
    if not isinstance(game.bid, BidMade) or game.bid.quantity <= game.dice_in_play:
        return ""
    return f" Only {say_number(game.dice_in_play)} dice are in play!"


def _reading(table: Table) -> str:
    return "Hands off the table: the dice are being read."


def _check(table: Table) -> str:
    if table.correcting:
        return "Tap what was taken wrongly, then take the dice as they stand."
    if table.show is not None and settled(table.hands):
        return say_shown_now(table)
    if table.show is not None and say_complaint(table, table.hands[0]):
        return say_what_is_missing(table)
    if settled(table.hands) and table.game.phase is Phase.OPENING_ROLL:
        return say_rolled(table)
    if settled(table.hands):
        return f"{_strays(table)}Every die is known: take them as they stand."
    asked = unsettled_dice(table.hands)
    if asked == 0:
        return say_what_is_missing(table)
    if not any(slot.doubts for hand in table.hands for slot in hand.slots):
        return f"Tap what each die shows: {say_number(asked)} to go."
    one = asked == 1
    dice = "one die: tap what it shows" if one else f"{say_number(asked)} dice: tap what they show"
    return f"{_strays(table)}The eye is not sure of {dice}."


def say_rolled(table: Table) -> str:
    """Who opens by the opening roll as it was read, or who rolls again; to be confirmed."""
    game, rolled = table.game, {hand.seat: hand.faces[0] for hand in table.hands}
    highest = max(rolled.values())
    level = [say_player(game.players, seat) for seat, face in rolled.items() if face == highest]
    face = say_faces((highest,), game.ruleset)
    if len(level) > 1:
        return f"{say_list(level)} are level with {face} each and roll again: is that right?"
    return f"{level[0]} rolled highest, {face}, and opens: is that right?"


def _strays(table: Table) -> str:
    strays = len(table.picture.strays) if table.picture else 0
    if strays == 0:
        return ""
    lie = "One die lies" if strays == 1 else f"{say_number(strays).capitalize()} dice lie"
    return f"{lie} at nobody's place and {'does' if strays == 1 else 'do'} not count. "


def _verdict(table: Table) -> str:
    game = table.game
    if game.phase is Phase.OVER:
        return "That was the last round."
    return f"{say_player(game.players, game.opener)} opens the next round."


_MESSAGES = {
    Scene.WELCOME: _welcome,
    Scene.HOUSE_RULES: _house_rules,
    Scene.CALIBRATION: lambda table: say_next(table.calibration),
    Scene.OPENING_ROLL: _turn,
    Scene.BIDDING: _bidding,
    Scene.SHOWING: say_putting_out,
    Scene.REVEAL: _turn,
    Scene.READING: _reading,
    Scene.CHECK: _check,
    Scene.VERDICT: _verdict,
    Scene.OVER: _turn,
}


def say_complaint(table: Table, hand: Hand) -> str | None:
    """What is wrong with a hand as a whole, and what to do; ``None`` where its dice can be right."""
    name, ruleset = say_player(table.game.players, hand.seat), table.game.ruleset
    if table.show is not None:
        return say_show_complaint(hand, name, ruleset)
    seen = sum(slot.seen is not None for slot in hand.slots)
    missing, rolling = hand.unseen, table.game.phase is Phase.OPENING_ROLL
    place = "roll" if rolling else "cup"
    wanted = f"{name}'s {place}: {say_dice_number(hand.expected)} expected, {seen} seen"
    if hand.too_many:
        return f"{wanted} – take away what is no die of {name}'s."
    if missing:
        return f"{wanted} – tap what the missing {'one shows' if missing == 1 else 'ones show'}."
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def say_what_is_missing(table: Table) -> str:
    """Why the dice cannot be taken yet."""
    for hand in table.hands:
        complaint = say_complaint(table, hand)
        if complaint is not None:
            return f"{complaint} {LOOK_AGAIN}" if hand.shown_missing else complaint
    asked = unsettled_dice(table.hands)
    dice = "One die is" if asked == 1 else f"{say_number(asked).capitalize()} dice are"
    return f"{dice} still to be tapped."


def say_undo(table: Table) -> str | None:
    """What undo would take back now; ``None`` where there is nothing."""
    if table.cards is not None:
        return say_card_undo(table.cards)
    if table.record is None:
        return None
    if table.earlier_hands or (table.rolls and table.scene is Scene.OPENING_ROLL):
        return "take back the last tap"
    if table.correcting:
        return "leave the reveal as it was"
    if table.show is not None:
        return "show no dice" if table.scene is Scene.SHOWING else "back to the dice put out"
    if table.scene in (Scene.READING, Scene.CHECK):
        return "back to the roll" if table.game.phase is Phase.OPENING_ROLL else "back to the cups"
    if not table.record.may_undo:
        return None
    return f"take back {_named(table.record.live_events[-1], table.game)}"


def _named(event: Event, game: Game) -> str:
    """An event as something that can be taken back: "Bob's bid of six 6s"."""
    players = game.players
    match event:
        case BidMade(player) | TotalBid(player):
            return f"{say_player(players, player)}'s bid of {say_bid(event, game.ruleset)}"
        case DiceShown(player, dice):
            faces = say_list([say_face(face, game.ruleset, plural=False) for face in dice])
            return f"what {say_player(players, player)} has shown ({faces})"
        case Challenged(player):
            return f"{say_player(players, player)}'s challenge"
        case ChallengedTogether():
            return "the challenge"
        case SpotOnCalled(player):
            return f"{say_player(players, player)}'s spot on"
        case OpeningRolled():
            return "the opening roll"
        case RevealCorrected():
            return "the correction"
        case CupsRevealed():
            return "the reveal"
    raise AssertionError(f"{event} is never the latest that stands")


def say_saved(saved: SavedGame) -> str:
    """A saved game in one line: "Ann, Bob and Cy: round 4, Bob to bid"."""
    if saved.game is None:
        return saved.fault or f"Game {saved.id} is damaged."
    game = saved.game
    standing = say_standing(game) if isinstance(game, Match) else _standing(game)
    players = say_list([say_player(game.players, seat) for seat in range(len(game.players))])
    return f"{players}: {standing}{_damage(saved)}"


def _damage(saved: SavedGame) -> str:
    if saved.fault is None:
        return ""
    if saved.goes_on_as is not None:
        return f" – damaged behind event {saved.events}, goes on as game {saved.goes_on_as}"
    return f" – damaged behind event {saved.events}, can go on from there"


def _standing(game: Game) -> str:
    if game.phase is Phase.OVER:
        return f"{say_player(game.players, game.winner)} has won"
    if game.phase is Phase.OPENING_ROLL:
        return "opening roll"
    round_number = f"round {len(game.rounds) + 1}"
    if game.phase is Phase.REVEAL:
        return f"{round_number}, cups to be lifted"
    return f"{round_number}, {say_player(game.players, game.to_act)} to bid"
