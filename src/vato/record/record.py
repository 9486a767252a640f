"""A record: how a game began, who played, each turn with what is noted about it, how it ended. Reads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as calendar
from typing import NamedTuple

from vato import catalog
from vato.board import Board, Outcome
from vato.errors import VatoError
from vato.moves import Move
from vato.record import writer
from vato.record.words import HEADER, RESERVED, Arrow, result_text

MOST_DEPTH = 50
"""How deep variations may stand within each other."""


class NotedTurn(NamedTuple):
    """A move with what is noted: a comment, the clock after it, what else might have been played, what is drawn."""

    move: Move
    comment: str = ""
    clock_ms: int | None = None
    variations: tuple[tuple[NotedTurn, ...], ...] = ()
    """Lines that begin with another move in place of this one."""
    arrows: tuple[Arrow, ...] = ()
    """On the position after it."""


@dataclass
class Record:
    """A played game: how it began, who played, each turn, how it ended."""

    start: Board
    """The position it began from. Its rules are the game's rules."""
    players: tuple[str, str] = ("", "")
    """The players' names, player 0 first."""
    date: str = ""
    turns: list[NotedTurn] = field(default_factory=list)
    outcome: Outcome | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """Headers beside the usual ones, such as Match and Round."""
    comment: str = ""
    """A comment on the game as a whole."""
    arrows: tuple[Arrow, ...] = ()
    """On the position it began from."""

    @classmethod
    def of(
        cls,
        board: Board,
        players: tuple[str, str] = ("", ""),
        date: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """Return the record of the game played on a board; the date is today's unless given.

        >>> import vato
        >>> board = vato.new("squadro")
        >>> _ = board.push("2"), board.push("1"), board.resign()
        >>> print(Record.of(board, ("Ann", "Ben"), "2026-11-15"), end="")
        Game: squadro
        Rules: standard
        Light: Ann
        Dark: Ben
        Date: 2026-11-15
        Result: dark
        Reason: resignation
        <BLANKLINE>
        1. 2 1
        """
        return cls(
            start=board.root(),
            players=players,
            date=calendar.today().isoformat() if date is None else date,
            turns=[NotedTurn(move) for move in board.played],
            outcome=board.outcome(),
            headers=dict(headers or {}),
        )

    def board(self) -> Board:
        """Return a board on which the whole game has been played."""
        board = self.start.copy()
        for turn in self.turns:
            board.push(turn.move)
        if self.outcome is not None and board.outcome() is None:
            board.declare(self.outcome)
        return board

    def add_variation(self, moves: Iterable[object]) -> None:
        """Add a line from the start, as moves or texts: where it leaves what is recorded, it becomes a variation.

        The game itself stays as it was played, so a line that only goes on after its end is refused.

        >>> import vato
        >>> board = vato.new("squadro")
        >>> _ = board.push("2"), board.push("1"), board.push("3")
        >>> record = Record.of(board, date="")
        >>> record.add_variation(["2", "4", "5"])
        >>> print(str(record).partition("Result: unfinished")[2].strip())
        1. 2 1
        (
          1... 4
          2. 5
        )
        2. 3
        """
        board = self.start.copy()
        line = [board.push(move) for move in moves]
        self.turns = list(_with_line(tuple(self.turns), line, 0, within=False))

    def count_turns(self) -> int:
        """Return how many turns there are, variations included."""
        return _count(self.turns)

    def all_headers(self) -> dict[str, str]:
        """Return every header, by its name, in the order of writing."""
        start = self.start
        headers = {"Game": start.game, "Rules": start.rules.name}
        if start.position != catalog.new(start.game, rules=start.rules).position:
            headers["Start"] = start.position
        headers |= {side.capitalize(): name for side, name in zip(start.sides, self.players, strict=True)}
        headers["Date"] = self.date
        headers["Result"] = result_text(start, self.outcome)
        if self.outcome is not None:
            headers["Reason"] = str(self.outcome.reason)
        for name, value in self.headers.items():
            if name in headers or name in RESERVED or not HEADER.fullmatch(name + ":"):
                raise VatoError("{name!r} cannot be a header of its own.", name=name)
            headers[name] = value
        return headers

    def __str__(self) -> str:
        return writer.text_of(self)


def _with_line(
    turns: tuple[NotedTurn, ...], line: Sequence[Move], depth: int, *, within: bool
) -> tuple[NotedTurn, ...]:
    """Return turns with a line of moves among them; `within` a variation, it may also go on after their end."""
    if not line:
        return turns
    if not turns:
        if not within:
            raise VatoError("The game ends before this line leaves it; play on before you record it.")
        return tuple(map(NotedTurn, line))
    first, rest = turns[0], turns[1:]
    if first.move == line[0]:
        return (first, *_with_line(rest, line[1:], depth, within=within))
    if depth == MOST_DEPTH:
        raise VatoError("Variations stand at most {most} deep within each other.", most=MOST_DEPTH)
    others = list(first.variations)
    for number, other in enumerate(others):
        if other[0].move == line[0]:
            others[number] = _with_line(other, line, depth + 1, within=True)
            break
    else:
        others.append(tuple(map(NotedTurn, line)))
    return (first._replace(variations=tuple(others)), *rest)


def _count(turns: Iterable[NotedTurn]) -> int:
    return sum(1 + sum(map(_count, turn.variations)) for turn in turns)
