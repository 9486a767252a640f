"""A sheet with its heading, its ruler and its legend; and the words on it, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from vato import languages
from vato.kit import marks
from vato.text import Text

ONE = "one"
"""Printed on one side."""
BOTH = "both"
"""One of two pages that share a sheet."""

SIGNS = {"cut": Text("cut"), "fold": Text("fold"), "glue": Text("glue here")}


class Words:
    """What is said, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: str) -> str:
        """Return a text, safe to stand in HTML."""
        return escape(self.say(text))

    def say(self, text: str) -> str:
        """Return a text as it is."""
        return languages.say(self.language, text)

    def key(self, key: str, unknown: str) -> str:
        """Return what the browser app calls something; what it has no word for has the name it came with."""
        found = languages.translate(self.language, key)
        return unknown if found == key else found

    def measures(self, width: float, height: float) -> str:
        """Return two lengths in millimetres.

        >>> print(ascii(Words("de").measures(276, 156.5)))
        '276\\u202f\\xd7\\u202f156,5\\xa0mm'
        """
        from babel.numbers import format_decimal

        locale = languages.catalogue(self.language).locale
        numbers = [format_decimal(round(value, 1), locale=locale) for value in (width, height)]
        written = "\u202f\u00d7\u202f".join(numbers) + "\u00a0mm"
        # Width and height stay in their order where the text around them runs from right to left.
        return f"\u2066{written}\u2069" if locale.text_direction == "rtl" else written


@dataclass(frozen=True)
class Sheet:
    """A page. Its texts are HTML already."""

    title: str
    body: str
    note: str = ""
    turned: bool = False
    """Whether it lies on its side."""
    behind: bool = False
    """Whether it is the back of the page before."""
    plain: bool = False
    """Whether it has neither heading nor ruler."""
    empty: bool = False
    signs: tuple[str, ...] = ()
    sides: str = ONE


def html_of(sheet: Sheet, number: int, count: int, words: Words) -> str:
    """Return a page as HTML."""
    if sheet.empty:
        return '<section class="sheet empty"></section>'
    kind = "face" + " leaflet" * sheet.plain + " turned" * sheet.turned + " behind" * (sheet.turned and sheet.behind)
    if sheet.plain:
        return f'<section class="sheet"><div class="{kind}">{sheet.body}</div></section>'
    signs = "".join(f"<span>{marks.sample(sign)}{words(SIGNS[sign])}</span>" for sign in sheet.signs)
    heading, work = f"<header><h2>{sheet.title}</h2><p>{sheet.note}</p></header>", "work"
    if not sheet.title:
        kind, heading, work = f"{kind} untitled", "", "work top"
    return (
        f'<section class="sheet"><div class="{kind}">{heading}<div class="{work}">{sheet.body}</div>'
        f'<footer>{marks.ruler()}<div class="signs">{signs}</div>'
        f'<span class="folio" dir="ltr">{number}\u202f/\u202f{count}</span></footer></div></section>'
    )
