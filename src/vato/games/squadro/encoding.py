"""Squadro's steps and positions as numbers, for learning programs (`vato.adapters`)."""

from __future__ import annotations

import numpy as np

from vato.adapters.encoding import Planes, seen_before
from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.notation import Move
from vato.games.squadro.rulesets import HOME, LANES


class SquadroEncoding:
    """An action is a lane, counted from 0.

    Planes: where the own stones stand, a row for each lane and a column for each place of its way out and back; where
    the other's stand; then whether the player has dark, and how often the position was there before.
    """

    actions = LANES
    stop: int | None = None
    shape = (4, LANES, HOME + 1)

    def action(self, step: Move) -> int:
        """Return the action that plays a step."""
        return step.lane - 1

    def planes(self, board: Board, steps: tuple[Move, ...], player: Player) -> Planes:
        """Return what a player sees."""
        planes = np.zeros(self.shape, np.float32)
        for number, side in enumerate((player, 1 - player)):
            planes[number, range(LANES), board.progress[side]] = 1
        planes[2] = player
        planes[3] = seen_before(board)
        return planes
