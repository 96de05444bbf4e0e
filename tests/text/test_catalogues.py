"""The catalogues hold every sentence that is asked for, no other, and each with the same placeholders."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import polib
import pytest

import companion
from companion.calibration import PARTS, TILTS, AreaKind, Place
from companion.calibration.light import ENDS
from companion.calibration.seating import MOST_SEATS
from companion.cli.terminal.command_line import COMMANDS
from companion.cli.wiring.findings import State
from companion.core.panel import Lamp, Sound
from companion.core.reading import CardDoubt, Doubt
from companion.core.settings import NAMES
from companion.devices.panel.wiring import STRIP_PINS
from companion.journal.database import FAULTS
from companion.play.modes.setup.mode import PRESET_NAMES, STAGES
from companion.play.overlays.first_game import STEPS
from companion.rules import (
    HOUSE,
    LIAR_LIAR,
    RULESETS,
    SWITCHES,
    TITLE,
    FirstOpener,
    MatchPhase,
    NextOpener,
    Outcome,
    Raising,
    Rank,
    Refusal,
    SpotOn,
    Suit,
)
from companion.rules.house import CHOICES, CLASHES
from companion.rules.liar_liar import MeldKind
from companion.rules.ruleset import Exact, Loss
from companion.share.feed import LinkState
from companion.simulator.rehearsal import Tally
from companion.simulator.rehearsal.tally import Flaw
from companion.text import GROUPS, languages, own_name, path_of, read_catalogue
from companion.text.catalogue import LINKS
from companion.text.names import SYSTEM_REASONS
from tests.text.said import Asked, asked, default_sentences, faults, objections, spelled_out_in_layouts

SPECS = {"", "words", "Words", *LINKS}
THINGS = (
    *("camera", "light", "pins", "panel", "display", "touch", "model", "disk", "python", "memory"),
    *("listens", "feed"),
)
"""What the doctor examines."""


@cache
def catalogue(language: str = "en") -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for entry in polib.pofile(str(path_of(language)))}


def messages_of(call: Asked) -> tuple[str, ...]:
    """The ids in the catalogue that the call can ask for."""
    if call.literal:
        return (call.pattern,) if call.pattern in catalogue() else ()
    return _fitting(call.pattern)


@cache
def _fitting(pattern: str) -> tuple[str, ...]:
    return tuple(message for message in catalogue() if re.fullmatch(pattern, message))


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def of_all_forms(entry: polib.POEntry) -> set[str]:
    return set().union(*map(placeholders, forms(entry)))


@cache
def plural_forms(language: str) -> int:
    """How many forms of a counted sentence the language has, by the head of its catalogue."""
    rule = polib.pofile(str(path_of(language))).metadata["Plural-Forms"]
    return int(rule.split(";")[0].partition("=")[2])


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_is_read_as_others_read_it(language: str) -> None:
    theirs = polib.pofile(str(path_of(language)))
    ours = read_catalogue(path_of(language))
    assert {name: list(told) for name, told in ours.forms.items()} == {
        entry.msgid: forms(entry) for entry in theirs
    }
    assert ours.head == {name.casefold(): value for name, value in theirs.metadata.items()}
    assert own_name(language) == theirs.metadata["X-Own-Name"]


def test_no_sentence_is_missing() -> None:
    missing = [f"{each.where}: {each.pattern}" for each in asked() if not messages_of(each)]
    assert missing == []


def test_no_sentence_is_left_over() -> None:
    used = {message for each in asked() for message in messages_of(each)}
    assert [message for message in catalogue() if message not in used] == []


def test_a_fault_for_people_takes_its_words_from_the_catalogue() -> None:
    assert [each.where for each in faults() if each.spelled_out] == []


def test_layouts_take_their_words_from_the_catalogue() -> None:
    assert spelled_out_in_layouts() == ()


def test_no_default_is_a_sentence_outside_the_catalogue(tmp_path: Path) -> None:
    assert default_sentences() == ()
    (tmp_path / "stray.py").write_text(
        'class Choice:\n    opening: str = "The highest die opens"\n    told = StringProperty("Not one")\n'
        'def show(words: str = "It is over", *, tone: str = "The end") -> None: ...\n'
    )
    assert [each.partition(": ")[2] for each in default_sentences(tmp_path)] == [
        *("The highest die opens", "Not one", "It is over", "The end"),
    ]


def test_no_french_text_says_tu_and_vous() -> None:
    tu, vous = (
        re.compile(r"\b(tu|toi|ton|ta)\b"),
        re.compile(r"\b(vous|vos|votre|(?!chez)\w+ez)\b", re.IGNORECASE),
    )
    mixed = [
        m
        for m, entry in catalogue("fr").items()
        for form in forms(entry)
        if tu.search(form) and vous.search(form)
    ]
    assert mixed == []


def test_french_help_says_tu_but_of_what_the_whole_table_does() -> None:
    """Of a scene's own words: "vous" is the table."""
    vous = re.compile(r"\b(vous|vos|votre|(?!chez)\w+ez)\b", re.IGNORECASE)
    helped = {m: forms(each) for m, each in catalogue("fr").items() if m.startswith("here.")}
    assert {m for m, said in helped.items() if any(map(vous.search, said))} == {"here.journal", "here.reveal"}


def test_no_french_mark_begins_a_line() -> None:
    """A plain space before it would let a label break there."""
    broken = re.compile(r"\S [!?;:»%]|« ")
    assert [m for m, entry in catalogue("fr").items() if any(map(broken.search, forms(entry)))] == []


@pytest.mark.parametrize("language", languages())
def test_a_command_has_its_name_of_today(language: str) -> None:
    former = re.compile(rf"\bcompanion ({'|'.join((*COMMANDS, 'help'))})\b")
    assert [m for m, entry in catalogue(language).items() if any(map(former.search, forms(entry)))] == []


@pytest.mark.parametrize("language", languages())
def test_what_may_be_bid_instead_goes_on_in_the_sentence(language: str) -> None:
    """It begins with a small letter."""
    assert [
        message
        for message, entry in catalogue(language).items()
        if any(re.search(r"[.?!] {legal}", told) for told in forms(entry))
    ] == []


@pytest.mark.parametrize("language", languages())
def test_one_lost_die_is_no_plural(language: str) -> None:
    assert not re.search(r"{lost}\s\w+s\b", catalogue(language)["bidding.dice"].msgstr)


QUOTED_IN_CODE = re.compile(r'say\("([\w.]+)",[^()]*?(\w+)=(?:quoted|say_quote|shown_value)\(')


@pytest.mark.parametrize("language", languages())
def test_what_is_given_in_quotes_gets_no_others(language: str) -> None:
    sources = "".join(each.read_text("utf-8") for each in Path(companion.__path__[0]).rglob("*.py"))
    given = QUOTED_IN_CODE.findall(sources)
    assert len(given) > 10
    twice = [
        message
        for message, name in given
        for told in forms(catalogue(language)[message])
        if re.search(rf"[„“\"«'‘]\s*\{{{name}\}}", told)
    ]
    assert twice == []


@pytest.mark.parametrize("language", languages())
def test_a_language_has_one_kind_of_quotation_marks(language: str) -> None:
    """Straight ones stand only round a word of a file."""
    entries = catalogue(language)
    (sentence,) = forms(entries["quoted"])
    others = "".join({*'„“”‚‘’«»‹›"'} - {*sentence})
    strange = re.compile(rf"[{others}]|(?<!\w)'[^' ]*{{\w+}}'")
    told = [each for entry in entries.values() for each in forms(entry)]
    assert [each for each in told if strange.search(re.sub(r'"[\w-]+"', "", each))] == []


@pytest.mark.parametrize("language", languages())
def test_help_calls_a_key_by_the_words_on_it(language: str) -> None:
    entries = catalogue(language)
    before, after = forms(entries["quoted"])[0].split("{words}")
    said = {each.strip(".!") for entry in entries.values() for each in forms(entry)}
    helps = (each for name, entry in entries.items() if name.startswith("here.") for each in forms(entry))
    named = {key.strip(".!") for told in helps for key in re.findall(f"{before}([^{{]+?){after}", told)}
    assert len(named) > 1
    assert named - said == set()


@pytest.mark.parametrize("language", languages())
def test_a_place_is_not_torn_from_its_number(language: str) -> None:
    for told in forms(catalogue(language)["verdict.out"]):
        assert re.search(r"\S+\u00a0{place}\u00a0\S+\u00a0{all}\.", told), told


def families() -> dict[str, Iterable[object]]:
    choices = {choice for each in (*RULESETS.values(), HOUSE, LIAR_LIAR) for choice in each.choices}
    options = {option.name for each in (*RULESETS.values(), HOUSE) for option in each.options}
    calls = {each.exact_call for each in (*RULESETS.values(), HOUSE)}
    between = (MatchPhase.HAND, MatchPhase.OVER)
    return {
        "refusal.{}": [each.value for each in Refusal],
        "system.{}": SYSTEM_REASONS.values(),
        "store.fault.{}": {sentence for _, sentence in FAULTS.values()},
        "camera.usb_trouble.{}": ("unopened", "silent", "gone"),
        "camera.stream_trouble.{}": ("unopened", "silent", "gone"),
        "panel.part.{}": ("lamp", "lamp_red", "lamp_green", "lamp_blue"),
        "panel.part.strip.{}": [line for _, line in STRIP_PINS],
        "area_kind.{}": [each.value for each in AreaKind],
        "seat.nth.{}": range(1, MOST_SEATS + 1),
        "rank.{}": [each.value for each in Rank],
        "rank.the.{}": [each.value for each in Rank],
        "rank.any.{}": [each.value for each in Rank],
        "suit.{}": [each.value for each in Suit],
        "suit.any.{}": [each.value for each in Suit],
        "face.{}": range(1, 7),
        "standing.{}": [each.value for each in MatchPhase if each not in between],
        "outcome.{}": [each.value for each in Outcome],
        "meld.{}": [each.value for each in MeldKind],
        "number.{}": range(21),
        "lamp.{}": [each.value for each in Lamp if each is not Lamp.OFF],
        "beep.{}": [each.value for each in Sound],
        "option_value.{}": [*(each.value for each in SpotOn), "all-but-bidder", "challenger"],
        "doubt.{}": [each.value for each in Doubt],
        "card_doubt.{}": [each.value for each in CardDoubt],
        "take_key.{}": ("meld", "hand", "correction"),
        "owned.{}": [each.value for each in MeldKind],
        "game.{}": (*RULESETS, LIAR_LIAR.name),
        "a_die.{}": {each.ace for each in (*RULESETS.values(), HOUSE)},
        "ones.{}": {each.ace for each in (*RULESETS.values(), HOUSE)},
        "dice_of_ones.{}": {each.ace for each in (*RULESETS.values(), HOUSE)},
        **{f"exact_call.{{}}{of}": calls for of in ("", ".who", ".now", ".told", ".voice", ".event")},
        "choice.{}": choices | {*CHOICES},
        "clash.{}": [each.name for each in CLASHES],
        "clash.{}.advice": [each.name for each in CLASHES],
        "switch.{}.long": options | {each.name for each in SWITCHES},
        "switch.{}": [each.name for each in SWITCHES if each is not TITLE],
        "switch_group.{}": [group for group, _ in GROUPS],
        "setup.stage.{}": [stage for stage, _ in STAGES],
        "help.{}": COMMANDS,
        "about.{}": COMMANDS,
        "doubt.brief.{}": [each.value for each in Doubt],
        "card_doubt.brief.{}": [each.value for each in CardDoubt],
        "first_game.told.{}": [each.name for each in STEPS],
        "flaw.{}": [each.name.lower() for each in Flaw],
        "setting.{}": NAMES,
        "link.{}": [each.value for each in LinkState],
        "link.short.{}": [each.value for each in LinkState],
        "figure.{}": Tally().as_object().keys() - {"failures"},
        "doctor.state.{}": [each.value for each in State],
        "doctor.thing.{}": THINGS,
        "coverage.part.{}": [each.replace(" ", "_") for each in PARTS],
        "light.mark.{}": ["glare", "even_light"],  # the subjects that have a place in the picture
        "light.end.{}": [each.replace(" ", "_") for each in ENDS],
        "marks.place.{}": [each.name.lower() for each in Place],
        "profile.{}_name": ("table", "camera"),
        "survey.part.{}": [each.replace(" ", "_") for each in PARTS],
        "survey.tilt.{}": [each.name.lower() for each in TILTS],
        "survey.area.{}": [each.value for each in AreaKind],
        "survey.choice.{}": [each.value for each in AreaKind],
        "setup.preset.{}": PRESET_NAMES,
        "switch.first_opener={}.rule": [each.value for each in FirstOpener],
        "switch.raising={}.rule": [each.value for each in Raising],
        "switch.exact={}.rule": [each.value for each in Exact],
        "switch.loss={}.rule": [each.value for each in Loss],
        "switch.next_opener={}.rule": [each.value for each in NextOpener],
        "switch.spot_on={}.rule": [each.value for each in SpotOn],
    }


@pytest.mark.parametrize(("group", "members"), families().items(), ids=families())
def test_a_group_of_sentences_has_one_for_every_member(group: str, members: Iterable[object]) -> None:
    known = catalogue()
    assert [each for each in members if group.format(each) not in known] == []


def test_a_sentence_is_given_the_values_that_its_placeholders_name() -> None:
    known, wrong = catalogue(), []
    for each in asked():
        for message in messages_of(each):
            wanted = of_all_forms(known[message]) | ({"count"} if known[message].msgid_plural else set())
            if each.values is None:
                continue
            fits = wanted == each.values if each.literal else wanted <= each.values
            if not fits:
                wrong.append(f"{each.where}: {message} has {sorted(wanted)}, given {sorted(each.values)}")
    assert wrong == []


def test_a_refusal_is_given_the_values_that_its_placeholders_name() -> None:
    known, wrong = catalogue(), []
    for each in objections():
        entry = known[f"refusal.{Refusal[each.code].value}"]
        wanted = of_all_forms(entry) | ({"count"} if entry.msgid_plural else set())
        if each.values is None:
            fits = wanted in ({"turn"}, {"face"}, {"face", "seat"}, {"value"})
        else:
            fits = wanted == each.values
        if not fits:
            wrong.append(f"{each.where}: {each.code} has {sorted(wanted)}, given {each.values}")
    assert wrong == []


def test_every_refusal_is_raised_somewhere() -> None:
    assert {each.code for each in objections()} == {each.name for each in Refusal}


def test_a_plural_is_chosen_exactly_where_there_is_a_count() -> None:
    known = catalogue()
    counted = {
        message for each in asked() if each.values and "count" in each.values
        for message in messages_of(each)
    }  # fmt: skip
    counted |= {
        f"refusal.{Refusal[each.code].value}"
        for each in objections()
        if each.values and "count" in each.values
    }
    assert {message for message, entry in known.items() if entry.msgid_plural} == counted


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_has_every_sentence_with_its_placeholders_and_all_plural_forms(language: str) -> None:
    english, told = catalogue(), catalogue(language)
    assert sorted(set(english) - set(told)) == []
    assert sorted(set(told) - set(english)) == []
    assert [message for message, entry in told.items() if "" in forms(entry) or entry.fuzzy] == []
    assert [
        message
        for message, entry in told.items()
        if placeholders(forms(entry)[-1]) != placeholders(forms(english[message])[-1])
        or not of_all_forms(entry) <= of_all_forms(english[message])
        or bool(entry.msgid_plural) != bool(english[message].msgid_plural)
    ] == []
    assert [
        message
        for message, entry in told.items()
        if len(forms(entry)) != (plural_forms(language) if english[message].msgid_plural else 1)
    ] == []


@pytest.mark.parametrize("language", languages())
def test_a_placeholder_is_a_plain_name_and_a_number_at_most_asked_for_in_words(language: str) -> None:
    parsed = [
        (message, name, spec, conversion)
        for message, entry in catalogue(language).items()
        for words in forms(entry)
        for _, name, spec, conversion in string.Formatter().parse(words)
        if name is not None
    ]
    assert [each for each in parsed if not each[1].isidentifier() or each[2] not in SPECS or each[3]] == []
