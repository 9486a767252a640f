"""Ratings as the database keeps them: changed once, in the transaction that ends a rated game, or by an attempt.

How they change is arithmetic of `vato.contest.glicko`. What is changed is held, in one order for all, so that games
that end at the same moment are rated one after the other, at however many servers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.contest.clock import Control, Speed
from vato.contest.glicko import EVEN_SIDES, LEAST_DEVIATION, Strength, rated
from vato.server.store import schema
from vato.server.store.database import Database
from vato.server.store.model import PERSON, Seat, SeatRating, StoredGame
from vato.server.store.rows import Values

LEAST_PLIES = 2
"""A game counts when both have moved: before that, somebody may not have been there."""

ratings, history, sides = schema.ratings, schema.rating_history, schema.sides


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a member is in a game, by what they have played."""

    strength: Strength
    games: int = 0

    def shown(self, now_ms: int) -> SeatRating:
        """Return it as others see it."""
        return SeatRating(round(self.strength.rating), self.strength.at(now_ms).provisional)


UNKNOWN = Rating(Strength())
"""That of whoever has not played."""


def kind_of(control: Control) -> Speed:
    """Return which of a member's ratings in a game counts by a clock."""
    return control.speed


def counts(before: StoredGame, game: StoredGame) -> bool:
    """Return whether what happens to a game is an end that changes ratings."""
    return (
        game.rated
        and before.outcome is None
        and game.outcome is not None
        and not game.outcome.no_result
        and game.plies - game.base_plies >= LEAST_PLIES
        and all(seat.visitor is not None for seat in game.seats if seat.kind == PERSON)
    )


async def of(connection: AsyncConnection, members: Collection[str], game: str, kind: str) -> dict[str, Rating]:
    """Return the ratings of members in a game; those of whoever has not played it are left out."""
    wanted = ratings.c.member.in_(members), ratings.c.game == game, ratings.c.kind == kind
    rows = (await connection.execute(sql.select(ratings).where(*wanted))).all()
    return {row.member: rating_of(row) for row in rows}


async def seated(connection: AsyncConnection, game: StoredGame) -> StoredGame:
    """Return a rated game that is to be kept with the ratings of the members who sit there."""
    assert game.clock is not None
    members = [seat.visitor for seat in game.seats if seat.visitor is not None]
    known = await of(connection, members, game.game, kind_of(game.clock.control))
    first, second = (
        seat if seat.visitor is None else replace(seat, rating=known.get(seat.visitor, UNKNOWN).shown(game.created_ms))
        for seat in game.seats
    )
    return replace(game, seats=(first, second))


async def settle(connection: AsyncConnection, database: Database, game: StoredGame) -> StoredGame:
    """Let the end of a game change the ratings of its players, and return it with what they gained or lost."""
    assert game.clock is not None
    assert game.outcome is not None
    kind, now_ms = kind_of(game.clock.control), game.updated_ms
    before: dict[str, Rating] = {}
    for member in sorted(seat.visitor for seat in game.seats if seat.visitor is not None):
        before[member] = await hold(connection, database, member, game.game, kind, now_ms)
    even = replace(EVEN_SIDES, since_ms=now_ms)
    side = await hold_row(connection, database, sides, {"game": game.game, "rules": game.rules}, even)
    first, second = (_strength_in(seat, before) for seat in game.seats)
    points = 0.5 if game.outcome.winner is None else 1.0 - game.outcome.winner
    *players, side_after = rated(first, second, strength_of(side), points, now_ms)
    seats = []
    for seat, after in zip(game.seats, players, strict=True):
        if seat.visitor is None:
            seats.append(seat)  # a level keeps what was measured
            continue
        known = before[seat.visitor]
        await change(connection, seat.visitor, game.game, kind, Rating(after, known.games + 1), game.id)
        gain = round(after.rating) - round(known.strength.rating)
        assert seat.rating is not None
        seats.append(replace(seat, rating=replace(seat.rating, change=gain)))
    here = sides.c.game == game.game, sides.c.rules == game.rules
    await connection.execute(sql.update(sides).where(*here).values(strength_values(side_after)))
    return replace(game, seats=(seats[0], seats[1]))


def _strength_in(seat: Seat, members: Mapping[str, Rating]) -> Strength:
    if seat.visitor is not None:
        return members[seat.visitor].strength
    assert seat.rating is not None
    return Strength(seat.rating.value, LEAST_DEVIATION)


async def hold(
    connection: AsyncConnection, database: Database, member: str, game: str, kind: str, now_ms: int
) -> Rating:
    """Return a rating of a member that nobody else changes until the transaction ends."""
    key = {"member": member, "game": game, "kind": kind}
    return rating_of(await hold_row(connection, database, ratings, key, Strength(since_ms=now_ms), games=0))


async def hold_row(
    connection: AsyncConnection,
    database: Database,
    table: sql.Table,
    key: Mapping[str, str],
    new: Strength,
    **more: int,
) -> Any:
    """Return a row, made where there is none, that nobody else changes until the transaction ends."""
    same: Any = database.upsert(table, lambda _: {"rating": table.c.rating})
    return (await connection.execute(same.returning(table), {**key, **strength_values(new), **more})).one()


async def change(
    connection: AsyncConnection, member: str, game: str, kind: str, rating: Rating, game_id: str | None
) -> None:
    """Keep another rating of a member, which was held, and that it was changed."""
    here = ratings.c.member == member, ratings.c.game == game, ratings.c.kind == kind
    values = strength_values(rating.strength) | {"games": rating.games}
    await connection.execute(sql.update(ratings).where(*here).values(values))
    point = {
        "member": member,
        "game": game,
        "kind": kind,
        "number": rating.games,
        "rating": rating.strength.rating,
        "at_ms": rating.strength.since_ms,
        "game_id": game_id,
    }
    await connection.execute(sql.insert(history), point)


def strength_of(row: Any) -> Strength:
    """Return what is known of a strength, from its row."""
    return Strength(row.rating, row.deviation, row.volatility, row.since_ms)


def rating_of(row: Any) -> Rating:
    """Return a rating, from its row."""
    return Rating(strength_of(row), row.games)


def strength_values(strength: Strength) -> Values:
    """Return what is known of a strength as columns."""
    return {
        "rating": strength.rating,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        "since_ms": strength.since_ms,
    }
