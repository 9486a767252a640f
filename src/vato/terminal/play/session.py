"""A game in play at the terminal: who sits where, what was taken back, and its record. Shows and asks nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Any, NamedTuple, Self

from vato import catalog
from vato.board import Board, Player
from vato.errors import IllegalMove
from vato.knowledge import Result
from vato.record import Record
from vato.terminal import language
from vato.terminal.play.opponents import Opponents, opponents_of

OPPONENT_HEADER = "Opponent"
"""A record's header that says which side the program plays and as whom, such as `black greedy`."""


class TablePlayer(NamedTuple):
    """Who plays a side: a person, or the program as one of its opponents."""

    name: str = ""
    opponent: str | None = None
    """The name of an opponent, None for a person."""


@dataclass
class Session:
    """A game in play."""

    board: Board
    seats: tuple[TablePlayer, TablePlayer]
    rng: Random = field(default_factory=Random)
    opponents: Opponents = field(default_factory=Opponents)
    loaded: Record | None = None
    """The record this game goes on from: its date, headers and comments are kept."""
    undone: list[Any] = field(default_factory=list)
    """The moves taken back, the last one first to be played again."""
    date: str = field(default_factory=lambda: date.today().isoformat())

    @property
    def seat(self) -> TablePlayer:
        """The seat of the player to move."""
        return self.seats[self.board.turn]

    @property
    def person(self) -> Player | None:
        """The side of the only person, or None where two people play."""
        people = [player for player, seat in enumerate(self.seats) if seat.opponent is None]
        return people[0] if len(people) == 1 else None

    def player(self, player: Player) -> str:
        """Return what to call a player: the side, and the name where there is one."""
        side, name = language.capital(self.board.sides[player]), self.seats[player].name
        return f"{side} ({name})" if name else side

    def play(self, move: Any) -> Any:
        """Play a move and return it; moves taken back before are forgotten."""
        played = self.board.push(move)
        self.undone.clear()
        return played

    def answer(self) -> Any:
        """Let the opponent whose turn it is choose a move."""
        assert self.seat.opponent is not None
        return self.opponents.choose(self.seat.opponent, self.board, self.rng)

    def hint(self) -> Any:
        """Return a move worth thinking about; asked again, the same one."""
        return self.opponents.hint(self.board)

    def undo(self) -> None:
        """Take back how the game was given up or agreed drawn; else the last turn, and the program's answer to it."""
        unended = self.board.root()
        for move in self.board.played:
            unended.push(move)
        if unended.outcome() != self.board.outcome():
            self.board = unended
            return
        # Turns alternate: when the person is to move, the last turn was the program's.
        turns = 2 if self.person == self.board.turn else 1
        if 0 < len(self.board.played) < turns:
            raise IllegalMove("There is no turn of yours to take back.")
        for _ in range(turns):
            self.undone.append(self.board.pop())

    def redo(self) -> None:
        """Play again what `undo` took back last."""
        if not self.undone:
            raise IllegalMove("There is nothing to play again.")
        self.board.push(self.undone.pop())
        if self.undone and self.seat.opponent is not None:
            self.board.push(self.undone.pop())

    def accepts_draw(self) -> bool:
        """Return whether the program takes a draw: it does when it does not win or, if nobody knows, is not ahead."""
        assert self.person is not None
        if (fact := self.opponents.fact(self.board)) is not None:
            return fact.result != (Result.LOST if self.person == self.board.turn else Result.WON)
        return catalog.find(self.board.game).lead(self.board, 1 - self.person) <= 0

    def again(self) -> Session:
        """Return a new game from the same start with the sides exchanged, and so with the other player beginning."""
        return Session(self.board.root(), self.seats[::-1], self.rng, self.opponents)

    def record(self) -> Record:
        """Return the game so far as a record that `of_record` can go on from."""
        headers = dict(self.loaded.headers) if self.loaded else {}
        headers.pop(OPPONENT_HEADER, None)
        for side, seat in zip(self.board.sides, self.seats, strict=True):
            if seat.opponent is not None:
                headers[OPPONENT_HEADER] = f"{side} {seat.opponent}"
        record = Record.of(self.board, (self.seats[0].name, self.seats[1].name), self.date, headers)
        if self.loaded is not None:
            record.comment = self.loaded.comment
            for index, (before, now) in enumerate(zip(self.loaded.turns, record.turns, strict=False)):
                if before.move != now.move:
                    break
                record.turns[index] = before
        return record

    @classmethod
    def of_record(cls, record: Record, rng: Random, opponents: Opponents) -> Self:
        """Return the game a record holds, to be played on by whoever played it."""
        board = record.board()
        side, _, opponent = record.headers.get(OPPONENT_HEADER, "").partition(" ")
        is_offered = opponent in opponents_of(board.game)
        first, second = (
            TablePlayer(name, opponent if its_side == side and is_offered else None)
            for name, its_side in zip(record.players, board.sides, strict=True)
        )
        return cls(board, (first, second), rng, opponents, record, date=record.date)
