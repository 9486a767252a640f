"""What certificates prove about positions: who does not lose, or wins, and by which moves. Needs no compiled code.

A list of a certificate has positions that its side leaves to the other, each standing for its reflections and, as the
rules are the same for both sides, for itself with the colours exchanged. Whoever leaves such a position has what the
list claims, and so has whoever has a turn to one. Nothing is said of other positions: the endgame tables that a
certificate leans on are not in it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from vato.board import Player
from vato.knowledge import Bounds, Fact, Proven, Result
from vato.lattice.proofs.position_certificate import PositionCertificate, images
from vato.rules import RuleSet
from vato.shipped import read_shipped

MOST_TURNS = 300
"""A position with more turns than this is not looked at: none that a certificate knows has as many."""
EXCHANGED = str.maketrans("wb", "bw")


class Lists(NamedTuple):
    """What a certificate lists: positions that a player leaves to the other, who then does not win, or loses."""

    holds: list[bytes]
    """For each claim its lines in order, each ended by a line feed: a set of so many takes five times the memory."""
    held: set[str]
    """Positions with more to them than stones, White being to move."""
    wins: dict[str, int]
    """Positions, White being to move, with their places in the list."""


class Left(NamedTuple):
    """What a player is proven to have who has left a position to the other."""

    least: Result
    place: int
    """Who wins gets on by turns to places further up."""


class Proofs:
    """The certificates that come with a game, a file for each board and rules, read when one is first asked for.

    They are named by these: "9x5 strict".
    """

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = dict(files)
        self._reading = threading.Lock()

    def is_about(self, board: Any) -> bool:
        """Return whether there is a certificate for a board and its rules."""
        return _subject(board) in self._files

    def read(self, board: Any) -> Lists | None:
        """Return the lists about a board and its rules; None if the file is damaged. The first time takes a moment."""
        kind: Any = type(board)
        with self._reading:
            return _lists(self._files[_subject(board)], kind, board.rules, board.points.size)

    def proven(self, board: Any, look_up: Callable[[Any], Fact | None]) -> Proven[Any] | None:
        """Return what is proven about a position whose game goes on; None where nothing is.

        `look_up` says of a position how it ends for the player to move, where endgame tables tell.
        """
        if not self.is_about(board):
            return None
        lists = self.read(board)
        if lists is None or len(turns := list(islice(board.legal_moves, MOST_TURNS + 1))) > MOST_TURNS:
            return None
        board, mover = board.copy(), board.turn
        most = Result(-_left(lists, board).least)
        moves: dict[Any, Bounds] = {}
        places: dict[Any, int] = {}
        for move in turns:
            board.push(move)
            if (ended := _ended(board, mover, look_up)) is not None:
                moves[move], places[move] = Bounds(ended, ended), -1
            else:
                least, places[move] = _left(lists, board)
                moves[move] = Bounds(least, max(least, most))
            board.pop()
        bounds = Bounds(max(each.least for each in moves.values()), max(each.most for each in moves.values()))
        if not bounds.tell:
            return None
        keeping = [move for move, each in moves.items() if each.least == bounds.least > Result.LOST]
        if bounds.least == Result.WON:
            first = min(places[move] for move in keeping)
            keeping = [move for move in keeping if places[move] == first]
        return Proven(bounds, moves, tuple(keeping))


def _subject(board: Any) -> str:
    return f"{board.points.size} {board.rules.name}"


def _left(lists: Lists, board: Any) -> Left:
    """Return what whoever has left a board to the player to move is proven to have."""
    texts = [_seen(text) for text in images(board)]
    for text in texts:
        if text in lists.wins:
            return Left(Result.WON, lists.wins[text])
    if any(_is_held(lists, text) for text in texts):
        return Left(Result.DRAWN, -1)
    return Left(Result.LOST, -1)


def _is_held(lists: Lists, text: str) -> bool:
    """Return whether a position with White to move is listed, or the same with the colours exchanged."""
    if text in lists.held:
        return True
    stones, _, rest = text.partition(" ")
    exchanged = f"{stones.translate(EXCHANGED)} b{rest[1:]}"
    return any(is_among(lines, line.encode()) for lines in lists.holds for line in (text, exchanged))


def is_among(lines: bytes, line: bytes) -> bool:
    """Return whether a line is among others that are in order."""
    low, high = 0, len(lines)
    while low < high:
        begin = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = lines.index(b"\n", begin)
        there = lines[begin:end]
        if there == line:
            return True
        low, high = (end + 1, high) if there < line else (low, begin)
    return False


def _seen(text: str) -> str:
    """Return a position as text, with the colours exchanged where Black is to move."""
    stones, _, rest = text.partition(" ")
    return text if rest[0] == "w" else f"{stones.translate(EXCHANGED)} w{rest[1:]}"


def _ended(board: Any, player: Player, look_up: Callable[[Any], Fact | None]) -> Result | None:
    """Return how the game ends for a player who has just moved, if it is over or the tables know."""
    if (outcome := board.outcome()) is not None:
        return Result.DRAWN if outcome.winner is None else Result.WON if outcome.winner == player else Result.LOST
    fact = look_up(board)
    return None if fact is None else Result(-fact.result)


@cache
def _lists(path: Path, kind: Any, rules: RuleSet, size: str) -> Lists | None:
    """Return the lists of a certificate; None, and a word in the log, where the file is damaged."""
    return read_shipped(path, lambda path: _read(path, kind, rules, size), "the engine plays on without this proof")


def _read(path: Path, kind: Any, rules: RuleSet, size: str) -> Lists:
    certificate = PositionCertificate.read(path)
    if (certificate.board, certificate.rules) != (size, rules.name):
        raise ValueError("It is for another board, or other rules.")
    lists = Lists([], set(), {})
    for claim, lines in certificate.claims.items():
        if claim.endswith(" wins"):
            for place, line in enumerate(lines):
                for text in _written(kind, rules, line) if "=" in line else (line,):
                    lists.wins[_seen(text)] = place
        else:
            lists.holds.append("".join(f"{line}\n" for line in sorted(lines) if "=" not in line).encode())
            lists.held.update(_seen(text) for line in lines if "=" in line for text in _written(kind, rules, line))
    return lists


def _written(kind: Any, rules: RuleSet, line: str) -> Iterator[str]:
    """Yield the reflections of a position as a board writes them: one with fields may be the start, which has none."""
    for text in images(kind.new(rules, line)):
        yield kind.new(rules, text).position
