"""Which public games are being played, as the database knows it: the newest, however many there are."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

from vato import catalog
from vato.contest.clock import Speed
from vato.server.store import controls, schema
from vato.server.store.store import Store

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
