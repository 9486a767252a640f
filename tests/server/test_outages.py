"""Several servers after none of them could do anything: no game stands still, and nobody has lost the time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sql

from tests.server.test_trouble import ME, Quick, move, new_game
from tests.server.test_workers import Run, Twins, in_twins, sees, until
from vato.server.http.refusals import not_kept
from vato.server.play import computer as computers
from vato.server.play.actions import act
from vato.server.play.permission import Actor
from vato.server.services import Services
from vato.server.store import database, schema
from vato.server.store.model import Commit, StoredGame
from vato.server.store.times import now_ms
from vato.server.wire.live import MakeMove

__all__ = ["in_twins"]  # a fixture
WHOEVER = Actor(ME, lambda _: asyncio.sleep(0, result=False))


def with_quick_engines(twins: Twins) -> None:
    for services in (twins.first, twins.second):
        services.computer._thinking = Quick()  # type: ignore[assignment]


def plays_no_more(services: Services) -> None:
    """Let the computer of a server do nothing, as if it had never heard of a turn."""
    services.games.followers.remove(services.computer.follow)


def test_a_move_that_was_kept_without_anybody_knowing_is_answered(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        with_quick_engines(twins)
        game_id = await new_game(twins.first.games)
        store = twins.first.store
        keep, look = store.commit, store.versions

        async def crash(before: StoredGame, change: Commit) -> None:
            await keep(before, change)
            raise not_kept()

        async def unreadable(_: Sequence[str]) -> dict[str, int]:
            raise not_kept()

        store.commit, store.versions = crash, unreadable  # type: ignore[assignment, method-assign]
        with pytest.raises(type(not_kept())):
            await act(twins.first.games, game_id, WHOEVER, MakeMove(type="move", ply=0, move="1"))
        store.commit, store.versions = keep, look  # type: ignore[method-assign]
        # Whoever played it has come back by way of another server, which knows that the first is to answer.
        await twins.look(twins.second, game_id)
        await until(lambda: sees(twins.second, game_id, 2), 8)

    in_twins(work)


async def _taken_over(twins: Twins) -> str:
    """Return a game that waits for the computer, and that the second server takes over from the first, which lives."""
    with_quick_engines(twins)
    game_id = await new_game(twins.first.games)
    plays_no_more(twins.first)
    await move(twins.first.games, game_id, "1")
    await twins.look(twins.second, game_id)
    async with twins.second.store.writing() as connection:
        await connection.execute(sql.delete(schema.workers).where(schema.workers.c.id == twins.first.store.roster.me))
    await twins.second._take_over()
    return game_id


def test_what_was_taken_over_from_one_that_only_was_late_is_seen_to(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        game_id = await _taken_over(twins)
        await until(lambda: sees(twins.second, game_id, 2), 8)

    in_twins(work)


def test_what_cannot_be_read_when_it_is_taken_over_is_taken_up_later(
    in_twins: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "LONGEST_PAUSE_SECONDS", 0.05)

    async def work(twins: Twins) -> None:
        find = twins.second.store.computers_turn

        async def failing(*_: int) -> list[str]:
            twins.second.store.computers_turn = find  # type: ignore[method-assign]
            raise not_kept()

        twins.second.store.computers_turn = failing  # type: ignore[assignment, method-assign]
        game_id = await _taken_over(twins)
        await until(lambda: sees(twins.second, game_id, 2), 8)

    in_twins(work)


@pytest.mark.parametrize("how", ["renew", "beat"])
def test_whoever_is_first_to_be_able_again_gives_the_time_back(in_twins: Run, how: str) -> None:
    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "me2", clock={"initial_ms": 60_000})
        for lane in "12":
            await move(twins.first.games, game_id, lane)
        for services in (twins.first, twins.second):
            for task in services._tasks:
                task.cancel()
        async with twins.first.store.writing() as connection:  # nobody could do anything for half a minute
            for table, moment in ((schema.heartbeat, "alive_ms"), (schema.games, "clock_since_ms")):
                await connection.execute(sql.update(table).values({moment: table.c[moment] - 30_000}))
        await (twins.first.store.renew() if how == "renew" else twins.first.store.beat(now_ms()))
        await twins.second.store.renew()
        clock = (await twins.second.store.load(game_id)).game.clock
        assert clock is not None
        assert clock.remaining_at(now_ms())[0] > 50_000

    in_twins(work)


def test_servers_that_were_all_late_do_not_wait_for_each_other(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        stores = [twins.first.store, twins.second.store]
        both = asyncio.Barrier(2)
        for services in (twins.first, twins.second):
            services._tasks[0].cancel()  # the beat
            bury: Any = services.store.roster._bury

            async def together(connection: Any, now: int, bury: Any = bury) -> None:
                await both.wait()  # each has said that it is alive
                await bury(connection, now)

            services.store.roster._bury = together  # type: ignore[assignment, method-assign]
        async with stores[0].writing() as connection:
            await connection.execute(sql.update(schema.workers).values(alive_ms=0))
        await asyncio.gather(*(store.renew() for store in stores))  # or PostgreSQL ends one of them

    in_twins(work)


def test_a_line_to_the_database_that_falls_silent_is_given_up(in_twins: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SILENCE_SECONDS", 0.2)

    async def work(twins: Twins) -> None:
        store = twins.first.store
        with pytest.raises(type(not_kept()), match="could not keep"):
            async with store.writing() as connection:
                await connection.exec_driver_sql("SELECT pg_sleep(4)")
        monkeypatch.setattr(database, "SILENCE_SECONDS", 6.0)
        await store.beat(now_ms())

    in_twins(work)


def test_a_line_that_was_given_up_when_all_had_been_said_is_taken_by_nobody(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        store = twins.first.store
        pool = store.database.writer.sync_engine.pool
        given_up: list[object] = []
        async with store.writing() as connection:
            line = (await connection.get_raw_connection()).dbapi_connection

            def hang_up(other: object, *_: object) -> None:
                if other is line:  # and not one of those by which the servers tell that they live
                    database._hang_up(connection)
                    given_up.append(line)

            sql.event.listen(pool, "reset", hang_up)
            await connection.exec_driver_sql("SELECT 1")
        assert len(given_up) == 1
        for _ in range(database.WRITERS):
            await store.beat(now_ms())

    in_twins(work)
