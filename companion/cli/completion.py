"""``cups-up completion SHELL``: our words for a shell to complete, or ``man``: the manual page."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from companion import __version__
from companion.cli.terminal.arguments import OneOf, one_of
from companion.cli.terminal.command_line import GROUPS, MODULE_OF
from companion.cli.terminal.outlet import tell
from companion.rules import LIAR_LIAR, RULESETS
from companion.text import languages, say


@dataclass(frozen=True, slots=True)
class Word:
    """An option with its ``names``, or an argument without.

    ``takes``: the name of its value, or empty.
    """

    names: tuple[str, ...]
    takes: str
    values: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class CommandWords:
    name: str
    help: str
    about: str
    words: tuple[Word, ...]

    @property
    def options(self) -> tuple[Word, ...]:
        return tuple(each for each in self.words if each.names)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for each in self.words if not each.names for value in each.values)


SUGGESTED = {("rules", "name"): (*RULESETS, LIAR_LIAR.name)}
"""By command and argument: words to complete for an argument that also takes others."""


def command_words(name: str) -> CommandWords:
    parser = argparse.ArgumentParser(prog=f"cups-up {name}")
    import_module(f"companion.cli.{MODULE_OF.get(name, name)}").add_arguments(parser)
    shown = (each for each in parser._actions if each.help != argparse.SUPPRESS)
    words = tuple(_word(each, SUGGESTED.get((name, each.dest), ())) for each in shown)
    return CommandWords(name, say(f"help.{name}"), say(f"about.{name}"), words)


def _word(action: argparse.Action, suggested: tuple[str, ...]) -> Word:
    known = action.type.known if isinstance(action.type, OneOf) else action.choices or suggested
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    takes = "" if action.option_strings and action.nargs == 0 else metavar
    if isinstance(action, argparse._HelpAction):
        return Word(tuple(action.option_strings), "", (), say("parser.help"))
    return Word(tuple(action.option_strings), takes, tuple(map(str, known)), action.help or "")


def all_commands() -> tuple[CommandWords, ...]:
    return tuple(command_words(name) for names in GROUPS.values() for name in names)


def bash() -> Iterator[str]:
    """Completes by the words before; file names for unknown values."""
    commands = all_commands()
    yield "# bash completion of cups-up, made by: cups-up completion bash"
    yield "_cups_up() {"
    yield "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} name= at words"
    yield "    for ((at = 1; at < COMP_CWORD; at++)); do"
    yield "        case ${COMP_WORDS[at]} in"
    yield "            --language) ((at++)) ;; -*) ;; *) name=${COMP_WORDS[at]}; break ;;"
    yield "        esac"
    yield "    done"
    yield '    case "$name $prev" in'
    yield f'        " --language") words="{" ".join(languages())}" ;;'
    for each in commands:
        for option in each.options:
            if option.takes:
                where = "|".join(f'"{each.name} {name}"' for name in option.names)
                yield f'        {where}) words="{" ".join(option.values)}" ;;'
    yield '        *) case "$name" in'
    names = " ".join((*(each.name for each in commands), "help", "--language", "--help", "--version"))
    yield f'            ""|help) words="{names}" ;;'
    for each in commands:
        words = (*each.values, *(name for option in each.options for name in option.names))
        yield f'            {each.name}) words="{" ".join(words)}" ;;'
    yield "        esac ;;"
    yield "    esac"
    yield '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")'
    yield "}"
    yield "complete -o default -F _cups_up cups-up companion ./run"


def zsh() -> Iterator[str]:
    """A file ``_cups-up`` for a folder of ``fpath``."""
    yield "#compdef cups-up companion -p */./run"
    yield "# zsh completion of cups-up, made by: cups-up completion zsh"
    yield "_cups_up_commands() {"
    yield "    local -a commands=("
    commands = all_commands()
    for each in commands:
        yield f"        '{each.name}:{_in_zsh(each.help)}'"
    yield "    )"
    yield "    _describe command commands"
    yield "}"
    yield f"_arguments -C '--language[{_in_zsh(say('arg.language'))}]:LANGUAGE:({' '.join(languages())})' \\"
    yield "    '1:command:_cups_up_commands' '*:: :->behind' && return"
    yield "case $words[1] in"
    yield "    help) _cups_up_commands ;;"
    for each in commands:
        yield f"    {each.name}) _arguments \\"
        for option in each.options:
            several = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
            for name in option.names:
                yield f"        '{several}{name}[{_in_zsh(option.help)}]{_zsh_value(option)}' \\"
        arguments = f"({' '.join(each.values)})" if each.values else "_files"
        yield f"        '*: :{arguments}' ;;"
    yield "esac"


def _zsh_value(option: Word) -> str:
    if not option.takes:
        return ""
    return f":{_in_zsh(option.takes)}:{'(' + ' '.join(option.values) + ')' if option.values else '_files'}"


def _in_zsh(text: str) -> str:
    return re.sub(r"([\[\]:\\])", r"\\\1", _one_line(text)).replace("'", "'\\''")


def fish() -> Iterator[str]:
    commands = all_commands()
    yield "# fish completion of cups-up, made by: cups-up completion fish"
    yield "complete -c cups-up -n __fish_use_subcommand -f"
    yield "complete -c companion -w cups-up"
    yield "complete -c ./run -w cups-up"
    language = _in_fish(say("arg.language"))
    there = " ".join(languages())
    yield f"complete -c cups-up -n __fish_use_subcommand -l language -xa '{there}' -d '{language}'"
    for each in commands:
        yield f"complete -c cups-up -n __fish_use_subcommand -a {each.name} -d '{_in_fish(each.help)}'"
        behind = f"complete -c cups-up -n '__fish_seen_subcommand_from {each.name}'"
        if each.values:
            yield f"{behind} -a '{' '.join(each.values)}'"
        for option in each.options:
            names = " ".join(
                f"{'-l' if name.startswith('--') else '-s'} {name.lstrip('-')}" for name in option.names
            )
            value = f" -xa '{' '.join(option.values)}'" if option.values else " -r" if option.takes else ""
            yield f"{behind} {names}{value} -d '{_in_fish(option.help)}'"


def _in_fish(text: str) -> str:
    return _one_line(text).replace("\\", "\\\\").replace("'", "\\'")


def manual() -> Iterator[str]:
    yield f'.TH CUPS-UP 1 "" "Cups Up {__version__}" "Cups Up"'
    yield f".SH {_in_roff(say('manual.name'))}"
    yield f"cups-up \\- {_in_roff(say('command_line.title'))}"
    yield f".SH {_in_roff(say('manual.synopsis'))}"
    yield ".B cups-up"
    yield "[\\-\\-language \\fILANGUAGE\\fR] \\fICOMMAND\\fR \\&..."
    for group, names in GROUPS.items():
        yield f".SH {_in_roff(say(f'command_line.group.{group}').rstrip(':'))}"
        for name in names:
            each = command_words(name)
            yield f".SS {_in_roff(name)}"
            for paragraph in each.about.split("\n\n"):
                yield _in_roff(paragraph)
                yield ".PP"
            for word in each.words:
                yield ".TP"
                yield f"\\fB{_in_roff(', '.join(word.names))}\\fR \\fI{_in_roff(word.takes)}\\fR"
                yield _in_roff(word.help)
    yield f".SH {_in_roff(say('manual.files'))}"
    yield ".I ~/.local/share/cups\\-up"


def _in_roff(text: str) -> str:
    told = _one_line(text).replace("\\", "\\e").replace("-", "\\-")
    told = "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in told)
    return f"\\&{told}" if told.startswith((".", "'")) else told


def _one_line(text: str) -> str:
    return " ".join(text.split())


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish, "man": manual}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", type=one_of(SHELLS), help=say("arg.completion.shell"))


def run(args: argparse.Namespace) -> int:
    tell("\n".join(SHELLS[args.shell]()))
    return 0
