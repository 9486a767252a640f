"""The language in which the command speaks to whoever runs it: what `--language` or the locale says, for the whole run.

What programs read (JSON, the engine's protocol, numbers alone) is the same in every language and does not come here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from vato import languages
from vato.errors import UnknownName, VatoError, shorten
from vato.languages import ENGLISH
from vato.text import Listing

OPTION = "--language"

_chosen = [ENGLISH]


def choose(language: str) -> None:
    """Speak a language from now on, given by its code."""
    _chosen[0] = language


def language() -> str:
    """Return the code of the language spoken."""
    return _chosen[0]


def say(spoken: str | VatoError) -> str:
    """Return a text or an error's message in the language spoken."""
    return languages.say(language(), spoken)


def capital(spoken: str) -> str:
    """Return a text in the language spoken, as the beginning of a sentence."""
    said = say(spoken)
    first = "İ" if language() == "tr" and said.startswith("i") else said[:1].upper()
    return first + said[1:]


def date(written: str) -> str:
    """Return a date as the language spoken writes it."""
    return languages.date(language(), written)


def of_locale(environment: Mapping[str, str]) -> str:
    """Return the language that the locale asks for, as gettext reads it; English if vato does not speak it.

    >>> of_locale({"LANG": "fr_CA.UTF-8"}), of_locale({"LANG": "en_GB", "LANGUAGE": "tlh:de"}), of_locale({"LANG": "C"})
    ('fr', 'de', 'en')
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if _plain(locale) in ("C", "POSIX"):
        return ENGLISH
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    return languages.negotiate(",".join(_plain(each).replace("_", "-") for each in wanted))


def _plain(locale: str) -> str:
    """Return a locale's name without its encoding and variant."""
    return locale.partition(".")[0].partition("@")[0]


def take_option(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without `--language`, which may stand before or after the command, and choose what it says.

    Without it the locale decides.
    """
    kept: list[str] = []
    found = None
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if argument == "--":
            kept += [argument, *rest]
        elif name == OPTION:
            found = value if equals else next(rest, "")
        else:
            kept.append(argument)
    choose(of_locale(os.environ))
    if found == "":
        raise VatoError("{name} needs a value.", name=OPTION)
    if found is not None:
        choose(_known(found))
    return kept


def _known(code: str) -> str:
    """Return the language a code stands for, such as `fr` or `zh_TW`, or refuse it."""
    wanted = code.replace("_", "-")
    chosen = languages.negotiate(wanted)
    if chosen == ENGLISH and wanted.lower().partition("-")[0] != ENGLISH:
        raise UnknownName(
            "There is no language {language!r}; choose one of {known}.",
            language=shorten(code),
            known=Listing(languages.codes()),
        )
    return chosen
