"""A second referee for Perudo and Bluff, from the rules in words alone; it imports nothing of the app.

It works on the record's own objects, one dictionary a line. ``take`` gives the objection's kind as a word,
or ``None`` where the event is allowed, and then the state is that after it. Points on which the rules are
silent are those that ``cups-up rules perudo`` and ``cups-up rules bluff`` mark as choices.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


class SecondReferee:
    """One game. ``game`` is the first line of its record."""

    def __init__(self, game: Line) -> None:
        self.perudo = game["rules"] == "perudo"
        self.wild = 1 if self.perudo else 6
        options = game.get("options", {})
        self.ones_open = options.get("ones_open", not self.perudo)
        self.calza = options.get("spot_on", "win-back" if self.perudo else False)
        self.calza_by_all = options.get("spot_on_anyone", True)
        self.exact = options.get("exact", "all-but-bidder")
        self.most = options.get("dice", 5)
        self.held = [self.most] * len(game["players"])
        self.had_palafico: set[int] = set()
        self.winner: int | None = None
        self.waits = "roll" if self.perudo else "bid"
        self.rolling = list(range(len(self.held))) if self.perudo else []
        self.turn: int | None = None
        self.bid: Line | None = None
        self.caller: Line | None = None
        self.palafico = False
        self.opener: int | None = None
        self.gone: set[int] = set()
        self.shown: list[list[int]] = [[] for _ in self.held]
        self.may_show = False
        if not self.perudo:
            self._round(game["opener"])

    def take(self, line: Line) -> str | None:
        """The objection to this event, ``None`` for none."""
        objection: str | None = getattr(self, "_" + line["event"])(line)
        return objection

    # Whose turn

    def _left_of(self, seat: int) -> int:
        seat = (seat + 1) % len(self.held)
        return seat if self.held[seat] else self._left_of(seat)

    def _round(self, opener: int, palafico: bool = False) -> None:
        self.waits, self.turn, self.bid, self.caller, self.opener = "bid", opener, None, None, opener
        self.palafico, self.may_show = palafico, False
        self.shown = [[] for _ in self.held]

    def _in(self) -> list[int]:
        return [seat for seat, dice in enumerate(self.held) if dice]

    # Events

    def _opening_roll(self, line: Line) -> str | None:
        if self.waits != "roll":
            return "not now"
        rolls = {int(seat): face for seat, face in line["rolls"].items()}
        if sorted(rolls) != self.rolling:
            return "seats"
        if any(not 1 <= face <= 6 for face in rolls.values()):
            return "face"
        best = max(rolls.values())
        self.rolling = [seat for seat in sorted(rolls) if rolls[seat] == best]
        if len(self.rolling) == 1:
            self._round(self.rolling[0])
        return None

    def _bid(self, line: Line) -> str | None:
        if self.waits != "bid":
            return "not now"
        if line["player"] != self.turn:
            return "turn"
        if not 1 <= line["face"] <= 6 or line["quantity"] < 1:
            return "no bid"
        if not self._stands_above(line["quantity"], line["face"]):
            return "too low"
        self.bid, self.turn, self.may_show = line, self._left_of(line["player"]), not self.perudo
        return None

    def _stands_above(self, quantity: int, face: int) -> bool:
        if self.bid is None:
            return self.ones_open or self.palafico or face != self.wild
        before, on = int(self.bid["quantity"]), int(self.bid["face"])
        if not self.perudo:
            return self._space(quantity, face) > self._space(before, on)
        if self.palafico:
            assert self.turn is not None
            if self.held[self.turn] != 1:
                return face == on and quantity > before
            return (quantity, face) > (before, on)
        if face == self.wild and on != self.wild:
            return 2 * quantity >= before
        if face != self.wild and on == self.wild:
            return quantity >= 2 * before + 1
        return (quantity, face) > (before, on)

    def _space(self, quantity: int, face: int) -> tuple[float, int]:
        """Places along the track: the star of k dice stands between the numbers 2k - 1 and 2k."""
        return (2 * quantity - 0.5, 0) if face == self.wild else (quantity, face)

    def _show(self, line: Line) -> str | None:
        if self.perudo:
            return "not played"
        if (
            self.waits != "bid"
            or not self.may_show
            or self.bid is None
            or self.bid["player"] != line["player"]
        ):
            return "not now"
        seat, dice = line["player"], line["dice"]
        hidden = self.held[seat] - len(self.shown[seat])
        if any(not 1 <= face <= 6 for face in dice) or not 0 < len(dice) < hidden:
            return "dice"
        self.shown[seat] += dice
        self.may_show = False
        return None

    def _challenge(self, line: Line) -> str | None:
        if self.waits != "bid" or self.bid is None:
            return "not now"
        if "player" not in line or line["player"] != self.turn:
            return "turn"
        self.caller, self.waits = line, "reveal"
        return None

    def _spot_on(self, line: Line) -> str | None:
        if self.calza is False:
            return "not played"
        if self.waits != "bid" or self.bid is None or self.palafico or len(self._in()) == 2:
            return "not now"
        seat = line["player"]
        if (
            seat not in self._in()
            or seat == self.bid["player"]
            or not (self.calza_by_all or seat == self.turn)
        ):
            return "turn"
        self.caller, self.waits = line, "reveal"
        return None

    def _left(self, line: Line) -> str | None:
        """Between rounds, or the round is void. The dice go out of play; the next in turn opens."""
        seat = line["player"]
        if self.waits == "nothing" or not 0 <= seat < len(self.held) or not self.held[seat]:
            return "not now"
        self.held[seat] = 0
        self.gone.add(seat)
        if len(self._in()) == 1:
            self.waits, self.turn, self.bid, self.winner = "nothing", None, None, self._in()[0]
        elif self.waits == "roll":
            self.rolling = [each for each in self.rolling if each != seat]
            if len(self.rolling) == 1:
                self._round(self.rolling[0])
        else:
            assert self.opener is not None
            stays = self.held[self.opener] > 0
            opener = self.opener if stays else self._left_of(seat)
            self._round(opener, self.palafico and stays and len(self._in()) > 2)
        return None

    def _joined(self, line: Line) -> str | None:
        """Before a round's first bid, with as many dice as the fewest held or with all."""
        if not (self.waits == "roll" or (self.waits == "bid" and self.bid is None)):
            return "not now"
        back, still = "player" in line, self._in()
        seat = line["player"] if back else line["seat"]
        if back and seat not in self.gone:
            return "seat"
        if not back and (not 0 <= seat <= len(self.held) or not line["name"].strip()):
            return "seat"
        if len(still) == (10 if self.perudo else 6) or (len(self.held) == 12 and not back):
            return "full"
        if line["dice"] not in (min(self.held[each] for each in still), self.most):
            return "dice"
        everybody_rolls = self.waits == "roll" and len(self.rolling) == len(still)
        if back:
            self.gone.remove(seat)
            self.held[seat] = line["dice"]
        else:
            self._squeeze_in(seat, line)
        if everybody_rolls:
            self.rolling = sorted([*self.rolling, seat])
        return None

    def _squeeze_in(self, seat: int, line: Line) -> None:
        def later(each: int) -> int:
            return each + (each >= seat)

        self.held.insert(seat, line["dice"])
        self.shown.insert(seat, [])
        self.rolling = [later(each) for each in self.rolling]
        self.gone = {later(each) for each in self.gone}
        self.had_palafico = {later(each) for each in self.had_palafico}
        if self.opener is not None:
            self.opener = self.turn = later(self.opener)

    def _reveal(self, line: Line) -> str | None:
        if self.waits != "reveal":
            return "not now"
        dice = line["dice"]
        if [len(hand) for hand in dice] != self.held:
            return "number"
        for hand, shown in zip(dice, self.shown, strict=True):
            if any(not 1 <= face <= 6 for face in hand):
                return "face"
            if any(hand.count(face) < shown.count(face) for face in shown):
                return "shown"
        self._judge([face for hand in dice for face in hand])
        return None

    # The verdict

    def _judge(self, faces: list[int]) -> None:
        assert self.bid is not None
        assert self.caller is not None
        face, claim, bidder, caller = (
            self.bid["face"], self.bid["quantity"], self.bid["player"], self.caller["player"],
        )  # fmt: skip
        wild = not self.palafico and face != self.wild
        count = sum(each == face or (wild and each == self.wild) for each in faces)
        lost, opener, others = [0] * len(self.held), caller, [s for s in self._in() if s != bidder]
        if self.caller["event"] == "spot_on":
            if count != claim:
                lost[caller] = 1
            elif self.calza == "win-back":
                lost[caller] = -1 if self.held[caller] < self.most else 0
            elif self.calza in ("others-lose", "everybody-else"):
                losers = others if self.calza == "others-lose" else self._in()
                for seat in losers:
                    lost[seat] = int(seat != caller)
        elif self.perudo:
            opener = caller if count >= claim else bidder
            lost[opener] = 1
        elif count == claim:
            opener = bidder
            for seat in others if self.exact == "all-but-bidder" else [caller]:
                lost[seat] = 1
        else:
            loser, opener = (caller, bidder) if count > claim else (bidder, caller)
            lost[loser] = min(abs(count - claim), self.held[loser])
        self._lose(lost, opener, caller)

    def _lose(self, lost: list[int], opener: int, caller: int) -> None:
        self.held = [held - less for held, less in zip(self.held, lost, strict=True)]
        if len(self._in()) == 1:
            self.waits, self.turn, self.bid, self.winner = "nothing", None, None, self._in()[0]
            return
        if self.perudo and len(self._in()) > 2:
            order = [(caller + step) % len(self.held) for step in range(1, len(self.held) + 1)]
            down = [seat for seat in order if self.held[seat] == 1 and lost[seat] > 0]
            first = next((seat for seat in down if seat not in self.had_palafico), None)
            if first is not None:
                self.had_palafico.add(first)
                self._round(first, palafico=True)
                return
        self._round(opener if self.held[opener] else self._left_of(opener))
