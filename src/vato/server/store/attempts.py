"""Attempts of members at puzzles and endings: the first at each counts, once, for who tries and for what is tried.

A puzzle is known by its position: its number changes when others are found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import sqlalchemy as sql

from vato.contest.glicko import Strength, attempted
from vato.server.store import ratings, schema
from vato.server.store.model import Conflict, SeatRating
from vato.server.store.ratings import Rating, strength_of, strength_values
from vato.server.store.store import Store

ExerciseKind = Literal["puzzles", "endings"]
MIDDLE_GRADE, GRADE_POINTS = 3, 250.0
"""Which grade is thought to be as hard as a newcomer is strong, and how much more each grade is."""
EXERCISE_DEVIATION, EXERCISE_VOLATILITY = 200.0, 0.06
"""How far off that may be, before anybody has tried; a puzzle does not change, but who has tried it does."""

exercises, tried = schema.exercises, schema.attempts


@dataclass(frozen=True)
class Exercise:
    """A puzzle or an ending."""

    kind: ExerciseKind
    game: str
    position: str
    grade: int

    def new(self, now_ms: int) -> Strength:
        """Return how hard it is thought to be before anybody has tried."""
        rating = Strength().rating + GRADE_POINTS * (self.grade - MIDDLE_GRADE)
        return Strength(rating, EXERCISE_DEVIATION, EXERCISE_VOLATILITY, now_ms)


class Attempts:
    """The attempts of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, member: str) -> list[dict[str, Any]]:
        """Return all attempts of a member that have counted, the oldest first."""
        columns = tried.c.game, tried.c.kind, tried.c.position, tried.c.solved, tried.c.at_ms
        found = sql.select(*columns).where(tried.c.member == member).order_by(tried.c.at_ms, tried.c.position)
        async with self._store.reading() as connection:
            return [dict(row) for row in (await connection.execute(found)).mappings()]

    async def count(self, member: str, exercise: Exercise, now_ms: int, *, solved: bool) -> SeatRating | None:
        """Let an attempt count, and return what it did to the rating; None if there was one before."""
        key = {"game": exercise.game, "kind": exercise.kind, "position": exercise.position}
        try:
            async with self._store.writing() as connection:
                attempt = {**key, "member": member, "solved": solved, "at_ms": now_ms}
                await connection.execute(sql.insert(tried), attempt)
                database = self._store.database
                known = await ratings.hold(connection, database, member, exercise.game, exercise.kind, now_ms)
                row = await ratings.hold_row(connection, database, exercises, key, exercise.new(now_ms), attempts=0)
                after, harder = attempted(known.strength, strength_of(row), float(solved), now_ms)
                rating = Rating(after, known.games + 1)
                await ratings.change(connection, member, exercise.game, exercise.kind, rating, None)
                here = [exercises.c[name] == value for name, value in key.items()]
                values = strength_values(harder) | {"attempts": row.attempts + 1}
                await connection.execute(sql.update(exercises).where(*here).values(values))
        except Conflict:
            return None
        return replace(known.shown(now_ms), change=round(after.rating) - round(known.strength.rating))
