"""A rule set in our own words, chapter by chapter, from the referee's own switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion import rules
from companion.text.catalogue import say
from companion.text.dice import table_words
from companion.text.names import capital, quoted, say_list
from companion.text.switches import OPTIONS, VARIATIONS, long_label_of, say_needs, value_key


@dataclass(frozen=True, slots=True)
class Chapter:
    heading: str
    sentences: tuple[str, ...]


def chapters(ruleset: rules.RuleSet) -> tuple[Chapter, ...]:
    """The rule book; its last chapters name our choices and the switches."""
    told = (
        Chapter(say("rulebook.table"), _table(ruleset)),
        Chapter(say("rulebook.bidding"), _bidding(ruleset)),
        Chapter(say("rulebook.calling"), _calling(ruleset)),
        Chapter(say("rulebook.after"), _after(ruleset)),
        Chapter(say("rulebook.variations"), _variations(ruleset)),
        choices_chapter(ruleset.choices, table_words(ruleset)),
        Chapter(say("rulebook.switches"), tuple(_switch_line(each, ruleset) for each in ruleset.options)),
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def for_the_table(book: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """The book without switches, variations not played, and ``[choice]`` marks."""
    off, choice = say("rulebook.off", variation=""), say("rulebook.choice", choice="")
    told = (
        Chapter(
            chapter.heading,
            tuple(each.removeprefix(choice) for each in chapter.sentences if not each.startswith(off)),
        )
        for chapter in book
        if chapter.heading != say("rulebook.switches")
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def choices_chapter(choices: tuple[str, ...], words: Mapping[str, str]) -> Chapter:
    """Our choices where the rule sheet is silent, each marked; ``words``: see ``table_words``."""
    marked = (say("rulebook.choice", choice=capital(say(f"choice.{each}", **words))) for each in choices)
    return Chapter(say("rulebook.choices"), tuple(marked))


def _table(ruleset: rules.RuleSet) -> tuple[str, ...]:
    return (
        say("rulebook.players", most=ruleset.most_players, count=ruleset.dice),
        *(() if rules.STACKED_DICE in ruleset.choices else (say("choice.stacked_dice"),)),
        say("rulebook.last_die_wins"),
        say(f"switch.first_opener={ruleset.first_opener.value}.rule"),
    )


def _bidding(ruleset: rules.RuleSet) -> tuple[str, ...]:
    return (
        say("rulebook.in_turn"),
        *((say("switch.star_six=yes.rule"),) if ruleset.star_six else ()),
        _wild(ruleset),
        _opening(ruleset),
        *_raising(ruleset),
        say(f"switch.capped={value_key(ruleset.capped)}.rule"),
    )


def _raising(ruleset: rules.RuleSet) -> list[str]:
    lowest = 1 if ruleset.star_six else 2
    rule = say(f"switch.raising={ruleset.raising.value}.rule", lowest=lowest, highest=lowest + 4)
    return rule.splitlines()


def _wild(ruleset: rules.RuleSet) -> str:
    if not ruleset.ones_wild:
        return say("switch.ones_wild=no.rule")
    words = table_words(ruleset)
    return say("switch.ones_wild=yes.rule", capital=words["capital"], ones=words["ones"])


def _opening(ruleset: rules.RuleSet) -> str:
    if ruleset.ones_open:
        return say("switch.ones_open=yes.rule")
    bids = rules.wild_bids(ruleset)
    key = "no" if bids is rules.WildBids.SOMETIMES else bids.value
    return say(f"switch.ones_open={key}.rule", **table_words(ruleset))


def _calling(ruleset: rules.RuleSet) -> tuple[str, ...]:
    exact = say(f"switch.exact={ruleset.exact.value}.rule")
    return (say("rulebook.challenge"), say("rulebook.count"), exact)


def _after(ruleset: rules.RuleSet) -> tuple[str, ...]:
    opens = say(f"switch.next_opener={ruleset.next_opener.value}.rule")
    wrong = ruleset.spot_on is not None and ruleset.next_opener is rules.NextOpener.WINNER
    told = (say(f"switch.loss={ruleset.loss.value}.rule"), _lost_dice(ruleset), opens)
    return (*told, say("rulebook.wrong_call_opens", call=table_words(ruleset)["call"])) if wrong else told


def _lost_dice(ruleset: rules.RuleSet) -> str:
    if ruleset.raising is rules.Raising.TRACK:
        return say("rulebook.lost_to_squares")
    won_back = ruleset.spot_on is rules.SpotOn.WIN_BACK and ruleset.dice > 1
    return say("rulebook.lost_till_won_back" if won_back else "rulebook.lost_aside")


_OF_SEVERAL_DICE = ("show_reroll", "palafico")
"""Impossible with one die each."""


def _variations(ruleset: rules.RuleSet) -> tuple[str, ...]:
    offered = {option.field for option in ruleset.options}
    told = []
    for field in VARIATIONS:
        played = bool(getattr(ruleset, field))
        if field in offered and not played:
            told.append(say("rulebook.off", variation=_variation(field, ruleset)))
        elif played and field != "ones_wild" and (ruleset.dice > 1 or field not in _OF_SEVERAL_DICE):
            told += (_variation(field, ruleset), *_limits(field, ruleset))
    return tuple(told)


def _limits(field: str, ruleset: rules.RuleSet) -> tuple[str, ...]:
    words, won_back = table_words(ruleset), ruleset.spot_on is rules.SpotOn.WIN_BACK
    faces = say(f"switch.palafico_faces={value_key(ruleset.palafico_faces)}.rule")
    not_there = ruleset.palafico and not ruleset.spot_on_in_palafico
    of_sum = ruleset.star_face or (ruleset.ones_wild and "tie_breaker_every_round" not in ruleset.choices)
    limits = {
        "palafico": (
            (True, faces),
            (ruleset.palafico_once and won_back, say("switch.palafico_once=yes.rule")),
        ),
        "spot_on": (
            (not_there, say("switch.spot_on_in_palafico=no.rule", **words)),
            (not ruleset.spot_on_with_two, say("switch.spot_on_with_two=no.rule", **words)),
        ),
        "tie_breaker": (
            (of_sum, say("rulebook.tie_breaker_sum", ones=words["ones"], number=ruleset.wild_face)),
        ),
    }
    return tuple(capital(sentence) for holds, sentence in limits.get(field, ()) if holds)


def _variation(field: str, ruleset: rules.RuleSet) -> str:
    words = table_words(ruleset)
    if field == "spot_on":
        call, reward = words["call"], _reward(ruleset)
        if ruleset.spot_on_anyone:
            return capital(say("switch.spot_on_anyone.rewarded", call=call, reward=reward))
        return capital(say("switch.spot_on.rewarded", call=call, reward=reward))
    return say(f"switch.{field}.rule", **words)


def _reward(ruleset: rules.RuleSet) -> str:
    if ruleset.spot_on is not None:
        nothing_back = ruleset.spot_on is rules.SpotOn.WIN_BACK and ruleset.dice == 1
        right = rules.SpotOn.NOTHING if nothing_back else ruleset.spot_on
        return say(f"switch.spot_on={right.value}.rule")
    offered = {value for option in ruleset.options if option.field == "spot_on" for value in option.values}
    agreed, *others = (
        say(f"switch.spot_on={each.value}.rule") for each in rules.SpotOn if each.value in offered
    )
    for each in others:
        agreed = say("rulebook.reward_or", rewards=agreed, reward=each)
    return say("rulebook.reward_agreed", rewards=agreed)


def _switch_line(option: rules.Option, ruleset: rules.RuleSet) -> str:
    house = {each.name for each in ruleset.options} >= {*OPTIONS}
    line = switch_line(option, long_label_of(option.name, ruleset))
    return say_needs(line, option.name) if house else line


def switch_line(option: rules.Option, label: str) -> str:
    """A switch: its name in a record, meaning and values."""
    if not option.values:
        return say("rulebook.switch_name", name=option.name, label=label)
    lowest, highest = option.values[0], option.values[-1]
    if type(lowest) is int:
        return say("rulebook.switch_number", name=option.name, label=label, lowest=lowest, highest=highest)
    values = ", ".join(value if isinstance(value, str) else quoted(value) for value in option.values)
    return say("rulebook.switch", name=option.name, label=label, values=values)


def match_chapters(played: rules.MatchRules) -> tuple[Chapter, ...]:
    target, hits = say("switch.target.long"), say("switch.run_hit_once.long")
    return (
        Chapter(say("match_book.match"), _match(played)),
        Chapter(say("match_book.turn"), _numbered("turn", 4)),
        Chapter(say("match_book.melds"), _melds()),
        Chapter(say("match_book.yes"), _numbered("yes", 5)),
        Chapter(say("match_book.no"), _numbered("no", 3)),
        Chapter(say("match_book.chips"), _numbered("chips", 2)),
        Chapter(say("match_book.large"), _large(played)),
        choices_chapter(played.choices, {}),
        Chapter(
            say("rulebook.switches"),
            (
                say(
                    "rulebook.switch_number",
                    name="target",
                    label=target,
                    lowest=1,
                    highest=rules.HIGHEST_TARGET,
                ),
                switch_line(rules.RUN_HIT_ONCE, hits),
            ),
        ),
    )


def _numbered(chapter: str, sentences: int) -> tuple[str, ...]:
    return tuple(say(f"match_book.{chapter}.{number}") for number in range(1, sentences + 1))


def _match(played: rules.MatchRules) -> tuple[str, ...]:
    suggested = say_list((str(target) for target in rules.TARGETS), either=True)
    return (
        say("match_book.players", most=played.most_players, suggested=suggested, target=played.target),
        say("match_book.dealt", cards=rules.CARDS_EACH, chips=rules.CHIPS_EACH),
        say("match_book.round"),
        say("match_book.points", points=rules.POINTS_A_CHIP),
    )


def _melds() -> tuple[str, ...]:
    return (
        say("match_book.set", fewest=rules.SMALL_GROUP.fewest, most=rules.SMALL_GROUP.most_of_a_rank),
        say("match_book.run", fewest=rules.SMALL_GROUP.fewest),
        say("match_book.hit"),
    )


def _large(played: rules.MatchRules) -> tuple[str, ...]:
    return (
        say("match_book.two_decks", most=rules.MOST_IN_SMALL_GROUP, fewest=rules.LARGE_GROUP.fewest),
        say("match_book.large_hits", most=rules.LARGE_GROUP.most_of_a_rank),
        say("match_book.run_hit_once" if played.run_hit_once else "match_book.run_hit_again"),
    )
