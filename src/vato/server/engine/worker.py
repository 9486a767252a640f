"""The engine's own process: reads jobs as lines of JSON, thinks about one at a time, writes what it finds as lines.

Run as `python -m vato.server.engine.worker`. It ends when its input does, so that it never outlives the server,
and thinks at low priority, so that the server answers quickly meanwhile. It gets ready at the usual one: somebody may
wait for its first move, which on a busy machine would never come. Its other end is engineer.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from vato import catalog
from vato.board import Board
from vato.engine import levels
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.server.engine.findings import findings

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine, Thought
    from vato.server.wire.analysis import Findings

Job = dict[str, Any]
PRIORITY = 10
"""How far it steps back behind everything else on the machine."""
PAUSE_SECONDS = 0.1
"""Between two reports about the same job."""
HASH_MB = 32
FULL_SECONDS = 1.0
"""For a move in a game that has no levels: a person waits for it."""


class Thinker:
    """Does the jobs, one after the other, in a thread of its own."""

    def __init__(self, write: Callable[[Job], None]) -> None:
        self._write = write
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._engines: dict[tuple[str, int], Engine] = {}
        """By game and number of threads."""
        self._current: tuple[int, Thought] | None = None
        self._stopped = 0
        """The last job that was to end soon; jobs come one at a time, so an older one is done."""
        self._guard = threading.Lock()
        """Held while these two are looked at together."""
        self._stepped_back = False
        threading.Thread(target=self._work, name="vato thinking", daemon=True).start()

    def put(self, job: Job) -> None:
        """Do a job after those before it."""
        self._jobs.put(job)

    def stop(self, number: int) -> None:
        """End a job soon, with what it has found."""
        with self._guard:
            self._stopped = number
            if self._current is not None and self._current[0] == number:
                self._current[1].stop()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            number = job["job"]
            try:
                answer = TASKS[job["do"]](self, job)
            except VatoError as error:
                self._write({"job": number, "refused": str(error)})
            except Exception as error:
                traceback.print_exc()
                self._write({"job": number, "failed": f"{type(error).__name__}: {error}"})
            else:
                self._write({"job": number, "done": answer})

    def _engine(self, game: str, threads: int = 1) -> Engine:
        """Return an engine that is ready to think, and step back before it does."""
        engine = self._loaded(game, threads)
        self._step_back()
        return engine

    def _loaded(self, game: str, threads: int = 1) -> Engine:
        if (game, threads) not in self._engines:
            from vato.engine import Engine

            engine = Engine(game, threads=threads, hash_mb=HASH_MB, book=catalog.book(game))
            engine.load()
            self._engines[game, threads] = engine
        return self._engines[game, threads]

    def _step_back(self) -> None:
        """Let everything else on the machine go first, from now on: this thread, and those that it starts."""
        if not self._stepped_back:
            self._stepped_back = True
            with contextlib.suppress(OSError, AttributeError):
                os.nice(PRIORITY)

    # Jobs

    def load(self, job: Job) -> Job:
        """Get ready to answer about a game."""
        self._loaded(job["game"])
        return {}

    def warm(self, job: Job) -> Job:
        """Get ready to answer at once: compile what an earlier run has not left compiled."""
        for game in job["games"]:
            self._loaded(game)
        self._step_back()
        return {}

    def play(self, job: Job) -> Job:
        """Choose a move at a level."""
        board = board_of(job)
        if job["level"] is None:
            limit = Limit(seconds=min(FULL_SECONDS, job["seconds"]))
            with self._held(job, self._engine(board.game).start(board, limit)) as thought:
                found = thought.result()
                return {"move": str(found.move), "seconds": found.seconds}
        level = levels.levels_of(board.game)[job["level"] - 1]
        player = levels.LevelPlayer(board.game, level, engine=self._engine(board.game, level.threads))
        with self._held(job, player.start(board, job["seconds"])) as thought:
            found = thought.result()
            return {"move": str(player.choose(found)), "seconds": found.seconds}

    def analyse(self, job: Job) -> Findings:
        """Think about a position for some time, and report on the way."""
        board = board_of(job)
        last = time.monotonic() - PAUSE_SECONDS

        def told(found: Analysis) -> None:
            nonlocal last
            if time.monotonic() - last >= PAUSE_SECONDS:
                last = time.monotonic()
                self._write({"job": job["job"], "info": findings(board, found)})

        limit = Limit(seconds=job["seconds"])
        thought = self._engine(board.game).start(board, limit, job["lines"], told if job["report"] else None)
        with self._held(job, thought):
            return findings(board, thought.result())

    def judge(self, job: Job) -> Job:
        """Say what a position is worth, the same each time: with all that is known, and by the engine alone."""
        board = board_of(job)
        found = self._look(job, board, informed=True)
        alone = found if found.facts is None else self._look(job, board, informed=False)
        return {"found": findings(board, found), "alone": alone.score.value}

    def _look(self, job: Job, board: Board, *, informed: bool) -> Analysis:
        engine = self._engine(board.game)
        engine.clear()
        limit = Limit(nodes=job["nodes"], seconds=job["seconds"])
        with self._held(job, engine.start(board, limit, informed=informed)) as thought:
            return thought.result()

    @contextlib.contextmanager
    def _held(self, job: Job, thought: Thought) -> Iterator[Thought]:
        """Let a job's thought be stopped, also by what was said before it began."""
        with self._guard:
            self._current = job["job"], thought
            if self._stopped == job["job"]:
                thought.stop()
        try:
            with thought:
                yield thought
        finally:
            with self._guard:
                self._current = None


TASKS: dict[str, Callable[[Thinker, Job], Job | Findings]] = {
    "load": Thinker.load,
    "warm": Thinker.warm,
    "play": Thinker.play,
    "analyse": Thinker.analyse,
    "judge": Thinker.judge,
}


def board_of(job: Job) -> Board:
    """Return the board a job is about."""
    board = catalog.new(job["game"], rules=job["rules"], position=job["start"])
    for move in job["moves"]:
        board.push(move)
    return board


def main() -> None:
    """Read jobs until the input ends."""
    # Ctrl-C reaches all processes of a terminal; the server decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What libraries print must not get among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lock = threading.Lock()

    def write(answer: Job) -> None:
        text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        with lock, contextlib.suppress(OSError):
            answers.write(text + "\n")
            answers.flush()

    thinker = Thinker(write)
    for line in sys.stdin:
        job = json.loads(line)
        if "stop" in job:
            thinker.stop(job["stop"])
        else:
            thinker.put(job)
    # Whatever it thinks about, nobody waits for it any more.
    os._exit(0)


if __name__ == "__main__":
    main()
