"""What there is to say, found in the sources, and the catalogues that say it. `scripts/catalogue` runs this file.

`scripts/catalogue sv` begins a language or brings its catalogue up to date; without a code it does so for all. Messages
that nobody says any more are dropped, missing ones are added with an empty text, all stand in the common order: that of
`fr.po`, and what is new at the end.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NotRequired, TypedDict, cast

import typer
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import vato
from vato import languages
from vato.languages import ENGLISH, KEY
from vato.terminal import help_text
from vato.terminal.app import app

SOURCES = Path(vato.__file__).parent
WEB = SOURCES / "web"
GLOSSARIES = languages.FOLDER / "glossary"
MODEL = "fr"
"""The language whose catalogue stands for the order of all: English has no entries for what is English already."""
UNSPOKEN = (
    "adapters/*",
    "contest/rating.py",
    "engine/ugi_words.py",
    "engine/ugi.py",
    "tools/make_puzzles.py",
    "tools/tune.py",
    "games/fanorona/endgames/endgames.py",
    "playouts.py",
    "games/squadro/solution/solution.py",
)
"""What speaks only to programs and to those who write them, in English.

Adapters, ratings, playouts and solutions are called from Python, and no command or page lets their refusals through;
phrases and protocol are UGI, whose words are English; tuning and puzzling are developers' scripts.
"""


# What there is to say


def speaking_sources() -> Iterator[Path]:
    """Yield the files that speak to people."""
    for path in sorted(SOURCES.rglob("*.py")):
        if not any(path.relative_to(SOURCES).match(pattern) for pattern in UNSPOKEN):
            yield path


@cache
def parsed() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in speaking_sources()}


@cache
def speakers() -> frozenset[str]:
    """Return the names of the classes whose first argument is a template: texts, and errors of any kind."""
    names = {"Text", "VatoError"}
    classes = [node for module in parsed().values() for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    while found := {
        each.name
        for each in classes
        if each.name not in names and any(isinstance(base, ast.Name) and base.id in names for base in each.bases)
    }:
        names |= found
    return frozenset(names)


@cache
def templates() -> dict[str, str]:
    """Return every template of the library that can reach a reader, and where it stands, in the sources' order."""
    found: dict[str, str] = {}
    for path, module in parsed().items():
        here: list[tuple[int, str]] = []
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef) and node.name in speakers():
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and is_super_init(call)]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in speakers():
                calls = [node]
            else:
                continue
            here += [(node.lineno, text) for call in calls for text in literals(call) if spoken(text)]
        for line, text in sorted(here):
            found.setdefault(text, f"{path.relative_to(SOURCES)}:{line}")
    for text in help_text.texts(typer.main.get_command(app)):
        found.setdefault(text, "--help")
    return found


def is_super_init(call: ast.Call) -> bool:
    return ast.unparse(call.func) == "super().__init__"


def literals(call: ast.Call) -> Iterator[str]:
    """Yield the texts that the first argument of a call can be."""
    choices = call.args[:1]
    while choices:
        argument = choices.pop()
        if isinstance(argument, ast.IfExp):
            choices += [argument.body, argument.orelse]
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def spoken(template: str) -> bool:
    """Return whether a template has words of its own; one that only puts values together is the same everywhere."""
    return any(character.isalpha() for text, *_ in Formatter().parse(template) for character in text)


@cache
def keys() -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys that the browser app asks for, and the patterns of those that it puts together."""
    asked = r"(?<![\w.$])(?:t|named)\(\s*"
    plain, patterns = set(), set()
    for path in (*WEB.rglob("*.js"), *WEB.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        plain |= set(re.findall(asked + r"[\"']([^\"']+)[\"']", source))
        plain |= set(re.findall(r"data-text(?:-[a-z-]+)?=\"([^\"]+)\"", source))
        for template in re.findall(asked + "`([^`]+)`", source):
            parts = re.split(r"\$\{[^}]*\}", template)
            patterns.add(r"[\w .-]+".join(map(re.escape, parts)))
        # A key may also stand in a table, or be chosen before it is asked for.
        plain |= {text for text in re.findall(r"[\"'`]([^\"'`\s$]+)[\"'`]", source) if text in keys_of(ENGLISH)}
    return frozenset(plain), frozenset(patterns)


# What is said


@cache
def entries(language: str) -> Catalog:
    """Return the catalogue of a language as it is written."""
    with languages.catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"), abort_invalid=True)


def messages_of(language: str) -> list[Message]:
    return [message for message in entries(language) if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def is_key(message: Message) -> bool:
    return bool(KEY.fullmatch(forms(message.id)[0]))


@cache
def keys_of(language: str) -> frozenset[str]:
    return frozenset(forms(message.id)[0] for message in messages_of(language) if is_key(message))


@cache
def english() -> dict[str, Message]:
    """Return the English texts of the app by their keys."""
    return {forms(message.id)[0]: message for message in messages_of(ENGLISH)}


class Word(TypedDict):
    """What a language calls something in the games, and how the forms of the word begin."""

    term: str
    stems: NotRequired[list[str]]


@cache
def glossary(language: str) -> dict[str, Word]:
    """Return the words of the games in a language."""
    path = GLOSSARIES / f"{language.replace('-', '_')}.toml"
    return cast("dict[str, Word]", tomllib.loads(path.read_text(encoding="utf-8")))


# A catalogue begun, or brought up to date


@dataclass
class Entry:
    """A message as the common order has it: the ways English says it, and a heading where one stands before it."""

    ids: tuple[str, ...]
    heading: list[str]

    @property
    def key(self) -> str:
        """Return what the message is looked up by."""
        return self.ids[0]


def common_order() -> list[Entry]:
    """Return every message there is to say, in the order in which all catalogues have them."""
    said = set(templates()) | keys_of(ENGLISH)
    order: list[Entry] = []
    heading: list[str] = []
    for message in messages_of(MODEL):
        ids = forms(message.id)
        heading += message.user_comments
        if said & set(ids):
            order.append(Entry(ids, heading))
            heading = []
    known = {each for entry in order for each in entry.ids}
    order += [Entry(forms(message.id), []) for key, message in english().items() if key not in known]
    return order + [Entry((text,), []) for text in templates() if text not in known]


def written(language: str) -> str:
    """Return the catalogue of a language, with all there is to say."""
    count = get_plural(language.replace("-", "_")).num_plurals
    exists = languages.catalogue_file(language).exists()
    known = {forms(message.id)[0]: message for message in messages_of(language)} if exists else {}
    parts = [_header(language)]
    for entry in common_order():
        if language == ENGLISH and not KEY.fullmatch(entry.key):
            continue
        message = known.get(entry.key)
        texts = forms(message.string) if message else ()
        wanted = count if len(entry.ids) > 1 else 1
        if len(texts) != wanted:
            texts = ("",) * wanted
        parts += [_comment(line) for line in entry.heading]
        parts.append("\n".join(_lines(entry, texts)))
    return "\n\n".join(parts) + "\n"


def _lines(entry: Entry, texts: tuple[str, ...]) -> Iterator[str]:
    if "" in texts and entry.key in english():
        yield from (_comment(text, "#.") for text in dict.fromkeys(forms(english()[entry.key].string)))
    yield f"msgid {_quoted(entry.key)}"
    if len(entry.ids) == 1:
        yield f"msgstr {_quoted(texts[0])}"
        return
    yield f"msgid_plural {_quoted(entry.ids[1])}"
    yield from (f"msgstr[{number}] {_quoted(text)}" for number, text in enumerate(texts))


def _comment(text: str, mark: str = "#") -> str:
    return f"{mark} {text}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _header(language: str) -> str:
    code = language.replace("-", "_")
    plural = get_plural(code)
    lines = (
        "Project-Id-Version: vato",
        f"Language: {code}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: nplurals={plural.num_plurals}; plural={plural.plural_expr};",
    )
    remark = ": only the texts of the browser app, as the library's own sentences are English already"
    name = f"{Locale.parse(code).get_display_name('en')}{remark if language == ENGLISH else ''}"
    return "\n".join([f"# vato in {name}.", 'msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines)])


def _empty_glossary() -> str:
    """Return a glossary to be filled in, with the English words as comments."""
    parts = ["# The words of the games; en.toml says what the parts mean."]
    for name, word in glossary(ENGLISH).items():
        lines = [f"# {word['term']}", f"[{name}]", 'term = ""', *(["stems = []"] if "stems" in word else [])]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def update(language: str) -> str:
    """Write the catalogue of a language, and a glossary where there is none; return what is left to do."""
    file = languages.catalogue_file(language)
    file.write_text(written(language), encoding="utf-8")
    words = GLOSSARIES / f"{file.stem}.toml"
    if not words.exists():
        words.write_text(_empty_glossary(), encoding="utf-8")
    entries.cache_clear()
    empty = sum("" in forms(message.string) for message in messages_of(language))
    return f"{file.name}: {len(messages_of(language))} messages, {empty} without a text"


def main(arguments: list[str]) -> None:
    """Begin or update the catalogues that are named, or update all."""
    parser = argparse.ArgumentParser(prog="scripts/catalogue", description="Begin a catalogue, or bring it up to date.")
    parser.add_argument("code", nargs="*", help="such as sv or zh-Hant; without one, all that there are")
    for code in parser.parse_args(arguments).code or languages.codes():
        try:
            Locale.parse(code.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            parser.error(f"{code!r} is not the code of a language; write it like sv or zh-Hant")
        print(update(code.replace("_", "-")))


if __name__ == "__main__":
    main(sys.argv[1:])
