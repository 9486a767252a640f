"""A thought can be held: stopped at any time, awaited, watched, and never at the cost of somebody else's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

import vato
from vato import Analysis, Engine, Limit

SECONDS = 60.0
"""More than any of this takes; who waits so long waits for ever."""


@pytest.fixture
def engine() -> Iterator[Engine]:
    before = threading.active_count()
    with Engine("squadro", hash_mb=1) as engine:
        yield engine
    assert threading.active_count() == before


def board() -> vato.Board:
    return vato.new("squadro")


def test_stop_ends_it_also_before_it_begins(engine: Engine) -> None:
    for _ in range(50):
        thought = engine.start(board(), Limit())
        thought.stop()
        assert thought.result(SECONDS).depth >= 1  # nobody was before it


def test_whoever_is_stopped_while_waiting_answers_and_nobody_else_is_stopped(engine: Engine) -> None:
    first, second, third = (engine.start(board(), Limit()) for _ in range(3))
    second.stop()
    assert second.result(SECONDS).move in board().legal_moves
    assert not first.done
    assert not third.done
    first.stop()
    assert first.result(SECONDS).move in board().legal_moves
    assert next(iter(third)).depth == 1  # its turn has come
    third.stop()
    assert third.result(SECONDS).depth >= 1


def test_they_come_in_the_order_of_starting(engine: Engine) -> None:
    order: list[int] = []
    thoughts = [
        engine.start(board(), Limit(depth=1), told=lambda _, number=number: order.append(number))  # type: ignore[misc]
        for number in range(20)
    ]
    for thought in thoughts:
        thought.result(SECONDS)
    assert order == list(range(20))


def test_who_is_impatient_can_come_back(engine: Engine) -> None:
    thought = engine.start(board(), Limit())
    with pytest.raises(TimeoutError):
        thought.result(0.01)
    assert not thought.done
    thought.stop()
    assert thought.result(SECONDS) == thought.result()
    assert thought.done


def test_it_is_watched_from_the_beginning_however_often(engine: Engine) -> None:
    heard: list[Analysis] = []
    thought = engine.start(board(), Limit(depth=6), told=heard.append)
    found = list(thought)
    assert [step.depth for step in found] == [1, 2, 3, 4, 5, 6, 6]
    assert found == list(thought)
    assert found == [*heard, thought.result()]


def test_the_board_may_be_played_on_meanwhile(engine: Engine) -> None:
    with engine.start(shared := board(), Limit(depth=2)) as busy:
        thought = engine.start(shared, Limit(depth=2))
        shared.push("3")
        assert thought.result(SECONDS).lines == busy.result().lines


def test_leaving_the_block_stops_it(engine: Engine) -> None:
    with engine.start(board(), Limit()) as thought:
        assert not thought.done
    assert thought.done


def test_what_goes_wrong_on_the_way_is_raised_by_the_result(engine: Engine) -> None:
    def told(_: Analysis) -> None:
        raise ZeroDivisionError

    thought = engine.start(board(), Limit(), told=told)
    with pytest.raises(ZeroDivisionError):
        thought.result(SECONDS)
    with pytest.raises(ZeroDivisionError):
        list(thought)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(engine.analyse_async(board(), Limit(), told=told))
    assert engine.analyse(board(), Limit(depth=1)).depth == 1


def test_the_engine_stops_all_that_were_started(engine: Engine) -> None:
    thoughts = [engine.start(board(), Limit()) for _ in range(5)]
    engine.stop()
    assert all(thought.result(SECONDS).move in board().legal_moves for thought in thoughts)


def test_closing_answers_who_thinks_and_refuses_who_waits() -> None:
    engine = Engine("squadro", hash_mb=1)
    thinking, waiting = engine.start(board(), Limit()), engine.start(board(), Limit())
    next(iter(thinking))
    engine.close()
    assert thinking.result(SECONDS).depth >= 1
    with pytest.raises(vato.VatoError, match="closed"):
        waiting.result(SECONDS)


# In an event loop


def test_cancelling_at_once_does_not_wait_for_ever(engine: Engine) -> None:
    async def think() -> None:
        for pause in (None, 0, 0, 0.001):
            task = asyncio.create_task(engine.analyse_async(board(), Limit()))
            if pause is not None:
                await asyncio.sleep(pause)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, SECONDS)

    asyncio.run(think())


def test_cancelling_who_waits_stops_nobody_else(engine: Engine) -> None:
    async def think() -> None:
        steps = asyncio.Event()
        loop = asyncio.get_running_loop()

        def told(_: Analysis) -> None:
            loop.call_soon_threadsafe(steps.set)

        thinking = asyncio.create_task(engine.analyse_async(board(), Limit(), told=told))
        await asyncio.wait_for(steps.wait(), SECONDS)
        waiting = asyncio.create_task(engine.analyse_async(board(), Limit()))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, SECONDS)
        assert not thinking.done()
        engine.stop()
        assert (await asyncio.wait_for(thinking, SECONDS)).depth >= 1

    asyncio.run(think())


# Loading is not thinking


@pytest.mark.parametrize("game", [game for game, entry in vato.catalog.GAMES.items() if entry.kernel])
def test_a_fresh_engine_spends_its_time_on_thinking(game: str) -> None:
    # In a process of its own, as nothing must have been loaded there before.
    program = (
        "import sys, vato\n"
        "with vato.Engine(sys.argv[1]) as engine:\n"
        "    print(engine.analyse(vato.new(sys.argv[1]), vato.Limit(seconds=0.2)).depth)"
    )

    def depth() -> int:
        run = [sys.executable, "-c", program, game]
        return int(subprocess.run(run, capture_output=True, text=True, check=True, timeout=300).stdout)

    # The first step is always taken. It was never more while loading counted, and is about 9 on an idle machine; a busy
    # one may take the time for itself.
    assert any(depth() > 1 for _ in range(5))


def test_a_program_that_does_not_wait_for_its_thoughts_ends() -> None:
    program = (
        "import vato\n"
        "engine = vato.Engine('squadro', threads=2)\n"
        "thoughts = [engine.start(vato.new('squadro'), limit) for limit in (vato.Limit(seconds=900), vato.Limit())]\n"
        "print(next(iter(thoughts[0])).depth)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1\n", "")
