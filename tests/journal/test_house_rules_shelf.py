"""House rules on disk: saved by name, read again, and never lost to a bad file or a full disk."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.journal import HouseRules, HouseRulesError, HouseShelf, RecordError, house_rules
from companion.journal.house_rules import LARGEST_FILE, rules_of, text_of
from companion.rules import (
    HOUSE,
    LONGEST_TITLE,
    RULESETS,
    SWITCHES,
    Refusal,
    RuleError,
    RulesError,
    one_form,
    switches_of,
)

FRIDAY = HouseRules("Friday table", (("raising", "track"), ("spot_on", "win-back")))
SUNDAY = HouseRules("Sunday", (("dice", 3),))


@pytest.fixture
def shelf(tmp_path: Path) -> HouseShelf:
    return HouseShelf(tmp_path / "house-rules")


def files(tmp_path: Path) -> list[str]:
    return sorted(each.name for each in (tmp_path / "house-rules").iterdir())


def put(tmp_path: Path, name: str, content: str | bytes) -> Path:
    path = tmp_path / "house-rules" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_an_empty_shelf_is_read_without_making_a_folder(shelf: HouseShelf, tmp_path: Path) -> None:
    assert shelf.read() == house_rules.KeptHouseRules(())
    assert not (tmp_path / "house-rules").exists()


def test_what_is_saved_is_read_again_by_another_shelf(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(SUNDAY)
    shelf.save(FRIDAY)
    assert HouseShelf(tmp_path / "house-rules").read().rules == (FRIDAY, SUNDAY)
    assert files(tmp_path) == ["friday-table.toml", "sunday.toml"]


def test_the_file_names_every_switch_and_what_else_it_may_be(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    lines = (tmp_path / "house-rules" / "friday-table.toml").read_text(encoding="utf-8").splitlines()
    assert lines[:5] == [
        "# House rules of a table, for Cups Up. The other values of a switch stand behind it.",
        "format = 1",
        'title = "Friday table"',
        "",
        "[switches]",
    ]
    assert [line.split(" = ")[0] for line in lines[5:]] == [option.name for option in SWITCHES[1:]]
    assert lines[5] == "dice = 5                            # Dice each at the start: 1 to 10"
    assert 'spot_on = "win-back"' in "\n".join(lines)


def test_a_switch_left_out_is_as_in_the_common_game() -> None:
    assert rules_of('format = 1\ntitle = "Short"\n') == HouseRules("Short", ())
    edited = rules_of('format = 1\ntitle = "Short"\n[switches]\ndice = 7 # by hand\n')
    assert dict(edited.switches)["dice"] == 7
    assert len(edited.switches) == len(SWITCHES) - 1


def test_the_same_title_in_other_capitals_is_written_over(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    louder = HouseRules("FRIDAY  table", (("dice", 6),))
    shelf.save(louder)
    assert shelf.read().rules == (louder,)
    assert files(tmp_path) == ["friday-table.toml"]
    assert shelf.read().named("friday table") == louder


def test_a_title_in_another_form_of_unicode_is_the_same_title(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(HouseRules("Caf\u00e9", ()))
    again = HouseRules("Cafe\u0301", (("dice", 6),))
    shelf.save(again)
    assert shelf.read().rules == (again,)
    assert again.title == "Caf\u00e9"
    assert files(tmp_path) == ["caf\u00e9.toml"]


def test_a_new_name_takes_the_old_ones_place(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    shelf.save(SUNDAY)
    renamed = HouseRules("Saturday", FRIDAY.switches)
    shelf.save(renamed, instead_of="Friday table")
    assert shelf.read().rules == (renamed, SUNDAY)
    assert files(tmp_path) == ["saturday.toml", "sunday.toml"]


def test_a_name_by_its_own_new_spelling_keeps_its_file(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    spelt = HouseRules("friday Table", FRIDAY.switches)
    shelf.save(spelt, instead_of="Friday table")
    assert shelf.read().rules == (spelt,)


def test_titles_of_the_same_file_name_get_two_files(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    other = HouseRules("Friday-table!", ())
    shelf.save(other)
    assert set(shelf.read().rules) == {FRIDAY, other}
    assert files(tmp_path) == ["friday-table-2.toml", "friday-table.toml"]


def test_a_title_of_signs_alone_has_a_file_too(shelf: HouseShelf, tmp_path: Path) -> None:
    signs = HouseRules("../../★ \\", ())
    shelf.save(signs)
    assert files(tmp_path) == ["house-rules.toml"]
    assert shelf.read().rules == (signs,)


def test_deleting_takes_only_that_one(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    shelf.save(SUNDAY)
    shelf.remove("friday TABLE")
    shelf.remove("never saved")
    assert shelf.read().rules == (SUNDAY,)


GOOD = text_of(FRIDAY)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("format = ", "this is not TOML: invalid value (at end of document)"),
        ("shopping = ['milk']", "this is not a file of house rules: it has no format"),
        (GOOD.replace("format = 1", "format = 2"), "a newer Cups Up wrote it (format 2): update this app"),
        (GOOD.replace("format = 1", "format = true"), "this is format true, but only format 1 is known here"),
        (GOOD.replace("format = 1", "format = 0"), "this is format 0, but only format 1 is known here"),
        (GOOD + "\n[more]\n", '"more" does not belong there: only format, title, switches do'),
        ("format = 1\n[switches]\n", "house rules need a title, and their switches under [switches]"),
        ("format = 1\ntitle = 'A'\nswitches = 3\n", "house rules need a title, and their switches under [s"),
        (GOOD.replace('"Friday table"', "7"), "option title cannot be 7: give it 1 to 40 characters"),
        (GOOD.replace("Friday table", "Cardinal"), '"Cardinal" is the name of a published game'),
        (GOOD + 'title = "x"\n', "the title stands above [switches], not among them"),
        (GOOD.replace("dice = 5", "dice = 5.0"), "option dice cannot be 5.0: choose a whole number from 1"),
        (GOOD.replace("dice = 5", "dice = 0x1F"), "option dice cannot be 31: choose a whole number from 1"),
        (GOOD.replace("dice = 5", "dice = nan"), "option dice cannot be nan"),
        (GOOD.replace("dice = 5", "dice = [5]"), "option dice cannot be a list"),
        (GOOD.replace("capped = false", 'capped = "no"'), 'option capped cannot be "no": choose false or tr'),
        (GOOD + "wild_sixes = true\n", 'house has no option "wild_sixes"'),
        (GOOD.replace("ones_wild = true", "ones_wild = false"), "these house rules contradict themselves: t"),
        ("a = " + "[\n" * 20_000, "this is not TOML: it is nested too deep"),
        ("a = " + "[" * 17 + "]" * 17, "this is not TOML: it is nested too deep"),
        ("a = " + "[" * 20_000, "this is not TOML: line 1 is longer than 1,000 characters"),
        ("format = " + "9" * 900, "this is not TOML: a whole number in it is far too large"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"#" * (LARGEST_FILE + 1), "it is larger than 65,536 bytes"),
    ],
)
def test_a_file_that_holds_none_is_named_and_left_alone(
    shelf: HouseShelf, tmp_path: Path, content: str | bytes, reason: str
) -> None:
    shelf.save(SUNDAY)
    path = put(tmp_path, "friday-table.toml", content)
    before = path.read_bytes()
    kept = shelf.read()
    assert kept.rules == (SUNDAY,)
    (fault,) = kept.faults
    assert fault.startswith(f"The house rules friday-table.toml are left out: {reason}")
    assert fault.isprintable()
    shelf.save(FRIDAY)
    assert shelf.read().rules == (FRIDAY, SUNDAY)
    assert path.read_bytes() == before
    assert files(tmp_path) == ["friday-table-2.toml", "friday-table.toml", "sunday.toml"]


def test_folders_pipes_and_links_to_nowhere_are_named_and_other_files_ignored(
    shelf: HouseShelf, tmp_path: Path
) -> None:
    shelf.save(SUNDAY)
    folder = tmp_path / "house-rules"
    (folder / "a.toml").mkdir()
    os.mkfifo(folder / "b.toml")
    (folder / "c.toml").symlink_to("/nowhere")
    put(tmp_path, "notes.txt", "milk")
    put(tmp_path, ".draft.toml", "format = ")
    kept = shelf.read()
    assert kept.rules == (SUNDAY,)
    reasons = (
        ("a", "is a folder"),
        ("b", "is not a regular file"),
        ("c", "cannot be read: No such file or directory"),
    )
    assert kept.faults == tuple(
        f"The house rules {name}.toml are left out: it {reason}." for name, reason in reasons
    )


def test_a_byte_order_mark_and_windows_line_ends_are_read(shelf: HouseShelf, tmp_path: Path) -> None:
    put(tmp_path, "mine.toml", b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert shelf.read().rules == (FRIDAY,)


def test_a_copy_with_the_same_title_is_told(shelf: HouseShelf, tmp_path: Path) -> None:
    shelf.save(FRIDAY)
    put(tmp_path, "zz-copy.toml", GOOD)
    assert shelf.read().rules == (FRIDAY,)
    assert shelf.read().faults == (
        "The house rules zz-copy.toml are left out: "
        "friday-table.toml has the same title. Change one of them.",
    )


def test_a_name_that_could_break_a_line_is_written_as_its_escape(shelf: HouseShelf, tmp_path: Path) -> None:
    put(tmp_path, "bad\nname.toml", "format = ")
    (fault,) = shelf.read().faults
    assert "bad\\nname.toml" in fault


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fills_up_leaves_the_old_file_whole(
    shelf: HouseShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    shelf.save(FRIDAY)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), full)
    with pytest.raises(HouseRulesError) as told:
        shelf.save(HouseRules("Friday table", (("dice", 2),)))
    monkeypatch.undo()
    where = tmp_path / "house-rules" / "friday-table.toml"
    assert str(told.value) == f"The house rules cannot be written to {where}: No space left on device."
    assert shelf.read().rules == (FRIDAY,)
    assert files(tmp_path) == ["friday-table.toml"]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    shelf = HouseShelf(tmp_path / "file")
    with pytest.raises(
        HouseRulesError,
        match=r"^The folder .*file cannot be read: a file is there, so name a folder\.$",
    ):
        shelf.save(FRIDAY)


def test_what_was_left_by_a_power_cut_while_saving_is_not_read(shelf: HouseShelf, tmp_path: Path) -> None:
    put(tmp_path, ".friday-table.toml.part", GOOD[:100])
    assert shelf.read() == house_rules.KeptHouseRules(())
    shelf.save(FRIDAY)
    assert files(tmp_path) == ["friday-table.toml"]


@pytest.mark.parametrize("title", ["rh", "Cardinal", "MILTON bradley, 1987", "house", "House rules"])
def test_no_house_rules_bear_a_published_games_name(title: str) -> None:
    with pytest.raises(RuleError) as refused:
        HouseRules(title, ())
    assert refused.value.code is Refusal.TITLE_TAKEN


titles = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=LONGEST_TITLE)


def letters_of(title: str) -> str:
    return "".join(each for each in title.casefold() if each.isalnum())


PUBLISHED = {letters_of(name) for each in (*RULESETS.values(), HOUSE) for name in (each.name, each.title)}


@given(title=titles, name=st.sampled_from(sorted(RULESETS)))
@example(title="MILTON-BRADLEY", name="cardinal")
def test_any_title_and_every_games_switches_are_read_as_they_were_written(title: str, name: str) -> None:
    kept = one_form(title)
    try:
        rules = HouseRules(title, switches_of(RULESETS[name]))
    except RuleError as fault:
        if fault.code is Refusal.TITLE_TAKEN:
            assert letters_of(kept) in PUBLISHED
        else:
            assert not kept.isprintable() or not 0 < len(kept) <= LONGEST_TITLE
        return
    assert rules_of(text_of(rules)) == rules
    assert rules.ruleset.title == kept


@given(
    st.one_of(
        st.text(),
        st.text().map(lambda text: GOOD.replace("true", text)),
        st.builds(
            "".join,
            st.lists(
                st.sampled_from(
                    ["format = 1\n", "title = ", '"x"\n', "[switches]\n", "dice", " = ", "5\n", "[["]
                )
            ),
        ),
    )
)
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(RecordError, RulesError):
        assert rules_of(text).ruleset.name == "house"
