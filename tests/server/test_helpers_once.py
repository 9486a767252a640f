"""A helper is asked one thing at a time, whichever pool wants it, and never about a game that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import vato
from vato.errors import VatoError
from vato.server.engine.thinking import Thinking
from vato.server.engine.worker import Job
from vato.server.fair_queue import Asker


class Slow:
    """A process on another machine that answers when it is let."""

    name, is_elsewhere = "elsewhere", True

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()

    async def ask(self, job: Job, told: Callable[[Job], None]) -> Job:
        del told
        self.asked.append(job["do"])
        await self.go.wait()
        return {"move": "1", "seconds": 0.1, "found": {"lines": []}, "alone": 0}

    def stop(self) -> None:
        pass

    async def close(self) -> None:
        pass


def test_a_helper_that_comes_while_two_pools_wait_is_given_to_one_of_them(tmp_path: Path) -> None:
    async def work() -> None:
        thinking, board = Thinking(0, 0, 10, tmp_path), vato.new("squadro")
        playing = asyncio.create_task(thinking.play(board, 1, Asker("ann", "here")))
        judging = asyncio.create_task(thinking.judge(board, Asker("ben", "there")))
        while not (thinking.playing.waiting and thinking.analysing.waiting):
            await asyncio.sleep(0.01)
        helper = Slow()
        thinking.welcome(helper)
        await asyncio.sleep(0.05)
        assert len(helper.asked) == 1
        helper.go.set()
        assert (await playing).move == "1"
        assert (await judging).alone == 0
        assert sorted(helper.asked) == ["judge", "play"]
        await thinking.close()

    asyncio.run(work())


def test_no_helper_is_asked_about_a_game_that_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        thinking, board, helper = Thinking(0, 0, 10, tmp_path), vato.new("squadro"), Slow()
        thinking.welcome(helper)
        board.resign()
        for question in (
            thinking.judge(board, Asker("ann", "here")),
            thinking.analyse(board, 1.0, Asker("ann", "here")),
        ):
            with pytest.raises(VatoError):
                await question
        assert helper.asked == []
        await thinking.close()

    asyncio.run(work())
