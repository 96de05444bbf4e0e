"""Which sentences the code asks for: read from its syntax, and from the layouts."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent.parent / "companion"
_SAID_IN_KV = re.compile(r"\bsay\(")
_SAID_ID_IN_KV = re.compile(r'say\("[^"]*"( if [^"]* else "[^"]*")?')
_WRITTEN_IN_KV = re.compile(r"\s*(?:text|caption|title|words|aloud):")
_WORDS = re.compile(r'(?<!in )"[^"]*[a-z]{2}[^"]*"')
"""The name of the game, in capitals, is one in every language."""
_ANY_WORD = r"[^.=]+"
_EXCEPTIONS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of ``say``: the id (``literal``) or a pattern of ids, and the values that it gives.

    ``values`` is ``None`` where only a run can tell them.
    """

    where: str
    pattern: str
    literal: bool
    values: frozenset[str] | None


@cache
def asked() -> tuple[Asked, ...]:
    """Every call of ``say`` in the package."""
    return (*_read(PACKAGE).asked, *_asked_in_layouts())


def _is_say(called: ast.expr) -> bool:
    """``say`` or ``self.say``."""
    if isinstance(called, ast.Attribute):
        return called.attr == "say" and isinstance(called.value, ast.Name) and called.value.id == "self"
    return isinstance(called, ast.Name) and called.id == "say"


def _of_call(where: str, node: ast.Call) -> Iterator[Asked]:
    names = [keyword.arg for keyword in node.keywords]
    told = None not in names and len(node.args) == 1
    values = frozenset(name for name in names if name) if told else None
    for message in _alternatives(node.args[0]):
        pattern, literal = _pattern(where, message)
        yield Asked(where, pattern, literal, values)


def _alternatives(message: ast.expr) -> list[ast.expr]:
    if isinstance(message, ast.IfExp):
        return [*_alternatives(message.body), *_alternatives(message.orelse)]
    return [message]


def _pattern(where: str, message: ast.expr) -> tuple[str, bool]:
    if isinstance(message, ast.Constant):
        return str(message.value), True
    assert isinstance(message, ast.JoinedStr), f"{where}: an id is written out, or begins with its group"
    assert isinstance(message.values[0], ast.Constant), f"{where}: an id begins with its group"
    parts = (
        re.escape(str(each.value)) if isinstance(each, ast.Constant) else _ANY_WORD for each in message.values
    )
    return "".join(parts), False


def _asked_in_layouts() -> Iterator[Asked]:
    for path in sorted(PACKAGE.rglob("*.kv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for call in _calls_in(line):
                yield from _of_call(f"{path.relative_to(PACKAGE)}:{number}", call)


def spelled_out_in_layouts() -> tuple[str, ...]:
    """Where a layout writes words that no catalogue has."""
    return tuple(
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sorted(PACKAGE.rglob("*.kv"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if _WRITTEN_IN_KV.match(line) and _WORDS.search(_SAID_ID_IN_KV.sub("", line))
    )


def _calls_in(line: str) -> Iterator[ast.Call]:
    """Every call of ``say`` in a line of a layout."""
    for found in _SAID_IN_KV.finditer(line):
        depth, end = 0, found.end() - 1
        for end in range(found.end() - 1, len(line)):
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            if depth == 0:
                break
        call = ast.parse(line[found.start() : end + 1], mode="eval").body
        assert isinstance(call, ast.Call)
        yield call


_SENTENCE = re.compile(r"[A-Z][a-z]*( [A-Z][a-z]*)* [a-z]")
"""Several words, the first with a capital, one without."""


def default_sentences(package: Path = PACKAGE) -> tuple[str, ...]:
    """Where a sentence is the default of a field, a parameter or a property: English in every language."""
    return tuple(
        f"{where}: {each.value}"
        for where, each in _read(package).defaults
        if isinstance(each.value, str) and _SENTENCE.match(each.value)
    )


def _defaults_of(node: ast.AST) -> Iterator[ast.expr | None]:
    """What stands where nobody gives a value: behind a parameter, a class's field, or in its property."""
    if isinstance(node, ast.arguments):
        yield from (*node.defaults, *node.kw_defaults)
    elif isinstance(node, ast.ClassDef):
        for field in node.body:
            value = field.value if isinstance(field, ast.Assign | ast.AnnAssign) else None
            if isinstance(value, ast.Call):
                yield from (*value.args, *(each.value for each in value.keywords))
            else:
                yield value


@dataclass(frozen=True, slots=True)
class Objection:
    """A place where the rules object: the code, and the values by name, ``None`` where a helper adds them."""

    where: str
    code: str
    values: frozenset[str] | None


def objections() -> tuple[Objection, ...]:
    """Every place of the package that names a refusal."""
    return tuple(_read(PACKAGE).objections)


def _name_of(node: ast.expr) -> str:
    """ "Refusal" of ``Refusal`` and of ``rules.Refusal``; "" of what has no name."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _objections_of(where: str, node: ast.Call) -> Iterator[Objection]:
    raised = _name_of(node.func) in ("RuleError", "EventError")
    for each in node.args:
        if isinstance(each, ast.Attribute) and _name_of(each.value) == "Refusal":
            names = frozenset(keyword.arg or "" for keyword in node.keywords)
            yield Objection(where, each.attr, names if raised else None)


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where one of our own faults is made, and whether its words are spelled out there."""

    where: str
    spelled_out: bool


def faults() -> tuple[Fault, ...]:
    """Every place of the package that makes one of our own faults; those of Python are for developers."""
    read = _read(PACKAGE)
    ours = _fault_names(read.bases)
    return tuple(fault for name, fault in read.made if name in ours)


def _made(where: str, node: ast.Call) -> Iterator[tuple[str, Fault]]:
    """What is made of a class of this name, with the words that are given."""
    words = node.args[0] if node.args else None
    spelled_out = isinstance(words, ast.JoinedStr) or (
        isinstance(words, ast.Constant) and isinstance(words.value, str)
    )
    yield _name_of(node.func), Fault(where, spelled_out)


def _fault_names(bases: dict[str, set[str]]) -> set[str]:
    """Our classes that are exceptions, by their bases."""
    found = {name for name, kinds in bases.items() if kinds & _EXCEPTIONS}
    while more := {name for name, kinds in bases.items() if kinds & found} - found:
        found |= more
    return found


@dataclass(frozen=True, slots=True)
class Read:
    """What the syntax of a package's files holds; their trees are not kept.

    ``defaults`` with their places, ``made`` of any class, ``bases`` of each class by name.
    """

    asked: list[Asked] = field(default_factory=list)
    defaults: list[tuple[str, ast.Constant]] = field(default_factory=list)
    objections: list[Objection] = field(default_factory=list)
    made: list[tuple[str, Fault]] = field(default_factory=list)
    bases: dict[str, set[str]] = field(default_factory=dict)


@cache
def _read(package: Path) -> Read:
    """Each file once: the package has four hundred."""
    read = Read()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                read.bases[node.name] = {_name_of(base) for base in node.bases}
            if isinstance(node, ast.Call):
                where = f"{name}:{node.lineno}"
                if _is_say(node.func) and path.name != "speech.py":
                    read.asked.extend(_of_call(where, node))
                read.objections.extend(_objections_of(where, node))
                read.made.extend(_made(where, node))
            defaults = (each for each in _defaults_of(node) if isinstance(each, ast.Constant))
            read.defaults.extend((f"{name}:{each.lineno}", each) for each in defaults)
    return read
