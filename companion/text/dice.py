"""The dice games in words: bids, what the table waits for, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion import rules
from companion.text.catalogue import say
from companion.text.names import as_sentence, capital, say_all, say_list, say_player

_ONE, _MANY = 1, 2
"""Counts for a word alone: singular and plural."""
_BOTH = 2
"""Two dice are not "all two"."""


def say_face(face: int, ruleset: rules.RuleSet, plural: bool = True) -> str:
    """ "5s", "stars", "one"."""
    return _face_of(_MANY if plural else _ONE, face, ruleset)


def _face_of(quantity: int, face: int, ruleset: rules.RuleSet) -> str:
    wild = face == ruleset.wild_face
    return say(f"ones.{ruleset.ace}" if wild else f"face.{face}", count=quantity)


def say_dice(quantity: int, face: int, ruleset: rules.RuleSet) -> str:
    """ "seven 5s", "one star"."""
    if face == ruleset.wild_face:
        return say(f"dice_of_ones.{ruleset.ace}", count=quantity)
    return say("dice_of.pips", count=quantity, faces=_face_of(quantity, face, ruleset))


def say_exact_call(ruleset: rules.RuleSet) -> str:
    """ "spot on", "calza"."""
    return say(f"exact_call.{ruleset.exact_call}.voice")


def table_words(ruleset: rules.RuleSet) -> dict[str, str]:
    """This table's words for its wild face and the exact call."""
    ones = say_face(ruleset.wild_face, ruleset)
    return {"ones": ones, "capital": capital(ones), "call": say_exact_call(ruleset)}


def say_plain_face(face: int, star: bool) -> str:
    """A face without a game: "5", "star"."""
    return say("ones.star", count=_ONE) if star else say(f"face.{face}", count=_ONE)


def say_faces(faces: Sequence[int], ruleset: rules.RuleSet) -> str:
    """ "two 5s and a star"."""
    return say_list(_one_kind(face, number, ruleset) for face, number in sorted(Counter(faces).items()))


def say_lying(faces: Sequence[int], ruleset: rules.RuleSet) -> str:
    """One by one: "5, 5 and star"."""
    wild = ruleset.wild_face
    return say_list(say_face(face, ruleset, plural=False) if face == wild else str(face) for face in faces)


def _one_kind(face: int, number: int, ruleset: rules.RuleSet) -> str:
    if number > 1:
        return say_dice(number, face, ruleset)
    return say(f"a_die.{ruleset.ace}") if face == ruleset.wild_face else say("a_die", face=face)


def say_bid(bid: rules.Bid, ruleset: rules.RuleSet) -> str:
    """ "seven 5s", "three stars", "nine in all"."""
    if isinstance(bid, rules.TotalBid):
        return say("bid.total", total=bid.total)
    return say_dice(bid.quantity, bid.face, ruleset)


def say_turn(game: rules.Game) -> str:
    if game.winner is not None:
        return say("turn.won", player=say_player(game.players, game.winner))
    if game.phase is rules.Phase.OPENING_ROLL:
        players = say_list(say_player(game.players, seat) for seat in game.rolling)
        return say("turn.opening_roll", players=players)
    if game.phase is rules.Phase.REVEAL:
        return _called_now(game)
    player = say_player(game.players, game.acting)
    if game.bid is None:
        return say("turn.open", player=player)
    bid, may_raise = say_bid(game.bid, game.ruleset), rules.lowest_raise(game) is not None
    if game.acting in rules.spot_on_callers(game):
        call = say_exact_call(game.ruleset)
        return say(
            "turn.answer_or_call" if may_raise else "turn.no_raise_or_call", player=player, bid=bid, call=call
        )
    return say("turn.answer" if may_raise else "turn.no_raise", player=player, bid=bid)


def _called_now(game: rules.Game) -> str:
    called = game.called
    player, bid = say_player(game.players, called.caller), say_bid(called.bid, game.ruleset)
    if called.call is rules.Call.SPOT_ON:
        return say(f"exact_call.{game.ruleset.exact_call}.now", player=player, bid=bid)
    return say("turn.challenged", player=player, bid=bid)


def say_different(game: rules.Game) -> str | None:
    """What is special in a tie breaker or a Palafico round; None in other rounds."""
    if game.tie_breaker:
        star = game.ruleset.star_face
        return say("banner.tie_breaker_star", number=star) if star else say("banner.tie_breaker")
    if not game.palafico or game.opener is None:
        return None
    owner = say_player(game.players, game.opener)
    if game.ruleset.palafico_faces:
        return say("banner.palafico_faces", player=owner)
    if not isinstance(game.bid, rules.BidMade):
        return say("banner.palafico_opens", player=owner)
    return say("banner.palafico", player=owner, faces=say_face(game.bid.face, game.ruleset))


def say_legal(game: rules.Game) -> str:
    """ "raise to seven 4s, or any number of 5s or 6s"."""
    if game.tie_breaker:
        return _legal_totals(game)
    legal = rules.ranges(game)
    if not legal:
        return say("legal.nothing")
    groups: dict[int, list[rules.FaceRange]] = {}
    for each in legal:
        groups.setdefault(each.lowest, []).append(each)
    if len(legal) == len(rules.FACES) and [*groups] == [1]:
        bids = _say_anything(legal[0].highest)
    else:
        bids, *more = (_say_group(lowest, faces, game.ruleset) for lowest, faces in groups.items())
        for group in more:
            bids = say("legal.more", bids=bids, more=group)
    return say("legal.open", bids=bids) if game.bid is None else say("legal.raise", bids=bids)


def _say_anything(highest: int | None) -> str:
    return say("legal.anything") if highest is None else say("legal.anything_capped", highest=highest)


def _legal_totals(game: rules.Game) -> str:
    legal = rules.totals(game)
    if not legal:
        return say("legal.no_total")
    return say("legal.totals", lowest=legal[0]) if len(legal) > 1 else say("legal.last_total")


def _say_group(lowest: int, group: list[rules.FaceRange], ruleset: rules.RuleSet) -> str:
    if lowest > 1:
        first, *more = group
        numbered = say_dice(lowest, first.face, ruleset)  # the number agrees with the face that follows it
        return say_list((numbered, *(say_face(each.face, ruleset) for each in more)), either=True)
    faces = say_list((say_face(each.face, ruleset) for each in group), either=True)
    highest = group[0].highest
    if highest is None:
        return say("legal.any_number", faces=faces)
    return say("legal.any_number_capped", highest=highest, faces=faces)


def say_verdict(ended: rules.Round, players: tuple[str, ...], ruleset: rules.RuleSet) -> str:
    called = as_sentence(say_call(ended, players, ruleset))
    return say_all(called, say_count(ended, ruleset), say_losses(ended, players))


def say_call(ended: rules.Round | rules.Called, players: tuple[str, ...], ruleset: rules.RuleSet) -> str:
    """Who called whose bid, without a full stop and without the outcome."""
    by = ended.by if isinstance(ended, rules.Round) else ended.caller
    caller, bidder = say_player(players, by), say_player(players, ended.bid.player)
    bid = say_bid(ended.bid, ruleset)
    if ended.call is rules.Call.SPOT_ON:
        return say(f"exact_call.{ruleset.exact_call}.told", caller=caller, bidder=bidder, bid=bid)
    return say("verdict.challenge", caller=caller, bidder=bidder, bid=bid)


def say_count(ended: rules.Round, ruleset: rules.RuleSet) -> str:
    """The count against the bid: "Only two 2s!"."""
    return capital(_counted(ended, ruleset))


def say_so_far(bid: rules.Bid, count: int, ruleset: rules.RuleSet) -> str:
    """ "three 5s so far"."""
    if isinstance(bid, rules.TotalBid):
        return say("lift.so_far", found=say("bid.total", total=count))
    if count == 0:
        return say("lift.none_so_far", faces=say_face(bid.face, ruleset))
    return say("lift.so_far", found=say_dice(count, bid.face, ruleset))


def _counted(ended: rules.Round, ruleset: rules.RuleSet) -> str:
    count, claim = ended.count, ended.bid.claim
    if isinstance(ended.bid, rules.TotalBid):
        found = say("bid.total", total=count)
    elif count == 0:
        return say("headline.none", faces=say_face(ended.bid.face, ruleset))
    else:
        found = say_dice(count, ended.bid.face, ruleset)
    if count == claim:
        return say("headline.exact", found=found)
    if count < claim:
        return say("headline.too_few", found=found)
    return say("headline.more" if ended.call is rules.Call.SPOT_ON else "headline.enough", found=found)


def say_losses(ended: rules.Round, players: tuple[str, ...], short: bool = True) -> str:
    """ "Ada was six short and loses all five dice.", "Bob and Cy lose one die each."

    ``short``: say by how many the bid was short; not needed beside the count.
    """
    alike: dict[tuple[str, int], list[int]] = {}
    for seat, lost in enumerate(ended.losses):
        if lost:
            alike.setdefault((_kind_of_loss(ended, seat, short), lost), []).append(seat)
    told = [_say_loss(ended, players, kind, lost, seats) for (kind, lost), seats in alike.items()]
    return say("sentence", words=say_list(told)) if told else say("verdict.nobody_loses")


def say_lie(ended: rules.Round, players: tuple[str, ...], ruleset: rules.RuleSet) -> str | None:
    """What the bidder held, or how an exact call ended; None for a challenged total."""
    caller, bidder = say_player(players, ended.by), say_player(players, ended.bid.player)
    if ended.call is rules.Call.SPOT_ON:
        call = capital(say_exact_call(ruleset))
        if ended.count != ended.bid.claim:
            return say("lie.call_wrong", caller=caller, call=call)
        kept = ruleset.spot_on is rules.SpotOn.WIN_BACK and not any(ended.losses)
        has_all = say("lie.has_all", player=caller) if kept else None
        return say_all(say("lie.call_right", caller=caller, call=call), has_all)
    if isinstance(ended.bid, rules.TotalBid):
        return None
    own = sum(rules.matching(ended, ended.dice)[ended.bid.player])
    if ended.count >= ended.bid.claim:
        return say("lie.true", count=own, bidder=bidder) if own else say("lie.lucky", bidder=bidder)
    if own:
        return say("lie.caught", count=own, bidder=bidder, caller=caller)
    return say("lie.bluff", bidder=bidder, caller=caller)


def say_farewell(ended: rules.Round, game: rules.Game) -> str | None:
    """Who lost the last die, and the place; None if nobody did, or the game is over."""
    out = [seat for seat, lost in enumerate(ended.losses) if lost > 0 and not game.dice[seat]]
    if not out or game.winner is not None:
        return None
    players = say_list(say_player(game.players, seat) for seat in out)
    place, seats = len(game.still_in) + 1, len(game.players)
    return say("verdict.out", count=len(out), players=players, place=place, all=seats)


def say_opener(ended: rules.Round, game: rules.Game) -> str:
    opener, loser = game.acting if game.opener is None else game.opener, ended.loser
    player = say_player(game.players, opener)
    if game.palafico:
        return say("opens.last_die", player=player)
    if opener == loser:
        return say("opens.lost", player=player)
    if loser is None or game.ruleset.next_opener is rules.NextOpener.WINNER:
        return say("opens.won", player=player)
    return say("opens.for_another", loser=say_player(game.players, loser), player=player)


def say_company(changes: Sequence[rules.SeatChange], players: tuple[str, ...]) -> str | None:
    told = (_say_change(each, say_player(players, each.seat)) for each in changes)
    return " ".join(told) if changes else None


def say_news(latest: rules.AnyEvent, game: rules.Game) -> str | None:
    """Of an event that is no player's move: who came or went; None of any other."""
    return (
        say_company(game.seat_changes[-1:], game.players) if isinstance(latest, rules.ComingOrGoing) else None
    )


def _say_change(change: rules.SeatChange, player: str) -> str:
    if change.dice < 0:
        return say("voice.leaves", player=player)
    return say("voice.joins", player=player, count=change.dice)


def _kind_of_loss(ended: rules.Round, seat: int, short: bool) -> str:
    lost = ended.losses[seat]
    if lost < 0:
        return "wins_back"
    bidder = ended.call is rules.Call.CHALLENGE and seat == ended.bid.player
    told_short = short and bidder and ended.bid.claim > ended.count
    everything = "_all" if lost == len(ended.dice[seat]) else ""
    return f"{'short' if told_short else 'loses'}{everything}"


def _say_loss(ended: rules.Round, players: tuple[str, ...], kind: str, lost: int, seats: list[int]) -> str:
    names = [say_player(players, seat) for seat in seats]
    if kind == "wins_back":
        return say("verdict.wins_back", player=say_list(names))
    if kind.endswith("all") and lost == _BOTH:
        return _say_both(ended, kind, names)
    if kind.startswith("short"):
        short = ended.bid.claim - ended.count
        return say(
            "verdict.short_all" if kind == "short_all" else "verdict.short",
            count=lost, player=say_list(names), short=short,
        )  # fmt: skip
    everything = kind == "loses_all"
    if len(names) > 1:
        return say("verdict.lose_all" if everything else "verdict.lose", count=lost, players=say_list(names))
    return say("verdict.loses_all" if everything else "verdict.loses", count=lost, player=names[0])


def _say_both(ended: rules.Round, kind: str, names: list[str]) -> str:
    if kind.startswith("short"):
        return say("verdict.short_both", player=say_list(names), short=ended.bid.claim - ended.count)
    if len(names) > 1:
        return say("verdict.lose_both", players=say_list(names))
    return say("verdict.loses_both", player=names[0])


def say_roll(where: str, roll: rules.Roll, at_least: int | None = None, kept: int = 0) -> str:
    """A roll: dice, faces, sum, how many show ``at_least`` or higher, are kept, or are unread."""
    if not roll.dice:
        return say("roll.line", where=where, told=say("roll.no_dice"))
    told = [say("roll.dice", count=roll.dice), *_faces(roll)]
    if roll.stars:
        told.append(say("roll.stars", count=roll.stars))
    told.append(_sum(roll))
    if at_least is not None:
        told.append(say("roll.at_least", number=roll.at_least(at_least), face=at_least))
    return say_line(where, [*told, *_kept_and_unread(roll, kept)])


def say_tally(roll: rules.Roll, kept: int = 0) -> str:
    return _joined([say("roll.dice", count=roll.dice), _sum(roll), *_kept_and_unread(roll, kept)])


def say_roll_faces(roll: rules.Roll) -> str:
    if not roll.dice:
        return say("roll.no_dice")
    return _joined([_sum(roll), *_faces(roll), *_kept_and_unread(roll)])


def _sum(roll: rules.Roll) -> str:
    return say("roll.no_sum") if roll.sum is None else say("roll.sum", sum=roll.sum)


def _kept_and_unread(roll: rules.Roll, kept: int = 0) -> list[str]:
    told = [say("roll.kept", count=kept)] if kept else []
    return [*told, say("roll.unread", count=roll.unread)] if roll.unread else told


def _faces(roll: rules.Roll) -> list[str]:
    counted = zip(rules.FACES, roll.counts, strict=True)
    return [say("roll.face", number=number, face=face) for face, number in counted if number]


def say_line(where: str, parts: Sequence[str]) -> str:
    return say("roll.line", where=where, told=_joined(parts))


def _joined(parts: Sequence[str]) -> str:
    line = parts[0]
    for each in parts[1:]:
        line = say("roll.more", told=line, more=each)
    return line
