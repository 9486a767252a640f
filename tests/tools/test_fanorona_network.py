"""What teaches Fanorona's network: the GPU's program, compiled for the processor, plays and judges as vato does."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.games.fanorona.test_network import STANDARD, judged, numbers, seen
from tests.games.one_thread import ONE_THREAD
from tools import fanorona_network as teaching
from tools import fanorona_selfplay as playing
from vato.games.fanorona import Board, RuleSet, figures, judgement, kernel, network
from vato.games.fanorona.endgames import ENDINGS
from vato.games.fanorona.weights import feature_weights
from vato.lattice.endgames.numbers import pairs
from vato.lattice.endgames.processor import Processor
from vato.lattice.endgames.ranks import looked_up
from vato.lattice.points import board_of

NOTHING = [ctypes.c_void_p(0)] * 6
STONES = 4


def program(folder: Path, rules: str) -> Any:
    compiler = shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    text = "#include <cstdlib>\n" + ONE_THREAD + playing.source(board_of("9x5"), RuleSet.read(rules))
    (folder / "one_thread.cpp").write_text(text)
    command = [compiler, "-O1", "-std=c++17", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", folder / "program.so", folder / "one_thread.cpp"], check=True)
    return ctypes.CDLL(str(folder / "program.so"))


def at(array: NDArray[Any]) -> Any:
    return ctypes.c_void_p(array.ctypes.data)


@pytest.mark.parametrize("rules", ["standard", "strict", "short"])
def test_it_lists_the_same_turns(tmp_path: Path, rules: str) -> None:
    positions, board = seen(), Board.new(RuleSet.read(rules))
    counts = np.zeros(len(positions), np.int32)
    found = np.zeros((len(positions), playing.TURNS, 2), np.uint64)
    program(tmp_path, rules).list_all(at(positions), ctypes.c_longlong(len(positions)), at(counts), at(found))
    table, numbers_of_rules = figures.table_of(board), figures.rules_of(board)
    turns = np.zeros(2 * 4096, np.uint64)
    for (own, enemy), count, there in zip(positions, counts, found, strict=True):
        here = figures.Position(own, enemy, 0, 2, 0, 2)
        listed = kernel.list_turns(
            np.uint64(table.ctypes.data), numbers_of_rules, here, np.uint64(turns.ctypes.data), 4096
        )
        reached = [kernel.play(numbers_of_rules, here, *turns[2 * turn : 2 * turn + 2]) for turn in range(listed)]
        expected = {(int(after.enemy), int(after.own)) for after in reached}
        listed_there = {(int(mine), int(other & playing.STONES)) for mine, other in there[:count]}
        assert listed_there <= expected
        assert len(listed_there) == count == min(len(expected), playing.TURNS)


def test_it_judges_the_same(tmp_path: Path) -> None:
    there, positions = program(tmp_path, "standard"), seen()
    weights, found = feature_weights(), np.zeros(len(positions), np.int32)
    more = at(positions), ctypes.c_longlong(len(positions)), at(found)
    there.judge_all(at(weights), *NOTHING, *more)
    table = np.uint64(figures.table_of(Board.new(STANDARD)).ctypes.data)
    address = np.uint64(weights.ctypes.data)
    assert found.tolist() == [judgement.judge(table, own, enemy, address) for own, enemy in positions]
    parts = playing.for_gpu(numbers())
    there.judge_all(at(weights), *map(at, parts), *more)
    assert (found == judged(positions)).all()


def test_games_are_kept_with_what_is_known_of_them(tmp_path: Path) -> None:
    there = program(tmp_path, "standard")
    endings = Processor(ENDINGS, board_of("9x5"), STANDARD)
    for stones in range(2, STONES + 1):
        for pair in pairs(stones):
            endings.settle(pair)
    count, room = 8, 20_000
    games = np.zeros(count * playing.GAME_BYTES, np.uint8)
    kept, written, nodes = np.zeros((room, 2), np.uint64), np.zeros(1, np.int32), np.zeros(1, np.uint64)
    there.start_games(at(games), ctypes.c_longlong(count), ctypes.c_ulonglong(5))
    there.play(
        *(at(endings.directory.words), ctypes.c_int(STONES), at(feature_weights()), *NOTHING),
        *(at(games), ctypes.c_longlong(count), ctypes.c_int(150), ctypes.c_int(100)),
        *(at(kept), at(written), ctypes.c_int(room), at(nodes)),
    )
    positions = kept[: written[0]]
    assert len(positions) > 500
    own, enemy = (positions[:, side] & playing.STONES for side in (0, 1))
    assert not (own & enemy).any()
    outcomes = (positions[:, 1] >> np.uint64(playing.OUTCOME_AT) & np.uint64(1023)).astype(int)
    exact = (positions[:, 1] >> np.uint64(playing.EXACT_AT) & np.uint64(1)).astype(bool)
    assert 20 < exact.sum() < len(positions) / 2
    assert ((outcomes <= 1000) | (outcomes == playing.UNKNOWN)).all()
    for mine, theirs, outcome in zip(own[exact], enemy[exact], outcomes[exact], strict=True):
        byte = looked_up(endings.directory.address, mine, theirs)
        assert (outcome > 500, outcome < 500) == (byte > 0 and byte % 2 == 0, byte % 2 == 1)


def test_a_pattern_has_the_stones_its_number_says() -> None:
    digits = teaching.point_digits()
    assert digits.shape == (sum(network.SIZES[: len(network.GROUPS)]), 90)
    assert np.flatnonzero(digits[729 + 1 + 2 * 3 + 3**3]).tolist() == [3, 3 + 9, 45 + 4]
