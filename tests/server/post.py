"""Games by post for the tests: two who play one, members who do, and days that pass in the database of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql

from tests.server.people import Person, Server
from vato.server.store.database import FILE

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def by_post(ann: Person, ben: Person, days: int = 2, **wishes: Any) -> str:
    """Return a game of two with days for each turn, in which Ann begins."""
    clock = {"initial_ms": days * DAY_MS, "per_turn": True}
    game_id = ann.create(**{"setup": {"first": "light"}, "clock": clock, **wishes})
    assert ben.post(f"/games/{game_id}/join", {"name": ben.name}).status_code == 200
    return game_id


def play(ann: Person, ben: Person, game_id: str, *moves: str) -> None:
    """Play moves, whoever is to move."""
    for move in moves:
        state = ann.state(game_id)
        whose = ann if state["seats"][state["scene"]["turn"]]["mine"] else ben
        assert whose.act(game_id, "move", ply=state["scene"]["ply"], move=move).status_code == 200


def do(place: Path | str, statement: str, **values: Any) -> list[Any]:
    """Do something to a database behind its server's back."""
    url = f"sqlite:///{place / FILE}" if isinstance(place, Path) else place.replace("postgresql", "postgresql+psycopg")
    engine = sql.create_engine(url)
    try:
        with engine.begin() as connection:
            done = connection.execute(sql.text(statement), values)
            return list(done) if done.returns_rows else []
    finally:
        engine.dispose()


def let_pass(server: Server, place: Path | str, game_id: str, length_ms: int, *, awake: bool = True) -> None:
    """Let time pass in a game while the server is stopped, as if it had been awake, or not."""
    server.stop()
    do(place, "UPDATE games SET clock_since_ms = clock_since_ms - :by WHERE id = :id", by=length_ms, id=game_id)
    if not awake:
        do(place, "UPDATE heartbeat SET alive_ms = alive_ms - :by", by=length_ms)
    server.start()
