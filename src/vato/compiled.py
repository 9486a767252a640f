"""What all compiled code shares: where Numba keeps it between runs, the bit operations Numba lacks, the search's words.

Import this before anything is compiled. Numba notices neither edits in other files nor changed constants, so its cache
lies in a folder named after everything that compiled code is made from. Folders nobody has used for long are removed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

UNUSED_DAYS = 30
"""After so many days without use a cache folder of other sources is removed."""


# The cache


_IMPORT = re.compile(rb"^\s*(?:from\s+([\w.]+)\s+)?import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)


def _imports(text: bytes) -> Iterator[str]:
    """Yield the names of the modules that a source imports, and some that do not exist."""
    for package, names in _IMPORT.findall(text.replace(b"\\\n", b" ")):
        yield package.decode()
        for name in re.findall(rb"[\w.]+", names):
            yield (package + b"." + name if package else name).decode()


def _digest(package: Path) -> str:
    """Return a name for what compiled code is made from: its sources, all they import of the package, the compiler.

    What they import counts because Numba writes the constants it finds there into the code.
    """
    paths = {".".join(path.relative_to(package.parent).with_suffix("").parts): path for path in package.rglob("*.py")}
    here = f"{package.name}.compiled"
    waiting = [here]
    for name, path in paths.items():
        if here in _imports(path.read_bytes()):
            waiting.append(name)
    sources: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop()
        if name in paths and name not in sources:
            sources[name] = paths[name].read_bytes()
            waiting += _imports(sources[name])
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {np.__version__}".encode())
    for name in sorted(sources):
        digest.update(f"\n{name} {len(sources[name])}\n".encode() + sources[name])
    return digest.hexdigest()[:16]


def _homes() -> Iterator[Path]:
    """Yield where the cache may lie, the best place first."""
    with suppress(RuntimeError):  # nobody is at home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vato"
    yield Path(tempfile.gettempdir()) / (f"vato-{os.getuid()}" if hasattr(os, "getuid") else "vato")


def _make(home: Path, name: str) -> Path | None:
    """Return the folder of a name, made if need be; None where it cannot be written or is not the user's own."""
    folder = home / name
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What lies there will be run, so nobody else may have put it there.
        if hasattr(os, "getuid") and {home.stat().st_uid, home.lstat().st_uid} != {os.getuid()}:
            return None
        folder.mkdir(exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_unused(folder: Path) -> None:
    """Remove the cache folders of other sources that nobody has used for long."""
    oldest = time.time() - UNUSED_DAYS * 24 * 60 * 60
    for other in folder.parent.glob("compiled-*"):
        # Another process may be removing it, too.
        with suppress(OSError):
            if other != folder and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


def _choose_folder(name: str) -> Path:
    """Return a folder for the cache that can be written to, for this run only where there is no better one."""
    for home in _homes():
        if (folder := _make(home, name)) is not None:
            _remove_unused(folder)
            return folder
    global _only_now
    _only_now = tempfile.TemporaryDirectory(prefix="vato-")
    return Path(_only_now.name)


_only_now: tempfile.TemporaryDirectory[str] | None = None
_folder = _choose_folder(f"compiled-{_digest(Path(__file__).parent)}")
numba.config.CACHE_DIR = str(_folder)


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes and threads that do the same out for a while."""
    with ExitStack() as stack:
        # A file system that knows no locks is no reason to fail.
        with suppress(OSError):
            lock = stack.enter_context((_folder / "lock").open("w"))
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called; keep it between runs; run it without the interpreter's lock."""
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)(function)
    cache = dispatcher._cache
    load, save = cache.load_overload, cache.save_overload

    def load_if_whole(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:  # whatever it is that a crash has left, it is as good as nothing
            with suppress(OSError), _alone():
                cache.flush()
            return None

    def save_if_possible(signature: Any, result: Any) -> None:
        # What cannot be kept, because the disk is full, is compiled again next time. Two processes that keep the same
        # function for other types at once would give both the same file.
        with suppress(OSError), _alone():
            save(signature, result)

    cache.load_overload, cache.save_overload = load_if_whole, save_if_possible
    return dispatcher


# Bits and words


@intrinsic
def popcount(context: Any, bits: Any) -> Any:
    """Return the number of ones in 64 bits."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


@intrinsic
def lowest(context: Any, bits: Any) -> Any:
    """Return the place of the lowest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@intrinsic
def highest(context: Any, bits: Any) -> Any:
    """Return the place of the highest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), build


@intrinsic
def word_at(context: Any, address: Any, index: Any) -> Any:
    """Return a 64-bit word of a table by the table's address, which is far cheaper to hand on than an array."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.uint64(types.uint64, types.int64), build


@intrinsic
def store_at(context: Any, address: Any, index: Any, word: Any) -> Any:
    """Write a 64-bit word of a table by the table's address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), build


@intrinsic
def half_at(context: Any, address: Any, index: Any) -> Any:
    """Return a 32-bit number of a table by the table's address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(32).as_pointer())
        return builder.zext(builder.load(builder.gep(pointer, [arguments[1]])), ir.IntType(64))

    return types.int64(types.uint64, types.int64), build


@intrinsic
def byte_at(context: Any, address: Any, index: Any) -> Any:
    """Return a byte of a table by the table's address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(pointer, [arguments[1]])), ir.IntType(64))

    return types.int64(types.uint64, types.int64), build


@intrinsic
def store_byte_at(context: Any, address: Any, index: Any, byte: Any) -> Any:
    """Write a byte of a table by the table's address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        builder.store(builder.trunc(arguments[2], ir.IntType(8)), builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.int64), build


@intrinsic
def backwards(context: Any, bits: Any) -> Any:
    """Return 64 bits in the opposite order."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def meeting(context: Any, address: Any, index: Any, bits: Any) -> Any:
    """Return which of the sixteen words of a table from `index` on share a one with `bits`, as sixteen bits."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        word, words = ir.IntType(64), ir.VectorType(ir.IntType(64), 16)
        pointer = builder.inttoptr(arguments[0], word.as_pointer())
        pointer = builder.bitcast(builder.gep(pointer, [arguments[1]]), words.as_pointer())
        one = builder.insert_element(ir.Constant(words, ir.Undefined), arguments[2], ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), 16), [0] * 16)
        repeated = builder.shuffle_vector(one, ir.Constant(words, ir.Undefined), everywhere)
        shared = builder.and_(builder.load(pointer, align=8), repeated)
        meets = builder.icmp_unsigned("!=", shared, ir.Constant(words, [0] * 16))
        return builder.zext(builder.bitcast(meets, ir.IntType(16)), word)

    return types.uint64(types.uint64, types.int64, types.uint64), build


@compiled
def next_random(state: Any) -> Any:
    """Return the next 64 random bits after `state`, which is not zero (Marsaglia's xorshift)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def below(bound: Any, random: Any) -> Any:
    """Return a number below `bound`, which has at most 32 bits, from 64 random bits."""
    return ((random >> np.uint64(32)) * bound) >> np.uint64(32)


# What each game's kernel gives to the search, as overloads on its own position type. `table` is the address of the
# game's table, `rules` and `position` are the kernel's own, a turn is two words.


def turns_of(table: Any, rules: Any, position: Any, turns: Any, room: Any) -> Any:
    """Write the legal turns to the address `turns`, as far as there is room, and return how many there are."""


def after(table: Any, rules: Any, position: Any, first: Any, second: Any) -> Any:
    """Return the position after a turn."""


def key_of(table: Any, position: Any) -> Any:
    """Return the 64-bit key of a position, the same as the board's."""


def end_of(table: Any, rules: Any, position: Any) -> Any:
    """Return how the game stands for the player to move, repetition apart: GOING_ON, LOST, WON or DRAWN."""


def is_tense(table: Any, rules: Any, position: Any) -> Any:
    """Return whether the position must be played on before it can be judged."""


def gain_of(table: Any, position: Any, first: Any, second: Any) -> Any:
    """Return how promising a turn looks, from 0 to 255; 0 is a quiet one."""


def judge(table: Any, rules: Any, position: Any, weights: Any) -> Any:
    """Return how good the position is for the player to move, in hundredths of a stone or place."""


def probe(table: Any, rules: Any, position: Any, known: Any) -> Any:
    """Return the value of a position for the player to move if it is known at the address `known`, or UNKNOWN.

    A win is told as WIN less the turns it takes, a loss as the opposite, a draw as 0.
    """


def distinct(position: Any) -> Any:
    """Return whether no two turns of a position lead to the same one."""


def reversible(position: Any, length: Any) -> Any:
    """Return how many of the last turns could be part of a repetition."""


GOING_ON, LOST, WON, DRAWN = 0, 1, 2, 3
WIN = 30_000
"""The value of a game won at once; a win in n turns is worth n less."""
UNKNOWN = -(1 << 20)
"""What `probe` returns where it does not know: no value is as low."""

TOO_LITTLE_ROOM = -1
"""What counting functions return in place of a count when the memory they were given is too small."""
LONGEST_GAME = 100_000
"""A random game that has had so many turns is given up and has no winner: rules without repetition promise no end."""


def takes(position: Any, kind: type) -> bool:
    """Return whether an overload is meant: the compiled type of `position` is that of the kernel's `kind`."""
    return isinstance(position, types.BaseNamedTuple) and position.instance_class is kind
