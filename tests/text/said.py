"""Which sentences the code asks for: read from its syntax, and from the layouts."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
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
    """A call of ``say``: a pattern of the ids that it can ask for, and the values that it gives.

    ``values`` is ``None`` where only a run can tell them.
    """

    where: str
    pattern: str
    literal: bool
    values: frozenset[str] | None

    def matches(self, message: str) -> bool:
        return _compiled(self.pattern).fullmatch(message) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """More of them than the module ``re`` keeps."""
    return re.compile(pattern)


@cache
def asked() -> tuple[Asked, ...]:
    """Every call of ``say`` in the package."""
    return (*_asked_in_python(), *_asked_in_layouts())


def _asked_in_python() -> Iterator[Asked]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "speech.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "self.say"):
                yield from _of_call(f"{path.relative_to(PACKAGE)}:{node.lineno}", node)


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
        return re.escape(str(message.value)), True
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
        f"{path.relative_to(package)}:{each.lineno}: {each.value}"
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for each in _defaults_of(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and _SENTENCE.match(each.value)
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


@cache
def objections() -> tuple[Objection, ...]:
    """Every place of the package that names a refusal."""
    return tuple(
        each
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for each in _objections_of(f"{path.relative_to(PACKAGE)}:{node.lineno}", node)
    )


def _objections_of(where: str, node: ast.Call) -> Iterator[Objection]:
    raised = isinstance(node.func, ast.Name) and node.func.id in ("RuleError", "EventError")
    for each in node.args:
        if (
            isinstance(each, ast.Attribute)
            and isinstance(each.value, ast.Name)
            and each.value.id == "Refusal"
        ):
            names = frozenset(keyword.arg or "" for keyword in node.keywords)
            yield Objection(where, each.attr, names if raised else None)


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where one of our own faults is made, and whether its words are spelled out there."""

    where: str
    spelled_out: bool


def faults() -> tuple[Fault, ...]:
    """Every place of the package that makes one of our own faults; those of Python are for developers."""
    made: list[tuple[str, Fault]] = []  # of any class; no tree is kept
    bases: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {ast.unparse(base) for base in node.bases}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = node.args[0] if node.args else None
                spelled_out = isinstance(words, ast.JoinedStr) or (
                    isinstance(words, ast.Constant) and isinstance(words.value, str)
                )
                where = f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
                made.append((node.func.id, Fault(where, spelled_out)))
    ours = _fault_names(bases)
    return tuple(fault for name, fault in made if name in ours)


def _fault_names(bases: dict[str, set[str]]) -> set[str]:
    """Our classes that are exceptions, by their bases."""
    found = {name for name, kinds in bases.items() if kinds & _EXCEPTIONS}
    while more := {name for name, kinds in bases.items() if kinds & found} - found:
        found |= more
    return found
