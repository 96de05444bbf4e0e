"""The feed as text: the record's own lines, then one line that says how the game stands (docs/feed.md)."""

from __future__ import annotations

from companion.feed.happening import Happening
from companion.journal import strict_json
from companion.journal.codec import line_of
from companion.journal.match_summary import match_summary
from companion.journal.summary import Summary, summary_of
from companion.rules.families import AnyGame
from companion.rules.game import Game
from companion.text import cards as card_words
from companion.text import dice as dice_words
from companion.text.speech import spoken

FEED = 1
"""The version of the feed, in every state line."""
_HISTORY = ("rounds", "quests", "hands")
"""What a summary holds of the past; the feed tells only the newest of each."""


def lines_of(happening: Happening) -> tuple[str, ...]:
    """The happening's lines, without line ends: its events, then the state after them."""
    return (*map(line_of, happening.fresh), state_line(happening))


def state_line(happening: Happening) -> str:
    """How the game stands after the happening, as one line of JSON."""
    return strict_json.write({"state": _state(happening)})


def _state(happening: Happening) -> Summary:
    game = happening.record.game
    state: Summary = {
        "feed": FEED,
        "game": happening.game_id,
        "begun": happening.begun_at.isoformat(timespec="seconds"),
        "number": happening.number,
        "language": spoken().language,
    }
    summary = summary_of(game) if isinstance(game, Game) else match_summary(game)
    for key in _HISTORY:
        past = summary.pop(key, None)
        if isinstance(past, list):
            state |= {key: len(past), f"last_{key.removesuffix('s')}": past[-1] if past else None}
    return state | summary | {"turn": _turn(game), "verdict": _verdict(game)}


def _turn(game: AnyGame) -> str:
    return dice_words.say_turn(game) if isinstance(game, Game) else card_words.say_turn(game)


def _verdict(game: AnyGame) -> str | None:
    """What the newest verdict says in words; ``None`` before the first."""
    if isinstance(game, Game):
        if not game.rounds:
            return None
        return dice_words.say_verdict(game.rounds[-1], game.players, game.ruleset)
    return card_words.say_quest(game.quests[-1], game.players) if game.quests else None
