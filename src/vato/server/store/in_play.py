"""Which public games are being played, as the database knows it: the newest, and rounds that have just begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from vato import catalog
from vato.contest.clock import Speed
from vato.server.store import controls, schema
from vato.server.store.store import Store
from vato.server.store.tournament_tables import tournaments

MOST = 500
"""Games that are looked at; where there are more at once, the oldest of them are not shown to who looks for any."""

games, seats = schema.games, schema.seats


@dataclass(frozen=True, slots=True)
class InPlay:
    """A game that is being played."""

    id: str
    game: str
    speed: Speed
    strength: int
    """The rating of the weaker player, as a game is as good as that; 0 where they play without."""


async def in_play(store: Store) -> list[InPlay]:
    """Return the games in which a clock runs and that count, the strongest first."""
    newest = sql.select(games.c.id).where(schema.PUBLIC_IN_PLAY)
    newest = newest.order_by(games.c.created_ms.desc(), games.c.id.desc()).limit(MOST)
    control = [games.c[column.name] for column in controls.columns()]
    found = (
        sql.select(games.c.id, games.c.game, *control, seats.c.rating)
        .join(seats, seats.c.game_id == games.c.id)
        .where(games.c.id.in_(newest), games.c.game.in_(list(catalog.GAMES)))
    )
    by_id: dict[str, InPlay] = {}
    async with store.reading() as connection:
        for row in await connection.execute(found):
            known = by_id.get(row.id)
            strength = row.rating or 0
            if known is None or strength < known.strength:
                chosen = controls.control_of(row)
                assert chosen is not None
                by_id[row.id] = InPlay(row.id, row.game, chosen.speed, strength)
    return sorted(by_id.values(), key=lambda each: (-each.strength, each.id))


@dataclass(frozen=True, slots=True)
class Begun:
    """A game of a tournament that has just begun, as one of its players sees it."""

    game_id: str
    tournament_id: str
    title: str
    opponent: str
    """Their name; empty for the computer."""
    level: int | None
    """Of the computer."""


async def begun(store: Store) -> dict[str, list[Begun]]:
    """Return the games of tournaments in which not both have moved yet, by the people who play them."""
    newest = sql.select(games.c.id, games.c.tournament_id)
    newest = newest.where(schema.PUBLIC_IN_PLAY, games.c.plies < games.c.base_plies + 2)
    new = newest.order_by(games.c.created_ms.desc(), games.c.id.desc()).limit(MOST).subquery()
    found = sql.select(new, tournaments.c.title).join(tournaments, tournaments.c.id == new.c.tournament_id)
    mine: dict[str, list[Begun]] = {}
    async with store.reading() as connection:
        rows = {row.id: row for row in await connection.execute(found)}
        seated: dict[str, list[sql.Row[Any]]] = {}
        for seat in await connection.execute(sql.select(seats).where(seats.c.game_id.in_(rows))) if rows else ():
            seated.setdefault(seat.game_id, []).append(seat)
    for game_id, pair in seated.items():
        row = rows[game_id]
        for seat, other in (pair, pair[::-1]):
            if seat.visitor is not None:
                game = Begun(game_id, row.tournament_id, row.title, other.name, other.level)
                mine.setdefault(seat.visitor, []).append(game)
    return mine
