"""What the server asks the engine: a level's move, an opinion, an analysis in slices. Nothing is thought out here.

One pool plays (short jobs), one analyses (long ones), so that games never wait for analyses. Engines on other machines
help both.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from vato import catalog
from vato.board import Board
from vato.contest.clock import Clock
from vato.engine.levels import levels_of
from vato.engine.limits import Limit
from vato.errors import UnknownName
from vato.server.engine.pool import SLICE_SECONDS, Pool, Process
from vato.server.engine.worker import Job
from vato.server.fair_queue import Asker
from vato.server.play.positions import refuse_if_crowded
from vato.server.wire.analysis import Findings

MOST_SECONDS = 5.0
"""For a move: a level's own limits end its thinking long before, but not in every position that one can make up."""
SHALLOW_SECONDS = 1.0
"""The same where a level looks a few turns deep only."""
LEAST_SECONDS = 0.02
"""For another slice of an analysis."""
MOST_WAITING = 10_000
"""Games in which the computer is to move."""
NODES_A_SECOND = 500_000
"""Roughly, to guess what a level costs."""
REVIEW_NODES = 200_000
"""For each turn of a game: as many wherever it is reviewed, so that a review says the same every time."""
REVIEW_SECONDS = 2.0
"""Which only positions with immense numbers of turns take."""


class Played(NamedTuple):
    """A move, and how long the engine thought about it."""

    move: str
    seconds: float


class Judged(NamedTuple):
    """What the engine finds, and what the position is worth by the engine alone, whatever is known exactly."""

    found: Findings
    alone: int


class Thinking:
    """The engine's pools, and the jobs that the server has for them."""

    def __init__(self, players: int, analysts: int, waiting: int, data: Path) -> None:
        self.playing = Pool("playing", players, MOST_WAITING, data)
        self.analysing = Pool("analysing", analysts, waiting, data)
        self.playing.beside, self.analysing.beside = self.analysing, self.playing
        self.helpers = 0
        """How many processes on other machines help."""

    async def warm(self) -> None:
        """Get everything ready; the second pool finds compiled what the first one compiled."""
        games = [name for name, game in catalog.GAMES.items() if game.kernel is not None]
        await self.playing.warm(games)
        await self.analysing.warm(games)

    def welcome(self, helper: Process) -> None:
        """Let a process on another machine help: with games first, and with whatever else there is."""
        self.helpers += 1
        for pool in (self.playing, self.analysing):
            pool.add(helper)
        self.playing.put_back(helper)

    def part(self, helper: Process) -> None:
        """Ask no more of a process on another machine."""
        self.helpers -= 1
        self.playing.remove(helper)
        self.analysing.remove(helper)

    async def play(self, board: Board, level: int | None, asker: Asker, clock: Clock | None = None) -> Played:
        """Return the move that a level plays; without levels, the best that the engine finds. A clock is kept to."""
        seconds = SHALLOW_SECONDS if _is_shallow(board.game, level) else MOST_SECONDS
        if clock is not None:
            seconds = min(seconds, _share(clock, board.turn))
        job = {"do": "play", "level": level, "seconds": seconds}
        answer, _ = await self.playing.do(job | await described(board), asker, _guess(board.game, level, seconds))
        return Played(answer["move"], answer["seconds"])

    async def look(self, board: Board, seconds: float, asker: Asker) -> Findings:
        """Return what the engine that plays finds in a short time."""
        job = _analysis(seconds, 1, report=False) | await described(board)
        answer, _ = await self.playing.do(job, asker, seconds)
        return _findings(answer)

    async def analyse(
        self,
        board: Board,
        seconds: float,
        asker: Asker,
        lines: int = 1,
        told: Callable[[Findings], None] | None = None,
    ) -> Findings:
        """Return what the engine finds; `told` hears it on the way. While others wait, it is found in slices.

        Refuse a game that it does not know or that is over, and a position that would take it for ever.
        """
        refuse_without_engine(board.game)
        board.refuse_if_over()
        await asyncio.to_thread(refuse_if_crowded, board.copy())
        about = await described(board)
        total = Total(told)
        while True:
            left = seconds - total.seconds
            job = _analysis(left, lines, report=told is not None) | about
            cost = min(left, SLICE_SECONDS)
            answer, cut = await self.analysing.do(job, asker, cost, total.hear, sliced=True)
            found = total.add(answer)
            if not cut or seconds - total.seconds < LEAST_SECONDS:
                return found

    async def judge(self, board: Board, asker: Asker, nodes: int = REVIEW_NODES) -> Judged:
        """Return what a position of a game is worth; the same each time. Refuse what `analyse` refuses."""
        refuse_without_engine(board.game)
        board.refuse_if_over()
        await asyncio.to_thread(refuse_if_crowded, board.copy())
        job = {"do": "judge", "nodes": nodes, "seconds": REVIEW_SECONDS} | await described(board)
        answer, _ = await self.analysing.do(job, asker, nodes / NODES_A_SECOND)
        return Judged(_findings(answer["found"]), answer["alone"])

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self.playing.close(), self.analysing.close())


class Total:
    """What the slices of an analysis come to: the deepest that was found, and all time and positions together."""

    def __init__(self, told: Callable[[Findings], None] | None) -> None:
        self._told = told
        self._best: Findings | None = None
        self._nodes = 0
        self.seconds = 0.0

    def hear(self, found: Job) -> None:
        """Tell what a slice has found so far, unless an earlier one found more."""
        if self._told is not None and (self._best is None or found["depth"] >= self._best["depth"]):
            self._told(self._with_all(found))

    def add(self, found: Job) -> Findings:
        """Return what was found up to the end of a slice."""
        whole = self._with_all(found)
        if self._best is None or found["depth"] >= self._best["depth"]:
            self._best = whole
        else:
            self._best = {**self._best, "nodes": whole["nodes"], "seconds": whole["seconds"]}
        self._nodes, self.seconds = whole["nodes"], whole["seconds"]
        return self._best

    def _with_all(self, found: Job) -> Findings:
        seconds = round(self.seconds + found["seconds"], 3)
        return _findings({**found, "nodes": self._nodes + found["nodes"], "seconds": seconds})


def job_of(board: Board) -> dict[str, Any]:
    """Return what a process needs to set up the same board."""
    return {
        "game": board.game,
        "rules": board.rules.name,
        "start": board.root().position,
        "moves": [str(move) for move in board.played],
    }


async def described(board: Board) -> dict[str, Any]:
    """Return the same, worked out where it holds up nobody: a long game has many moves to write."""
    return await asyncio.to_thread(job_of, board)


def refuse_without_engine(game: str) -> None:
    """Refuse a game that the engine does not know."""
    if catalog.find(game).kernel is None:
        raise UnknownName("There is no engine for {game} yet.", game=game)


def _share(clock: Clock, player: int) -> float:
    """Return what a turn may take of the time that is left."""
    gained_ms = clock.control.increment_ms + clock.control.delay_ms
    limit = Limit(clock_seconds=clock.remaining_ms[player] / 1000, increment_seconds=gained_ms / 1000)
    assert limit.budget_seconds is not None
    return limit.budget_seconds


def _is_shallow(game: str, level: int | None) -> bool:
    return level is not None and bool(levels_of(game)[level - 1].traits.depth)


def _guess(game: str, level: int | None, seconds: float) -> float:
    """Return how many seconds a move is likely to take: little where a level looks a few turns deep."""
    if level is None:
        return seconds
    traits = levels_of(game)[level - 1].traits
    if traits.depth:
        return min(seconds, 0.01 * traits.depth)
    return min(seconds, traits.seconds or seconds, (traits.nodes or math.inf) / NODES_A_SECOND)


def _findings(answer: Job) -> Findings:
    return cast("Findings", answer)  # which is what the other end writes


def _analysis(seconds: float, lines: int, *, report: bool) -> Job:
    return {"do": "analyse", "seconds": seconds, "lines": lines, "report": report}
