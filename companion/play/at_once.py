"""What the header says before the table answers: looking or writing may take a while."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.base import commands
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView, game_of
from companion.rules import BidMade, GameBegun, RuleError, RuleSet, TotalBid, begin, card_match
from companion.text import as_sentence, capital, say, say_bid, say_dice, say_list, say_match_turn, say_player


def said_at_once(command: commands.Command, view: TableView) -> str | None:
    """What the header says until the table answers this command; None: nothing new."""
    match command:
        case commands.CallChallenge(players=players):
            return _challenge(players, view)
        case commands.PlaceBid():
            return _bid(command, view)
        case commands.CupsAreUp() if isinstance(
            view.scene, OpeningRollScene | ShowingScene | RevealScene | CheckScene
        ):
            return say("scene.reading")
        case commands.AcceptReading() if isinstance(view.scene, CheckScene):
            return view.scene.said_next or None
        case commands.NextRound() if isinstance(view.scene, VerdictScene):
            return view.scene.verdict.begins or None
        case commands.Peek(seat=seat) if isinstance(view.scene, BiddingScene):
            name = None if seat is None else view.scene.game.seats[seat].name
            return view.scene.said_next or None if name is None else say("scene.bidding.peek", player=name)
        case commands.SetFace(seat=seat, face=face) if isinstance(view.scene, CheckScene):
            return _calls(view, view.scene.game.seats[seat].name, lambda rules: say_dice(1, face, rules))
        case commands.Practise():
            return None
        case commands.NewGame() if isinstance(view.scene, WelcomeScene):
            return _new_game(command, view.scene)
    return None


def _challenge(players: tuple[int, ...], view: TableView) -> str | None:
    game = game_of(view.scene)
    names = [] if game is None else [seat.name for seat in game.seats if seat.seat in players]
    if len(names) != 1 or game is None or game.bid is None:
        return None
    return say("turn.challenged", player=names[0], bid=game.bid)


def _new_game(command: commands.NewGame, welcome: WelcomeScene) -> str | None:
    names = command.players
    choice = next((each for each in welcome.choices if each.name == command.rules), None)
    if choice is None or choice.names_opener is (command.opener is None):
        return None
    if choice.has_cards:
        return _new_match(GameBegun(command.rules, names, command.options))
    if command.opener is None:
        everybody = say_list(say_player(names, seat) for seat in range(len(names)))
        return say("turn.opening_roll", players=everybody)
    return say("turn.open", player=say_player(names, command.opener))


def _new_match(begun: GameBegun) -> str | None:
    try:
        return capital(say_match_turn(card_match(begin(begun))))
    except RuleError:  # the table says why
        return None


def _bid(command: commands.PlaceBid, view: TableView) -> str | None:
    game = game_of(view.scene)
    bidder = None if game is None else game.on_turn
    if bidder is None:
        return None
    quantity, face = command.quantity, command.face
    bid = BidMade(bidder.seat, quantity, face) if face else TotalBid(bidder.seat, quantity)
    return _calls(view, bidder.name, lambda rules: say_bid(bid, rules))


def _calls(view: TableView, player: str, words: Callable[[RuleSet], str]) -> str | None:
    rules = None if view.book is None else view.book.rules
    return (
        as_sentence(say("voice.calls", player=player, words=words(rules)))
        if isinstance(rules, RuleSet)
        else None
    )
