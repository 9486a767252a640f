"""What is known of positions on the lattice: those with few stones exactly, of others what certificates prove."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.folders import usual_solution
from vato.knowledge import Fact, Facts, Patience, Proven
from vato.lattice.endgames.carried import carried_on
from vato.lattice.endgames.contract import NotSolvable, StoneGame
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.endgames import Endgames
from vato.lattice.endgames.solver import chosen
from vato.lattice.endgames.tables import add_tables
from vato.lattice.proofs.proven import Proofs
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder


class EndgameKnowledge:
    """The endings every copy of vato has, and those of a folder, or of the usual ones, one for each board and rules."""

    def __init__(self, game: StoneGame, folder: Path | None, proofs: Proofs | None = None) -> None:
        if folder is not None:
            Endgames(game, folder).close()  # refuses a folder that holds something else
        self._game, self._folder, self._proofs = game, folder, proofs
        self._endgames: dict[Path, Endgames] = {}
        self._tables: dict[Path, Directory] = {}

    def facts(self, board: Any, patience: Patience | None = None) -> Facts | None:
        """Return how a position ends, and with each move; None where that is not known."""
        if (found := carried_on(self._game, board)) is not None:
            facts = _facts(Endgames(self._game, found), board)
            if facts is not None:
                return facts
        endgames = self._open(board)
        return None if endgames is None else _facts(endgames, board)

    def proven(self, board: Any) -> Proven | None:
        """Return what the certificates that come with the game prove about a position, and the endings with them."""
        return None if self._proofs is None else self._proofs.proven(board, self._look_up)

    def words(self, board: Any) -> NDArray[np.uint64] | None:
        """Return the tables in memory for a board and its rules, if there are any."""
        if (found := carried_on(self._game, board)) is not None:
            return found.directory.words
        path = self._path(board)
        if path is None or self._open(board) is None:
            return None
        if path not in self._tables:
            self._tables[path] = Directory(board.points)
        add_tables(self._game.name, self._tables[path], path)
        return self._tables[path].words

    def close(self) -> None:
        """Close all files."""
        for endgames in self._endgames.values():
            endgames.close()
        self._endgames.clear()

    def _look_up(self, board: Any) -> Fact | None:
        """Return how a position ends for the player to move, in the endings that were solved."""
        endgames = self._open(board)
        try:
            return None if endgames is None else endgames.look_up(board)
        except NotSolved:
            return None

    def _path(self, board: Any) -> Path | None:
        try:
            about = chosen(self._game, board.points, board.rules)
        except NotSolvable:
            return None
        return self._folder or usual_solution(self._game.name, about)

    def _open(self, board: Any) -> Endgames | None:
        """Return the endings for a board and its rules, if there are any; they may be made meanwhile."""
        path = self._path(board)
        if path is None:
            return None
        if path not in self._endgames:
            if path != self._folder and not Folder(path).is_claimed():
                return None
            self._endgames[path] = Endgames(self._game, path)
        endgames = self._endgames[path]
        return endgames if endgames.is_for(board) else None


def _facts(endgames: Endgames, board: Any) -> Facts | None:
    try:
        fact = endgames.look_up(board)
        moves = endgames.moves(board)
    except NotSolved:
        return None
    # A third occurrence may have spoilt what the position alone promises.
    best = next(iter(moves.values()))
    return Facts(fact if best.result == fact.result else best, moves)
