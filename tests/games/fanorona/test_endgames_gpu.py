"""The GPU's program, compiled for the processor and run by one thread, finds the same values. No GPU is needed here."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.solve.tables import FANORONA
from tools.fanorona_survey import survey
from vato.games.fanorona import RuleSet
from vato.games.fanorona.endgames import gpu
from vato.games.fanorona.endgames.numbers import pairs
from vato.games.fanorona.endgames.processor import Processor
from vato.lattice.points import Points, board_of
from vato.solve.folder import Folder
from vato.solve.packed import Packed

ONE_THREAD = """
#include <algorithm>
using std::max;
using std::min;
#define __device__
#define __global__
#define __shared__ static
struct Index { unsigned x; };
static Index blockIdx = {0}, threadIdx = {0}, blockDim = {1}, gridDim = {1};
static void __syncthreads() {}
template <typename T> static T atomicAdd(T *at, T more) { T was = *at; *at += more; return was; }
template <typename T> static void atomicMax(T *at, T other) { *at = max(*at, other); }
template <typename T> static void atomicMin(T *at, T other) { *at = min(*at, other); }
static int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
static int __ffsll(unsigned long long bits) { return __builtin_ffsll(bits); }
static int __clzll(unsigned long long bits) { return __builtin_clzll(bits); }
static unsigned long long __brevll(unsigned long long bits) {
    unsigned long long found = 0;
    for (int place = 0; place < 64; place++) found |= (bits >> place & 1) << (63 - place);
    return found;
}
"""


class OneThread:
    """The program for a board and rules, run by the processor."""

    def __init__(self, folder: Path, points: Points, rules: RuleSet) -> None:
        compiler = shutil.which("c++") or shutil.which("clang++")
        if compiler is None:
            pytest.skip("there is no C++ compiler")
        (folder / "one_thread.cpp").write_text(ONE_THREAD + gpu.source(points, rules))
        command = [compiler, "-O2", "-std=c++17", "-shared", "-fPIC"]
        subprocess.run([*command, "-o", folder / "program.so", folder / "one_thread.cpp"], check=True)
        self._program = ctypes.CDLL(str(folder / "program.so"))
        self.arrays = np

    def launch(self, name: str, *arguments: Any) -> None:
        kinds = {np.int32: ctypes.c_int, np.int64: ctypes.c_longlong}
        handed = [
            ctypes.c_void_p(each.ctypes.data) if isinstance(each, np.ndarray) else kinds[type(each)](each)
            for each in arguments
        ]
        getattr(self._program, name)(*handed)

    def fetch(self, array: Any) -> Any:
        return array

    def tidy(self) -> None:
        pass


@pytest.mark.parametrize(
    ("size", "rules", "stones"),
    [("3x3", "standard", 9), ("5x3", "strict", 6), ("5x3", "short", 6), ("5x5", "standard,chain=obligatory", 4)],
)
def test_the_gpu_finds_the_same_values(tmp_path: Path, size: str, rules: str, stones: int) -> None:
    points, rule_set = board_of(size), RuleSet.read(rules)
    there = gpu.Gpu(points, rule_set, OneThread(tmp_path, points, rule_set))
    here = Processor(points, rule_set)
    for number in range(2, stones + 1):
        for pair in pairs(number):
            found, expected = there.settle(pair), here.settle(pair)
            assert all((one == other).all() for one, other in zip(found, expected, strict=True)), pair
            counts, counted = there.counts(pair), here.counts(pair)
            assert (counts.by_byte == counted.by_byte).all()
            assert counts.longest == counted.longest
            assert (counts.zugzwangs == counted.zugzwangs).all()
            assert there.disagreements(pair, 1.0) == here.disagreements(pair, 1.0) == 0


def test_a_survey_finds_what_is_kept_in_files(tmp_path: Path) -> None:
    points, rules = board_of("5x3"), RuleSet.known["standard"]
    there = gpu.Gpu(points, rules, OneThread(tmp_path, points, rules))
    found = list(survey(there, pairs(5), verify=True))
    assert [each["pair"] for each in found] == ["02-1-1", "03-1-2", "04-1-3", "04-2-2", "05-1-4", "05-2-3"]
    for each in found:
        with Packed(Folder(FANORONA.solved(1)).file(each["pair"])) as file:
            kept = {name: value for name, value in file.about.items() if name not in FANORONA.plan.solver.CHOSEN}
        assert kept == {name: each[name] for name in kept}
        assert each["disagreements"] == 0
    assert (2, 2) in there.directory.tables
    assert (2, 3) not in there.directory.tables


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    points, rules = board_of("3x3"), RuleSet.known["standard"]
    there = gpu.Gpu(points, rules, OneThread(tmp_path, points, rules))
    for pair in pairs(2):
        there.settle_there(pair)
        there.directory.tables[1, 1][7] ^= 3
        assert there.disagreements(pair, 1.0) > 0
