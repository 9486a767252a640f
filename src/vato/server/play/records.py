"""Games out of the house and into it: a game as a record, and records kept among a visitor's games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from fastapi import Request, Response

from vato.board import Board
from vato.record import Record
from vato.server.http.visitors import LONGEST_NAME, clean, visitor_for
from vato.server.play.contests import contest_of
from vato.server.play.new_game import new_id
from vato.server.play.snapshot import Standing
from vato.server.services import hall_of
from vato.server.store.model import COMPUTER, PERSON, Game, Move, Seat
from vato.server.store.times import now_ms


def record_of(standing: Standing) -> str:
    """Return a game as the text of a record."""
    game = standing.game
    if game.imported is not None:
        return game.imported
    headers = {}
    if standing.contest is not None and game.round is not None:
        contest = contest_of(standing.contest, standing.rounds, game.seats)
        headers = {type(contest).__name__: " - ".join(contest.players), "Round": str(game.round)}
    date = datetime.fromtimestamp(game.created_ms / 1000, UTC).date().isoformat()
    first, second = (_name(seat) for seat in game.seats)
    written = Record.of(standing.board, (first, second), date, headers)
    written.turns = [
        turn._replace(clock_ms=move.clock_ms) for turn, move in zip(written.turns, standing.moves, strict=True)
    ]
    return str(written)


def _name(seat: Seat) -> str:
    return f"vato level {seat.level}" if seat.kind == COMPUTER and not seat.name else seat.name


async def keep(request: Request, response: Response, records: Sequence[Record]) -> list[str]:
    """Keep games from records among those of a visitor, all or none, and return their addresses."""
    hall = hall_of(request)
    visitor = visitor_for(request, response)
    hall.check_creating(visitor, request, len(records))
    games = await asyncio.to_thread(lambda: [_imported(record, visitor) for record in records])
    await hall.store.create_all(games)
    return [game.id for game, _ in games]


def _imported(record: Record, visitor: str) -> tuple[Game, tuple[Move, ...]]:
    game = _game(record, record.board(), visitor)
    return game, tuple(Move(str(turn.move), game.created_ms, turn.clock_ms) for turn in record.turns)


def _game(record: Record, board: Board, visitor: str) -> Game:
    now = now_ms()
    first, second = (Seat(PERSON, clean(name, LONGEST_NAME)) for name in record.players)
    return Game(
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
        imported=str(replace(record)),
    )
