"""The search and a game's rules as functions of addresses and numbers alone: what a module for browsers exports.

`scripts/wasm` makes the module of every game that has a kernel, engine.wasm in its room, from these functions; Python
itself has no use for them. A module asks for a memory and a stack, and for nothing else:

    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, top);
    const { exports } = new WebAssembly.Instance(module, { env: { memory, stack } });

Nothing of others may lie in memory below the address that the module exports as `free`. The stack grows downwards from
`top`, a multiple of 16, and has `STACK_BYTES`. Of several threads in one memory each has its own instance and stack.
The file is made for a memory that is not shared. For a shared one a byte of it must become 3 before it is compiled: the
one whose place the last four bytes of the file say, lowest first. Either memory needs a maximum.

All functions take the address of a block, a multiple of 8, that holds words of 64 bits in this order:

1. the fields of `search.Memory`: addresses, and the mask of the hash table
2. the fields of the kernel's `Rules`
3. the fields of the kernel's `Position`

Addresses and numbers are plain numbers to JavaScript, keys are BigInts. A turn is two words, as the kernel writes them.
The module's section "vato" says in JSON, but for those last four bytes, what the fields are called (`memory`, `rules`,
`position`), how large the stack is (`stack_bytes`) and the numbers that the engine names (`words`), such as how large
the thread's memory is and where in it lines and nodes are found. The tables, weights and knowledge are the kernel's;
where knowledge holds addresses, they are for `KNOWN_AT` in the module's memory (see `Directory.placed_at`).

A new function needs nothing but its definition below: the types of its parameters are read from it, and what it returns
is a number, a word or nothing. What each game does in its own way is a function of `vato.compiled.contract`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled import contract
from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.compiled.tuples import reader, write
from vato.engine import search as tree

STACK_BYTES = 1 << 16
"""Four times what the deepest search has needed."""


def exported(memory: Any, rules: Any, position: Any, has_scene: bool, has_book: bool) -> dict[str, Any]:
    """Return the functions of a module by their names, for the compiled types of the three parts of a block.

    A game that has compiled scenes has loaded them.
    """
    found: dict[str, Any] = {}
    rules_at = len(memory.types)
    position_at = rules_at + len(rules.types)
    memory_in, rules_in, position_in = reader(memory, 0), reader(rules, rules_at), reader(position, position_at)

    def export(function: Any) -> Any:
        found[function.__name__] = compiled(function)
        return found[function.__name__]

    @export
    def search(block: np.uint64, alpha: int, beta: int, depth: int, ply: int, length: int) -> int:
        """Return what `search.search` does."""
        return tree.search(memory_in(block), rules_in(block), position_in(block), alpha, beta, depth, ply, length)

    @export
    def order(block: np.uint64, ply: int) -> int:
        """Write the distinct turns, each with its promise, to the search's list of a ply, and return how many."""
        return tree.list_in_order(memory_in(block), rules_in(block), position_in(block), ply, np.uint64(0))

    @export
    def turns(block: np.uint64, to: np.uint64, room: int) -> int:
        """Write the legal turns to an address as far as there is room, and return how many there are."""
        return contract.turns_of(memory_in(block).table, rules_in(block), position_in(block), to, room)

    @export
    def play(block: np.uint64, turn: np.uint64, to: np.uint64) -> None:
        """Write the position after the turn at an address to another, which may be that of the position itself."""
        first, second = word_at(turn, 0), word_at(turn, 1)
        write(to, contract.after(memory_in(block).table, rules_in(block), position_in(block), first, second))

    @export
    def end(block: np.uint64) -> int:
        """Return how the game stands for the player to move, repetition apart."""
        return contract.end_of(memory_in(block).table, rules_in(block), position_in(block))

    @export
    def key(block: np.uint64) -> np.uint64:
        """Return the key of the position."""
        return contract.key_of(memory_in(block).table, position_in(block))

    @export
    def judge(block: np.uint64) -> int:
        """Return how good the position looks to the player to move."""
        memory = memory_in(block)
        return contract.judge(memory.table, rules_in(block), position_in(block), memory.weights)

    @export
    def probe(block: np.uint64) -> int:
        """Return what is known of the position."""
        memory = memory_in(block)
        return contract.probe(memory.table, rules_in(block), position_in(block), memory.known)

    @export
    def result(block: np.uint64) -> int:
        """Return how the position ends, if that is known."""
        memory = memory_in(block)
        return contract.result_of(memory.table, rules_in(block), position_in(block), memory.known)

    if has_book:

        @export
        def book_key(block: np.uint64) -> np.uint64:
            """Return the number of the position in the opening book."""
            return contract.book_key(memory_in(block).table, position_in(block))

    if not has_scene:
        return found

    @export
    def scene(block: np.uint64, most: int, page: np.uint64, room: int) -> int:
        """Write what there is to see and to play, and return how many bytes that is."""
        return contract.write_scene(memory_in(block).table, rules_in(block), position_in(block), most, page, room)

    @export
    def stand(block: np.uint64, keys: np.uint64, count: int) -> int:
        """Return how the game stands, repetition counted."""
        return contract.stand(memory_in(block).table, rules_in(block), position_in(block), keys, count)

    return found
