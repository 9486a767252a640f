"""What is known exactly about Squadro: every position, where there is a solution folder, else the opening book's."""

from __future__ import annotations

from pathlib import Path

from vato.board import Outcome, Player
from vato.errors import VatoError
from vato.folders import usual_solution
from vato.games.squadro.board import Board
from vato.games.squadro.opening import OPENING
from vato.games.squadro.solution.solution import Solution, Value
from vato.knowledge import Fact, Facts, Patience, Result, log
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder

FARTHEST = 60
"""How many turns away an end is looked for, where somebody has the patience."""


class SquadroKnowledge:
    """The opening book and, if there is one, a solution; one in the usual folder may be made meanwhile."""

    def __init__(self, solution: Solution | None, usual: Path | None = None) -> None:
        self._solution = solution
        self._usual = usual

    def facts(self, board: Board, patience: Patience | None = None) -> Facts | None:
        """Return how a position ends, and with each move; None where that is not known."""
        board = board.copy()
        self._look_around()
        if patience is not None and self._solution is not None:
            self._solution.measure()  # also where there is no patience left: who only gets ready has none
        try:
            fact = self._fact(board, board.turn, patience)
            # Where the end is too far away to be seen from here, it is not seen from a turn later.
            patience = None if fact.turns is None else patience
            moves = {}
            for move in list(board.legal_moves):
                player = board.turn
                board.push(move)
                moves[move] = self._after(board, player, patience)
                board.pop()
        except NotSolved:
            return None
        if fact.result == Result.LOST and any(move.turns is None for move in moves.values()):
            # A loss that nobody had the patience to measure must not look later than one that was.
            fact = Fact(fact.result)
            moves = {move: Fact(found.result) if found.result < 0 else found for move, found in moves.items()}
        # A third occurrence may have spoilt what the position alone promises.
        best = max(moves.values(), key=lambda move: move.worth)
        return Facts(fact if best.result == fact.result else best, moves)

    def _after(self, board: Board, player: Player, patience: Patience | None) -> Fact:
        """Return what a move that was just played has led to, for who played it."""
        if (outcome := board.outcome()) is not None:
            return Fact(_result(outcome, player), 1)
        fact = self._fact(board, player, patience)
        return Fact(fact.result, None if fact.turns is None else fact.turns + 1)

    def _fact(self, board: Board, player: Player, patience: Patience | None) -> Fact:
        if self._solution is not None:
            try:
                value = self._solution.value(board)
                turns = None
                if patience is not None and not patience.is_over:
                    turns = self._solution.distance(board, FARTHEST, patience)
                return Fact(_result(value, player), turns)
            except NotSolved:  # it may hold some layers only
                pass
        return Fact(_result(OPENING.value(board), player))

    def _look_around(self) -> None:
        """Open the solution in the usual folder as soon as there is one."""
        if self._solution is None and self._usual is not None and Folder(self._usual).is_claimed():
            try:
                self._solution = Solution(self._usual)
            except VatoError as error:
                log.warning("%s The opening book is asked instead.", error)
                self._usual = None

    def proven(self, board: Board) -> None:
        """Return nothing: whatever is known is known exactly."""

    def words(self, board: Board) -> None:
        """Return nothing: values in compressed files are too slow for the search."""

    def close(self) -> None:
        """Close the files of the solution."""
        if self._solution is not None:
            self._solution.close()


def _result(found: Value | Outcome, player: Player) -> Result:
    if found.winner is None:
        return Result.DRAWN
    return Result.WON if found.winner == player else Result.LOST


def known(folder: Path | None) -> SquadroKnowledge:
    """Return what is known: in a folder or, without one, in the usual folder if anything was solved there."""
    if folder is not None:
        return SquadroKnowledge(Solution(folder))
    return SquadroKnowledge(None, usual_solution(Board.game))
