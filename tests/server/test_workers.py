"""Several servers of the same games: each sees what others do, one sees to what must happen, none does harm."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.command import run
from tests.server.backing import Postgres, Valkey
from tests.server.members import BACK_SOON, Member, code_of_cut
from tests.server.people import Person, Server, wait_for
from tests.server.test_helpers import claiming, heard
from tests.server.test_trouble import ME, move, new_game
from vato.errors import VatoError
from vato.server.play.actions import act
from vato.server.play.hints import ValkeyHints
from vato.server.play.hub import Subscriber
from vato.server.play.neighbours import Neighbours
from vato.server.play.permission import Actor
from vato.server.play.snapshot import Snapshot
from vato.server.run import refuse_unless_shared
from vato.server.services import Services
from vato.server.settings import Settings
from vato.server.store import roster, times
from vato.server.store.model import Commit, Conflict
from vato.server.store.store import Store
from vato.server.wire.live import MakeMove, Presence


class Twins:
    """Two servers of one database, in one process."""

    def __init__(self, first: Services, second: Services, valkey: Valkey, stack: AsyncExitStack) -> None:
        self.first, self.second, self.valkey = first, second, valkey
        self._stack = stack

    async def look(self, services: Services, game_id: str, visitor: str | None = None) -> None:
        """Look at a game by way of a server from now on."""
        subscriber = Subscriber(visitor, "en")
        self._stack.enter_context(services.games.hub.subscribed(game_id, subscriber))
        await services.games.send_state(game_id, subscriber)


@pytest.fixture
def in_twins(postgres: Postgres, valkey: Valkey) -> Callable[[Callable[[Twins], Awaitable[None]]], None]:
    settings = Settings(Path(), postgres.new_database(), valkey.address, warm=False, pace_seconds=0.0)

    def start(work: Callable[[Twins], Awaitable[None]]) -> None:
        async def run() -> None:
            async with AsyncExitStack() as stack:
                first, second = await Services.open(settings), await Services.open(settings)
                stack.push_async_callback(first.close)
                stack.push_async_callback(second.close)
                await until(lambda: first.store.roster.others and second.store.roster.others)
                async with asyncio.timeout(40):
                    await work(Twins(first, second, valkey, stack))

        asyncio.run(run())

    return start


async def until(wanted: Callable[[], Any], within: float = 20.0) -> None:
    async with asyncio.timeout(within):
        while not wanted():
            await asyncio.sleep(0.01)


def is_watched_by(presence: Callable[[], Presence], watchers: int) -> bool:
    return presence()["watchers"] == watchers


def sees(services: Services, game_id: str, plies: int) -> bool:
    known = services.games.known(game_id)
    return known is not None and known.game.plies == plies


async def idle(_: Neighbours) -> None:
    pass


Run = Callable[[Callable[[Twins], Awaitable[None]]], None]


def test_whoever_looks_by_another_server_is_told_of_moves(in_twins: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Neighbours, "catch_up", idle)  # nothing is found by looking now and then

    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "me2")
        await twins.look(twins.second, game_id)
        await move(twins.first.games, game_id, "1")
        await until(lambda: sees(twins.second, game_id, 1))
        await move(twins.second.games, game_id, "1")
        assert (await twins.first.games.snapshot(game_id)).game.plies == 2  # nobody looks there, and it is read
        turns = [(await each.games.snapshot(game_id)).turns for each in (twins.first, twins.second)]
        assert turns[0] == turns[1]

    in_twins(work)


def test_without_hints_it_is_found_out_later(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "me2")
        await twins.look(twins.second, game_id)
        twins.valkey.end(signal.SIGKILL)
        try:
            await move(twins.first.games, game_id, "1")
            await until(lambda: sees(twins.second, game_id, 1), 5)
        finally:
            twins.valkey.start()
        hints = twins.second._hints
        assert isinstance(hints, ValkeyHints)
        await until(lambda: hints.reached, 5)  # and told again as soon as that is possible

    in_twins(work)


def test_whoever_tells_others_ends_when_told_to(valkey: Valkey) -> None:
    async def end_after(steps: int) -> None:
        hints = ValkeyHints(valkey.address, "me")
        hints.tell({"game": "any"})
        task = asyncio.create_task(hints.run())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        assert await asyncio.wait([task], timeout=20) == ({task}, set())

    for steps in range(40):  # wherever it is: connecting, saying hello, sending
        asyncio.run(end_after(steps))


def test_who_is_there_is_told_to_others(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "open")
        game = (await twins.second.games.snapshot(game_id)).game
        for services, visitor in ((twins.first, ME), (twins.first, "eve"), (twins.second, None)):
            await twins.look(services, game_id, visitor)
        for services in (twins.first, twins.second):
            presence = partial(services.games.hub.presence, game, thinking=False)
            await until(partial(is_watched_by, presence, 2))
            assert presence()["online"] == (True, False)
        twins.second.games.hub.forget_all_but(frozenset())
        assert twins.second.games.hub.presence(game, thinking=False)["watchers"] == 1

    in_twins(work)


def test_of_two_servers_one_plays_a_turn(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "me2")
        actor = Actor(ME, lambda _: asyncio.sleep(0, result=False))
        for ply in range(6):
            tries = [
                act(services.games, game_id, actor, MakeMove(type="move", ply=ply, move=str(1 + (ply + lane) // 2 % 5)))
                for lane, services in enumerate((twins.first, twins.second, twins.first, twins.second))
            ]
            results = await asyncio.gather(*tries, return_exceptions=True)
            played = [result for result in results if not isinstance(result, VatoError)]
            assert played
            assert all(isinstance(result, Snapshot) and result.game.plies == ply + 1 for result in played)
        loaded = await twins.first.store.load(game_id)
        assert len(loaded.moves) == loaded.game.plies == 6

    in_twins(work)


def test_what_a_dead_server_saw_to_is_taken_over_and_it_does_no_harm_when_it_wakes(
    in_twins: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vato.contest.clock.SHORTEST_MS", 100)

    async def work(twins: Twins) -> None:
        dead, alive = twins.first, twins.second
        timed = await new_game(dead.games, "me2", clock={"initial_ms": 1_000})
        for lane in "12":
            await move(dead.games, timed, lane)
        known = await alive.games.snapshot(timed)
        assert not alive.games.sees_to(known.game)
        for task in dead._tasks:  # it says no more that it is alive, and its alarms are silent
            task.cancel()
        dead.alarms.close()
        begin = time.monotonic()
        await until(lambda: not alive.store.roster.others, 8)
        await twins.look(alive, timed)
        await until(lambda: (known := alive.games.known(timed)) and known.game.outcome is not None, 5)
        assert time.monotonic() - begin < 5 + roster.LEASE_MS / 1000
        # It wakes, believes that the game goes on, and wants to play what it has thought out.
        old = dead.games.known(timed)
        assert old is not None
        assert old.game.outcome is None
        with pytest.raises(VatoError, match="over"):
            await move(dead.games, timed, "3")
        with pytest.raises(Conflict):
            await dead.store.commit(old.game, Commit(replace(old.game, version=old.game.version + 1)))

    in_twins(work)


def test_another_is_looked_at_when_it_may_be_taken_for_dead(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        for services in (twins.first, twins.second):
            services._tasks[0].cancel()  # neither says by itself that it is alive
        await twins.first.store.renew()
        await twins.second.store.renew()
        assert twins.second.store.roster.pause_seconds == roster.BEAT_SECONDS
        begin = time.monotonic()
        while twins.second.store.roster.others:
            assert time.monotonic() - begin < 10
            await asyncio.sleep(twins.second.store.roster.pause_seconds)
            left = roster.LEASE_MS / 1000 - (time.monotonic() - begin)
            await twins.second.store.renew()
            found = twins.second.store.roster
            assert not found.others or found.pause_seconds <= max(left, roster.SHORTEST_PAUSE_SECONDS) + 0.01

    in_twins(work)


def test_a_server_that_slept_gives_no_time_back_where_others_were_awake(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        game_id = await new_game(twins.first.games, "me2", clock={"initial_ms": 60_000})
        for lane in "12":
            await move(twins.first.games, game_id, lane)
        before = (await twins.first.store.load(game_id)).game
        assert await twins.first.store.wake(times.now_ms() - 10_000, times.now_ms()) is None
        assert (await twins.first.store.load(game_id)).game == before
        # Nobody was, and the first who wakes gives it back, once.
        now = times.now_ms() + 60_000
        lost = [await services.store.wake(times.now_ms(), now) for services in (twins.first, twins.second)]
        assert [each is None for each in lost] == [False, True]
        assert (await twins.first.store.load(game_id)).game.version == before.version + 1

    in_twins(work)


def test_one_who_is_told_nothing_is_refused_where_others_are(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "LEASE_MS", 1_000)
    address = postgres.new_database()

    async def work() -> None:
        first, second = await Store.open(address), await Store.open(address)
        await first.join(alone=False)
        renewing = asyncio.create_task(_renewed(first))
        with pytest.raises(VatoError, match="needs --hints"):
            await second.join(alone=True)
        await second.join(alone=False)
        await second.leave()
        renewing.cancel()
        await second.join(alone=True)  # the first is dead by now, or soon
        for store in (first, second):
            await store.close()

    asyncio.run(work())


async def _renewed(store: Store) -> None:
    while True:
        await store.renew()
        await asyncio.sleep(0.2)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(Path(), workers=2),
        Settings(Path(), "postgresql://host/vato", workers=2),
        Settings(Path(), hints="redis://host", workers=2),
        Settings(Path(), hints="redis://host"),
    ],
)
def test_several_without_what_they_need_are_refused(settings: Settings) -> None:
    with pytest.raises(VatoError, match="give --database"):
        refuse_unless_shared(settings)


def test_a_wrong_address_for_hints_is_one_sentence(tmp_path: Path, postgres: Postgres) -> None:
    wrong = "--database", postgres.new_database(), "--hints", "http://host"
    done = run("serve", "--port", "0", "--data", str(tmp_path), *wrong, timeout=30)
    assert done.returncode == 2
    assert done.stderr == "vato: Hints go by an address such as redis://host:6379, not http://host.\n"


def test_two_workers_serve_one_port_and_are_replaced(tmp_path: Path, postgres: Postgres, valkey: Valkey) -> None:
    options = "--workers", "2", "--database", postgres.new_database(), "--hints", valkey.address, "--engines"
    with Server(tmp_path, *options) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        game_id = ann.create(setup={"first": "light"})
        ben.post(f"/games/{game_id}/join", {"name": "Ben"})
        for _ in range(8):  # on whichever worker each of them happens to be
            with ann.at(game_id, changes=True) as first, ben.at(game_id, changes=True) as second:
                for table in (first, second):
                    table.hear("state")
                ply = first.state["scene"]["ply"]
                mover, other = (first, second) if first.state["scene"]["turn"] == 0 else (second, first)
                assert mover.move(str(1 + ply // 2 % 5))["type"] == "accepted"
                other.until(lambda state, ply=ply: state["scene"]["ply"] == ply + 1, within=5)
        with claiming(server) as engine:
            assert not heard(engine, "welcome")["stay"]
        workers = [pid for pid in server.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        wait_for(lambda: len(set(server.children()) - set(workers)) >= 2, 20)  # beside it the process that tidies up
        assert len(ann.state(game_id)["turns"]) == 8
        assert server.stop() == 0
    assert "Traceback" not in server.errors


def test_what_a_killed_worker_saw_to_is_taken_over_at_once(tmp_path: Path, postgres: Postgres, valkey: Valkey) -> None:
    database = postgres.new_database()
    name = database.partition("@/")[2].partition("?")[0]
    with Server(
        tmp_path, "--workers", "2", "--database", database, "--hints", valkey.address, "--pace", "60"
    ) as server:
        ann = Person(server)
        game_id = ann.create(against="computer", setup={"first": "light"})
        assert ann.act(game_id, "move", ply=0, move="1").status_code == 200

        def sees_to_it() -> str:
            return postgres.run(name, f"SELECT worker FROM games WHERE id = '{game_id}'").strip()

        def thinking() -> list[int]:
            """Return the workers that have begun to think."""
            found = [pid for pid in server.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
            return [pid for pid in found if Path(f"/proc/{pid}/task/{pid}/children").read_text()]

        wait_for(thinking)
        (worker,), before = thinking(), sees_to_it()
        begin = time.monotonic()
        os.kill(worker, signal.SIGKILL)
        wait_for(lambda: sees_to_it() != before)
        # Whoever waits until it is taken for dead waits for longer than this.
        assert time.monotonic() - begin < roster.LEASE_MS / 1000 - roster.BEAT_SECONDS
    assert "Traceback" not in server.errors


def test_limits_hold_for_all_servers_together_and_without_hints_each_has_its_share(in_twins: Run) -> None:
    async def work(twins: Twins) -> None:
        creating = [services._creating for services in (twins.first, twins.second)]
        most = twins.first.settings.limits.games_per_hour
        await until(lambda: all(services._hints.reached for services in (twins.first, twins.second)))

        def left(server: int, visitor: str) -> int:
            """Return how many games somebody can create by way of a server, having created them."""
            for count in range(most + 1):
                try:
                    creating[server].take(visitor, f"address of {visitor}")
                except VatoError:
                    return count
            raise AssertionError("there is no limit")

        await until(lambda: all(allowance._rates[0].share == 1 for allowance in creating))
        assert left(0, "eve") == most
        # The other one hears of the last of them at some moment, and until then of most.
        await until(lambda: not creating[1]._rates[0].allows("eve"))
        assert left(1, "ann") == most
        twins.valkey.end(signal.SIGKILL)
        try:
            await until(lambda: all(allowance._rates[0].share == 0.5 for allowance in creating))
            assert [left(server, "mallory") for server in (0, 1)] == [most // 2, most // 2]
        finally:
            twins.valkey.start()
        await until(lambda: all(allowance._rates[0].share == 1 for allowance in creating))

    in_twins(work)


def test_a_session_that_ends_at_one_server_is_cut_at_the_other(
    postgres: Postgres, valkey: Valkey, tmp_path: Path, name: str
) -> None:
    shared = "--database", postgres.new_database(), "--hints", valkey.address, "--accounts"
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    with Server(folders[0], *shared) as first, Server(folders[1], *shared) as second:
        here = Member(Person(first), name)
        there = Person(second, name, here.token)
        game_id = there.create()
        assert here.state(game_id)["seats"][0]["mine"]
        with there.at(game_id) as table:
            assert table.hear("state")["seats"][0]["mine"]
            here.post("/sign-out")
            assert there.get("/me").json()["member"] is False
            assert code_of_cut(table) == BACK_SOON
