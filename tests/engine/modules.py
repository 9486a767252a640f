"""A game's module asked in Node or in a browser, and the native code asked the same: both answer with words.

A job is a piece of memory (weights, tables, knowledge) and cases: a position by some rules that is looked at, or
searched to a depth. `module.mjs` asks a module; both must say the same of a case, word for word.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from vato import catalog
from vato.board import Board
from vato.compiled import contract
from vato.compiled.bits import store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.tuples import write
from vato.engine import search
from vato.game import Game
from vato.lattice.endgames.carried import Carried, carried

Words = NDArray[np.uint64]

HERE = Path(__file__).parent
IMAGE_AT = 1 << 16
"""Where a job's memory begins in that of a module."""
ROOM, HASH_ENTRIES = 4096, 1 << 15
"""As module.mjs has them."""
ENDINGS, LONGEST = 20, 400
"""How many games are played for their ends, and how long at most."""
SAID = 5
"""How many words are said of a position before those of its turns."""


class Case(NamedTuple):
    """A position by some rules, to be looked at or, with a depth, to be searched to it."""

    depth: int
    table: Words
    known: Words | None
    rules: Any
    position: Any


def kernel_of(game: Game) -> Any:
    """Return the compiled code of a game."""
    assert game.kernel is not None
    return game.kernel()


def case_of(board: Board, depth: int, known: Words | None = None) -> Case:
    """Return a board as a case."""
    kernel = kernel_of(catalog.find(board.game))
    return Case(depth, kernel.table_of(board), known, kernel.rules_of(board), kernel.position_of(board))


def carried_by(game: Game) -> Carried | None:
    """Return the endings that every copy of a game has, if it has any."""
    name = f"vato.games.{game.name}.endgames"
    return carried(importlib.import_module(name).ENDINGS) if find_spec(name) else None


# What the native code says


@compiled
def look(memory: Any, rules: Any, position: Any, turns: np.uint64, answers: np.uint64) -> Any:
    """Write what there is to say of a position, and return how many words that is."""
    table = memory.table
    count, end = contract.turns_of(table, rules, position, turns, ROOM), contract.end_of(table, rules, position)
    store_at(answers, 0, np.uint64(count))
    store_at(answers, 1, np.uint64(end))
    store_at(answers, 2, contract.key_of(table, position))
    store_at(answers, 3, np.uint64(0))
    store_at(answers, 4, np.uint64(0))
    if end == contract.GOING_ON:  # nobody judges the others, or looks them up
        store_at(answers, 3, np.uint64(contract.judge(table, rules, position, memory.weights)))
        if memory.known != np.uint64(0):
            store_at(answers, 4, np.uint64(contract.probe(table, rules, position, memory.known)))
    at = SAID
    for number in range(min(count, ROOM)):
        first, second = word_at(turns, 2 * number), word_at(turns, 2 * number + 1)
        store_at(answers, at, first)
        store_at(answers, at + 1, second)
        write(answers + np.uint64(8 * (at + 2)), contract.after(table, rules, position, first, second))
        at += 2 + len(position)
    return at


def said_of(case: Case, weights: Words) -> list[int]:
    """Return what there is to say of a position."""
    turns, answers = np.zeros(2 * ROOM, np.uint64), np.zeros(SAID + ROOM * 16, np.uint64)
    none = np.uint64(0)
    table, by, known, turns_at, answers_at = (
        none if array is None else np.uint64(array.ctypes.data)
        for array in (case.table, weights, case.known, turns, answers)
    )
    memory = search.Memory(table, by, known, none, none, none, none)
    found: list[int] = answers[: look(memory, case.rules, case.position, turns_at, answers_at)].tolist()
    return found


def random_game(case: Case, weights: Words, rng: Random, longest: int) -> Iterator[Case]:
    """Yield the positions of a random game, the first of them this one."""
    kinds = [type(value) for value in case.position]
    for _ in range(longest):
        yield case
        count, *words = said_of(case, weights)
        if count == 0:
            break
        at = SAID - 1 + rng.randrange(min(count, ROOM)) * (2 + len(kinds)) + 2
        fields = zip(kinds, words[at : at + len(kinds)], strict=True)
        case = case._replace(position=case.position._make(kind(word) for kind, word in fields))


class Job:
    """Cases of one game."""

    def __init__(self, game: Game, cases: list[Case]) -> None:
        self.game, self.cases = game, cases
        self._weights = kernel_of(game).weights()
        self.times: list[float] = []
        """How many milliseconds each search of the native code took."""

    def native(self) -> list[list[int]]:
        """Return what the native code says of each case."""
        work, control = np.zeros(search.WORK_WORDS, np.uint64), np.zeros(search.CONTROL_WORDS, np.uint64)
        hashes = np.zeros(2 * HASH_ENTRIES, np.uint64)
        self.times.clear()
        found = []
        for case in self.cases:
            if case.depth == 0:
                found.append(said_of(case, self._weights))
                continue
            places = [
                np.uint64(0 if array is None else array.ctypes.data)
                for array in (case.table, self._weights, case.known, work, control, hashes)
            ]
            memory = search.Memory._make([*places, np.uint64(HASH_ENTRIES - 1)])
            work[:], hashes[:], control[search.NODE_LIMIT] = 0, 0, 1 << 62
            count = search.list_in_order(memory, case.rules, case.position, 0, np.uint64(0))
            words = [count, *work[search.LISTS : search.LISTS + 3 * count].tolist()]
            begin = time.perf_counter()
            for depth in range(1, case.depth + 1):
                window = -search.INFINITE, search.INFINITE
                value = search.search(memory, case.rules, case.position, *window, depth, 0, 0)
                words += [value % (1 << 64), int(work[search.NODES])]
            self.times.append(1000 * (time.perf_counter() - begin))
            found.append(words)
        return found

    # What the module says

    def written(self) -> bytes:
        """Return the job as module.mjs reads it."""
        image = bytearray()
        places: dict[int, int] = {}

        def place(array: Words) -> int:
            if id(array) not in places:
                at = places[id(array)] = IMAGE_AT + len(image)
                tables = carried_by(self.game)
                is_directory = tables is not None and tables.directory.words is array
                content = tables.directory.placed_at(at) if tables and is_directory else array.tobytes()
                image.extend(content + bytes(-len(content) % 64))
            return places[id(array)]

        rows = []
        weights_at = place(self._weights)
        for case in self.cases:
            known_at = 0 if case.known is None else place(case.known)
            rows.append([case.depth, place(case.table), known_at, *case.rules, *case.position])
        words = np.array([[int(word) for word in row] for row in rows], np.uint64)
        about = json.dumps({"bytes": len(image), "image_at": IMAGE_AT, "weights_at": weights_at}).encode()
        return len(about).to_bytes(4, "little") + about + bytes(image) + words.tobytes()

    def split(self, answers: bytes) -> Iterator[list[int]]:
        """Yield what was said of each case."""
        at, words = 0, np.frombuffer(answers, np.uint64).tolist()
        for case in self.cases:
            if case.depth:
                count = 1 + 3 * words[at] + 2 * case.depth
            else:
                count = SAID + min(words[at], ROOM) * (2 + len(case.position))
            yield words[at : at + count]
            at += count
        assert at == len(words)

    @property
    def module(self) -> Path:
        """The game's module."""
        path = self.game.file("engine.wasm")
        assert path is not None, f"{self.game.title} has no module; run scripts/wasm"
        return path

    def in_node(self, what: str = "answers") -> bytes:
        """Return what the module says in Node (see ask.mjs)."""
        node = shutil.which("node")
        if node is None:
            pytest.fail("These tests need Node; on Debian: apt-get install nodejs")
        with TemporaryDirectory() as folder:
            job, answers = Path(folder) / "job", Path(folder) / "answers"
            job.write_bytes(self.written())
            subprocess.run([node, HERE / "ask.mjs", what, self.module, job, answers], check=True, timeout=120)
            return answers.read_bytes()


# Jobs


def starts(game: Game) -> Iterator[Board]:
    """Yield the start of a game by each of its rule sets, with each value of what can be chosen."""
    options = [{option.name: value} for option in game.setup for value in option.values] or [{}]
    for rules in game.rules.known:
        for chosen in options:
            yield catalog.new(game.name, rules=rules, **chosen)


def job_of(game: Game, games: int, longest: int, every: int, depth: int) -> Job:
    """Return a job of positions from random games, all looked at, and every so many of them searched to a depth.

    Where endings are known there are more games, of which only the last positions count.
    """
    knowledge, weights, rng = catalog.known(game.name), kernel_of(game).weights(), Random(1)
    cases: list[Case] = []
    for board in starts(game):
        known = None if knowledge is None else knowledge.words(board)
        start = case_of(board, 0, known)
        for _ in range(games):
            cases += random_game(start, weights, rng, longest)
        for _ in range(0 if known is None else ENDINGS):
            cases += list(random_game(start, weights, rng, LONGEST))[-10:]
    return Job(game, cases + [case._replace(depth=depth) for case in cases[::every]])


def bench_job(game: Game, less: int) -> Job:
    """Return a job that searches the positions of a game's signature, so much less deep."""
    boards = [catalog.new(game.name, rules=task.rules, position=task.position) for task in game.bench]
    return Job(game, [case_of(board, task.depth - less) for board, task in zip(boards, game.bench, strict=True)])
