"""Games out of the house and into it: a game as a record, and records kept among a visitor's games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from vato.board import Board
from vato.record import Record
from vato.server.http.visitors import LONGEST_NAME, clean
from vato.server.play.contests import contest_of
from vato.server.play.new_game import new_id
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import COMPUTER, PERSON, Seat, StoredGame, StoredMove
from vato.server.store.times import now_ms


class KeptMove(str):
    """A move as it was kept, to be written: it was legal then, and is not played again."""

    steps: tuple[Any, ...] = ()


def record_of(snapshot: Snapshot) -> str:
    """Return a game as the text of a record."""
    return str(written(snapshot)) if snapshot.game.imported is None else snapshot.game.imported


def written(snapshot: Snapshot) -> Record:
    """Return the record of a game that was played here."""
    game, headers = snapshot.game, {}
    if snapshot.contest is not None and game.round is not None:
        contest = contest_of(snapshot.contest, snapshot.rounds, game.seats)
        headers = {type(contest).__name__: " - ".join(contest.players), "Round": str(game.round)}
    date = datetime.fromtimestamp(game.created_ms / 1000, UTC).date().isoformat()
    first, second = (player_name(seat) for seat in game.seats)
    record = Record.of(snapshot.board, (first, second), date, headers)
    record.turns = [
        turn._replace(clock_ms=move.clock_ms) for turn, move in zip(record.turns, snapshot.moves, strict=True)
    ]
    return record


def player_name(seat: Seat) -> str:
    """Return what a record calls who plays a side."""
    if seat.kind != COMPUTER or seat.name:
        return seat.name
    return "vato" if seat.level is None else f"vato level {seat.level}"


def imported(record: Record, visitor: str) -> tuple[StoredGame, tuple[StoredMove, ...]]:
    """Return the game of a record, to be kept among those of a visitor."""
    game = _game(record, record.board(), visitor)
    return game, tuple(StoredMove(str(turn.move), game.created_ms, turn.clock_ms) for turn in record.turns)


def _game(record: Record, board: Board, visitor: str) -> StoredGame:
    now = now_ms()
    first, second = (Seat(PERSON, clean(name, LONGEST_NAME)) for name in record.players)
    return StoredGame(
        id=new_id(),
        game=board.game,
        rules=board.rules.name,
        start=record.start.position,
        position=board.position,
        seats=(first, second),
        turn=board.turn,
        plies=len(record.turns),
        created_ms=now,
        updated_ms=now,
        outcome=record.outcome,
        owner=visitor,
        imported=str(record),
    )
