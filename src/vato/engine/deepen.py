"""Iterative deepening around the compiled search: threads, windows, lines, and what is remembered between thinkings.

Owns the memory. Keeps no order among those who ask: one piece of work at a time is for the engine to see to.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from vato.board import Board
from vato.compiled.contract import SURE, WIN, Kernel
from vato.engine import search
from vato.engine.analysis import Analysis, Line, Score
from vato.engine.informed import exclude, informed_score
from vato.engine.work import Work
from vato.moves import MoveT

DEEPEST = 100
FADED_BITS = 6
"""What a turn has refuted counts in the next thinking a sixty-fourth of what it counted in the last."""
NARROW, NARROW_FROM = 40, 5
"""How wide the first window around a guess is to each side, from which depth on."""

DARING, DARING_FROM = 200, 6
"""So much better must a move look than those proven not to lose, and to a search so deep, to be played instead: whose
strategy is only that would hardly ever win."""

_loading = threading.Lock()
"""Numba must not load the same compiled function in two threads at once."""


class Deepener:
    """Searches a position deeper and deeper, with several threads that share a hash table."""

    def __init__(self, kernel: Kernel, threads: int, hash_mb: int) -> None:
        self._kernel = kernel
        entries = 1 << ((hash_mb << 20) // 16).bit_length() - 1
        self._hashes = np.zeros(2 * entries, np.uint64)
        self._memories = [np.zeros(search.WORK_WORDS, np.uint64) for _ in range(threads)]
        self._weights = kernel.weights()
        self._loaded: set[tuple[type, type]] = set()
        """The kinds of rules and position for which the compiled code is there."""

    def load(self, board: Board) -> None:
        """Load, or compile, what the search of a board needs; it leaves nothing in the memory."""
        table, rules, position = (
            self._kernel.table_of(board),
            self._kernel.rules_of(board),
            self._kernel.position_of(board),
        )
        kinds = type(rules), type(position)
        if kinds in self._loaded:
            return
        memory = np.zeros(search.WORK_WORDS, np.uint64)
        control = np.zeros(search.CONTROL_WORDS, np.uint64)
        control[search.STOP] = 1
        addresses = self._addresses(table, None, memory, control)
        with _loading:
            search.key(addresses.table, position)
            search.list_in_order(addresses, rules, position, 0, np.uint64(0))
            search.search(addresses, rules, position, -1, 1, 0, 1, 0)
        self._loaded.add(kinds)

    def clear(self) -> None:
        """Forget everything found so far."""
        self._hashes[:] = 0
        for memory in self._memories:
            memory[:] = 0

    def let_go(self) -> None:
        """Give the memory back; nothing can be searched any more."""
        self._hashes = np.zeros(2, np.uint64)

    def think(self, work: Work[MoveT], told: Callable[[Analysis[MoveT]], None]) -> Analysis[MoveT]:
        """Search until the work is done or stopped, and return the last whole step; `told` hears each."""
        helpers = [
            threading.Thread(target=self._deepen, args=(work, memory, 1 + number % 2), name="vato helper", daemon=True)
            for number, memory in enumerate(self._memories[1:])
        ]
        for helper in helpers:
            helper.start()
        try:
            return self._lead(work, told)
        finally:
            work.stop()
            work.note_answer()  # there is none if something went wrong, and the helpers must stop all the same
            for helper in helpers:
                helper.join()

    def _lead(self, work: Work[MoveT], told: Callable[[Analysis[MoveT]], None]) -> Analysis[MoveT]:
        """Deepen step by step and keep the last whole step."""
        memory = self._memories[0]
        addresses, length = self._prepare(work, memory)
        budget = work.limit.budget_seconds
        count = 1
        if work.lines > 1:
            count = min(work.lines, len({_turn_of(work, move) for move in work.board.legal_moves}))
        found: Analysis[MoveT] | None = None
        values = [0] * count
        moves = self._moves(work, addresses, memory)
        worths = {turn: work.worth(move) for turn, move in moves.items()}
        kept = [turn for turn, move in moves.items() if move in work.holding]
        others = [turn for turn in moves if kept and turn not in kept]
        for depth in range(1, min(work.limit.depth or DEEPEST, DEEPEST) + 1):
            results: list[tuple[int, list[tuple[int, int]]]] = []
            for number in range(count):
                exclude(work.control, [line[0] for _, line in results] or others, worths)
                value = self._aspire(work, addresses, length, depth, values[number])
                if work.cut_short:
                    break
                values[number] = value
                line = _line_of(memory)
                if number == 0 and others and depth >= DARING_FROM and value <= SURE:
                    exclude(work.control, kept, {})
                    value, line = self._unless_better(work, addresses, length, depth, value, line)
                    if work.cut_short:
                        break
                results.append((value, line))
                work.note_answer()
            if len(results) < count and found is not None:
                break
            found = self._analysis(work, depth, results)
            if work.cut_short:
                break
            told(found)
            if abs(found.score.value) > SURE and count == 1 and depth >= WIN - abs(found.score.value):
                break
            if budget is not None and work.limit.clock_seconds is not None and work.seconds > 0.5 * budget:
                break
        assert found is not None
        return replace(found, nodes=self._nodes(), seconds=work.seconds)

    def _moves(self, work: Work, addresses: Any, memory: Any) -> dict[tuple[int, int], Any]:
        """Return the move that each turn at the root is, if anything is known of them."""
        if work.facts is None and work.proven is None:
            return {}
        count = search.list_in_order(addresses, work.rules, work.position, 0, np.uint64(0))
        words = memory[search.LISTS : search.LISTS + 3 * count].tolist()
        return {turn: self._kernel.move_of(work.board, *turn) for turn in zip(words[::3], words[1::3], strict=True)}

    def _unless_better(
        self, work: Work, addresses: Any, length: int, depth: int, value: int, line: list[tuple[int, int]]
    ) -> tuple[int, list[tuple[int, int]]]:
        """Return the value and the line of what is not left out of the search, where it looks better by far."""
        bar = value + DARING
        for most in (bar + 1, search.INFINITE):
            other: int = search.search(addresses, work.rules, work.position, bar, most, depth, 0, length)
            if work.cut_short or other <= bar:
                return value, line
        return other, _line_of(self._memories[0])

    def _aspire(self, work: Work, addresses: Any, length: int, depth: int, guess: int) -> int:
        """Search the root with a narrow window around a guess, wider when the value lies outside."""
        margin = NARROW if depth >= NARROW_FROM else 2 * search.INFINITE
        while True:
            low, high = max(guess - margin, -search.INFINITE), min(guess + margin, search.INFINITE)
            value: int = search.search(addresses, work.rules, work.position, low, high, depth, 0, length)
            if work.cut_short or low < value < high or (low == -search.INFINITE and high == search.INFINITE):
                return value
            margin *= 4

    def _deepen(self, work: Work, memory: Any, offset: int) -> None:
        """Search beside the leading thread, to fill the shared table with what it will need."""
        addresses, length = self._prepare(work, memory)
        depth = 1
        while not work.cut_short and depth < DEEPEST:
            window = -search.INFINITE, search.INFINITE
            search.search(addresses, work.rules, work.position, *window, depth + offset - 1, 0, length)
            depth += 1

    def _prepare(self, work: Work, memory: Any) -> tuple[Any, int]:
        """Make a thread's memory ready: counters at zero, the game so far as keys."""
        table = self._kernel.table_of(work.board)
        memory[search.NODES] = 0
        memory[search.KILLERS : search.PATH] = 0
        memory[search.HISTORY : search.KILLERS] >>= np.uint64(FADED_BITS)
        keys = _past_keys(work, table)
        memory[search.PATH : search.PATH + len(keys)] = keys
        return self._addresses(table, work.known, memory, work.control), len(keys)

    def _addresses(self, table: Any, known: Any, memory: Any, control: Any) -> search.Memory:
        arrays = table, self._weights, memory, control, self._hashes
        table_at, weights_at, memory_at, control_at, hashes_at = (np.uint64(array.ctypes.data) for array in arrays)
        mask = np.uint64(len(self._hashes) // 2 - 1)
        known_at = np.uint64(0 if known is None else known.ctypes.data)
        return search.Memory(table_at, weights_at, known_at, memory_at, control_at, hashes_at, mask)

    def _analysis(
        self, work: Work[MoveT], depth: int, results: list[tuple[int, list[tuple[int, int]]]]
    ) -> Analysis[MoveT]:
        lines = []
        ahead = 1 if work.holding else 0
        for value, turns in results[:ahead] + sorted(results[ahead:], key=lambda result: -result[0]):
            board = work.board.copy()
            moves = []
            for first, second in turns:
                if board.outcome() is not None:
                    break
                moves.append(board.push(self._kernel.move_of(board, first, second)))
            fact = None if work.facts is None else work.facts.moves[moves[0]]
            lines.append(Line(moves[0], informed_score(value, fact, work.board.turn), tuple(moves), fact))
        lines.sort(key=lambda line: work.worth(line.move), reverse=True)
        return Analysis(tuple(lines), depth, self._nodes(), work.seconds, work.facts, work.proven)

    def _nodes(self) -> int:
        return sum(int(memory[search.NODES]) for memory in self._memories)


def any_move(work: Work[MoveT]) -> Analysis[MoveT]:
    """Return an analysis of a work that was stopped before its turn came: any legal move."""
    move = work.board.legal_moves[0]
    return Analysis((Line(move, Score(0, work.board.turn), (move,)),), 0, 0, work.seconds)


def _line_of(memory: Any) -> list[tuple[int, int]]:
    length = int(memory[search.LINE_LENGTHS])
    words = memory[search.LINES : search.LINES + 2 * length].tolist()
    return list(zip(words[::2], words[1::2], strict=True))


def _turn_of(work: Work, move: Any) -> Any:
    """Return what makes two moves the same turn to the kernel: the position they lead to."""
    board = work.board
    board.push(move)
    reached = work.kernel.position_of(board)
    board.pop()
    return reached


def _past_keys(work: Work, table: Any) -> list[Any]:
    """Return the keys of the positions that led here and could come again."""
    board = work.board.copy()
    keys = []
    for _ in range(min(board._reversible_turns(), search.MOST_KEYS)):
        board.pop()
        keys.append(search.key(np.uint64(table.ctypes.data), work.kernel.position_of(board)))
    return keys[::-1]
