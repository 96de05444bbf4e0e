"""What the server knows of the table, and what each phone is shown of it."""

from __future__ import annotations

import json

from companion.phones.table_line import Fields
from companion.scoreboard.newest import Newest
from companion.text.choice import known_language
from companion.text.speech import say, spoken, use_language


class House:
    """Holds the newest state of the table, and a stream for each phone that is in."""

    def __init__(self) -> None:
        self._state: Fields = {}
        self._seats: dict[str, int] = {}
        self._streams: dict[str, Newest] = {}

    def take(self, told: Fields) -> None:
        """A line of the table: how it stands, and whose each phone is."""
        state, seats = told["state"], told["phones"]
        assert isinstance(state, dict)
        assert isinstance(seats, dict)
        self._state, self._seats = state, seats
        language = known_language(str(state["language"]))
        if language is not None and language != spoken().language:
            use_language(language)
        for key in self._streams.keys() - seats.keys():
            self._streams[key].publish(json.dumps({"me": None, "message": say("phone.not_joined")}))
            self._streams.pop(key).close()
        for key, seat in seats.items():
            text = self._text(seat)
            if key in self._streams:
                self._streams[key].publish(text)
            else:
                self._streams[key] = Newest(text)

    def stream_of(self, key: str) -> Newest | None:
        """What the phone with this key is shown; ``None`` for a phone that is not in."""
        return self._streams.get(key)

    def close(self) -> None:
        """All streams end."""
        for each in self._streams.values():
            each.close()

    def _text(self, seat: int) -> str:
        return json.dumps(self._state | {"me": seat, "words": _words()}, ensure_ascii=False)


def _words() -> dict[str, str]:
    """What the page says by itself."""
    return {
        "your_turn": say("phone.your_turn"),
        "fewer": say("phone.fewer"),
        "more": say("phone.more"),
        "faces": say("phone.faces"),
        "challenge": say("bidding.challenge"),
        "no_bid": say("scoreboard.no_bid"),
        "players": say("scoreboard.players"),
        "now": say("scoreboard.on_turn"),
    }
