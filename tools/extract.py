"""What there is to say, found in the sources: methods of extraction for Babel, and the files that each is for.

Sentences are the templates of texts and errors, and what `--help` shows; keys are those of the browser's texts, whose
English stands in `en.po`. Writes nothing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, BinaryIO, TypeAlias

import typer
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import vato
from vato.languages import ENGLISH, KEY, catalogue_file
from vato.terminal import help_text
from vato.terminal.app import app, main

SOURCES = Path(vato.__file__).parent
WEB = SOURCES / "web"
UNSPOKEN = (
    "adapters/**.py",
    "contest/rating.py",
    "engine/ugi.py",
    "engine/ugi_words.py",
    "lattice/endgames/endgames.py",
    "games/*/solution/solution.py",
    "playouts.py",
)
"""What speaks only to programs and to those who write them, in English.

Adapters, ratings, playouts and solutions are called from Python, and no command or page lets their refusals through;
UGI is a protocol, whose words are English.
"""
METHODS = [
    *((pattern, "ignore") for pattern in UNSPOKEN),
    ("**.py", "tools.extract:sentences"),
    ("languages/en.po", "tools.extract:keys"),
    ("web/**.js", "tools.extract:asked"),
    ("web/**.html", "tools.extract:asked"),
]
NOTE = "Translators:"
"""Begins a comment right above a sentence that tells translators what it is about."""
BY_NUMBER = "by_number"
"""The function that is given both English forms of what depends on a number."""
ASKED = r"(?<![\w.$])(?:t|named)\(\s*"
"""How a script begins to ask for a text."""

Found: TypeAlias = "tuple[int, str | None, str | tuple[str, ...], list[str]]"
"""What Babel asks of a method: a line, a keyword, what stands there, and what translators are told about it."""


@cache
def everything() -> Catalog:
    """Return all there is to say, in the order of the sources, without a text."""
    found = Catalog()
    for path, line, message, comments, _ in extract_from_dir(
        SOURCES, METHODS, keywords={BY_NUMBER: (1, 2)}, comment_tags=(NOTE,), strip_comment_tags=True
    ):
        found.add(message, locations=[(path, line)], auto_comments=comments)
    return found


@cache
def templates() -> dict[str, str]:
    """Return every sentence, each English form by itself, and the file in which it stands first."""
    messages = [message for message in everything() if message.id and not KEY.fullmatch(forms(message.id)[0])]
    return {text: message.locations[0][0] for message in messages for text in forms(message.id)}


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or its text, of which most have one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


# Sentences


def sentences(file: BinaryIO, _keywords: Collection[str], tags: Collection[str], **_options: Any) -> Iterator[Found]:
    """Yield the templates that a file of Python can show to a reader, and the help of the commands in it."""
    source = file.read().decode()
    lines = source.splitlines()
    found: list[tuple[int, str | tuple[str, ...]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name in speakers():
            calls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and _is_super_init(call)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in speakers():
            calls = [node]
        else:
            continue
        found += [(call.lineno, text) for call in calls for text in _literals(call) if spoken(forms(text)[0])]
    for line, text in sorted(found, key=lambda each: (each[0], forms(each[1]))):
        keyword = None if isinstance(text, str) else BY_NUMBER
        yield line, keyword, text, _notes(lines, line, tags)
    yield from ((len(lines), None, text, []) for text in _help().get(Path(file.name), ()))


@cache
def speakers() -> frozenset[str]:
    """Return the names of the classes whose first argument is a template: texts, and errors of any kind."""
    names = {"Text", "VatoError"}
    modules = [ast.parse(path.read_bytes()) for path in SOURCES.rglob("*.py")]
    classes = [node for module in modules for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    while found := {
        each.name
        for each in classes
        if each.name not in names and any(isinstance(base, ast.Name) and base.id in names for base in each.bases)
    }:
        names |= found
    return frozenset(names)


def _is_super_init(call: ast.Call) -> bool:
    return ast.unparse(call.func) == "super().__init__"


def _literals(call: ast.Call) -> Iterator[str | tuple[str, ...]]:
    """Yield the texts that the first argument of a call can be; both forms of one that depends on a number."""
    choices = call.args[:1]
    while choices:
        argument = choices.pop()
        if isinstance(argument, ast.IfExp):
            choices += [argument.body, argument.orelse]
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        elif isinstance(argument, ast.Call) and ast.unparse(argument.func) == BY_NUMBER:
            yield tuple(ast.literal_eval(form) for form in argument.args[:2])


def spoken(template: str) -> bool:
    """Return whether a template has words of its own; one that only puts values together is the same everywhere."""
    return any(character.isalpha() for text, *_ in Formatter().parse(template) for character in text)


def _notes(lines: Sequence[str], line: int, tags: Collection[str]) -> list[str]:
    """Return the comment right above a line, if it is for translators."""
    above: list[str] = []
    for text in map(str.strip, reversed(lines[: line - 1])):
        if not text.startswith("#"):
            break
        above.insert(0, text.removeprefix("#").strip())
        if above[0].startswith(tuple(tags)):
            return above
    return []


@cache
def _help() -> dict[Path, list[str]]:
    """Return what the help of every command says, by the file in which the command is."""
    found: dict[Path, list[str]] = {}
    waiting: list[Any] = [typer.main.get_command(app)]
    while waiting:
        command = waiting.pop(0)
        # Of the function only its module is the same however often it is wrapped; a group may have no function.
        module = sys.modules[(command.callback or main).__module__]
        found.setdefault(Path(str(module.__file__)), []).extend(help_text.texts(command))
        waiting += getattr(command, "commands", {}).values()
    return found


# The browser's texts


def keys(file: BinaryIO, *_: Any, **_options: Any) -> Iterator[Found]:
    """Yield the keys in the English catalogue, and what they say in English."""
    for message in read_po(file, locale=ENGLISH):
        if message.id:
            keyword = BY_NUMBER if message.pluralizable else None
            yield message.lineno or 0, keyword, forms(message.id), list(dict.fromkeys(forms(message.string)))


def asked(file: BinaryIO, *_: Any, **_options: Any) -> Iterator[Found]:
    """Yield the keys that a page or script asks for, as far as there is English for them."""
    source = file.read().decode()
    for place, key in sorted(_asked(source)):
        if key in english_keys():
            yield source.count("\n", 0, place) + 1, None, key, []


def _asked(source: str) -> Iterator[tuple[int, str]]:
    """Yield the keys that are asked for by name, and where."""
    for pattern in (ASKED + r"[\"']([^\"']+)[\"']", r"data-text(?:-[a-z-]+)?=\"([^\"]+)\""):
        yield from ((found.start(), found[1]) for found in re.finditer(pattern, source))
    # A key may also stand in a table, or be chosen before it is asked for.
    for found in re.finditer(r"[\"'`]([^\"'`\s$]+)[\"'`]", source):
        if found[1] in english_keys():
            yield found.start(), found[1]


@cache
def asked_keys() -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys that the browser app asks for, and the patterns of those that it puts together."""
    plain, patterns = set(), set()
    for path in (*WEB.rglob("*.js"), *WEB.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        plain |= {key for _, key in _asked(source)}
        for template in re.findall(ASKED + "`([^`]+)`", source):
            parts = re.split(r"\$\{[^}]*\}", template)
            patterns.add(r"[\w .-]+".join(map(re.escape, parts)))
    return frozenset(plain), frozenset(patterns)


@cache
def english_keys() -> frozenset[str]:
    """Return the keys that there is English for."""
    with catalogue_file(ENGLISH).open("rb") as file:
        return frozenset(forms(message.id)[0] for message in read_po(file, locale=ENGLISH) if message.id)
