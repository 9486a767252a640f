"""Text that can be said in another language: it reads as English and remembers what it was made from.

The templates are what `vato.languages` has translations for; it writes numbers and lists as each language does. Knows
no language but English, and no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, Self


class Text(str):
    """English text, a template filled with values, which may be texts themselves.

    >>> Text("{side} wins, {reason}", side=Text("white"), reason=Text("all stones captured"))
    'white wins, all stones captured'
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Fill a template with values."""
        text = super().__new__(cls, template.format(**values))
        text.template = template
        text.values = values
        return text

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.values

    @classmethod
    def literal(cls, text: str) -> Self:
        """Return a text that was read back from somewhere, and has a translation if it is one that vato writes.

        >>> Text.literal("time"), Text.literal("{odd}")
        ('time', '{odd}')
        """
        return text if isinstance(text, cls) else cls(text.replace("{", "{{").replace("}", "}}"))


def by_number(one: str, many: str, number: int) -> str:
    """Return the template that English has for a number; both are one message, to be filled with it as `count`.

    >>> Text(by_number("one stone", "{count} stones", 3), count=3)
    '3 stones'
    """
    return one if number == 1 else many


class Number(str):
    """A number as English writes it, by a format such as `,` or `.1%`.

    >>> Number(1234567), Number(0.953, ".1%")
    ('1,234,567', '95.3%')
    """

    value: float
    form: str

    def __new__(cls, value: float, form: str = ",") -> Self:
        """Write a number."""
        text = super().__new__(cls, format(value, form))
        text.value = value
        text.form = form
        return text

    def __reduce__(self) -> tuple[type[Self], tuple[float, str]]:
        return type(self), (self.value, self.form)


class Listing(str):
    """Names or texts one after the other, as part of a sentence.

    >>> Listing(["fanorona", "squadro"])
    'fanorona, squadro'
    """

    items: tuple[str, ...]

    def __new__(cls, items: Iterable[str]) -> Self:
        """Put texts in a row."""
        items = tuple(items)
        text = super().__new__(cls, ", ".join(items))
        text.items = items
        return text

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[str, ...]]]:
        return type(self), (self.items,)


def either(choices: Iterable[str]) -> str:
    """Return choices as a list with "or".

    >>> either(["d3-e3A", "d3-e3W"]), either(["3", "4", "5"])
    ('d3-e3A or d3-e3W', '3, 4 or 5')
    """
    *others, last = choices
    return Text("{first} or {last}", first=Listing(others), last=last) if others else last


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences as one text.

    >>> paragraph([Text("You must move."), Text("You may jump.")])
    'You must move. You may jump.'
    """
    return reduce(lambda first, last: Text("{first} {last}", first=first, last=last), sentences)


SYSTEM_WORDS = (
    Text("no such file or directory"),
    Text("permission denied"),
    Text("is a directory"),
    Text("not a directory"),
    Text("no space left on device"),
    Text("read-only file system"),
)
"""What the system says most often; it speaks English, and these can be said in other languages."""


def why(error: OSError) -> Text:
    """Return what the system says about a failure, as part of a sentence."""
    return Text.literal((error.strerror or str(error)).lower())
