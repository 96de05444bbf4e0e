"""A kept game, round by round: of dice its bids, the call and the reveal; of cards its Quests."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal.kept_games import KeptGame
from companion.memory.rounds import PlayedGame, PlayedRound, played_game, reveals
from companion.play.dice.views import BidView
from companion.play.history.ports import Past
from companion.play.history.views import StoryView
from companion.play.views import HandView, PictureView, SlotView, TableView, Tone, VerdictView
from companion.rules.cards.match import Match
from companion.rules.count import matching
from companion.rules.events import BidMade
from companion.rules.families import AnyGame
from companion.rules.game import Round
from companion.rules.record import GameRecord
from companion.rules.ruleset import RuleSet
from companion.text.cards import say_hand, say_quest
from companion.text.dice import say_call, say_count, say_losses, say_verdict
from companion.text.names import say_player
from companion.text.numbers import as_sentence
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class Story:
    """A game that is looked at; of dice ``played`` are its rounds, ``numbers`` those of their reveals.

    ``souvenir`` is its page once it was asked for.
    """

    game: KeptGame
    record: GameRecord
    played: PlayedGame | None
    numbers: tuple[int, ...]
    at: int = 0
    souvenir: PictureView | None = None

    @property
    def rounds(self) -> int:
        """How many rounds there are to look at, of cards hands; at least one."""
        match = self.record.game
        if isinstance(match, Match):
            return max(1, match.hand)
        return 1 if self.played is None else max(1, len(self.played.rounds))


def story_of(game: KeptGame, record: GameRecord) -> Story:
    """The game from its first round."""
    if isinstance(record.game, Match):
        return Story(game, record, None, ())
    return Story(game, record, played_game(record.live_events), reveals(record.numbered_live_events))


def _names(match: AnyGame) -> tuple[str, ...]:
    return tuple(say_player(match.players, seat) for seat in range(len(match.players)))


def story_view(bare: TableView, story: Story, past: Past) -> TableView:
    """One round of the story as the screen shows it."""
    match = story.record.game
    if isinstance(match, Match):
        return _hand(bare, story, match)
    played = None if story.played is None or not story.played.rounds else story.played.rounds[story.at]
    ended = None if played is None else played.ended
    players, ruleset = match.players, match.ruleset
    told = say("past.no_verdict") if ended is None else say_verdict(ended, players, ruleset)
    return replace(
        bare,
        message=say("past.round", number=story.at + 1, rounds=story.rounds),
        bids=() if played is None else _bids(played, players),
        star_face=ruleset.star_face,
        verdict=None if ended is None else verdict_of(ended, players, ruleset),
        picture=None if ended is None else past.picture(story.game.id, story.numbers[story.at]),
        souvenir=story.souvenir,
        story=StoryView(story.game.id, _names(match), story.at, story.rounds, (), told, bool(story.numbers)),
    )


def _bids(played: PlayedRound, players: tuple[str, ...]) -> tuple[BidView, ...]:
    bids = (placed.bid for placed in played.bids)
    return tuple(
        BidView(
            bid.player,
            say_player(players, bid.player),
            bid.claim,
            bid.face if isinstance(bid, BidMade) else None,
        )
        for bid in bids
    )


def verdict_of(ended: Round, players: tuple[str, ...], ruleset: RuleSet) -> VerdictView:
    """The verdict of a round that was played long ago, with the dice of all."""
    counted = matching(ended, ended.dice)
    return VerdictView(
        headline=say_count(ended, ruleset),
        sentence=say_losses(ended, players),
        count=ended.count,
        quantity=ended.bid.claim,
        losses=ended.losses,
        hands=tuple(
            HandView(seat, say_player(players, seat), len(dice), _slots(dice, counted[seat]), None)
            for seat, dice in enumerate(ended.dice)
        ),
        called=as_sentence(say_call(ended, players, ruleset)),
        counted=(),
        next_words="",
        told=True,
    )


def _slots(dice: tuple[int, ...], counts: tuple[bool, ...]) -> tuple[SlotView, ...]:
    return tuple(
        SlotView(face, Tone.COUNTED if counted else Tone.IDLE, None, None)
        for face, counted in zip(dice, counts, strict=True)
    )


def _hand(bare: TableView, story: Story, match: Match) -> TableView:
    number = story.at + 1
    asked = (*match.quests, *(() if match.quest is None else (match.quest,)))
    lines = tuple(say_quest(quest, match.players) for quest in asked if quest.hand == number)
    ended = match.hands[story.at] if story.at < len(match.hands) else None
    told = say("past.no_end") if ended is None else as_sentence(say_hand(ended, match.players))
    lines = lines or (say("past.no_quests"),)
    return replace(
        bare,
        message=say("past.hand", number=number, hands=story.rounds),
        story=StoryView(story.game.id, _names(match), story.at, story.rounds, lines, told, bool(match.hands)),
    )
