"""What is said aloud of an event: who did what, what came of it, whose turn it is.

Only recorded events are told, never a covered die or card.
"""

from __future__ import annotations

import re
from collections import Counter

from companion import rules
from companion.text import cards, dice
from companion.text.catalogue import say, spoken
from companion.text.names import as_sentence, capital, say_all, say_list, say_player

_PLAIN = (rules.MatchPhase.ANSWER, rules.MatchPhase.DECIDE)
"""In these the Quest's own sentence says what the table waits for."""


def say_of_cards(event: rules.AnyEvent, match: rules.Match, was: rules.Match | None, legal: bool) -> str:
    """An event at the card table. ``was``: the match before; ``legal``: as in ``say_aloud``."""
    told = (
        cards.say_came_of(match.quests[-1], match.players)
        if _ended(event, match, was)
        else _event(event, match)
    )
    return say_all(told, *_open_now(match, legal), _asked(event, match, was, legal))


def _ended(event: rules.AnyEvent, match: rules.Match, was: rules.Match | None) -> bool:
    if was is None:
        return False
    shown = isinstance(event, rules.CardShown) and match.quests != was.quests
    return shown or len(match.quests) > len(was.quests)


def say_how_cards_stand(match: rules.Match, legal: bool) -> str:
    """A resumed match: the present Quest, and what the table waits for."""
    quest = None if match.quest is None else cards.say_asked(match.quest, match.players)
    return say_all(quest, *_open_now(match, legal), capital(cards.say_match_turn(match)))


def _asked(event: rules.AnyEvent, match: rules.Match, was: rules.Match | None, legal: bool) -> str | None:
    turn = capital(cards.say_match_turn(match))
    if isinstance(event, rules.Undone) or was is None:
        return turn
    if match.phase in _PLAIN and not legal:
        return None
    said_before = was.phase not in _PLAIN or legal
    return None if said_before and turn == capital(cards.say_match_turn(was)) else turn


def _open_now(match: rules.Match, legal: bool) -> tuple[str, ...]:
    """What players who are not awaited may do, for people who do not look."""
    may = (
        ("show", match.may_show),
        ("swap", match.may_swap),
        ("meld", None if match.may_meld == match.to_act else match.may_meld),
    )
    return tuple(
        say(f"voice.may.{what}", player=say_player(match.players, seat))
        for what, seat in may
        if legal and seat is not None
    )


def _event(event: rules.AnyEvent, match: rules.Match) -> str | None:
    seat = getattr(event, "player", None)
    player = "" if seat is None else say_player(match.players, seat)
    match event:
        case rules.GameBegun():
            return say("voice.begins", players=say_list(match.players))
        case rules.Quested():
            return cards.say_asked(match.asked, match.players)
        case rules.Answered(yes=yes):
            return say("voice.calls", player=player, words=say("voice.yes" if yes else "voice.no"))
        case rules.Decided(challenge=challenge):
            words = say("voice.liar_liar" if challenge else "voice.accepts")
            return say("voice.calls", player=player, words=words)
        case rules.MeldLaid():
            return say("voice.lays", player=player, cards=cards.say_cards(match.melds[-1].cards))
        case rules.HitLaid():
            return _hit(player, event, match)
        case rules.CardsSwapped(count=count):
            return say("voice.swaps", player=player, cards=cards.say_number_of_cards(count))
        case rules.PlayerLeft():
            return say("voice.leaves", player=player)
        case rules.PlayedOut():
            return say_all(cards.say_hand(match.hands[-1], match.players), _scores(match))
        case rules.CardCorrected() | rules.CardsCorrected():
            return say_all(say("voice.corrected"), _corrected(match))
        case rules.Undone():
            return say("voice.undone")
    return None


def _hit(player: str, event: rules.HitLaid, match: rules.Match) -> str:
    meld, card = match.melds[event.meld], cards.say_the_card(event.card)
    if meld.player == event.player:
        return say(f"voice.hits_own.{meld.kind.value}", player=player, card=card)
    owner = say_player(match.players, meld.player)
    return say(f"voice.hits.{meld.kind.value}", player=player, card=card, owner=owner)


def _scores(match: rules.Match) -> str | None:
    if len(match.hands) == 1:
        return None
    points = (
        say("hand.points", player=say_player(match.players, seat), points=score)
        for seat, score in enumerate(match.scores)
    )
    return say("voice.scores", points=say_list(points))


def _corrected(match: rules.Match) -> str | None:
    if isinstance(match.seen, rules.MeldLaid | rules.HitLaid):
        return _event(match.seen, match)
    return cards.say_came_of(match.quests[-1], match.players) if match.quest is None else None


def say_aloud(
    event: rules.AnyEvent, game: rules.AnyGame, before: rules.AnyGame | None, legal: bool = False
) -> str:
    """``before`` and ``game``: before and after the event. ``legal`` adds what may be bid, for people who do
    not look.
    """
    if isinstance(game, rules.Match):
        return say_of_cards(event, game, before if isinstance(before, rules.Match) else None, legal)
    return say_all(_of_dice(event, game), _whose_turn(game, legal))


def say_again(game: rules.AnyGame, legal: bool = False) -> str:
    """A resumed game: the bid, and whose turn it is."""
    if isinstance(game, rules.Match):
        return say_how_cards_stand(game, legal)
    bid = game.bid
    standing = None if bid is None else _called(game, bid.player, dice.say_bid(bid, game.ruleset))
    different = None if bid is None else dice.say_different(game)
    return say_all(different, standing, _whose_turn(game, legal))


def _called(game: rules.Game, seat: int, words: str) -> str:
    return say("voice.calls", player=say_player(game.players, seat), words=words)


def _shouted(game: rules.Game, *seats: int) -> str:
    """A challenge, in the word that stands on its key."""
    callers = say_list(say_player(game.players, seat) for seat in seats)
    return say("voice.shouts", player=callers, words=say(f"challenge.{game.ruleset.exact_call}"))


def _of_dice(event: rules.AnyEvent, game: rules.Game) -> str | None:
    players = game.players
    match event:
        case rules.GameBegun():
            return say("voice.begins", players=say_list(players))
        case rules.BidMade() | rules.TotalBid():
            return _called(game, event.player, dice.say_bid(event, game.ruleset))
        case rules.DiceShown():
            return say("voice.shows", player=say_player(players, event.player), dice=_faces(event.dice, game))
        case rules.Challenged():
            return _shouted(game, event.player)
        case rules.ChallengedTogether():
            return _shouted(game, *event.players)
        case rules.SpotOnCalled():
            return _called(game, event.player, say(f"exact_call.{game.ruleset.exact_call}.voice"))
        case rules.CupsRevealed():
            return _verdict(game.rounds[-1], game)
        case rules.RevealCorrected():
            return say_all(say("voice.corrected"), _verdict(game.rounds[-1], game))
        case rules.Undone():
            return say("voice.undone")
    return dice.say_news(event, game)


def _faces(faces: tuple[int, ...], game: rules.Game) -> str:
    counts = sorted(Counter(faces).items())
    return say_list(dice.say_dice(count, face, game.ruleset) for face, count in counts)


def _verdict(ended: rules.Round, game: rules.Game) -> str:
    found, claim = ended.count, ended.bid.claim
    if isinstance(ended.bid, rules.TotalBid):
        counted = dice.say_count(ended, game.ruleset)
    elif found == claim:
        counted = say("voice.exactly", count=found)
    elif found > claim:
        counted = say("voice.enough", count=found)
    else:
        counted = say("voice.only", count=found) if found else say("voice.none")
    return say_all(counted, dice.say_losses(ended, game.players), dice.say_farewell(ended, game))


def _whose_turn(game: rules.Game, legal: bool) -> str | None:
    if game.winner is not None:
        return say("voice.wins", player=say_player(game.players, game.winner))
    if game.phase is rules.Phase.OPENING_ROLL:
        rolling = say_list(say_player(game.players, seat) for seat in game.rolling)
        return say("voice.roll", players=rolling)
    if game.phase is rules.Phase.REVEAL:
        return say("voice.cups_up")
    player = say_player(game.players, game.acting)
    if game.bid is None:
        turn = say_all(dice.say_different(game), say("voice.opens", player=player))
    else:
        turn = say("voice.turn", player=player)
    return say_all(turn, as_sentence(dice.say_legal(game))) if legal else turn


_BEFORE = r"(?=\s(?:%s)\b)"
_ES_M = _BEFORE % "dados|unos|doses|treses|cuatros|cincos|seises|ases|puntos|minutos|sitios"
_ES_F = _BEFORE % "estrellas|cartas|fichas|imágenes|rondas|manos|veces|partidas"
_FR_F = _BEFORE % "étoiles|cartes|images|manches|donnes|parties|minutes|fois"
_PT_F = _BEFORE % "estrelas|cartas|fichas|imagens|rondas|mãos|vezes"
_AGREEING = {
    "es": (
        (r"\b21" + _ES_M, "veintiún"),
        (r"\b21" + _ES_F, "veintiuna"),
        (r"\b([3-9])1" + _ES_M, r"\g<1>0 y un"),
        (r"\b([3-9])1" + _ES_F, r"\g<1>0 y una"),
    ),
    "fr": ((r"\b([2-6])1" + _FR_F, r"\g<1>0 et une"), (r"\b81" + _FR_F, "quatre-vingt-une")),
    "pt": ((r"\b([2-9])1" + _PT_F, r"\g<1>0 e uma"), (r"\b([2-9])2" + _PT_F, r"\g<1>0 e duas")),
}
"""By language: digits before a noun, and how to say them. Other languages' numbers never change before a noun
(Italian "ventuno dadi", German "einundzwanzig Sterne")."""


def in_agreement(words: str) -> str:
    """Spells numbers that change before a noun (Spanish "veintiún"): speech engines do not."""
    for digits, said in _AGREEING.get(spoken().language, ()):
        words = re.sub(digits, said, words)
    return words
