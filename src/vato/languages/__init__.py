"""What vato says, in the reader's language. One gettext catalogue for each language, `<code>.po`, is the only source.

A language goes by its BCP 47 code everywhere (`zh-Hans`); only the names of files have an underscore (`zh_Hans.po`).

A catalogue holds two kinds of messages. The library's own sentences are looked up by their English template, the one
that a `VatoError` or a `Text` carries; English needs no entry for them. The texts of the browser app are looked up by
keys such as `start.new_game`, so `en.po` holds those, and the others translate them. What a catalogue lacks is said in
English. A message with plural forms is chosen by the value called `count`; both its English forms lead to it.

To add a language, add a catalogue and a glossary (CONTRIBUTING.md); `scripts/catalogue` says what it lacks.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from vato.errors import VatoError
from vato.text import Listing, Number, Text

if TYPE_CHECKING:
    from babel import Locale

FOLDER = Path(__file__).parent
ENGLISH = "en"
KEY = re.compile(r"[a-z_]+([.][\w -]+)+")
"""What the keys of the browser's texts look like; no sentence looks so."""

OTHER_CODES = {
    "iw": "he",
    "plt": "mg",
    "sr": "sr-latn",
    "zh": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    "zh-mo": "zh-hant",
}
"""What else languages are called by those who ask for them."""

SAMPLES = (*range(201), 1_000_000)
"""Numbers among which every plural category of every language has one."""


class Language(NamedTuple):
    """A language vato speaks."""

    code: str
    """As HTML and HTTP write it (BCP 47)."""
    name: str
    """What its speakers call it."""
    direction: Literal["ltr", "rtl"]
    """`ltr` or `rtl`."""


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language."""

    locale: Locale
    messages: Mapping[str, str | tuple[str, ...]]
    """By template or key; with several forms where it depends on a number."""
    form_for: Callable[[int], int]
    """Which of the forms goes with a number."""


def languages() -> tuple[Language, ...]:
    """Return the languages there are catalogues for, English first."""
    return tuple(map(_language, codes()))


def codes() -> tuple[str, ...]:
    """Return the codes of the languages there are catalogues for, English first.

    >>> codes()[0], "fr" in codes()
    ('en', True)
    """
    found = (path.stem.replace("_", "-") for path in FOLDER.glob("*.po"))
    return tuple(sorted(found, key=lambda code: (code != ENGLISH, code)))


@cache
def _language(code: str) -> Language:
    from babel import Locale

    locale = Locale.parse(code, sep="-")
    # Chinese has a name of its own for each of its scripts; Serbian is Serbian in both.
    name = locale.languages.get(str(locale)) or locale.get_language_name(locale) or code
    return Language(code, name[:1].upper() + name[1:], "rtl" if locale.text_direction == "rtl" else "ltr")


def negotiate(accept_language: str | None) -> str:
    """Return the language of ours that suits an `Accept-Language` header, or a code alone, best; English if none.

    >>> negotiate("ja, de-AT;q=0.8, fr;q=0.9"), negotiate("DE"), negotiate("tlh"), negotiate(None)
    ('fr', 'de', 'en', 'en')
    """
    offered = {code.lower(): code for code in codes()}
    wanted: list[tuple[float, int, str]] = []
    for part in (accept_language or "")[:1000].split(","):
        code, _, quality = part.replace(" ", "").partition(";q=")
        weight = float(quality) if re.fullmatch("[01]([.][0-9]{0,3})?", quality) else 1.0
        if weight and re.fullmatch("[A-Za-z0-9-]+", code):
            wanted.append((-weight, len(wanted), code.lower()))
    for *_, code in sorted(wanted):
        # The longest beginning of de-AT-1996 that we speak, as RFC 4647 looks it up.
        while code:
            for name in (code, OTHER_CODES.get(code)):
                if name in offered:
                    return offered[name]
            code = code.rpartition("-")[0]
    return ENGLISH


def say(language: str, spoken: str | VatoError) -> str:
    """Return a text or an error's message in a language; words that vato did not make itself stay as they are.

    >>> import vato
    >>> board = vato.new("squadro")
    >>> print(say("de", board.describe(board.resign(0))))
    Dunkel gewinnt durch Aufgabe
    """
    if language == ENGLISH:
        return str(spoken)
    if isinstance(spoken, VatoError | Text):
        return translate(language, spoken.template, **spoken.values)
    if isinstance(spoken, Listing):
        return _separator(language).join(say(language, item) for item in spoken.items)
    return _number(language, spoken) if isinstance(spoken, Number) else spoken


def translate(language: str, template: str, /, **values: object) -> str:
    """Return a template or key in a language, filled with values; those that are texts or errors are translated too.

    >>> translate("fr", "There is a stone on {point} already.", point="e3")
    'Il y a déjà un pion en e3.'
    """
    found = catalogue(language).messages.get(template)
    speaker = language
    if found is None:
        found, speaker = catalogue(ENGLISH).messages.get(template, template), ENGLISH
    if isinstance(found, tuple):
        found = found[catalogue(speaker).form_for(int(str(values["count"])))]
    return found.format(**{name: _value(language, value) for name, value in values.items()})


def _separator(language: str) -> str:
    pattern: str = catalogue(language).locale.list_patterns["standard"]["middle"]
    return pattern.format("", "")


def _number(language: str, number: Number) -> str:
    from babel.numbers import get_decimal_symbol, get_group_symbol, get_minus_sign_symbol

    locale = catalogue(language).locale
    symbols = (get_group_symbol(locale), get_decimal_symbol(locale), get_minus_sign_symbol(locale), "")
    written = number.translate(dict(zip(map(ord, ",.-%"), symbols, strict=True)))
    if locale.text_direction == "rtl" and number[0] in "+-":
        written = f"\N{LEFT-TO-RIGHT MARK}{written}"
    return locale.percent_formats[None].pattern.replace("#,##0", written) if number.endswith("%") else written


def date(language: str, written: str) -> str:
    """Return a date as a language writes it; what is no whole date stays as it is.

    >>> date("de", "2026-11-15"), date("de", "in 1926")
    ('15.11.2026', 'in 1926')
    """
    from babel.dates import format_date

    try:
        return format_date(datetime.date.fromisoformat(written), locale=catalogue(language).locale)
    except ValueError:
        return written


def _value(language: str, value: object) -> object:
    return say(language, value) if isinstance(value, str | VatoError) else value


def messages(language: str) -> dict[str, str | dict[str, str]]:
    """Return the texts of the browser app by key; those with plural forms by plural category, as `Intl` names it.

    >>> messages("de")["side.light"]
    'Hell'
    """
    return {key: _for_browser(language, key) for key in catalogue(ENGLISH).messages if KEY.fullmatch(key)}


def _for_browser(language: str, key: str) -> str | dict[str, str]:
    spoken = catalogue(language)
    if key not in spoken.messages:
        spoken = catalogue(ENGLISH)
    forms = spoken.messages[key]
    if isinstance(forms, str):
        return forms
    # Some languages have a category of their own for every whole number, and `other` only for parts.
    return {"other": forms[-1]} | {
        category: forms[spoken.form_for(number)] for category, number in _categories(spoken.locale).items()
    }


@cache
def _categories(locale: Locale) -> dict[str, int]:
    """Return the plural categories of a language, each with a number that belongs to it.

    Not nothing, if there is another: gettext and `Intl` count that with one in some languages, with many in others.
    """
    return {locale.plural_form(number): number for number in (0, *reversed(SAMPLES[1:]))}


def catalogue_file(language: str) -> Path:
    """Return where the catalogue of a language is."""
    return FOLDER / f"{language.replace('-', '_')}.po"


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, by its code."""
    from babel.messages.pofile import read_po

    # Babel takes a while to load, and only those need it who speak to somebody.
    with catalogue_file(language).open("rb") as file:
        read = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
    found: dict[str, str | tuple[str, ...]] = {}
    for message in read:
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and all(forms) and forms and not message.fuzzy:
            for template in (message.id,) if isinstance(message.id, str) else message.id:
                found[template] = forms[0] if isinstance(message.string, str) else forms
    assert read.locale is not None
    return Catalogue(read.locale, found, c2py(read.plural_expr))
