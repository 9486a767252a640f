"""Where Numba keeps compiled code between runs, and the decorator that compiles.

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

from vato import folders, locks

UNRESOLVED = ".numba.unresolved$"
"""What Numba calls a function that it finds only once it is compiled, such as one that calls itself for other types
than it was called for. It does not find it for code from the cache, which then calls nothing at all and crashes."""
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
    here = f"{package.name}.compiled.cache"
    # Whoever compiles, and whoever only overloads what others compile.
    compiling = {here, "numba.extending"}
    waiting = [here, *(name for name, path in paths.items() if not compiling.isdisjoint(_imports(path.read_bytes())))]
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
        yield folders.cache_folder()
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
_folder = _choose_folder(f"compiled-{_digest(Path(__file__).parent.parent)}")
numba.config.CACHE_DIR = str(_folder)


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes and threads that do the same out for a while."""
    with ExitStack() as stack:
        # What can be written there is kept, whether or not there can be a lock.
        with suppress(OSError):
            stack.enter_context(locks.held(_folder / "lock", wait=True))
        yield


_under_way: list[Any] = []
"""The functions that are being compiled: the one asked for, what it calls, what that calls."""


def _share(cache: Any, module: str) -> None:
    """Keep a function of the package by its module's name, and not, as Numba does, by the path and time of its file.

    The folder is named after the text of all sources, so every copy of the package finds there what it would compile.
    """
    if module.partition(".")[0] == __name__.partition(".")[0]:
        path, locator = str(_folder / module), cache._impl.locator
        locator.get_cache_path = lambda: path
        cache._cache_path = path
        cache._cache_file = type(cache._cache_file)(path, cache._impl.filename_base, _folder.name)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called; keep it between runs; run it without the interpreter's lock."""
    return _compiled(function, counted=True)


def uncounted(function: Callable[..., Any]) -> Any:
    """As `compiled`, for functions that make no arrays: nobody counts who holds those that they are handed.

    One thread that proves spent three tenths of its time on it, and several more, as they share what is counted.
    """
    return _compiled(function, counted=False)


def _compiled(function: Callable[..., Any], counted: bool) -> Any:
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=False, _nrt=counted)(function)
    cache = dispatcher._cache
    _share(cache, function.__module__)
    load, save = cache.load_overload, cache.save_overload
    compile_anew = dispatcher._compiler.compile

    def compile_with_all(*arguments: Any) -> Any:
        _under_way.append(function)
        try:
            return compile_anew(*arguments)
        finally:
            _under_way.pop()

    def load_if_whole(signature: Any, context: Any) -> Any:
        # A recursive function from the cache cannot be linked into one that is compiled now; and what was kept by a run
        # that was interrupted, or is being kept by another, is not all of it.
        if _under_way:
            return None
        try:
            return load(signature, context)
        except Exception:  # whatever it is that a crash has left, it is as good as nothing
            with suppress(OSError), _alone():
                cache.flush()
            return None

    def save_if_possible(signature: Any, result: Any) -> None:
        # What cannot be kept, because the disk is full, is compiled again next time. Two processes that keep the same
        # function for other types at once would give both the same file.
        if UNRESOLVED not in result.library.get_llvm_str():
            with suppress(OSError), _alone():
                save(signature, result)

    dispatcher._compiler.compile = compile_with_all
    cache.load_overload, cache.save_overload = load_if_whole, save_if_possible
    return dispatcher


def is_kept(function: Any) -> bool:
    """Return whether an earlier run has compiled a function for some types, and it is kept."""
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
    return any(Path(function.stats.cache_path).glob(f"{name}-*.nbi"))
