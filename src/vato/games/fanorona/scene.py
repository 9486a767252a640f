"""What an interface draws of a Fanorona board and offers to play: the room's part of `vato.scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from vato.games.fanorona import refusals
from vato.games.fanorona.editor import EDITS, edited
from vato.games.fanorona.notation import Move, Step
from vato.lattice import layout as lattice
from vato.lattice.layout import layout

__all__ = [
    "EDITS",
    "counts_of",
    "edited",
    "layout",
    "layout_name",
    "options_of",
    "pieces_of",
    "refuse",
    "steps_of",
]

if TYPE_CHECKING:
    from vato import scene
    from vato.games.fanorona.board import Board
    from vato.lattice.points import Stones


def layout_name(board: Board) -> str:
    """Return what tells the layouts of boards apart: the size."""
    return board.points.size


def pieces_of(board: Board) -> list[scene.Piece]:
    """Return the stones."""
    return lattice.pieces_of(board.stones)


def counts_of(board: Board) -> scene.Counts:
    """Return how many stones each player has."""
    return {"stones": [board.count(player) for player in (0, 1)]}


def options_of(board: Board) -> list[scene.Option]:
    """Return the beginnings of all legal turns, each with how it may go on."""
    counts = counts_of(board)
    return [_option(board, board.stones, counts, (step,), step.origin) for step in board.first_steps()]


def _option(board: Board, stones: Stones, counts: scene.Counts, steps: tuple[Step, ...], before: str) -> scene.Option:
    """Return the last of the steps as an option; `before` is the text of the turn up to it."""
    step = steps[-1]
    shown = _step(board, step, counts)
    option = cast("scene.Option", shown)
    option["text"] = f"{before}-{step.target}{step.kind}"
    stones = board.after(stones, step)
    onward = board.onward(stones, steps)
    if board.may_stop(onward):
        option["stop"] = True
    if onward:
        option["closed"] = [taken.origin for taken in steps]
        counts = shown.get("counts", counts)
        option["next"] = [_option(board, stones, counts, (*steps, going), option["text"]) for going in onward]
    return option


def steps_of(board: Board, move: Move) -> list[scene.Step]:
    """Return the steps of a move."""
    counts = counts_of(board)
    steps = []
    for step in move.steps:
        steps.append(_step(board, step, counts))
        counts = steps[-1].get("counts", counts)
    return steps


def _step(board: Board, step: Step, counts: scene.Counts) -> scene.Step:
    """Return a step of the player to move; `counts` are those before it."""
    changes: list[scene.Change] = [{"from": step.origin, "to": step.target}]
    changes += [{"from": point} for point in step.captured]
    shown: scene.Step = {"from": step.origin, "to": step.target, "changes": changes}
    if step.kind:
        shown["way"] = step.kind
        shown["struck"] = list(step.captured)
        left = list(counts["stones"])
        left[1 - board.turn] -= len(step.captured)
        shown["counts"] = {"stones": left}
    return shown


def refuse(board: Board, beginning: str, to: str | None) -> None:
    """Raise the `IllegalMove` that says why a point or the beginning of a turn cannot be played on to a point."""
    refusals.refuse(board, beginning if to is None else f"{beginning}-{to}")
