"""Random games by the hundred thousand, with what an archive keeps of each: the positions, the end, who won.

Where a game has a compiled number for its positions, and its moves are not wanted, compiled code plays; its own rules
play otherwise. Of the first turns those that are listed first are likelier, so that games share openings, as games of
people do. The same seed gives the same games.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato import catalog
from vato.board import Board
from vato.book import key_of

OPENING = 10
"""Turns in which games are alike."""
ALIKE = 3.0
"""How alike: a turn is at a place between 0 and 1 among those listed, evenly drawn, to this power."""
MOST_TURNS = 400
"""Longer games are drawn: nobody would have the patience."""
PLIES = 60
"""Turns after which positions are kept."""
TURNS = 1 << 14
"""Room for the turns of a position."""
PAGE = 1 << 16


class Played(NamedTuple):
    """A game that was played."""

    position: str
    """At its end."""
    plies: int
    winner: int | None
    reason: str
    first: str
    """Its first move."""
    keys: NDArray[np.uint64]
    """The positions it came by, by their numbers in a book, each once."""
    moves: tuple[str, ...]
    """Empty where they were not wanted."""


def played(start: Board, count: int, seed: int, *, moves: bool = False) -> Iterator[Played]:
    """Yield random games from a start."""
    compiled = None if moves else _compiled(start.game)
    yield from (_plainly(start, count, seed) if compiled is None else compiled(start, count, seed))


def _plainly(start: Board, count: int, seed: int) -> Iterator[Played]:
    chance = random.Random(seed)
    for _ in range(count):
        board = start.copy()
        keys = {key_of(board): None}
        while (outcome := board.outcome()) is None and len(board.played) < MOST_TURNS:
            turns = list(board.legal_moves)
            power = ALIKE if len(board.played) < OPENING else 1.0
            board.push(turns[int(len(turns) * chance.random() ** power)])
            if len(board.played) <= PLIES:
                keys[key_of(board)] = None
        moves = tuple(map(str, board.played))
        yield Played(
            board.position,
            len(moves),
            None if outcome is None else outcome.winner,
            "agreement" if outcome is None else f"{outcome.reason}",
            moves[0],
            np.fromiter(keys, np.uint64),
            moves,
        )


@cache
def _compiled(game: str) -> Callable[[Board, int, int], Iterator[Played]] | None:
    """Return what plays a game with its compiled code, if that has numbers for positions and can tell them."""
    entry = catalog.find(game)
    if entry.kernel is None or entry.compiled_scene is None or catalog.book(game) is None:
        return None
    kernel = entry.kernel()
    entry.compiled_scene()  # gives the functions below their overloads
    from vato.compiled.bits import next_random, store_at, word_at
    from vato.compiled.cache import compiled
    from vato.compiled.contract import (
        GOING_ON,
        PAGE_TEXT,
        after,
        book_key,
        reversible,
        stand,
        turns_of,
        write_scene,
    )
    from vato.compiled.contract import key_of as word_of

    eight = np.uint64(8)

    @compiled
    def play(
        table: Any, rules: Any, start: Any, random: Any, past: Any, turns: Any, keys: Any, found: Any, page: Any
    ) -> Any:
        """Play one game; return how it stands, its length, the chance that is left, and the bytes of its last scene.

        `past` gets the keys of all positions, `keys` the numbers of the first ones, `found` the first turn.
        """
        position = start
        length = 0
        while True:
            if length <= PLIES:
                keys[length] = book_key(table, position)
            back = reversible(position, length)
            stands = stand(table, rules, position, past + eight * np.uint64(length - back), back)
            if stands != GOING_ON or length == MOST_TURNS:
                return stands, length, random, write_scene(table, rules, position, -1, page, PAGE)
            store_at(past, length, word_of(table, position))
            count = min(turns_of(table, rules, position, turns, TURNS), TURNS)
            random = next_random(random)
            place = np.float64(random >> np.uint64(11)) / np.float64(1 << 53)
            if length < OPENING:
                place = place**ALIKE
            chosen = min(np.int64(count * place), count - 1)
            first, second = word_at(turns, 2 * chosen), word_at(turns, 2 * chosen + 1)
            if length == 0:
                found[0], found[1] = first, second
            position = after(table, rules, position, first, second)
            length += 1

    def all_of(start: Board, count: int, seed: int) -> Iterator[Played]:
        past, turns = np.zeros(MOST_TURNS + 1, np.uint64), np.zeros(2 * TURNS, np.uint64)
        keys, found = np.zeros(PLIES + 1, np.uint64), np.zeros(2, np.uint64)
        page = np.zeros(PAGE_TEXT + PAGE, np.uint8)
        addresses = [np.uint64(part.ctypes.data) for part in (past, turns)]
        table, rules, position = kernel.table_of(start), kernel.rules_of(start), kernel.position_of(start)
        table_at, page_at = np.uint64(table.ctypes.data), np.uint64(page.ctypes.data)
        chance = random.Random(seed).getrandbits(63) | 1
        names: dict[tuple[int, int], str] = {}
        for _ in range(count):
            asked = table_at, rules, position, np.uint64(chance), *addresses, keys, found, page_at
            stands, length, chance, size = play(*asked)
            words = int(found[0]), int(found[1])
            if words not in names:
                names[words] = str(kernel.move_of(start, *words))
            outcome = kernel.OUTCOMES[stands]
            scene = json.loads(page[PAGE_TEXT : PAGE_TEXT + size].tobytes())
            yield Played(
                scene["position"],
                length,
                None if outcome is None else outcome.winner,
                "agreement" if outcome is None else f"{outcome.reason}",
                names[words],
                np.unique(keys[: min(length, PLIES) + 1]),
                (),
            )

    return all_of
