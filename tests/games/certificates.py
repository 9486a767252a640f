"""A checker of certificates of small boards: plain Python and the game's specification, board.py; no search.

    python -m tests.games.certificates fanorona CERTIFICATE TABLES

follows every move of the other side from the start, and the certificate's own moves, until the game is over or the
endgame tables in a folder know its end. Who claims to win must never come back to a position; who claims not to lose
may go round for ever.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from vato import catalog
from vato.knowledge import Result

Ends = Callable[[Any], Result]
"""How a position with few stones ends for the player to move."""


class Wrong(Exception):
    """What a certificate does not show."""


def check(game: str, text: str, ends: Ends) -> tuple[str, int]:
    """Return who wins, and how many positions were looked at; raise `Wrong` unless the certificate shows it."""
    about, *claims = text.split("\n\n")
    fields = dict(line.split(": ", 1) for line in about.splitlines()[1:])
    shown = {}
    for claim in claims:
        head, *lines = claim.splitlines()
        shown[head.removeprefix("claim: ")] = dict(line.split(" | ") for line in lines)
    winner = fields["winner"]
    start: Any = catalog.new(game, rules=fields["rules"], board=fields["board"])
    wanted = {f"{side} does not lose" for side in start.sides} if winner == "nobody" else {f"{winner} wins"}
    if set(shown) != wanted:
        raise Wrong(f"{winner} wins, it says, but the claims are {', '.join(shown)}")
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
                raise Wrong(f"{position}: {start.sides[player]} has not what is claimed")
            done.add(waiting.pop())
            continue
        under_way.add(position)
        if board.turn == player:
            if position not in moves:
                raise Wrong(f"{position}: there is no move")
            answers = [board.read(moves[position])]
        else:
            answers = list(board.legal_moves)
        for move in answers:
            board.push(move)
            if wins and board.position in under_way:
                raise Wrong(f"{board.position} comes up again")
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


if __name__ == "__main__":
    game, certificate, tables = sys.argv[1:]
    text = Path(certificate).read_text()
    with import_module(f"vato.games.{game}").Endgames(tables) as endgames:
        winner, looked_at = check(game, text, lambda board: endgames.look_up(board).result)
    print(*text.splitlines()[1:5], f"{looked_at:,} positions, all as claimed", sep="\n")
