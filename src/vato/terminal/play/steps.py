"""A turn put together step by step from what a person types. Shows nothing; offers only what the board offers.

A step may be given by the beginning of its text (`d2`), by the point to which it leads (`e3`), or by its last letters
when only those are open (`w`). How turns are written is asked of the game's scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from vato import scene
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
        found = matching(text, [(step, self._shown(step)["to"]) for step in self.offered])
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
        return self.board.read(self.steps)

    def back(self) -> None:
        """Take back what was typed last."""
        if self.narrowed:
            self.narrowed = ()
        else:
            self.steps = self.steps[:-1]

    @property
    def ambiguity(self) -> Text | None:
        """What the board says where the steps that fit are one step, meant in more than one way; else nothing."""
        ways = {(step["from"], step["to"]) for step in map(self._shown, self.narrowed)}
        origin, target = ways.pop()
        if ways:
            return None
        try:
            self.board.read(self.board.joined(self.text or origin, target))
        except AmbiguousMove as error:
            return Text(error.template, **error.values)
        except IllegalMove:
            pass
        return None

    @property
    def text(self) -> str:
        """The steps decided on, written as one move; empty if there is none."""
        return str(self.board.beginning(self.steps)) if self.steps else ""

    def _shown(self, step: Any) -> scene.Step:
        """Return what there is to see of a step that may come next."""
        turn = self.board.beginning((*self.steps, step))
        return scene.turn_of(self.board, turn, len(self.board.played) + 1)["steps"][-1]

    def _rest(self, text: str) -> Any:
        """Return the move that the steps and the rest typed at once make, or raise what the board says against it."""
        if not self.steps:
            return self.board.read(text)  # nothing fits what was narrowed down to
        with suppress(IllegalMove):
            whole = self.board.read(text)
            if tuple(whole.steps[: len(self.steps)]) == self.steps:
                return whole
        here = self.board.joined(self._shown(self.offered[0])["from"], "")
        rest = text[len(here) :] if text.lower().startswith(here.lower()) else text
        return self.board.read(self.board.joined(self.text, rest))


def matching(text: str, options: Sequence[tuple[Any, str]]) -> list[Any]:
    """Return the options a text stands for, the fewest that one way of reading it leaves; each comes with its goal.

    >>> matching("e3", [("d2-e3A", "e3"), ("d3-e3A", "e3"), ("d3-e3W", "e3"), ("a1-a2", "a2")])
    ['d2-e3A', 'd3-e3A', 'd3-e3W']
    >>> matching("w", [("d3-e3A", "e3"), ("d3-e3W", "e3")])
    ['d3-e3W']
    """
    wanted = text.lower()
    texts = [str(option).lower() for option, _ in options]
    # Where moves are written without their goals, a goal may be written as another move is.
    goals = [goal.lower() if goal.lower() in text else "" for text, (_, goal) in zip(texts, options, strict=True)]
    ways = (
        [option == wanted for option in texts],
        [option.startswith(wanted) for option in texts],
        [goal.startswith(wanted) for goal in goals],
        [option.endswith(wanted) for option in texts],
    )
    fitting = [way for way in ways if any(way)]
    if not fitting:
        return []
    chosen = next((way for way in fitting if not all(way)), fitting[0])
    return [option for (option, _), fits in zip(options, chosen, strict=True) if fits]
