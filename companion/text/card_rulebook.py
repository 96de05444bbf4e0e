"""Liar, Liar told in our own words, chapter by chapter, with the figures that the referee reads."""

from __future__ import annotations

from companion.rules.cards.liar_liar import (
    CARDS_EACH,
    CHIPS_EACH,
    HIGHEST_TARGET,
    LARGE_GROUP,
    MOST_IN_SMALL_GROUP,
    POINTS_A_CHIP,
    RUN_HIT_ONCE,
    SMALL_GROUP,
    TARGETS,
    MatchRules,
)
from companion.text.numbers import say_list
from companion.text.rulebook import Chapter, choices_chapter, switch_line
from companion.text.speech import say
from companion.text.switches import long_label_of


def match_chapters(rules: MatchRules) -> tuple[Chapter, ...]:
    """The whole game; the last chapters name our choices and what may be switched."""
    target = long_label_of("target")
    return (
        Chapter(say("match_book.match"), _match(rules)),
        Chapter(say("match_book.turn"), _numbered("turn", 4)),
        Chapter(say("match_book.melds"), _melds()),
        Chapter(say("match_book.yes"), _numbered("yes", 5)),
        Chapter(say("match_book.no"), _numbered("no", 3)),
        Chapter(say("match_book.chips"), _numbered("chips", 2)),
        Chapter(say("match_book.large"), _large(rules)),
        choices_chapter(rules.choices),
        Chapter(
            say("rulebook.switches"),
            (
                say("rulebook.switch_number", name="target", label=target, lowest=1, highest=HIGHEST_TARGET),
                switch_line(RUN_HIT_ONCE),
            ),
        ),
    )


def _numbered(chapter: str, sentences: int) -> tuple[str, ...]:
    return tuple(say(f"match_book.{chapter}.{number}") for number in range(1, sentences + 1))


def _match(rules: MatchRules) -> tuple[str, ...]:
    suggested = say_list((str(target) for target in TARGETS), either=True)
    return (
        say("match_book.players", most=rules.most_players, suggested=suggested, target=rules.target),
        say("match_book.dealt", cards=CARDS_EACH, chips=CHIPS_EACH),
        say("match_book.round"),
        say("match_book.points", points=POINTS_A_CHIP),
    )


def _melds() -> tuple[str, ...]:
    return (
        say("match_book.set", fewest=SMALL_GROUP.fewest, most=SMALL_GROUP.most_of_a_rank),
        say("match_book.run", fewest=SMALL_GROUP.fewest),
        say("match_book.hit"),
    )


def _large(rules: MatchRules) -> tuple[str, ...]:
    return (
        say("match_book.two_decks", most=MOST_IN_SMALL_GROUP, fewest=LARGE_GROUP.fewest),
        say("match_book.large_hits", most=LARGE_GROUP.most_of_a_rank),
        say("match_book.run_hit_once" if rules.run_hit_once else "match_book.run_hit_again"),
    )
