"""Lines of the settings: name, state, and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TypeVar

from companion.core.reading import WildMark
from companion.core.settings import Settings, Talk, Value, written
from companion.play.base.commands import Command
from companion.play.base.ports import Live, Reach, Served, Servers, SettingsKeeper
from companion.play.modes.setup.views import CheckLight, KeyView, SetUpTable, Weight
from companion.play.overlays.views import (
    ChangeSetting,
    ChoiceView,
    ChooseCode,
    RenewAddress,
    SettingView,
    ShutDown,
    SwitchLive,
    SwitchPictures,
    SwitchServer,
)
from companion.text import languages, own_name, say, say_percent

T = TypeVar("T")
VOLUMES = (25, 50, 75, 100)
QUIET_HOURS = ("", "20-8", "21-7", "22-7", "23-8")
PICTURES_MB = (0, 100, 500, 2000)
BRIGHTNESS = (20, 40, 60, 80, 100)
IDLE_MIN = (0, 2, 5, 10, 20)
TURN_S = (0, 30, 60, 90)
CLOCK_MIN = (0, 5, 10, 20, 30)
LAMP_PERCENT = (10, 25, 50, 100)


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    values: tuple[Value, ...]
    words: Callable[[Value], str]


def setting_rows(number: int, keeper: SettingsKeeper) -> tuple[SettingView, ...]:
    return tuple(_row(number, each, keeper) for each in _rows(keeper) if each.name in keeper.offers)


def last_rows(number: int, keeper: SettingsKeeper) -> tuple[SettingView, ...]:
    off = (_shut_down_row(number),) if keeper.may_shut_down else ()
    return (_lock_row(number, keeper), *off)


def wild_key(keeper: SettingsKeeper) -> KeyView:
    now = WildMark(_value("wild", keeper))
    answers = tuple(
        KeyView(_word("wild", each), ChangeSetting, (("name", "wild"), ("value", each)))
        for each in WildMark
        if each is not WildMark.ANY
    )
    if now is WildMark.ANY:
        return KeyView(say("setup.key.wild"), None, options=answers)
    words = say("setup.key.wild_told", mark=_word("wild", now))
    return KeyView(words, None, weight=Weight.QUIET, options=answers)


def server_rows(number: int, servers: Servers) -> tuple[SettingView, ...]:
    board, *others = (_server_row(number, each, servers) for each in Served)
    brokers = (
        SettingView("broker", say("settings.broker", broker=each.address), each.state)
        for each in servers.brokers
    )
    return (board, *_address_rows(number, servers), *_picture_rows(number, servers), *others, *brokers)


def _server_row(number: int, served: Served, servers: Servers) -> SettingView:
    if servers.is_changing(served):
        return SettingView(served.value, say(f"setting.{served.value}"), say("server.changing"))
    ways = [(each, say(f"server.{each.value}_line"), SwitchServer(number, served, each)) for each in Reach]
    return _row_of_ways(served.value, servers.reach(served), _reach, ways)


def _row_of_ways(
    name: str, now: T, words: Callable[[T], str], ways: Sequence[tuple[T, str, Command]]
) -> SettingView:
    """``ways``: each value with its line and command; the first one is off."""
    choices = tuple(ChoiceView(words(each), line, command, each is now) for each, line, command in ways)
    on = now is not ways[0][0]
    return SettingView(name, say(f"setting.{name}"), words(now), choices=choices, state_on=on)


def _address_rows(number: int, servers: Servers) -> tuple[SettingView, ...]:
    if not servers.may_renew:
        return ()
    title = say("setting.new_address")
    sure = ChoiceView(title, say("setting.new_address.line"), RenewAddress(number))
    return (SettingView("new_address", title, "", choices=(sure,)),)


def _picture_rows(number: int, servers: Servers) -> tuple[SettingView, ...]:
    rows = []
    if servers.pictures is not None:
        off = False, say("setting.board_pictures.off_line"), SwitchPictures(number, False)
        on = True, say("setting.board_pictures.on_line"), SwitchPictures(number, True)
        rows.append(_row_of_ways("board_pictures", servers.pictures, _switch, (off, on)))
        if servers.live is not None:
            ways = [(each, say(f"setting.live.{each.value}_line"), SwitchLive(number, each)) for each in Live]
            rows.append(_row_of_ways("live", servers.live, _live, ways))
    return tuple(rows)


def _live(live: Live) -> str:
    return say("option.off") if live is Live.OFF else say(f"setting.live.{live.value}")


def _reach(reach: Reach) -> str:
    return say("option.off") if reach is Reach.OFF else say(f"server.{reach.value}")


def table_rows(number: int, camera: str, table: str | None) -> tuple[SettingView, ...]:
    """``table`` empty: not set up; None: cannot be."""
    ways = (
        ChoiceView(say("welcome_page.set_up"), say("welcome_page.set_up_line"), SetUpTable(number)),
        ChoiceView(say("welcome_page.light"), say("welcome_page.light_line"), CheckLight(number)),
    )
    row = SettingView("camera", say("setting.camera"), camera)
    if table is None:
        return (row,)
    return row, SettingView("table", say("home.table"), table or say("setting.table.none"), ways)


def _lock_row(number: int, keeper: SettingsKeeper) -> SettingView:
    locked = bool(keeper.now.lock)
    act = ChangeSetting(number, "lock", "") if locked else ChooseCode(number)
    return SettingView("lock", say("setting.lock"), _switch(locked), command=act, state_on=locked)


def _shut_down_row(number: int) -> SettingView:
    sure = ChoiceView(say("settings.shut_down"), say("settings.shut_down_line"), ShutDown(number))
    return SettingView("shut_down", say("settings.shut_down"), "", choices=(sure,))


def language_rows(number: int, keeper: SettingsKeeper) -> tuple[SettingView, ...]:
    choices = _choices(number, _languages(), keeper)
    return tuple(
        SettingView("language", each.words, "", command=each.command, state_on=each.chosen)
        for each in choices
    )


def _rows(keeper: SettingsKeeper) -> tuple[_Row, ...]:
    silent = keeper.now.voice is Talk.OFF
    return (
        _languages(),
        _of_kind("voice"),
        *(() if silent else (_Row("volume", VOLUMES, _percent), _Row("quiet", QUIET_HOURS, _quiet))),
        _of_kind("look"),
        _of_kind("letters"),
        _of_kind("motion"),
        _Row("brightness", BRIGHTNESS, _brightness),
        _Row("idle_min", IDLE_MIN, _minutes),
        _of_kind("flat"),
        _of_kind("watch"),
        *((_of_kind("last_cup"),) if keeper.now.watch else ()),
        _Row("pictures_mb", PICTURES_MB, _pictures),
        _of_kind("lamps"),
        *((_Row("lamp_percent", LAMP_PERCENT, _percent),) if keeper.now.lamps else ()),
        _Row("turn_s", TURN_S, _seconds),
        _Row("clock_min", CLOCK_MIN, _clock),
        *((_of_kind("fall"),) if keeper.now.clock_min else ()),
        _of_kind("wild"),
        _of_kind("deck"),
    )


def _of_kind(name: str) -> _Row:
    """A switch or a choice of words; a switch's default stands first."""
    usual = getattr(Settings(), name)
    if isinstance(usual, Enum):
        return _Row(name, tuple(type(usual)), partial(_word, name))
    return _Row(name, (usual, not usual), _switch)


def _word(name: str, value: Value) -> str:
    word = written(value)
    return say("option.off") if word == "off" else say(f"setting.{name}={word}")


def _languages() -> _Row:
    return _Row("language", languages(), lambda language: own_name(str(language)))


def _row(number: int, row: _Row, keeper: SettingsKeeper) -> SettingView:
    value = _value(row.name, keeper)
    title, state = say(f"setting.{row.name}"), row.words(value)
    choices = _choices(number, row, keeper)
    on = value != getattr(Settings(), row.name) and row.name != "language"
    if len(row.values) != 2:
        return SettingView(row.name, title, state, choices=choices, state_on=on)
    other = next(each for each in choices if not each.chosen)
    return SettingView(row.name, title, state, command=other.command, state_on=on)


def _choices(number: int, row: _Row, keeper: SettingsKeeper) -> tuple[ChoiceView, ...]:
    value = _value(row.name, keeper)
    return tuple(
        ChoiceView(row.words(each), "", ChangeSetting(number, row.name, each), chosen=each == value)
        for each in row.values
    )


def _value(name: str, keeper: SettingsKeeper) -> Value:
    found: Value = keeper.language if name == "language" else getattr(keeper.now, name)
    return found


def _percent(value: Value) -> str:
    return say_percent(int(str(value)) / 100)


def _quiet(value: Value) -> str:
    since, dash, until = str(value).partition("-")
    if not dash:
        return say("setting.quiet.never")
    return say("setting.quiet.hours", since=int(since), until=int(until))


def _switch(value: Value) -> str:
    return say("option.on" if value else "option.off")


def _pictures(value: Value) -> str:
    return say("setting.pictures.within", megabytes=int(str(value))) if value else say("option.off")


def _brightness(value: Value) -> str:
    return say_percent(int(str(value)) / 100) if value else say("settings.as_it_is")


def _minutes(value: Value) -> str:
    return say("settings.after_minutes", minutes=int(str(value))) if value else say("settings.never")


def _clock(value: Value) -> str:
    return say("setting.clock_min.each", minutes=int(str(value))) if value else say("option.off")


def _seconds(value: Value) -> str:
    return say("settings.seconds", seconds=int(str(value))) if value else say("option.off")
