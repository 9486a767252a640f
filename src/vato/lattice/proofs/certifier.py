"""Making a certificate of what a proof search has found: the moves that show it, and a line of best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vato.board import Player
from vato.compiled.contract import GOING_ON
from vato.knowledge import Result
from vato.lattice.endgames.endgames import Endgames
from vato.lattice.proofs.certificate import Certificate
from vato.lattice.proofs.claims import (
    LOSES,
    WINS,
    Basis,
    Workspace,
    claim_of,
    end_of,
    key_of,
    position_of,
)
from vato.lattice.proofs.contract import ProvenGame
from vato.lattice.proofs.proof_search import NO_KEY, NODES, USED, ClaimTable, lean_on, place_of, shown
from vato.solve.contract import Disagreement

REPORTED = 1_000
"""After so many moves there is a sign of life."""
LINE = 100
"""How many turns of best play are told at most."""


class Certifier:
    """What is needed to tell what the claims in a table show."""

    def __init__(
        self,
        game: ProvenGame,
        board: Any,
        basis: Basis,
        table: ClaimTable,
        room: Workspace,
        roots: list[np.uint64],
        tables: Path | None,
        report: Callable[[int], None],
    ) -> None:
        self._game, self._board, self._basis, self._table, self._room = game, board, basis, table, room
        self._roots, self._tables, self._report = roots, tables, report
        self._marks = np.zeros(len(table.keys), np.uint8)

    def certificate(self, winner: Player | None) -> Certificate:
        """Return the certificate; `winner` is who was found to win from the start."""
        sides = self._game.sides
        if winner is None:
            claims = {f"{sides[player]} does not lose": self._holding(player) for player in (0, 1)}
        else:
            claims = {f"{sides[winner]} wins": self._winning(winner)}
        return Certificate(
            self._board.points.size,
            self._board.rules.name,
            self._basis.stones,
            None if winner is None else sides[winner],
            int(self._table.counters[NODES]),
            tuple(map(str, self._line(list(claims.values()), winner))),
            claims,
        )

    def _winning(self, player: Player) -> dict[str, str]:
        """Return the moves with which a player wins: to claims that were proven before."""
        return self._moves(WINS, player, self._roots[player])

    def _holding(self, player: Player) -> dict[str, str]:
        """Return the moves with which a player does not lose: the other's claim to win is not left by any of them."""
        return self._moves(LOSES, player, self._roots[1 - player])

    def _moves(self, claim: int, player: Player, root: np.uint64) -> dict[str, str]:
        listed = np.empty(self._table.counters[USED] + 1, np.int64)
        found = lean_on(self._basis, root, claim, self._table, self._room, listed, self._marks)
        if found < 0:
            raise Disagreement(
                "{file}: values that do not follow from those their turns lead to: {found}.",
                file=self._board.position,
                found=1,
            )
        places = listed[:found]
        self._marks[places] = 1
        moves: dict[str, str] = {}
        for place in places:
            key = self._table.keys[place]
            if claim_of(key) == claim:
                if len(moves) % REPORTED == 0:
                    self._report(int(self._table.counters[NODES]))
                board = self._game.board_with(self._board, position_of(self._basis, key), player)
                turn = shown(self._basis, self._table, place, self._room, self._marks)
                moves[board.position] = str(self._game.move_of(board, *map(int, turn)))
        self._marks[places] = 0
        return moves

    def _followers(self, board: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the legal moves and the positions they lead to, as claims have them."""
        for move in list(board.legal_moves):
            board.push(move)
            yield move, self._game.claimed(board)
            board.pop()

    # A line of best play

    def _line(self, claims: list[dict[str, str]], winner: Player | None) -> list[Any]:
        """Return how the game may go: who shows a claim plays its moves, who cannot help losing the hardest to beat."""
        board = self._board.copy()
        line: list[Any] = []
        seen = set()
        while board.outcome() is None and len(line) < LINE and board.position not in seen:
            seen.add(board.position)
            shown = next((moves[board.position] for moves in claims if board.position in moves), None)
            move = board.read(shown) if shown is not None else self._by_tables(board)
            if move is None and winner not in (None, board.turn):
                move = self._hardest(board)
            if move is None:
                break
            line.append(board.push(move))
        return line

    def _by_tables(self, board: Any) -> Any | None:
        """Return the best move of a position that the tables know, unless it is drawn there."""
        if self._tables is None or end_of(self._basis, self._game.claimed(board)) == GOING_ON:
            return None
        with Endgames(self._game.endings, self._tables) as endgames:
            move, fact = next(iter(endgames.moves(board).items()))
            return None if fact.result == Result.DRAWN else move

    def _hardest(self, board: Any) -> Any:
        """Return the move of who loses that was the last to be found to lose."""
        found = []
        for move, position in self._followers(board):
            place = place_of(self._table.keys, np.uint64(key_of(self._basis, position, WINS)))
            there = self._table.keys[place] != NO_KEY
            found.append((int(self._table.disproofs[place]) if there else -1, str(move), move))
        return max(found)[-1]
