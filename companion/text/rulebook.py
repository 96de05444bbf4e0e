"""A rule set told in our own words, chapter by chapter, from the same switches that the referee reads."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.ruleset import STACKED_DICE, Option, Raising, RuleSet, SpotOn
from companion.text.dice import say_face
from companion.text.foreign import quoted
from companion.text.numbers import capital
from companion.text.speech import say
from companion.text.switches import long_label_of, value_key


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


def chapters(ruleset: RuleSet) -> tuple[Chapter, ...]:
    """The whole game as this table plays it; the last chapters name our choices and what may be switched."""
    told = (
        Chapter(say("rulebook.table"), _table(ruleset)),
        Chapter(say("rulebook.bidding"), _bidding(ruleset)),
        Chapter(say("rulebook.calling"), _calling(ruleset)),
        Chapter(say("rulebook.after"), _after(ruleset)),
        Chapter(say("rulebook.variations"), _variations(ruleset)),
        choices_chapter(ruleset.choices),
        Chapter(say("rulebook.switches"), tuple(map(switch_line, ruleset.options))),
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def for_the_table(book: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """The book as the screen shows it: without what is not played, and without what a record calls it."""
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


def choices_chapter(choices: tuple[str, ...]) -> Chapter:
    """Our choices where the rule sheet is silent, each marked as one."""
    marked = (say("rulebook.choice", choice=say(f"choice.{each}")) for each in choices)
    return Chapter(say("rulebook.choices"), tuple(marked))


def _table(ruleset: RuleSet) -> tuple[str, ...]:
    return (
        say("rulebook.players", most=ruleset.most_players, count=ruleset.dice),
        *(() if STACKED_DICE in ruleset.choices else (say(f"choice.{STACKED_DICE}"),)),
        say("rulebook.last_die_wins"),
        say(f"switch.first_opener={ruleset.first_opener.value}.rule"),
    )


def _bidding(ruleset: RuleSet) -> tuple[str, ...]:
    return (
        say("rulebook.in_turn"),
        *((say("switch.star_six=yes.rule"),) if ruleset.star_six else ()),
        _wild(ruleset),
        _opening(ruleset),
        *_raising(ruleset),
        say(f"switch.capped={value_key(ruleset.capped)}.rule"),
    )


def _raising(ruleset: RuleSet) -> list[str]:
    lowest = 1 if ruleset.star_six else 2
    rule = say(f"switch.raising={ruleset.raising.value}.rule", lowest=lowest, highest=lowest + 4)
    return rule.splitlines()


def _wild(ruleset: RuleSet) -> str:
    if not ruleset.ones_wild:
        return say("switch.ones_wild=no.rule")
    ones = say_face(ruleset.wild_face, ruleset)
    return say("switch.ones_wild=yes.rule", capital=capital(ones), ones=ones)


def _opening(ruleset: RuleSet) -> str:
    if ruleset.ones_open:
        return say("switch.ones_open=yes.rule")
    return say("switch.ones_open=no.rule", ones=say_face(ruleset.wild_face, ruleset))


def _calling(ruleset: RuleSet) -> tuple[str, ...]:
    exact = say(f"switch.exact={ruleset.exact.value}.rule")
    return (say("rulebook.challenge"), say("rulebook.count"), exact)


def _after(ruleset: RuleSet) -> tuple[str, ...]:
    opens = say(f"switch.next_opener={ruleset.next_opener.value}.rule")
    return (say(f"switch.loss={ruleset.loss.value}.rule"), _lost_dice(ruleset), opens)


def _lost_dice(ruleset: RuleSet) -> str:
    if ruleset.raising is Raising.TRACK:
        return say("rulebook.lost_to_squares")
    won_back = ruleset.spot_on is SpotOn.WIN_BACK
    return say("rulebook.lost_till_won_back" if won_back else "rulebook.lost_aside")


_VARIATIONS = (
    "show_reroll",
    "palafico",
    "random_challenge",
    "spot_on",
    "ones_wild",
    "tie_breaker",
    "chips",
)


def _variations(ruleset: RuleSet) -> tuple[str, ...]:
    """Each variation that is played or that the table may switch on."""
    offered = {option.field for option in ruleset.options}
    told = []
    for field in _VARIATIONS:
        played = bool(getattr(ruleset, field))
        if field in offered and not played:
            told.append(say("rulebook.off", variation=_variation(field, ruleset)))
        elif played and (field != "ones_wild" or field in offered):
            told += (_variation(field, ruleset), *_limits(field, ruleset))
    return tuple(told)


def _limits(field: str, ruleset: RuleSet) -> tuple[str, ...]:
    """How this table plays a variation that other tables play without limits."""
    limits = {
        "palafico": (
            (ruleset.palafico_once, say("switch.palafico_once=yes.rule")),
            (ruleset.palafico_faces, say("switch.palafico_faces=yes.rule")),
        ),
        "spot_on": (
            (not ruleset.spot_on_in_palafico, say("switch.spot_on_in_palafico=no.rule")),
            (not ruleset.spot_on_with_two, say("switch.spot_on_with_two=no.rule")),
        ),
    }
    return tuple(sentence for holds, sentence in limits.get(field, ()) if holds)


def _variation(field: str, ruleset: RuleSet) -> str:
    if field == "spot_on":
        if ruleset.spot_on_anyone:
            return say("switch.spot_on_anyone.rewarded", reward=_reward(ruleset))
        return say("switch.spot_on.rewarded", reward=_reward(ruleset))
    return say(f"switch.{field}.rule")


def _reward(ruleset: RuleSet) -> str:
    if ruleset.spot_on is not None:
        return say(f"switch.spot_on={ruleset.spot_on.value}.rule")
    offered = {value for option in ruleset.options if option.field == "spot_on" for value in option.values}
    agreed, *others = (say(f"switch.spot_on={each.value}.rule") for each in SpotOn if each.value in offered)
    for each in others:
        agreed = say("rulebook.reward_or", rewards=agreed, reward=each)
    return say("rulebook.reward_agreed", rewards=agreed)


def switch_line(option: Option) -> str:
    """What may be switched: its name in a record, what it means, and its values."""
    label = long_label_of(option.name)
    if not option.values:
        return say("rulebook.switch_name", name=option.name, label=label)
    lowest, highest = option.values[0], option.values[-1]
    if type(lowest) is int:
        return say("rulebook.switch_number", name=option.name, label=label, lowest=lowest, highest=highest)
    values = ", ".join(value if isinstance(value, str) else quoted(value) for value in option.values)
    return say("rulebook.switch", name=option.name, label=label, values=values)
