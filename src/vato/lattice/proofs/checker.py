"""A checker of certificates of small boards: the game's own board and endgame tables; no search, and no compiled code.

It follows every move of the other side from the start, and the certificate's own moves, until the game is over or the
endgame tables know its end. Who claims to win must never come back to a position; who claims not to lose may go round
for ever. It reads the certificate by itself, and believes nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vato.board import Board
from vato.errors import VatoError
from vato.knowledge import Result

Ends = Callable[[Any], Result]
"""How a position with few stones ends for the player to move."""


class Wrong(VatoError):
    """What a certificate does not show."""


def check(start: Board, text: str, ends: Ends) -> tuple[str, int]:
    """Return who wins, and how many positions were looked at; raise `Wrong` unless the certificate shows it."""
    try:
        about, *claims = text.split("\n\n")
        fields = dict(line.split(": ", 1) for line in about.splitlines()[1:])
        return _check(start, fields, claims, ends)
    except (ValueError, KeyError) as error:
        if isinstance(error, Wrong):
            raise
        raise Wrong("{why}", why=error) from error


def _check(start: Board, fields: dict[str, str], claims: list[str], ends: Ends) -> tuple[str, int]:
    shown = {}
    for claim in claims:
        head, *lines = claim.splitlines()
        shown[head.removeprefix("claim: ")] = dict(line.split(" | ") for line in lines)
    winner = fields["winner"]
    wanted = {f"{side} does not lose" for side in start.sides} if winner == "nobody" else {f"{winner} wins"}
    if set(shown) != wanted:
        raise Wrong("the winner is {winner}, but the claims are {claims}", winner=winner, claims=", ".join(shown))
    looked_at = 0
    for claim, moves in shown.items():
        player = start.sides.index(claim.split()[0])
        looked_at += follow(start, player, claim.endswith("wins"), moves, int(fields["tables"]), ends)
    return winner, looked_at


def follow(start: Any, player: int, wins: bool, moves: dict[str, str], tables: int, ends: Ends) -> int:
    """Return how many positions a player's moves may lead to, all of which keep the claim to win, or not to lose."""
    under_way, done = set(), set()
    waiting = [start.position]
    while waiting:
        position = waiting[-1]
        if position in done or position in under_way:
            waiting.pop()
            under_way.discard(position)
            done.add(position)
            continue
        board = type(start).new(start.rules, position)
        if (result := _result(board, player, tables, ends)) is not None:
            if result != Result.WON and (wins or result == Result.LOST):
                raise Wrong("in {position} {side} has not what is claimed", position=position, side=start.sides[player])
            done.add(waiting.pop())
            continue
        under_way.add(position)
        if board.turn == player:
            if position not in moves:
                raise Wrong("in {position} there is no move", position=position)
            answers = [board.read(moves[position])]
        else:
            answers = list(board.legal_moves)
        for move in answers:
            board.push(move)
            if wins and board.position in under_way:
                raise Wrong("{position} comes up again", position=board.position)
            if board.position not in done and board.position not in under_way:
                waiting.append(board.position)
            board.pop()
    return len(done)


def _result(board: Any, player: int, tables: int, ends: Ends) -> Result | None:
    """Return how a position ends for a player, if it is over or has few stones."""
    outcome = board.outcome()
    if outcome is not None:
        return Result.DRAWN if outcome.winner is None else Result.WON if outcome.winner == player else Result.LOST
    if getattr(board, "first_turn", False) or board.count(0) + board.count(1) > tables:
        return None
    result = ends(board)
    return result if board.turn == player else Result(-result)
