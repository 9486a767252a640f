"""What is known exactly about Fanorona positions: those with few stones, where their endings were solved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vato.folders import usual_solution
from vato.games.fanorona.board import Board
from vato.games.fanorona.endgames.carried import CHOSEN, Carried, carried
from vato.games.fanorona.endgames.directory import Directory
from vato.games.fanorona.endgames.endgames import Endgames
from vato.games.fanorona.endgames.solver import NotSolvable, chosen
from vato.games.fanorona.endgames.tables import add_tables
from vato.knowledge import Facts, Patience
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder


class FanoronaKnowledge:
    """The endings every copy of vato has, and those of a folder, or of the usual ones, one for each board and rules."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._endgames: dict[Path, Endgames] = {}
        self._tables: dict[Path, Directory] = {}

    def facts(self, board: Board, patience: Patience | None = None) -> Facts | None:
        """Return how a position ends, and with each move; None where that is not known."""
        if (found := _carried_for(board)) is not None and (facts := _facts(Endgames(found), board)) is not None:
            return facts
        endgames = self._open(board)
        return None if endgames is None else _facts(endgames, board)

    def words(self, board: Board) -> NDArray[np.uint64] | None:
        """Return the tables in memory for a board and its rules, if there are any."""
        if (found := _carried_for(board)) is not None:
            return found.directory.words
        path = self._path(board)
        if path is None or self._open(board) is None:
            return None
        if path not in self._tables:
            self._tables[path] = Directory(board.points)
        add_tables(self._tables[path], path)
        return self._tables[path].words

    def close(self) -> None:
        """Close all files."""
        for endgames in self._endgames.values():
            endgames.close()
        self._endgames.clear()

    def _path(self, board: Board) -> Path | None:
        try:
            about = chosen(board.points, board.rules)
        except NotSolvable:
            return None
        return self._folder or usual_solution(Board.game, about)

    def _open(self, board: Board) -> Endgames | None:
        """Return the endings for a board and its rules, if there are any; they may be made meanwhile."""
        path = self._path(board)
        if path is None:
            return None
        if path not in self._endgames:
            if path != self._folder and not Folder(path).is_claimed():
                return None
            self._endgames[path] = Endgames(path)
        endgames = self._endgames[path]
        return endgames if endgames.is_for(board) else None


def _facts(endgames: Endgames, board: Board) -> Facts | None:
    try:
        fact = endgames.look_up(board)
        moves = endgames.moves(board)
    except NotSolved:
        return None
    # A third occurrence may have spoilt what the position alone promises.
    best = next(iter(moves.values()))
    return Facts(fact if best.result == fact.result else best, moves)


def _carried_for(board: Board) -> Carried | None:
    """Return the endings every copy of vato has, if they are for a board and its rules."""
    try:
        fits = chosen(board.points, board.rules) == CHOSEN
    except NotSolvable:
        return None
    return carried() if fits else None


def known(folder: Path | None) -> FanoronaKnowledge:
    """Return what is known: beside what every copy has, in a folder or, without one, in the usual ones."""
    if folder is not None:
        Endgames(folder).close()  # refuses a folder that holds something else
    return FanoronaKnowledge(folder)
