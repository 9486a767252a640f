"""Text that can be said in another language: it reads as English and remembers the template it was made from.

The templates are what `vato.languages` has translations for. Knows no language but English, and no game.
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


def either(choices: Iterable[str]) -> str:
    """Return choices as a list with "or".

    >>> either(["d3-e3A", "d3-e3W"])
    'd3-e3A or d3-e3W'
    """
    return reduce(lambda first, last: Text("{first} or {last}", first=first, last=last), choices)


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences as one text.

    >>> paragraph([Text("You must move."), Text("You may jump.")])
    'You must move. You may jump.'
    """
    return reduce(lambda first, last: Text("{first} {last}", first=first, last=last), sentences)
