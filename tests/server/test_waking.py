"""Starting and waking: nothing is loaded before it is needed, a damaged game stops no other, lost time is nobody's."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.backing import ON_BOTH
from tests.server.test_trouble import House, in_a_house, move, new_game
from vato.contest.clock import Clock
from vato.server.http.refusals import Refusal
from vato.server.play import pulse
from vato.server.services import Services
from vato.server.settings import Settings
from vato.server.store.model import Loaded
from vato.server.store.store import Store

INITIAL_MS = 400
ASLEEP_SECONDS = 0.6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vato.contest.clock.SHORTEST_MS", 100)


async def running_game(house: House, initial_ms: int = INITIAL_MS) -> str:
    game_id = await new_game(house.games, "me2", clock={"initial_ms": initial_ms})
    for lane in "12":
        await move(house.games, game_id, lane)
    return game_id


async def clock_of(house: House, game_id: str) -> Clock:
    """Return the clock of a game that goes on, as soon as memory and database agree on it."""
    async with asyncio.timeout(5):
        while (game := (await house.games.snapshot(game_id)).game) != (await house.store.load(game_id)).game:
            await asyncio.sleep(0.01)  # lost time is being given back, in one and then in the other
    assert game.outcome is None
    assert game.clock is not None
    return game.clock


@ON_BOTH
def test_the_time_in_which_the_server_slept_is_nobodys(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "LONGEST_GAP_MS", 100)

    async def work(house: House) -> None:
        game_id = await running_game(house)
        house.games.pulse.tick()
        time.sleep(ASLEEP_SECONDS)  # which stops all of it, as a stopped process would
        await asyncio.sleep(0.05)  # the alarm rings
        await house.games.change(game_id, lambda _: None)  # after whatever that has begun
        clock = await clock_of(house, game_id)
        assert clock.running == 0
        await move(house.games, game_id, "3")
        assert (await clock_of(house, game_id)).remaining_ms[0] > 0

    in_a_house(place, work)


@ON_BOTH
def test_the_time_in_which_nothing_could_be_kept_is_nobodys(place: Path | str) -> None:
    async def work(house: House) -> None:
        game_id = await running_game(house)
        house.games.pulse.tick()
        house.store.failing = 1_000
        with pytest.raises(Refusal, match="disk is full"):
            await move(house.games, game_id, "3")
        await asyncio.sleep(ASLEEP_SECONDS)
        house.store.failing = 0
        await move(house.games, game_id, "3")
        assert (await clock_of(house, game_id)).remaining_ms[0] > 0

    in_a_house(place, work)


@ON_BOTH
def test_clocks_run_on_where_all_is_well(place: Path | str) -> None:
    async def work(house: House) -> None:
        game_id = await running_game(house, 10_000)
        await asyncio.sleep(0.3)
        house.games.pulse.tick()
        await move(house.games, game_id, "3")
        assert (await clock_of(house, game_id)).remaining_ms[0] <= 9_750

    in_a_house(place, work)


def with_services(place: Path | str, work: Callable[[Services], Awaitable[None]]) -> None:
    settings = Settings(place, warm=False) if isinstance(place, Path) else Settings(Path(), place, warm=False)

    async def run() -> None:
        services = await Services.open(settings)
        try:
            async with asyncio.timeout(20):
                await work(services)
        finally:
            await services.close()

    asyncio.run(run())


@ON_BOTH
def test_a_start_loads_no_game_whose_clock_runs(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[str] = []
    loaded: list[str] = []
    load = Store.load

    async def before(house: House) -> None:
        games.extend([await running_game(house, 60_000) for _ in range(3)])

    async def counted(self: Store, game_id: str) -> Loaded:
        loaded.append(game_id)
        return await load(self, game_id)

    async def after(services: Services) -> None:
        await asyncio.sleep(0.05)
        assert loaded == []
        assert services.alarms.any_set
        clock = (await services.games.snapshot(games[0])).game.clock
        assert clock is not None
        assert clock.running == 0

    in_a_house(place, before)
    monkeypatch.setattr(Store, "load", counted)
    with_services(place, after)
    assert loaded == games[:1]


def test_a_damaged_game_stops_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    games: list[str] = []

    async def before(house: House) -> None:
        games.extend([await running_game(house, 200), await running_game(house, 60_000), await new_game(house.games)])

    in_a_house(tmp_path, before)
    bad, good, unstarted = games
    with closing(sqlite3.connect(tmp_path / "vato.sqlite3")) as database, database:
        database.execute("UPDATE moves SET text = 'nonsense' WHERE game_id = ?", (bad,))
        database.execute("DELETE FROM seats WHERE game_id = ?", (unstarted,))

    async def after(services: Services) -> None:
        await asyncio.sleep(0.4)  # the alarm of the damaged game rings
        for game_id in (bad, unstarted):
            with pytest.raises(Refusal, match="set aside"):
                await services.games.snapshot(game_id)
        assert (await services.games.snapshot(good)).game.plies == 2
        listed, _ = await services.store.mine("me", 0)
        assert {game.id for game in listed} == {bad, good}

    with_services(tmp_path, after)
    assert f"Game {bad} cannot be read and is set aside" in caplog.text
    assert "failed" not in caplog.text
