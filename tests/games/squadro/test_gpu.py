"""The GPU's program, compiled for the processor and run by one thread, finds the same values. No GPU is needed here."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess

import numpy as np
import pytest
from numpy.typing import NDArray

from vato.games.squadro.solution import gpu
from vato.games.squadro.solution.operations import operations_of
from vato.games.squadro.solution.planes import layout_of
from vato.games.squadro.solution.slices import shelves
from vato.games.squadro.solution.solver import Prepared
from vato.games.squadro.solution.sweep import sweep

ONE_THREAD = """
#define __device__
#define __global__
struct Index { unsigned x, y; };
static Index blockIdx = {0, 0}, threadIdx = {0, 0}, blockDim = {1, 1}, gridDim = {BLOCKS, 0};
#include SOURCE
extern "C" void launch(int slices, int round, int *changed, word_t *arenas, word_t *open_words, const number_t *numbers,
                       const word_t *masks, const number_t *fields, const number_t *ranges, const number_t *single) {
    gridDim.y = slices;
    for (blockIdx.x = 0; blockIdx.x < BLOCKS; blockIdx.x++)
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
            if (round < 0) begin(arenas, open_words, numbers, masks, fields, ranges, single);
            else settle(arenas, open_words, numbers, masks, fields, ranges, single, round, changed);
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    folder = tmp_path_factory.mktemp("program")
    (folder / "one_thread.cpp").write_text(ONE_THREAD)
    names = [f"-D{name}={value}" for name, value in (gpu.definitions() | {"BLOCKS": 3}).items()]
    command = [compiler, "-O2", "-std=c++14", "-shared", "-fPIC", *names, f'-DSOURCE="{gpu.SOURCE}"']
    subprocess.run([*command, "-o", folder / "program.so", folder / "one_thread.cpp"], check=True)
    return ctypes.CDLL(str(folder / "program.so"))


def address(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@pytest.mark.parametrize("layer", [16, 13, 11])
def test_the_gpu_finds_the_same_values(program: ctypes.CDLL, layer: int) -> None:
    chance = random.Random(layer)
    values = np.random.default_rng(layer)
    shelf = chance.choice([shelf for shelf in shelves(layer) if len(shelf.light) > 1])
    operations = operations_of(shelf.dark)
    prepared = []
    for light in chance.sample(shelf.light, 2):
        layout = layout_of(light, shelf.dark)
        # Any values will do for what the slice leads to, so they need not be solved here.
        arena = values.integers(0, 1 << 63, layout.end, np.uint64) & values.integers(0, 1 << 63, layout.end, np.uint64)
        for lane in range(5):
            for player in range(2):
                plane = layout.entry_planes[player, lane]
                begin = layout.entries[player, lane]
                arena[begin + plane : begin + 2 * plane] &= ~arena[begin : begin + plane]
        prepared.append(Prepared(light, layout, arena))
    numbers, words, open_words = gpu.batch_numbers(prepared)
    arenas = np.concatenate([each.arena for each in prepared])
    assert len(arenas) == words
    masks, *others = operations
    tables = (arenas, np.empty(open_words, np.uint64), numbers, masks, *(other.astype(np.int32) for other in others))
    addresses = [address(table) for table in tables]

    def settle(number: int, changed: NDArray[np.int32]) -> None:
        program.launch(len(prepared), number, address(changed), *addresses)

    changed = np.empty((gpu.ROUNDS, len(prepared)), np.int32)
    settle(-1, changed)
    gpu.settle_in_rounds(settle, changed)
    for each, (begin, *_) in zip(prepared, numbers, strict=True):
        sweep(each.layout, operations, each.arena)
        first, last = each.layout.light_first, each.layout.light_first + 4 * each.layout.plane
        assert each.arena[first:last].any()
        assert (each.arena[first:last] == arenas[begin + first : begin + last]).all()
