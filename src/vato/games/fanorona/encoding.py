"""Fanorona's steps and positions as numbers, for learning programs (`vato.adapters`)."""

from __future__ import annotations

import numpy as np

from vato.adapters.encoding import Planes, seen_before
from vato.board import Player
from vato.games.fanorona.board import Board
from vato.games.fanorona.notation import APPROACH, PAIKA, WITHDRAWAL, Step
from vato.lattice.points import DIAGONAL, STRAIGHT, place

DIRECTIONS = STRAIGHT + DIAGONAL
KINDS = (APPROACH, WITHDRAWAL, PAIKA)


class FanoronaEncoding:
    """An action is (point * 8 + direction) * 3 + kind; the last one stops a chain.

    Points count row by row from a1, directions go up, right, down, left, then the diagonals clockwise from up right,
    kinds are approach, withdrawal, paika.

    Planes: own stones, the other's, the stone whose chain is played, the points it may not enter again; then, alike on
    all points, whether the player has Black, whether a first turn is played, whether a Vela is in its first phase, how
    often the position was there before, how long nothing was captured.
    """

    def __init__(self, board: Board) -> None:
        self._points = board.points
        self._index = {point: index for index, point in enumerate(board.points.all)}
        self.stop: int | None = len(self._index) * len(DIRECTIONS) * len(KINDS)
        self.actions = self.stop + 1
        self.shape = (9, board.points.height, board.points.width)

    def action(self, step: Step) -> int:
        """Return the action that plays a step."""
        direction = DIRECTIONS.index(self._points.direction(step.origin, step.target))
        return (self._index[step.origin] * len(DIRECTIONS) + direction) * len(KINDS) + KINDS.index(step.kind)

    def planes(self, board: Board, steps: tuple[Step, ...], player: Player) -> Planes:
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
        facts = player, board.first_turn, board.phase == 1, seen_before(board), min(1.0, quiet)
        for number, fact in enumerate(facts, start=4):
            planes[number] = fact
        return planes
