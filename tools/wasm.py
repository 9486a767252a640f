"""`scripts/wasm`: the compiled search and rules of each game as a WebAssembly module, `engine.wasm` in the game's room.

Numba lowers the functions of `vato.engine.portable` to LLVM as always, but for another machine: nothing is optimised
for this one, run or kept. LLVM then optimises the whole for WebAssembly, and `tools.wasm_linking` makes the module.
Nothing is needed beside Numba. The same sources give the same bytes, with the same Numba.

A module carries a stamp, a digest of what it was made from, which a test compares with the sources as they are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Iterable
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import binding
from numba import typeof, types
from numba.core import caching, codegen, cpu, registry
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys

from tools import wasm_linking
from vato import book, catalog
from vato.compiled import contract
from vato.game import MODULE_FILE, Game

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser has had since 2023."""
LEVEL = 3
"""How hard LLVM tries."""
KINDS = {"np.uint64": types.uint64, "int": types.int64}
"""What the parameters of exported functions may be: an address, or a number."""
TOOLS = "tools.wasm", "tools.wasm_linking"
COMPILING = "vato.compiled.cache"
"""What compiles for this machine, and is no part of what is compiled."""


# Numba, made to compile for another machine


class _Library(codegen.CPUCodeLibrary):
    """Functions as LLVM has them before it optimises anything."""

    def _optimize_functions(self, ll_module: Any) -> None:
        pass

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _Codegen(codegen.CPUCodegen):
    _library_class = _Library

    def _init(self, llvm_module: Any) -> None:
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        target = binding.Target.from_triple(TRIPLE)
        self._tm = target.create_target_machine(opt=LEVEL, features=FEATURES, reloc="static")
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def _check_llvm_bugs(self) -> None:
        pass

    def _add_module(self, module: Any) -> None:
        pass


class _Context(cpu.CPUContext):
    """What Numba asks about the machine; it notes the modules whose functions were compiled."""

    def init(self) -> None:
        self.is32bit = False  # numbers have 64 bits, only addresses have fewer
        self._internal_codegen = _Codegen("vato")
        self.sources: set[str] = set()

    def post_lowering(self, mod: Any, library: Any) -> None:
        pass

    def create_cpython_wrapper(self, *arguments: Any, **named: Any) -> None:
        pass

    def create_cfunc_wrapper(self, *arguments: Any, **named: Any) -> None:
        pass

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        self.sources.add(fndesc.modname)
        return [].append  # Numba wants a built-in function that is like no other; nobody calls it


def _aim_elsewhere() -> _Context:
    """Make this process compile for WebAssembly from now on, and nothing else."""
    rtsys.initialize = lambda _context: None
    caching.FunctionCache.load_overload = lambda *_: None
    caching.FunctionCache.save_overload = lambda *_: None
    context = _Context(registry.cpu_target.typing_context, "cpu")
    registry.cpu_target.__dict__["_toplevel_target_context"] = context
    return context


# A module


def make(name: str) -> bytes:
    """Return the module of a game; for a process that does nothing else."""
    context = _aim_elsewhere()
    # After that, as whatever a room compiles when it is loaded would be compiled for this machine.
    from vato.engine import portable, search

    game = catalog.find(name)
    assert game.kernel is not None
    kernel, board = game.kernel(), catalog.new(name)
    parts = (
        search.Memory(*[np.uint64(0)] * len(search.Memory._fields)),
        kernel.rules_of(board),
        kernel.position_of(board),
    )
    if game.compiled_scene is not None:
        game.compiled_scene()
    memory, rules, position = map(typeof, parts)
    has_scene, has_book = game.compiled_scene is not None, catalog.book(name) is not None
    functions = portable.exported(memory, rules, position, has_scene, has_book)
    content = _object(context.codegen(), functions)
    sources = sorted(_with_builders(context.sources).union(TOOLS))
    notes = {
        "stamp": stamp(sources),
        "sources": sources,
        **{part: list(fields._fields) for part, fields in zip(("memory", "rules", "position"), parts, strict=True)},
        "stack_bytes": portable.STACK_BYTES,
        "words": words(),
    }
    return wasm_linking.link(content, functions, json.dumps(notes, separators=(",", ":")).encode())


def _object(codegen: _Codegen, functions: dict[str, Any]) -> bytes:
    """Return all of these functions, and what they call, as one object."""
    text = f'target triple = "{TRIPLE}"\ntarget datalayout = "{codegen._data_layout}"\n'
    libraries = []
    for name, function in functions.items():
        library, entry = _entry(name, function)
        libraries.append(library)
        text += entry
    whole = binding.parse_assembly(text)
    with global_compiler_lock:
        for library in libraries:
            whole.link_in(library._get_module_for_linking(), preserve=True)
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in functions:
            value.linkage = "internal"
    whole.verify()
    passes = binding.create_pass_builder(codegen._tm, binding.create_pipeline_tuning_options(LEVEL))
    passes.getModulePassManager().run(whole, passes)
    found: bytes = codegen._tm.emit_object(whole)
    return found


def _entry(name: str, function: Any) -> tuple[Any, str]:
    """Return the library of a compiled function, and a function that calls it as others call, as LLVM's text.

    Numba's own takes the addresses of its result and of an exception, and all numbers as words of 64 bits.
    """
    code, notes = function.py_func.__code__, function.py_func.__annotations__
    kinds = tuple(KINDS[notes[parameter]] for parameter in code.co_varnames[: code.co_argcount])
    function.compile(kinds)
    found = function.overloads[kinds]
    callee, result = f'@"{found.fndesc.llvm_func_name}"', types.unliteral(found.fndesc.restype)
    returned, narrowed = {
        types.none: ("void", "ret void"),
        types.int64: ("i32", "%short = trunc i64 %found to i32\nret i32 %short"),
        types.uint64: ("i64", "ret i64 %found"),
    }[result]
    numbers = range(len(kinds))
    widened = (
        f"%wide{number} = {'zext' if kind == types.uint64 else 'sext'} i32 %{number} to i64"
        for number, kind in enumerate(kinds)
    )
    lines = [
        f"declare i32 {callee}(ptr, ptr{', i64' * len(kinds)})",
        f"define {returned} @{name}({', '.join(f'i32 %{number}' for number in numbers)}) {{",
        "begin:",
        "%result = alloca i64",
        "%error = alloca ptr",
        *widened,
        f"%status = call i32 {callee}(ptr %result, ptr %error{''.join(f', i64 %wide{number}' for number in numbers)})",
        "%found = load i64, ptr %result",
        narrowed,
        "}\n",
    ]
    return found.library, "\n".join(lines)


# The stamp


def _with_builders(names: Iterable[str]) -> set[str]:
    """Return the modules of compiled functions that are the package's, and those that built instructions for them."""
    found: set[str] = set()
    waiting = [name for name in names if name.startswith("vato.")]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            homes = {str(getattr(value, "__module__", "")) for value in vars(import_module(name)).values()}
            waiting += [home for home in homes if home.startswith("vato.compiled.") and home != COMPILING]
    return found


def _is_plain(value: Any) -> bool:
    """Return whether a value is a number, or some: what Numba writes into the code where it finds its name."""
    return isinstance(value, int | np.integer) or (isinstance(value, tuple) and all(map(_is_plain, value)))


def stamp(sources: Iterable[str]) -> str:
    """Return a digest of some modules: their text, and what their numbers are, wherever they come from."""
    digest = hashlib.sha256()
    for name in sources:
        module = import_module(name)
        assert module.__file__ is not None
        numbers = {key: value for key, value in sorted(vars(module).items()) if _is_plain(value)}
        digest.update(f"{name}\n{numbers}\n".encode() + Path(module.__file__).read_bytes())
    return digest.hexdigest()[:32]


def words() -> dict[str, int]:
    """Return the numbers by which whoever calls a module must go, by their names."""
    from vato.engine import deepen, informed, limits, search, work

    found: dict[str, int] = {}
    for module in (book, contract, search, deepen, informed, limits, work):
        numbers = {key: value for key, value in vars(module).items() if key.isupper() and isinstance(value, int)}
        assert all(found.get(key, value) == value for key, value in numbers.items())
        found |= numbers
    return found


def notes_of(module: bytes) -> dict[str, Any]:
    """Return what a module says of itself."""
    sections = wasm_linking.split(module)[1]
    found: dict[str, Any] = json.loads(sections["vato"][:-4])
    return found


def is_current(game: Game) -> bool:
    """Return whether a game's module was made from the sources as they are, and says their numbers."""
    path = game.file(MODULE_FILE)
    if path is None:
        return False
    notes = notes_of(path.read_bytes())
    return bool(notes["stamp"] == stamp(notes["sources"]) and notes["words"] == words())


# The command


def main(arguments: list[str] | None = None) -> None:
    """Make the modules."""
    known = [game.name for game in catalog.GAMES.values() if game.kernel is not None]
    parser = argparse.ArgumentParser(
        prog="scripts/wasm",
        description="Make the WebAssembly module of games from their compiled rules and the search; it takes seconds.",
        epilog="Example: scripts/wasm squadro",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which; without it, all of {', '.join(known)}")
    games = parser.parse_args(arguments).games or known
    if unknown := [name for name in games if name not in known]:
        parser.error(f"There is no module of {unknown[0]}; there are those of {', '.join(known)}.")
    os.environ["PYTHONHASHSEED"] = "0"  # of the processes below: one each, so that no game depends on the one before
    with get_context("spawn").Pool(1, maxtasksperchild=1) as processes:
        for name, module in zip(games, processes.imap(make, games, chunksize=1), strict=True):
            folder = catalog.find(name).folder
            assert folder is not None
            (folder / MODULE_FILE).write_bytes(module)
            print(f"{name}: {len(module):,} bytes")


if __name__ == "__main__":
    main()
