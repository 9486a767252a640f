"""Games in PostgreSQL: what is said of one that cannot be used, and what it must not do to others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.server.backing import Postgres
from tests.server.people import Person, Server
from tests.server.test_parts import GAME, with_store
from vato.errors import VatoError
from vato.server.http.refusals import Refusal
from vato.server.store.model import Commit, StoredMove
from vato.server.store.store import Store

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "postgresql://ann:secret@127.0.0.1:1/vato",
            r"ann:\*\*\*@127.0.0.1:1/vato cannot be used: .*refused",
        ),
        ("mysql://host/vato", "postgresql://user@host/vato"),
        ("postgresql://host", "postgresql://user@host/vato"),
        ("postgresql://host:port/vato", "postgresql://user@host/vato"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(address: str, said: str) -> None:
    with pytest.raises(VatoError, match=said) as refused:
        asyncio.run(Store.open(address))
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_driver_is_one_sentence() -> None:
    code = """
import asyncio, sys
sys.modules["psycopg"] = None
from vato.server.store.store import Store
asyncio.run(Store.open("postgresql://host/vato"))
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1].endswith("pip install 'vato[postgresql]'.")


def test_what_is_no_text_to_it(postgresql_server: Server) -> None:
    ann = Person(postgresql_server)
    assert ann.get("/games/a%00b").status_code == 404
    record = ann.post("/records", {"text": "A \x00 B"})
    assert record.status_code < 500


def test_whoever_stops_with_a_game_held_does_not_hold_it_for_long(postgres: Postgres) -> None:
    async def work(store: Store) -> None:
        await store.create(GAME)

        async def stop_half_way() -> None:
            async with store.writing() as connection:
                await connection.exec_driver_sql("UPDATE games SET plies = 77")
                await asyncio.sleep(4)

        stopped = asyncio.create_task(stop_half_way())
        await asyncio.sleep(0.2)
        after = replace(GAME, version=2, plies=1, turn=1)
        async with asyncio.timeout(3.5):
            await store.commit(GAME, Commit(after, (StoredMove("1", 5),)))
        with pytest.raises(Refusal, match="did not happen"):
            await stopped
        assert (await store.load(GAME.id)).game == after

    with_store(postgres.new_database(), work)


def test_many_tables_are_made_once(postgres: Postgres) -> None:
    """Servers that start together do not get in each other's way."""
    address = postgres.new_database()

    async def start() -> None:
        for store in await asyncio.gather(*(Store.open(address) for _ in range(4))):
            await store.close()

    asyncio.run(start())
