"""The catalogues of all languages: what they say, what they lack, and how they are brought up to date.

`scripts/catalogue sv` begins a language or brings its catalogue up to date; without a code it does so for all. What
there is to say is found by extract.py; Babel puts it into the catalogues, in the order of the sources. What is new is
added with an empty text. What nobody says any more is kept as a comment while anything has no text, as it may be of
use, and then dropped. Nothing is written into `en.po`: it is a source itself.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NotRequired, TypedDict, cast

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from tools.extract import everything, forms
from vato import languages
from vato.languages import ENGLISH, KEY

GLOSSARIES = languages.FOLDER / "glossary"
HEAD = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")
"""What the head of a catalogue says: nothing that would be different on another day."""


def locale_of(language: str) -> str:
    """Return a language as Babel and the names of files write it."""
    return language.replace("-", "_")


# What is said


@cache
def entries(language: str) -> Catalog:
    """Return the catalogue of a language as it is written."""
    with languages.catalogue_file(language).open("rb") as file:
        return read_po(file, locale=locale_of(language), abort_invalid=True)


def messages_of(language: str) -> list[Message]:
    """Return the messages of a language."""
    return list(filter(is_said, entries(language)))


def is_said(message: Message) -> bool:
    """Return whether this is a message, not the head of a catalogue."""
    return bool(message.id)


def has_text(message: Message) -> bool:
    """Return whether all forms of a message have a text."""
    texts = forms(message.string)
    return bool(texts) and all(texts)


def is_key(message: Message) -> bool:
    """Return whether the browser asks for a message by a key; else it is the English sentence itself."""
    return bool(KEY.fullmatch(forms(message.id)[0]))


@cache
def keys_of(language: str) -> frozenset[str]:
    """Return the keys that a language has messages for."""
    return frozenset(forms(message.id)[0] for message in messages_of(language) if is_key(message))


@cache
def english() -> dict[str, Message]:
    """Return the English texts of the app by their keys."""
    return {forms(message.id)[0]: message for message in messages_of(ENGLISH)}


class Word(TypedDict):
    """What a language calls something in the games, how the forms of the word begin, and what it no longer calls it."""

    term: str
    stems: NotRequired[list[str]]
    never: NotRequired[list[str]]


@cache
def glossary(language: str) -> dict[str, Word]:
    """Return the words of the games in a language."""
    path = GLOSSARIES / f"{locale_of(language)}.toml"
    return cast("dict[str, Word]", tomllib.loads(path.read_text(encoding="utf-8")))


# What is missing


def missing(language: str) -> list[str]:
    """Return what a language has no text for, or not all the forms of one; it is said in English."""
    known = {forms(message.id): message for message in messages_of(language)}
    lacking = []
    for message in filter(is_said, everything()):
        ids = forms(message.id)
        if language == ENGLISH and not is_key(message):
            continue
        if ids not in known or not has_text(known[ids]):
            lacking.append(ids[0])
    return lacking


def unused(language: str) -> list[str]:
    """Return what a language has a text for though nobody says it any more."""
    said = {forms(message.id) for message in everything()}
    return [forms(message.id)[0] for message in messages_of(language) if forms(message.id) not in said]


# A catalogue begun, or brought up to date


class Written(Catalog):
    """A catalogue to be written, whose head is the same on every day."""

    def __iter__(self) -> Iterator[Message]:
        head, *messages = super().__iter__()
        lines = str(head.string).splitlines()
        head.string = "".join(f"{line}\n" for line in lines if line.partition(":")[0] in HEAD)
        yield head
        yield from messages


def update(language: str) -> None:
    """Write the catalogue of a language, and a glossary where there is none."""
    file = languages.catalogue_file(language)
    name = Locale.parse(locale_of(language)).get_display_name("en")
    written = Written(locale_of(language), header_comment=f"# vato in {name}.", fuzzy=False)
    if file.exists():
        for message in (*entries(language).obsolete.values(), *messages_of(language)):
            written[message.id] = message
    written.update(everything(), no_fuzzy_matching=True, keep_user_comments=False)
    whole = all(map(has_text, filter(is_said, written)))
    with file.open("wb") as target:
        # Without the numbers of lines, which would change with every edit above.
        write_po(target, written, width=0, include_lineno=False, ignore_obsolete=whole)
    words = GLOSSARIES / f"{file.stem}.toml"
    if not words.exists():
        words.write_text(_empty_glossary(), encoding="utf-8")
    entries.cache_clear()


def _empty_glossary() -> str:
    """Return a glossary to be filled in, with the English words as comments."""
    parts = ["# The words of the games; en.toml says what the parts mean."]
    for name, word in glossary(ENGLISH).items():
        lines = [f"# {word['term']}", f"[{name}]", 'term = ""', *(["stems = []"] if "stems" in word else [])]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def report(codes: Iterable[str]) -> Iterator[str]:
    """Yield what the catalogues lack, in lines: how much each, and each text with the languages that lack it."""
    lacking: dict[str, list[str]] = {}
    codes = list(codes)
    others = [code for code in codes if code != ENGLISH]
    for code in codes:
        texts = missing(code)
        yield f"{locale_of(code)}.po: {len(messages_of(code))} messages, {len(texts)} without a text"
        for text in texts:
            lacking.setdefault(text, []).append(code)
    for text, without in lacking.items():
        where = "every language" if without == others and len(others) > 1 else ", ".join(without)
        yield f"{where}: {text}"


def main(arguments: list[str]) -> None:
    """Begin or update the catalogues that are named, or update all, and say what they lack."""
    parser = argparse.ArgumentParser(
        prog="scripts/catalogue",
        description="Begin a catalogue, or bring it up to date.",
        epilog="Example: scripts/catalogue sv",
    )
    parser.add_argument("code", nargs="*", help="such as sv or zh-Hant; without one, all that there are")
    codes = [code.replace("_", "-") for code in parser.parse_args(arguments).code or languages.codes()]
    for code in codes:
        try:
            Locale.parse(locale_of(code))
        except (UnknownLocaleError, ValueError):
            parser.error(f"{code!r} is not the code of a language; write it like sv or zh-Hant")
        if code != ENGLISH:
            update(code)
    print(*report(codes), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
