"""The engine: an object that analyses boards of one game and plays. It never prints."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vato import catalog
from vato.board import Board
from vato.compiled.contract import Kernel
from vato.engine import search
from vato.engine.analysis import Analysis, Line
from vato.engine.informed import exclude, informed_lines, informed_score, patience_within
from vato.engine.limits import MOST_LINES, Limit
from vato.errors import UnknownName, VatoError
from vato.knowledge import Facts, Knowledge, Patience
from vato.rules import RuleSet

DEEPEST = 100

_loading = threading.Lock()
"""Numba must not load the same compiled function in two threads at once."""


@dataclass
class _Work:
    """One thinking: its board in the kernel's terms, its limits, the shared words."""

    board: Board
    limit: Limit
    lines: int
    kernel: Kernel
    facts: Facts | None = None
    known: NDArray[np.uint64] | None = None
    """What the search looks up by itself."""
    rules: Any = field(init=False)
    position: Any = field(init=False)
    control: Any = field(init=False)
    patience: Patience = field(init=False)
    begin: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.rules = self.kernel.rules_of(self.board)
        self.position = self.kernel.position_of(self.board)
        self.control = np.zeros(search.CONTROL_WORDS, np.uint64)
        self.patience = patience_within(self.limit)
        self.control[search.NODE_LIMIT] = self.limit.nodes if self.limit.nodes is not None else 2**62

    @property
    def stopped(self) -> bool:
        """Whether the search was told to stop."""
        return bool(self.control[search.STOP])

    def stop(self) -> None:
        """Tell the search to stop, and whoever looks something up for it."""
        self.control[search.STOP] = 1
        self.patience.stop()


class Engine:
    """Thinks about boards of one game.

    >>> import vato
    >>> with vato.Engine("squadro") as engine:
    ...     best = engine.analyse(vato.new("squadro"), vato.Limit(depth=4))
    >>> best.depth
    4
    """

    def __init__(
        self,
        game: str,
        *,
        rules: str | RuleSet | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        knowledge: Knowledge | None = None,
    ) -> None:
        self._entry = catalog.find(game)
        if self._entry.kernel is None:
            raise UnknownName("There is no engine for {game} yet.", game=game)
        self._kernel = self._entry.kernel()
        self.rules = None if rules is None else self._entry.read_rules(rules)
        if not 1 <= threads <= 256:
            raise VatoError("An engine has from 1 to 256 threads, not {threads}.", threads=threads)
        if not 1 <= hash_mb <= 65536:
            raise VatoError("A hash table has from 1 to 65536 MB, not {hash_mb}.", hash_mb=hash_mb)
        self.threads = threads
        self._knowledge = knowledge
        entries = 1 << ((hash_mb << 20) // 16).bit_length() - 1
        self._hashes = np.zeros(2 * entries, np.uint64)
        self._memories = [np.zeros(search.WORK_WORDS, np.uint64) for _ in range(threads)]
        self._weights = self._kernel.weights()
        self._busy = threading.Lock()
        self._work: _Work | None = None
        self._closed = False
        self._loaded = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop thinking and let go of the memory."""
        self._closed = True
        self.stop()
        with self._busy:
            self._hashes = np.zeros(2, np.uint64)

    def stop(self) -> None:
        """End the thinking under way, if any; it returns what it has found."""
        if (work := self._work) is not None:
            work.stop()

    def clear(self) -> None:
        """Forget everything found so far."""
        with self._busy:
            self._hashes[:] = 0
            for memory in self._memories:
                memory[:] = 0

    def play(self, board: Board, limit: Limit, *, informed: bool = True) -> Any:
        """Return the best move the engine finds."""
        return self._analyse(board, limit, 1, None, informed).move

    def analyse(
        self,
        board: Board,
        limit: Limit,
        lines: int = 1,
        told: Callable[[Analysis], None] | None = None,
        *,
        informed: bool = True,
    ) -> Analysis:
        """Return what the engine finds within a limit; `told` is called with each step on the way.

        Unless it is not to be `informed`, it chooses among the moves that its knowledge calls best.
        """
        found = self._analyse(board, limit, lines, told, informed)
        if self._knowledge is None or not informed:
            return found
        with self._busy:
            return replace(found, lines=informed_lines(self._knowledge, board, found.lines))

    def _analyse(
        self, board: Board, limit: Limit, lines: int, told: Callable[[Analysis], None] | None, informed: bool
    ) -> Analysis:
        if board.game != self._entry.name:
            raise VatoError("This engine plays {game}, not {other}.", game=self._entry.name, other=board.game)
        if self.rules is not None and board.rules != self.rules:
            raise VatoError("This engine plays by {rules}, not {other}.", rules=self.rules, other=board.rules)
        board.refuse_if_over()
        if not 1 <= lines <= MOST_LINES:
            raise VatoError("An analysis has from 1 to {most} lines, not {lines}.", most=MOST_LINES, lines=lines)
        with self._busy:
            if self._closed:
                raise VatoError("This engine is closed.")
            self._work = work = _Work(board.copy(), limit, lines, self._kernel)
            try:
                with _timed(work):
                    if self._knowledge is not None and informed:
                        work.facts = self._knowledge.facts(work.board, work.patience)
                        work.known = self._knowledge.words(work.board)
                    return self._think(work, told)
            finally:
                work.stop()
                self._work = None

    async def analyse_async(
        self, board: Board, limit: Limit, lines: int = 1, told: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """Return what the engine finds, without blocking the event loop; cancelling stops the thinking."""
        task = asyncio.create_task(asyncio.to_thread(self.analyse, board, limit, lines, told))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait([task])
            raise

    @contextmanager
    def stream(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Iterator[Analysis]]:
        """Think in the background and give what is found while it is found; leaving the block stops the thinking."""
        found: SimpleQueue[Analysis | Exception | None] = SimpleQueue()

        def think() -> None:
            try:
                found.put(self.analyse(board, limit, lines, found.put))
                found.put(None)
            except Exception as error:  # handed to whoever reads
                found.put(error)

        def steps() -> Iterator[Analysis]:
            while (step := found.get()) is not None:
                if isinstance(step, Exception):
                    raise step
                yield step

        thread = threading.Thread(target=think, name="vato analysis")
        thread.start()
        try:
            yield steps()
        finally:
            while thread.is_alive():
                self.stop()
                thread.join(0.005)

    # Thinking

    def _think(self, work: _Work, told: Callable[[Analysis], None] | None) -> Analysis:
        self._prepare(work, self._memories[0])
        helpers = [
            threading.Thread(target=self._deepen, args=(work, memory, 1 + number % 2), name="vato helper")
            for number, memory in enumerate(self._memories[1:])
        ]
        for helper in helpers:
            helper.start()
        try:
            return self._lead(work, told)
        finally:
            work.stop()
            for helper in helpers:
                helper.join()

    def _lead(self, work: _Work, told: Callable[[Analysis], None] | None) -> Analysis:
        """Deepen step by step and keep the last whole step."""
        memory = self._memories[0]
        addresses, length = self._prepare(work, memory)
        budget = work.limit.budget_seconds
        count = 1
        if work.lines > 1:
            count = min(work.lines, len({_turn_of(work, move) for move in work.board.legal_moves}))
        found: Analysis | None = None
        values = [0] * count
        worths = self._worths(work, addresses, memory)
        for depth in range(1, min(work.limit.depth or DEEPEST, DEEPEST) + 1):
            results: list[tuple[int, list[tuple[int, int]]]] = []
            for number in range(count):
                exclude(work.control, [line[0] for _, line in results], worths)
                value = self._aspire(work, addresses, length, depth, values[number])
                if work.stopped:
                    break
                results.append((value, _line_of(memory)))
                values[number] = value
            if len(results) < count and found is not None:
                break
            found = self._analysis(work, depth, results) if results else self._first_move(work, memory)
            if work.stopped:
                break
            if told is not None:
                told(found)
            elapsed = time.monotonic() - work.begin
            if abs(found.score.value) > search.SURE and count == 1 and depth >= search.WIN - abs(found.score.value):
                break
            if budget is not None and work.limit.clock_seconds is not None and elapsed > 0.5 * budget:
                break
        assert found is not None
        return replace(found, nodes=self._nodes(), seconds=time.monotonic() - work.begin)

    def _worths(self, work: _Work, addresses: Any, memory: Any) -> dict[tuple[int, int], tuple[int, int]]:
        """Return what each turn at the root is worth, if that is known."""
        if work.facts is None:
            return {}
        count = search.list_in_order(addresses, work.rules, work.position, 0, np.uint64(0))
        words = memory[search.LISTS : search.LISTS + 3 * count].tolist()
        return {
            turn: work.facts.moves[self._kernel.move_of(work.board, *turn)].worth
            for turn in zip(words[::3], words[1::3], strict=True)
        }

    def _aspire(self, work: _Work, addresses: Any, length: int, depth: int, guess: int) -> int:
        """Search the root with a narrow window around a guess, wider when the value lies outside."""
        margin = 40 if depth >= 5 else 2 * search.INFINITE
        while True:
            low, high = max(guess - margin, -search.INFINITE), min(guess + margin, search.INFINITE)
            value: int = search.search(addresses, work.rules, work.position, low, high, depth, 0, length)
            if work.stopped or low < value < high or (low == -search.INFINITE and high == search.INFINITE):
                return value
            margin *= 4

    def _deepen(self, work: _Work, memory: Any, offset: int) -> None:
        """Search beside the leading thread, to fill the shared table with what it will need."""
        addresses, length = self._prepare(work, memory)
        depth = 1
        while not work.stopped and depth < DEEPEST:
            window = -search.INFINITE, search.INFINITE
            search.search(addresses, work.rules, work.position, *window, depth + offset - 1, 0, length)
            depth += 1

    def _prepare(self, work: _Work, memory: Any) -> tuple[Any, int]:
        """Make a thread's memory ready: counters at zero, the game so far as keys, the compiled code loaded."""
        table = self._kernel.table_of(work.board)
        memory[search.NODES] = 0
        memory[search.KILLERS : search.PATH] = 0
        memory[search.HISTORY : search.KILLERS] >>= np.uint64(3)
        if not self._loaded:
            with _loading:
                search.key(np.uint64(table.ctypes.data), work.position)
        keys = _past_keys(work, table)
        memory[search.PATH : search.PATH + len(keys)] = keys
        arrays = table, self._weights, memory, work.control, self._hashes
        table_at, weights_at, memory_at, control_at, hashes_at = (np.uint64(array.ctypes.data) for array in arrays)
        mask = np.uint64(len(self._hashes) // 2 - 1)
        known_at = np.uint64(0 if work.known is None else work.known.ctypes.data)
        addresses = search.Memory(table_at, weights_at, known_at, memory_at, control_at, hashes_at, mask)
        if not self._loaded:
            with _loading:
                search.search(addresses, work.rules, work.position, -1, 1, 0, 1, len(keys))
            self._loaded = True
            memory[search.NODES] = 0
        return addresses, len(keys)

    def _analysis(self, work: _Work, depth: int, results: list[tuple[int, list[tuple[int, int]]]]) -> Analysis:
        lines = []
        for value, turns in sorted(results, key=lambda result: -result[0]):
            board = work.board.copy()
            moves = []
            for first, second in turns:
                if board.outcome() is not None:
                    break
                moves.append(board.push(self._kernel.move_of(board, first, second)))
            fact = None if work.facts is None else work.facts.moves[moves[0]]
            lines.append(Line(moves[0], informed_score(value, fact), tuple(moves), fact))
        lines.sort(key=lambda line: (0, 0) if line.fact is None else line.fact.worth, reverse=True)
        return Analysis(tuple(lines), depth, self._nodes(), time.monotonic() - work.begin, work.facts)

    def _nodes(self) -> int:
        return sum(int(memory[search.NODES]) for memory in self._memories)

    def _first_move(self, work: _Work, memory: Any) -> Analysis:
        """Return something when there was no time for anything: the best line so far, or any move."""
        turns = _line_of(memory)
        if turns:
            return self._analysis(work, 0, [(0, turns)])
        move = work.board.legal_moves[0] if work.facts is None else work.facts.best()[0]
        fact = None if work.facts is None else work.facts.moves[move]
        line = Line(move, informed_score(0, fact), (move,), fact)
        return Analysis((line,), 0, self._nodes(), time.monotonic() - work.begin, work.facts)


@contextmanager
def _timed(work: _Work) -> Iterator[None]:
    """Stop a work when its time is over."""
    budget = work.limit.budget_seconds
    if budget is None or budget >= threading.TIMEOUT_MAX:
        yield
        return
    timer = threading.Timer(budget, work.stop)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _line_of(memory: Any) -> list[tuple[int, int]]:
    length = int(memory[search.LINE_LENGTHS])
    words = memory[search.LINES : search.LINES + 2 * length].tolist()
    return list(zip(words[::2], words[1::2], strict=True))


def _turn_of(work: _Work, move: Any) -> Any:
    """Return what makes two moves the same turn to the kernel: the position they lead to."""
    board = work.board
    board.push(move)
    reached = work.kernel.position_of(board)
    board.pop()
    return reached


def _past_keys(work: _Work, table: Any) -> list[Any]:
    """Return the keys of the positions that led here and could come again."""
    board = work.board.copy()
    keys = []
    for _ in range(min(board._reversible_turns(), 4000)):
        board.pop()
        keys.append(search.key(np.uint64(table.ctypes.data), work.kernel.position_of(board)))
    return keys[::-1]
