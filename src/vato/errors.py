"""What vato refuses: errors that are one sentence, which says what was wrong and what to do. Knows no game."""

from __future__ import annotations

from typing import Any

from vato.text import Text


class VatoError(ValueError):
    """Any input vato refuses: a template, the values that fill it, and so one sentence that says what to do.

    The template is kept apart from its values so that the sentence can be said in another language.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values))

    def __reduce__(self) -> Any:
        return _blank_error, (type(self), *self.args), self.__dict__


def _blank_error(kind: type[VatoError], message: str) -> VatoError:
    return kind.__new__(kind, message)


class UnknownName(VatoError):
    """No game, rule set or option has this name or value."""


class InvalidPosition(VatoError):
    """A position text that cannot be right; `column` is the 1-based place in the text, None where all of it is."""

    def __init__(self, template: str, *, column: int | None, **values: object) -> None:
        self.column = column
        problem = Text(template, **values)
        if column is None:
            super().__init__("{problem}", problem=problem)
        else:
            super().__init__("{problem} (column {column})", problem=problem, column=column)


class IllegalMove(VatoError):
    """The rules refuse this move; the message says which rule.

    Where it names moves that would do, `bare` says the same without them, for who is to find one alone.
    """

    def __init__(self, template: str, *, bare: str = "", **values: object) -> None:
        self.bare = bare
        super().__init__(template, **values)


class UnreadableMove(IllegalMove):
    """The text is not a move at all."""


class AmbiguousMove(IllegalMove):
    """The text fits more than one legal move; the message says what to add."""


def shorten(text: str) -> str:
    """Return a text that is short enough to be quoted in a message."""
    return text if len(text) <= 40 else text[:37] + "..."
