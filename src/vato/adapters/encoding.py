"""Steps and positions as numbers, for learning programs: an action for every possible step, planes for what is seen.

Only translates: which steps are legal comes from the board. The planes show the position as a player sees it, own
stones first, and all values lie between 0 and 1.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vato.fanorona.board import Board as FanoronaBoard
from vato.fanorona.notation import APPROACH, PAIKA, WITHDRAWAL, Step
from vato.fanorona.points import DIAGONAL, STRAIGHT, place
from vato.game import Board, Player, UnknownName
from vato.squadro.board import Board as SquadroBoard
from vato.squadro.notation import Move as SquadroMove
from vato.squadro.rulesets import HOME, LANES

Planes = NDArray[np.float32]
DIRECTIONS = STRAIGHT + DIAGONAL
KINDS = (APPROACH, WITHDRAWAL, PAIKA)


class Encoding(Protocol):
    """The numbers of one game on boards of one size."""

    actions: int
    """How many actions there are."""
    stop: int | None
    """The action that ends a turn which could go on; None where no turn can."""
    shape: tuple[int, int, int]
    """Of the planes: how many, rows, columns."""

    def action(self, step: Any) -> int:
        """Return the action that plays a step."""
        ...

    def planes(self, board: Any, steps: tuple[Any, ...], player: Player) -> Planes:
        """Return what a player sees while the turn on the board has come as far as `steps`."""
        ...


class FanoronaEncoding:
    """An action is (point * 8 + direction) * 3 + kind; the last one stops a chain.

    Points count row by row from a1, directions go up, right, down, left, then the diagonals clockwise from up right,
    kinds are approach, withdrawal, paika.

    Planes: own stones, the other's, the stone whose chain is played, the points it may not enter again; then, alike on
    all points, whether the player has Black, whether a first turn is played, whether a Vela is in its first phase, how
    often the position was there before, how long nothing was captured.
    """

    def __init__(self, board: FanoronaBoard) -> None:
        self._points = board.points
        self._index = {point: index for index, point in enumerate(board.points.all)}
        self.stop: int | None = len(self._index) * len(DIRECTIONS) * len(KINDS)
        self.actions = self.stop + 1
        self.shape = (9, board.points.height, board.points.width)

    def action(self, step: Step) -> int:
        """Return the action that plays a step."""
        direction = DIRECTIONS.index(self._points.direction(step.origin, step.target))
        return (self._index[step.origin] * len(DIRECTIONS) + direction) * len(KINDS) + KINDS.index(step.kind)

    def planes(self, board: FanoronaBoard, steps: tuple[Step, ...], player: Player) -> Planes:
        """Return what a player sees."""
        planes = np.zeros(self.shape, np.float32)
        seen = board.sketch(steps) if steps else board
        for point, owner in seen.stones.items():
            if owner is not None:
                column, row = place(point)
                planes[0 if owner == player else 1, row - 1, column - 1] = 1
        if steps:
            column, row = place(steps[-1].target)
            planes[2, row - 1, column - 1] = 1
            for point in (steps[0].origin, *(step.target for step in steps)):
                column, row = place(point)
                planes[3, row - 1, column - 1] = 1
        quiet = board.quiet / board.rules.quiet_turns if board.rules.quiet_turns else 0.0
        facts = player, board.first_turn, board.phase == 1, _seen_before(board), min(1.0, quiet)
        for number, fact in enumerate(facts, start=4):
            planes[number] = fact
        return planes


class SquadroEncoding:
    """An action is a lane, counted from 0.

    Planes: where the own stones stand, a row for each lane and a column for each place of its way out and back; where
    the other's stand; then whether the player has dark, and how often the position was there before.
    """

    actions = LANES
    stop: int | None = None
    shape = (4, LANES, HOME + 1)

    def action(self, step: SquadroMove) -> int:
        """Return the action that plays a step."""
        return step.lane - 1

    def planes(self, board: SquadroBoard, steps: tuple[SquadroMove, ...], player: Player) -> Planes:
        """Return what a player sees."""
        planes = np.zeros(self.shape, np.float32)
        for number, side in enumerate((player, 1 - player)):
            planes[number, range(LANES), board.progress[side]] = 1
        planes[2] = player
        planes[3] = _seen_before(board)
        return planes


def encoding_of(board: Board) -> Encoding:
    """Return the encoding for games on this board."""
    if isinstance(board, FanoronaBoard):
        return FanoronaEncoding(board)
    if isinstance(board, SquadroBoard):
        return SquadroEncoding()
    raise UnknownName("There are no numbers for the steps of {game} yet.", game=board.game)


def _seen_before(board: Board) -> float:
    return min(1.0, (board.occurrences() - 1) / 2)
