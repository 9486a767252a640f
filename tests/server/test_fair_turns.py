"""The engine is shared fairly: between addresses and visitors, in slices, and nobody's position holds it for long."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_trouble import House, in_a_house, move, new_game
from vato import catalog
from vato.board import Board
from vato.server.engine import engineer as engineers
from vato.server.engine import pool as pools
from vato.server.engine.engineer import Engineer, TookTooLong
from vato.server.engine.pool import Pool
from vato.server.engine.thinking import Played, Thinking
from vato.server.fair_queue import Asker, FairQueue, Turn
from vato.server.http.refusals import Refusal

CROWD = [Asker(f"visitor {number}", "crowded") for number in range(200)]
HONEST = Asker("Ann", "elsewhere")


def in_a_loop(work: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20):
            await work()

    asyncio.run(run())


def served(queue: FairQueue, seconds: float) -> Turn:
    turn = queue.call()
    assert turn is not None
    queue.end(turn, seconds)
    return turn


def test_whoever_comes_from_elsewhere_does_not_wait_for_a_crowd() -> None:
    async def work() -> None:
        queue = FairQueue(1_000, at_once=1)
        for asker in CROWD:
            queue.join(asker, 5.0)
        served(queue, 5.0)
        queue.join(HONEST, 5.0)
        assert served(queue, 5.0).asker == HONEST
        assert served(queue, 5.0).asker.address == "crowded"

    in_a_loop(work)


def test_visitors_of_one_address_take_turns() -> None:
    async def work() -> None:
        queue = FairQueue(100, at_once=1)
        for name in ("greedy", "greedy", "greedy", "modest"):
            queue.join(Asker(name, "school"), 1.0)
        assert [served(queue, 1.0).asker.visitor for _ in range(4)] == ["greedy", "modest", "greedy", "greedy"]

    in_a_loop(work)


def test_what_costs_little_goes_first() -> None:
    async def work() -> None:
        queue = FairQueue(100, at_once=1)
        for number, cost in enumerate([2.0, 0.01, 0.2]):
            queue.join(Asker(f"{number}", f"address {number}"), cost)
        assert [served(queue, 0.1).cost for _ in range(3)] == [0.01, 0.2, 2.0]

    in_a_loop(work)


def test_whoever_waits_goes_before_what_nobody_waits_for_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    async def ask(_: Engineer, job: Any, *__: object) -> Any:
        await asyncio.sleep(0.05)
        done.append(job["do"])
        return {}

    monkeypatch.setattr(Engineer, "ask", ask)

    async def work() -> None:
        pool = Pool("playing", 1, 100, tmp_path)
        warming = asyncio.create_task(pool.warm([*catalog.GAMES]))
        await asyncio.sleep(0.01)
        await pool.do({"do": "play"}, HONEST, 1.0)
        assert done == ["load", "play"]
        await warming
        assert done == ["load", "play", *["load"] * (len(catalog.GAMES) - 1), "warm"]

    in_a_loop(work)


def test_a_full_queue_has_room_for_whoever_comes_from_elsewhere() -> None:
    async def work() -> None:
        queue = FairQueue(6, at_once=1)
        turns = [queue.join(Asker(f"{number}", f"address {number % 2}"), 1.0) for number in range(6)]
        with pytest.raises(Refusal, match="Too many positions"):
            queue.join(Asker("another", "address 1"), 1.0)
        mine = queue.join(HONEST, 1.0)
        assert [isinstance(turn.called.exception(), Refusal) for turn in turns if turn.called.done()] == [True]
        assert not mine.called.done()

    in_a_loop(work)


class Patient(Engineer):
    """A process that thinks until it is told to stop."""

    def __init__(self, *_: object) -> None:
        self.told_to_stop = asyncio.Event()
        self.asked: list[Any] = []

    async def ask(self, job: Any, told: Any) -> Any:
        self.asked.append(job)
        self.told_to_stop.clear()
        with_time = job["seconds"] if job["seconds"] < 1 else None
        try:
            async with asyncio.timeout(with_time):
                await self.told_to_stop.wait()
            spent = 1.0
        except TimeoutError:
            spent = job["seconds"]
        return {"depth": len(self.asked), "nodes": 100, "seconds": spent, "lines": [], "known": None}

    def stop(self) -> None:
        self.told_to_stop.set()

    async def close(self) -> None:
        pass


def test_long_analyses_are_cut_into_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "SLICE_SECONDS", 0.01)
    monkeypatch.setattr(pools, "Engineer", Patient)

    async def work() -> None:
        thinking = Thinking(1, 1, 100, tmp_path)
        board = catalog.new("squadro")
        long = [asyncio.create_task(thinking.analyse(board, 3.0, asker)) for asker in CROWD[:8]]
        await asyncio.sleep(0.05)
        await thinking.analyse(board, 0.01, HONEST)
        assert not any(task.done() for task in long)
        found = await long[0]
        assert found["seconds"] == 3.0  # whoever was cut short gets the rest, all of it
        assert found["nodes"] == 3 * 100
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)

    in_a_loop(work)


def test_one_process_is_left_for_whoever_comes_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "Engineer", Patient)

    async def work() -> None:
        pool = Pool("playing", 2, 1_000, tmp_path)
        crowd = [asyncio.create_task(pool.do({"seconds": 30.0}, asker, 5.0)) for asker in CROWD]
        await asyncio.sleep(0.01)
        assert pool.waiting == len(CROWD) - 1
        await pool.do({"seconds": 0.01}, HONEST, 5.0)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert pool.waiting == 0

    in_a_loop(work)


class Stuck(Engineer):
    """A process that has loaded the game and never answers."""

    async def _started(self) -> asyncio.subprocess.Process:
        self._loaded.add("fanorona")
        pipe = asyncio.subprocess.PIPE
        code = "import sys; sys.stdin.read()"
        self._process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=pipe, stdout=pipe)
        return self._process


def test_a_position_that_takes_for_ever_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engineers, "GRACE_SECONDS", 0.05)

    async def work() -> None:
        stuck = Stuck("playing 1", tmp_path)
        with pytest.raises(TookTooLong):
            await stuck.ask({"do": "play", "game": "fanorona", "seconds": 0.01}, lambda _: None)
        assert stuck._process is None

    in_a_loop(work)


def test_the_computer_moves_where_the_engine_takes_for_ever(tmp_path: Path) -> None:
    async def never(*_: object) -> Played:
        raise TookTooLong

    async def work(house: House) -> None:
        house.engine.play = never
        game_id = await new_game(house.games)
        await move(house.games, game_id, "1")
        while (await house.games.snapshot(game_id)).game.plies < 2:
            await asyncio.sleep(0.01)

    in_a_house(tmp_path, work)


def test_the_computer_does_not_lose_the_time_that_it_waits_for_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vato.contest.clock.SHORTEST_MS", 100)
    asked: list[Board] = []
    turn = asyncio.Event()

    async def late(board: Board, *_: object) -> Played:
        asked.append(board)
        if len(asked) > 1:
            await turn.wait()
        return Played(str(board.legal_moves[0]), 0.01)

    async def work(house: House) -> None:
        house.engine.play = late
        game_id = await new_game(house.games, clock={"initial_ms": 300})
        await move(house.games, game_id, "1")
        while (await house.games.snapshot(game_id)).game.plies < 2:
            await asyncio.sleep(0.01)
        await move(house.games, game_id, "2")
        await asyncio.sleep(0.5)
        turn.set()
        while (game := (await house.games.snapshot(game_id)).game).plies < 4:
            assert game.outcome is None
            await asyncio.sleep(0.01)
        assert game.clock is not None
        assert game.clock.remaining_ms[1] >= 280

    in_a_house(tmp_path, work)
