"""A turn put together step by step from what a person types. Shows nothing; offers only what the board offers.

A move's text is its parts joined by hyphens, so a step may be given by its beginning (`d2`), by where it leads (`e3`),
or by its last letters when only those are open (`w`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vato.board import Board
from vato.errors import AmbiguousMove, IllegalMove
from vato.text import Text


class HalfTurn:
    """The turn of the player to move, as far as it has been given."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.steps: tuple[Any, ...] = ()
        """The steps decided on; the board itself stays as it is until the turn is whole."""
        self.narrowed: tuple[Any, ...] = ()
        """The next steps that fit what was typed, where it fits several; else nothing."""

    @property
    def begun(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.steps or self.narrowed)

    @property
    def offered(self) -> tuple[Any, ...]:
        """The steps to choose from: all that may come next, or those that fit what was typed."""
        return self.narrowed or self.board.continuations(self.steps).steps

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end here."""
        return not self.narrowed and bool(self.steps) and self.board.continuations(self.steps).may_stop

    def enter(self, text: str) -> Any | None:
        """Take what was typed: return the move when the turn is whole, None when more is to be said."""
        refusal = None
        if not self.begun:
            try:
                return self.board.read(text)
            except IllegalMove as error:
                refusal = error
        found = matching(text, self.offered)
        if len(found) == 1:
            return self.take(found[0])
        if found:
            self.narrowed = tuple(found)
            return None
        if refusal is not None:
            raise refusal
        return self._rest(text)

    def take(self, step: Any) -> Any | None:
        """Add a step: return the move when the turn cannot go on, None when it can."""
        self.steps = (*self.steps, step)
        self.narrowed = ()
        return None if self.offered else self.stop()

    def stop(self) -> Any:
        """Return the turn as it stands, as a move; raise `IllegalMove` if it may not end here."""
        return self.board.read(self.text)

    def back(self) -> None:
        """Take back what was typed last."""
        if self.narrowed:
            self.narrowed = ()
        else:
            self.steps = self.steps[:-1]

    @property
    def ambiguity(self) -> Text | None:
        """What the board says where the steps that fit are one step, meant in more than one way; else nothing."""
        # Two kinds of one step differ in the last letter of their text.
        stems = {str(step)[:-1] for step in self.narrowed}
        stem = stems.pop()
        if stems:
            return None
        try:
            self.board.read(f"{self.text}-{_tail(stem)}" if self.steps else stem)
        except AmbiguousMove as error:
            return Text(error.template, **error.values)
        except IllegalMove:
            pass
        return None

    @property
    def text(self) -> str:
        """The steps decided on, written as one move."""
        first, *others = map(str, self.steps)
        return "-".join([first, *(_tail(step) for step in others)])

    def _rest(self, text: str) -> Any:
        """Return the move that the steps and the rest typed at once make, or raise what the board says against it."""
        if not self.steps:
            return self.board.read(text)  # nothing fits what was narrowed down to
        here = str(self.offered[0]).removesuffix(_tail(self.offered[0]))
        rest = text[len(here) :] if text.lower().startswith(here.lower()) else text
        return self.board.read(f"{self.text}-{rest}")


def matching(text: str, options: Sequence[Any]) -> list[Any]:
    """Return the options a text stands for, the fewest that one way of reading it leaves.

    >>> matching("e3", ["d2-e3A", "d3-e3A", "d3-e3W", "a1-a2"])
    ['d2-e3A', 'd3-e3A', 'd3-e3W']
    >>> matching("w", ["d3-e3A", "d3-e3W"])
    ['d3-e3W']
    """
    wanted = text.lower()
    texts = [str(option).lower() for option in options]
    ways = (
        [option == wanted for option in texts],
        [option.startswith(wanted) for option in texts],
        [_tail(option).startswith(wanted) for option in texts],
        [option.endswith(wanted) for option in texts],
    )
    fitting = [way for way in ways if any(way)]
    if not fitting:
        return []
    chosen = next((way for way in fitting if not all(way)), fitting[0])
    return [option for option, fits in zip(options, chosen, strict=True) if fits]


def _tail(step: object) -> str:
    """Return a step's text without the part that says where it begins."""
    return str(step).partition("-")[2]
