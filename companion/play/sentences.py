"""The table's sentences: what happens now, what is missing, what would be taken back."""

from __future__ import annotations

from companion.core.reading import Doubt
from companion.journal import SavedGame
from companion.play.modes.cards.sentences import say_card_scene, say_card_undo
from companion.play.modes.counting.state import say_counting
from companion.play.modes.dice.hands import Hand, first_asked, settled, unsettled_dice
from companion.play.modes.dice.show_words import (
    say_dice_number,
    say_putting_out,
    say_rerolling,
    say_show_complaint,
    say_shown_missing,
    say_shown_now,
)
from companion.play.modes.setup.mode import say_next
from companion.play.table import Moment, Table
from companion.rules import (
    STACKED_DICE,
    AnyEvent,
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Game,
    Match,
    OpeningRolled,
    Phase,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    clashes,
)
from companion.text import say, say_all, say_bid, say_faces, say_list, say_player, say_standing, say_turn


def say_doubt(doubt: Doubt) -> str:
    """Why a die is asked about, to stand behind its picture: "cannot be read"."""
    return say(f"doubt.{doubt.value}")


def say_scene(table: Table) -> str:
    """What happens at the table now, in one or two sentences."""
    if table.cards is not None:
        return say_card_scene(table.cards)
    return _MESSAGES[table.scene](table)


def _welcome(table: Table) -> str:
    return say("scene.welcome.saved" if table.saved else "scene.welcome")


def _house_rules(table: Table) -> str:
    wrong = len(clashes(table.mixed.ruleset))
    return say("scene.house_rules.clash", count=wrong) if wrong else say("scene.house_rules")


def _counting(table: Table) -> str:
    return "" if table.counting is None else say_counting(table.counting)


def _turn(table: Table) -> str:
    return say_all(_came_or_went(table), say_turn(table.game))


def _came_or_went(table: Table) -> str | None:
    """Who has just left or joined."""
    players = table.game.players
    match table.played.live_events[-1]:
        case PlayerLeft(player):
            return say("voice.leaves", player=say_player(players, player))
        case PlayerJoined(seat=seat, dice=dice) | PlayerReturned(seat, dice):
            return say("voice.joins", player=say_player(players, seat), count=dice)
    return None


def _bidding(table: Table) -> str:
    game = table.game
    if table.peeking is not None:
        return say("scene.bidding.peek", player=say_player(game.players, table.peeking))
    shown_last = isinstance(table.played.live_events[-1], DiceShown)
    rerolling = say_rerolling(table) if shown_last else None
    return say_all(rerolling, _turn(table), _stacked(game), _warning(game))


def _stacked(game: Game) -> str | None:
    """Before the first bid, where the game's own sheet has stacked dice rolled again."""
    asks = game.bid is None and STACKED_DICE not in game.ruleset.choices
    return say("bidding.stacked") if asks else None


def _warning(game: Game) -> str | None:
    """A word on a bid that cannot be true."""
    if not isinstance(game.bid, BidMade) or game.bid.quantity <= game.dice_in_play:
        return None
    return say("scene.bidding.too_many", count=game.dice_in_play)


def _reading(table: Table) -> str:
    return say("scene.reading")


def _check(table: Table) -> str:
    if table.correcting:
        return say("scene.check.correct")
    if table.show is not None and settled(table.hands):
        return say_shown_now(table)
    if table.show is not None and say_complaint(table, table.hands[0]):
        return say_what_is_missing(table)
    if settled(table.hands) and table.game.phase is Phase.OPENING_ROLL:
        return say_rolled(table)
    if settled(table.hands):
        return say_all(_strays(table), say("scene.check.known"))
    asked = unsettled_dice(table.hands)
    if asked == 0:
        return say_what_is_missing(table)
    if not any(slot.doubts for hand in table.hands for slot in hand.slots):
        return say("scene.check.tap", count=asked)
    first = first_asked(table.hands)
    if first is not None and first.maybe_no_die:
        return say_all(_strays(table), say("check.is_it_a_die"))
    if first is not None and Doubt.SIDE_VIEW in first.doubts:
        return say_all(_strays(table), say("scene.too_flat"))
    return say_all(_strays(table), say("scene.check.unsure", count=asked))


def say_rolled(table: Table) -> str:
    """Who opens by the opening roll as it was read, or who rolls again; to be confirmed."""
    game, rolled = table.game, {hand.seat: hand.faces[0] or 0 for hand in table.hands}
    highest = max(rolled.values())
    level = [say_player(game.players, seat) for seat, face in rolled.items() if face == highest]
    face = say_faces((highest,), game.ruleset)
    if len(level) > 1:
        return say("scene.check.level", players=say_list(level), face=face)
    return say("scene.check.rolled", player=level[0], face=face)


def _strays(table: Table) -> str | None:
    strays = len(table.picture.strays) if table.picture else 0
    return say("scene.check.strays", count=strays) if strays else None


def _verdict(table: Table) -> str:
    game = table.game
    if game.phase is Phase.OVER:
        return say("scene.verdict.over")
    opener = game.acting if game.opener is None else game.opener
    return say("scene.verdict.opens", player=say_player(game.players, opener))


_MESSAGES = {
    Moment.WELCOME: _welcome,
    Moment.HOUSE_RULES: _house_rules,
    Moment.CALIBRATION: lambda table: say_next(table.calibration),
    Moment.COUNTING: _counting,
    Moment.OPENING_ROLL: _turn,
    Moment.BIDDING: _bidding,
    Moment.SHOWING: say_putting_out,
    Moment.REVEAL: _turn,
    Moment.READING: _reading,
    Moment.CHECK: _check,
    Moment.VERDICT: _verdict,
    Moment.OVER: _turn,
}


def say_complaint(table: Table, hand: Hand) -> str | None:
    """What is wrong with a hand as a whole, and what to do; ``None`` where its dice can be right."""
    name, ruleset = say_player(table.game.players, hand.seat), table.game.ruleset
    if table.show is not None:
        return say_show_complaint(hand, name, ruleset)
    if hand.too_many:
        return say("complaint.too_many", wanted=_say_wanted(table, hand, name), player=name)
    if hand.unseen:
        return say("complaint.missing", count=hand.unseen, wanted=_say_wanted(table, hand, name))
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def _say_wanted(table: Table, hand: Hand, name: str) -> str:
    """How many dice must lie there, and how many were seen."""
    dice, seen = say_dice_number(hand.expected), sum(slot.seen is not None for slot in hand.slots)
    rolling = table.game.phase is Phase.OPENING_ROLL
    return say("complaint.roll" if rolling else "complaint.cup", player=name, dice=dice, seen=seen)


def say_what_is_missing(table: Table) -> str:
    """Why the dice cannot be taken yet."""
    for hand in table.hands:
        complaint = say_complaint(table, hand)
        if complaint is not None:
            return say_all(complaint, say("show.look_again") if hand.shown_missing else None)
    return say("complaint.untapped", count=unsettled_dice(table.hands))


def say_undo(table: Table) -> str | None:
    """What undo would take back now; ``None`` where there is nothing."""
    if table.cards is not None:
        return say_card_undo(table.cards)
    if table.record is None:
        return None
    if table.earlier_hands or (table.rolls and table.scene is Moment.OPENING_ROLL):
        return say("undo.tap")
    if table.correcting:
        return say("undo.correcting")
    if table.show is not None:
        return say("undo.showing" if table.scene is Moment.SHOWING else "undo.shown")
    if table.scene in (Moment.READING, Moment.CHECK):
        return say("undo.roll" if table.game.phase is Phase.OPENING_ROLL else "undo.cups")
    if not table.record.may_undo:
        return None
    return say("undo.take_back", event=_named(table.record.live_events[-1], table.game))


def _named(event: AnyEvent, game: Game) -> str:
    """An event as something that can be taken back: "Bob's bid of six 6s"."""
    players = game.players
    match event:
        case BidMade(player) | TotalBid(player):
            bid = say_bid(event, game.ruleset)
            return say("event.bid", player=say_player(players, player), bid=bid)
        case DiceShown(player, dice):
            faces = say_faces(dice, game.ruleset)
            return say("event.shown", player=say_player(players, player), faces=faces)
        case Challenged(player):
            return say("event.challenge", player=say_player(players, player))
        case ChallengedTogether():
            return say("event.challenge_together")
        case SpotOnCalled(player):
            return say(f"exact_call.{game.ruleset.exact_call}.event", player=say_player(players, player))
        case OpeningRolled():
            return say("event.opening_roll")
        case RevealCorrected():
            return say("event.correction")
        case PlayerLeft(player):
            return say("event.left", player=say_player(players, player))
        case PlayerJoined(seat=seat) | PlayerReturned(seat):
            return say("event.joined", player=say_player(players, seat))
        case CupsRevealed():
            return say("event.reveal")
    raise AssertionError(f"{event} is never the latest that stands")


def say_saved(saved: SavedGame) -> str:
    """A saved game in one line: "Ann, Bob and Cy: round 4, Bob to bid"."""
    if saved.game is None:
        return saved.fault or say("saved.damaged", game=saved.id)
    game = saved.game
    standing = say_standing(game) if isinstance(game, Match) else _standing(game)
    players = say_list(say_player(game.players, seat) for seat in range(len(game.players)))
    line = say("saved.line", players=players, standing=standing)
    if saved.fault is None:
        return line
    if saved.goes_on_as is not None:
        return say("saved.goes_on", line=line, event=saved.events, game=saved.goes_on_as)
    return say("saved.can_go_on", line=line, event=saved.events)


def _standing(game: Game) -> str:
    if game.winner is not None:
        return say("standing.over", player=say_player(game.players, game.winner))
    if game.phase is Phase.OPENING_ROLL:
        return say("saved.opening_roll")
    number = len(game.rounds) + 1
    if game.phase is Phase.REVEAL:
        return say("saved.reveal", round=number)
    return say("saved.bidding", round=number, player=say_player(game.players, game.acting))
