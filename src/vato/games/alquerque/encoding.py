"""Alquerque's steps and positions as numbers, for learning programs (`vato.adapters`)."""

from __future__ import annotations

import numpy as np

from vato.adapters.encoding import Planes, seen_before
from vato.board import Player
from vato.games.alquerque.board import Board
from vato.games.alquerque.notation import LEFT, RIGHT, Step
from vato.lattice.points import DIAGONAL, STRAIGHT, place

DIRECTIONS = STRAIGHT + DIAGONAL


class AlquerqueEncoding:
    """An action is (point * 8 + direction) * 2, and one more for a jump; the last one stops where one could jump on.

    Points count row by row from a1, directions go up, right, down, left, then the diagonals clockwise from up right.

    Planes: own stones, the other's, the stone that has jumped, the points it may not enter again, the stones that
    stepped to the left last, and to the right; then, alike on all points, whether the player has Black, how often the
    position was there before, how long nothing was captured.
    """

    def __init__(self, board: Board) -> None:
        self._index = {point: index for index, point in enumerate(board.points.all)}
        self.stop: int | None = len(self._index) * len(DIRECTIONS) * 2
        self.actions = self.stop + 1
        self.shape = (9, board.points.height, board.points.width)

    def action(self, step: Step) -> int:
        """Return the action that plays a step."""
        (column, row), (reached, final) = place(step.origin), place(step.target)
        far = 2 if step.captured else 1
        direction = DIRECTIONS.index(((reached - column) // far, (final - row) // far))
        return (self._index[step.origin] * len(DIRECTIONS) + direction) * 2 + (far - 1)

    def planes(self, board: Board, steps: tuple[Step, ...], player: Player) -> Planes:
        """Return what a player sees."""
        planes = np.zeros(self.shape, np.float32)
        seen = board.sketch(steps) if steps else board

        def mark(number: int, point: str) -> None:
            column, row = place(point)
            planes[number, row - 1, column - 1] = 1

        for point, owner in seen.stones.items():
            if owner is not None:
                mark(0 if owner == player else 1, point)
        if steps:
            mark(2, steps[-1].target)
            if not board.rules.revisit:
                for point in (steps[0].origin, *(step.target for step in steps)):
                    mark(3, point)
        for point, side in seen.went.items():
            mark({LEFT: 4, RIGHT: 5}[side], point)
        quiet = board.quiet / board.rules.quiet_turns if board.rules.quiet_turns else 0.0
        for number, fact in enumerate((player, seen_before(board), min(1.0, quiet)), start=6):
            planes[number] = fact
        return planes
