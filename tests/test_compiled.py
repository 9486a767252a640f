"""What all compiled code shares: the cache between runs, and the bit operations."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import vato
from vato.compiled import bits as bits_of
from vato.compiled import cache

PACKAGE = Path(vato.__file__).parent
DAY_SECONDS = 24 * 60 * 60


# The name of the cache


@pytest.fixture(name="package")
def _package(tmp_path: Path) -> Path:
    copy = tmp_path / "vato"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_the_same_sources_have_the_same_cache(package: Path) -> None:
    assert cache._digest(package) == cache._digest(PACKAGE)
    assert cache._folder.name == f"compiled-{cache._digest(PACKAGE)}"
    assert str(cache._folder) == numba.config.CACHE_DIR


@pytest.mark.parametrize(
    "source",
    [
        "compiled/cache.py",
        "compiled/bits.py",
        "engine/search.py",
        *(
            f"games/{game}/{name}.py"
            for game in ("fanorona", "squadro", "alquerque")
            for name in ("kernel", "whole_games", "search")
        ),
        "games/fanorona/chains.py",
        "games/fanorona/judgement.py",
        "games/alquerque/jumps.py",
        "games/alquerque/judgement.py",
        # Only overloads what others compile.
        "games/fanorona/proofs.py",
        # Not compiled itself, but its constants are part of what is.
        "games/fanorona/geometry.py",
        "lattice/bits.py",
        "games/fanorona/board.py",
        "games/squadro/rulesets.py",
    ],
)
def test_an_edit_has_a_cache_of_its_own(package: Path, source: str) -> None:
    path = package / source
    path.write_text(path.read_text() + "\nEDITED = 1\n")
    assert cache._digest(package) != cache._digest(PACKAGE)


@pytest.mark.parametrize("source", ["terminal/app.py", "record/reader.py", "contest/match.py", "engine/limits.py"])
def test_an_edit_elsewhere_compiles_nothing_again(package: Path, source: str) -> None:
    path = package / source
    path.write_text(path.read_text() + "\nEDITED = 1\n")
    assert cache._digest(package) == cache._digest(PACKAGE)


def test_a_new_source_counts_once_it_is_compiled(package: Path) -> None:
    (package / "engine" / "new.py").write_text("from vato import catalog\n")
    assert cache._digest(package) == cache._digest(PACKAGE)
    (package / "engine" / "new.py").write_text("from vato.compiled import (\n    cache as shared,\n)\n")
    assert cache._digest(package) != cache._digest(PACKAGE)


def test_another_numba_has_another_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache._digest(PACKAGE)
    monkeypatch.setattr(numba, "__version__", "0.0.1")
    assert cache._digest(PACKAGE) != before


# Its place


@pytest.fixture(name="homes")
def _homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Give the two places for a cache: the user's and the temporary one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    user = f"vato-{os.getuid()}" if hasattr(os, "getuid") else "vato"
    return tmp_path / "home" / "vato", tmp_path / "temporary" / user


def test_the_cache_lies_in_the_users_home(homes: tuple[Path, Path]) -> None:
    assert cache._choose_folder("compiled-1") == homes[0] / "compiled-1"
    assert (homes[0] / "compiled-1").is_dir()


def test_a_home_that_cannot_be_written_falls_back(homes: tuple[Path, Path]) -> None:
    homes[0].parent.write_text("a file where a folder should be, as root may write to any folder")
    assert cache._choose_folder("compiled-1") == homes[1] / "compiled-1"


def test_a_read_only_folder_falls_back(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: not str(path).startswith(str(homes[0])))
    assert cache._choose_folder("compiled-1") == homes[1] / "compiled-1"


def test_without_a_home_the_temporary_place_will_do(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    # What Python does with the tilde of somebody who has no home.
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert cache._choose_folder("compiled-1") == homes[1] / "compiled-1"


def test_where_nothing_can_be_kept_it_is_for_this_run_only(homes: tuple[Path, Path]) -> None:
    for home in homes:
        home.parent.mkdir(exist_ok=True)
        home.write_text("in the way")
    folder = cache._choose_folder("compiled-1")
    assert folder.is_dir()
    assert folder not in (homes[0] / "compiled-1", homes[1] / "compiled-1")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no user numbers here")
def test_a_folder_of_somebody_else_is_not_trusted(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    homes[1].mkdir()  # anybody may make this one before us, and what lies there would be run
    somebody = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    assert cache._make(homes[1], "compiled-1") is None


def test_systems_without_user_numbers(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getuid", raising=False)
    homes[0].parent.write_text("in the way")
    assert cache._choose_folder("compiled-1") == homes[1].parent / "vato" / "compiled-1"


def test_caches_nobody_uses_any_more_are_removed(homes: tuple[Path, Path]) -> None:
    now = time.time()
    for name, days in (("compiled-old", 31), ("compiled-recent", 29), ("compiled-own", 300), ("other", 300)):
        (homes[0] / name / "inside").mkdir(parents=True)
        os.utime(homes[0] / name, (now - days * DAY_SECONDS,) * 2)
    folder = cache._choose_folder("compiled-own")
    assert {path.name for path in homes[0].iterdir()} == {"compiled-recent", "compiled-own", "other"}
    assert (folder / "inside").is_dir()
    assert folder.stat().st_mtime > now - DAY_SECONDS  # used today


# What other processes, a crash or a full disk may do to it

DOUBLE = """
from vato.compiled.cache import compiled

@compiled
def double(value):
    return value + value
"""
KEEP = """
import sys, time
from numba.core.caching import IndexDataCacheFile

save_index = IndexDataCacheFile._save_index

def save_slowly(self, overloads):
    time.sleep(0.5)  # long enough for the other process to come in between
    save_index(self, overloads)

IndexDataCacheFile._save_index = save_slowly
from doubling import double

kind = {"int": int, "float": float}[sys.argv[1]]
print("ready", flush=True)
sys.stdin.readline()
print(double(kind(21)))
"""
FULL = """
from numba.core.caching import IndexDataCacheFile

def save_nothing(self, name, data):
    raise OSError(28, "No space left on device")

IndexDataCacheFile._save_data = save_nothing
"""
ASK = """
from doubling import double

print(double(21), double(21.0), sum(double.stats.cache_hits.values()))
"""

IS_KEPT = """
from doubling import double
from vato.compiled.cache import is_kept

print(is_kept(double))
"""


BELOW = """
import numpy
import vato
from vato.compiled.bits import below

half_way = below(numpy.uint64(10), numpy.uint64(1 << 63))
print(vato.__file__, half_way, sum(below.stats.cache_hits.values()))
"""


def start(folder: Path, text: str, *arguments: str, package: Path = PACKAGE) -> subprocess.Popen[str]:
    """Run a text with a module `doubling` and an empty cache in a folder."""
    (folder / "doubling.py").write_text(DOUBLE)
    paths = os.pathsep.join(map(str, (folder, package.parent)))
    surroundings = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": paths}
    command = [sys.executable, "-c", text, *arguments]
    return subprocess.Popen(
        command, env=surroundings, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def answer(folder: Path, text: str, package: Path = PACKAGE) -> str:
    with start(folder, text, package=package) as process:
        return process.communicate(timeout=60)[0].strip()


def test_copies_of_the_package_share_what_one_of_them_compiled(tmp_path: Path, package: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    assert answer(folder, BELOW) == f"{PACKAGE / '__init__.py'} 5 0"
    assert answer(folder, BELOW, package) == f"{package / '__init__.py'} 5 1"


def test_two_processes_at_once_do_no_harm(tmp_path: Path) -> None:
    with start(tmp_path, KEEP, "int") as one, start(tmp_path, KEEP, "float") as other:
        for process in (one, other):
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in (one, other):
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        answers = [process.communicate(timeout=60)[0] for process in (one, other)]
    assert answers == ["42\n", "42.0\n"]
    assert answer(tmp_path, ASK) == "42 42.0 2"


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, kind: str) -> None:
    assert answer(tmp_path, ASK) == "42 42.0 0"
    kept = list((tmp_path / "cache").rglob(f"*.{kind}"))
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:20])
    assert answer(tmp_path, ASK) == "42 42.0 0"
    assert answer(tmp_path, ASK) == "42 42.0 2"


def test_a_full_disk_is_no_reason_to_fail(tmp_path: Path) -> None:
    assert answer(tmp_path, FULL + ASK) == "42 42.0 0"
    assert answer(tmp_path, FULL + ASK) == "42 42.0 0"


RECURSIVE = """
from vato.compiled.cache import compiled

@compiled
def count(pairs):
    return pairs if pairs < 2 else count(pairs - 1) + count(pairs - 2)

@compiled
def twice_in_the_eighth_month():
    return 2 * count(8)  # for a literal Numba makes a version of its own, which calls the usual one
"""


def test_what_calls_itself_for_other_types_can_be_run_again(tmp_path: Path) -> None:
    (tmp_path / "recursive.py").write_text(RECURSIVE)
    count = "from recursive import twice_in_the_eighth_month as count; print(count())"
    assert answer(tmp_path, count) == "42"
    # What is called is kept, what calls it is not: the same as after a run that was interrupted in between.
    assert [*(tmp_path / "cache").rglob("recursive.count*")]
    assert not [*(tmp_path / "cache").rglob("recursive.twice*.nbc")]
    assert answer(tmp_path, count) == "42"


def test_what_an_earlier_run_compiled_is_known(tmp_path: Path) -> None:
    assert answer(tmp_path, IS_KEPT) == "False"
    answer(tmp_path, ASK)
    assert answer(tmp_path, IS_KEPT) == "True"


# Bit operations


@cache.compiled
def ask_all(table, bits):  # type: ignore[no-untyped-def]
    return (
        bits_of.popcount(bits),
        bits_of.lowest(bits),
        bits_of.highest(bits),
        bits_of.meeting(table, 1, bits),
        bits_of.below(np.uint64(1000), bits),
    )


def test_bit_operations() -> None:
    rng = random.Random(1)
    for _ in range(200):
        words = [rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64) for _ in range(17)]
        bits = rng.getrandbits(64) & rng.getrandbits(64) | 1 << rng.randrange(64)
        table = np.array(words, np.uint64)
        found = ask_all(np.uint64(table.ctypes.data), np.uint64(bits))
        assert found == (
            bits.bit_count(),
            (bits & -bits).bit_length() - 1,
            bits.bit_length() - 1,
            sum(1 << number for number in range(16) if words[number + 1] & bits),
            1000 * (bits >> 32) >> 32,
        )


def test_random_numbers_are_those_of_the_publication() -> None:
    # Marsaglia, Xorshift RNGs (2003), the triple 13, 7, 17, done here with whole numbers.
    state = expected = 88172645463325252
    for _ in range(100):
        expected ^= expected << 13 & (1 << 64) - 1
        expected ^= expected >> 7
        expected ^= expected << 17 & (1 << 64) - 1
        state = int(bits_of.next_random(np.uint64(state)))
        assert state == expected
