"""Which phone is whose: a code for each player, good for one phone, and a key that this phone then keeps."""

from __future__ import annotations

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: those that nobody mistakes for another."""
CODE_LENGTH = 6
"""31 letters to the power of 6: 887 million codes, and who guesses is held up."""
KEY_BYTES = 24


class PhoneCodes:
    """The players of a game, their codes and their phones. Other players: other codes, and no phones."""

    def __init__(self) -> None:
        self._players: tuple[str, ...] = ()
        self._codes: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    def seat(self, players: tuple[str, ...]) -> None:
        """These play now; where the same people play again, wherever they sit, their phones stay theirs."""
        if sorted(players) != sorted(self._players):
            self._codes = {each: new_code() for each in players}
            self._keys = {}
        self._players = players

    def code(self, seat: int) -> str:
        """What the player there types or scans; KeyError where nobody sits."""
        return self._codes[self.player(seat)]

    def join(self, code: str) -> str | None:
        """The key for the phone that brings this code, which is then spent; ``None`` for a wrong one.

        The player's former phone is out.
        """
        given = code.strip().upper().encode("utf-8", "replace")
        for player, right in self._codes.items():
            if secrets.compare_digest(given, right.encode()):
                self._codes[player] = new_code()
                self._keys[player] = secrets.token_urlsafe(KEY_BYTES)
                return self._keys[player]
        return None

    def send_away(self, seat: int) -> None:
        """The player there bids at the screen again."""
        player = self.player(seat)
        self._codes[player] = new_code()
        self._keys.pop(player, None)

    @property
    def phones(self) -> dict[str, int]:
        """The seat of each phone, by its key."""
        return {key: self._players.index(player) for player, key in self._keys.items()}

    def player(self, seat: int) -> str:
        """Who sits there; KeyError where nobody does."""
        if not 0 <= seat < len(self._players):
            raise KeyError(seat)
        return self._players[seat]


def new_code() -> str:
    """A code that nobody can guess in an evening."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
