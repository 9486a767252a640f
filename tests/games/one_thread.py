"""The GPU's program for endings, compiled for the processor and run by one thread. No GPU is needed."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vato.lattice.endgames import gpu
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.points import Points
from vato.rules import RuleSet

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

    def __init__(self, folder: Path, game: StoneGame, points: Points, rules: RuleSet, packed: bool = False) -> None:
        compiler = shutil.which("c++") or shutil.which("clang++")
        if compiler is None:
            pytest.skip("there is no C++ compiler")
        (folder / "one_thread.cpp").write_text(ONE_THREAD + gpu.source(game, points, rules, packed))
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
