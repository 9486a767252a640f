"""The signature: fixed positions that can be searched, and the same number of nodes in every process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vato
from vato import catalog
from vato.engine import bench

COMMAND = str(Path(sys.executable).with_name("vato"))


def run(*arguments: str) -> str:
    done = subprocess.run([COMMAND, "bench", *arguments], stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    return done.stdout


def test_two_processes_search_the_same_nodes() -> None:
    found: dict[str, Any] = json.loads(run("--json"))
    nodes = {game: [each["nodes"] for each in found["positions"] if each["game"] == game] for game in catalog.GAMES}
    assert {game: len(counts) for game, counts in nodes.items()} == {
        game.name: len(game.bench) for game in catalog.GAMES.values()
    }
    assert found["nodes"] == sum(map(sum, nodes.values()))
    for game, counts in nodes.items():
        assert next(bench.run(game)).nodes == counts[0]
    # The game of the three that is searched soonest.
    *lines, total, speed = run("alquerque").splitlines()
    assert total == f"Nodes searched: {sum(nodes['alquerque'])}"
    assert speed.startswith("Nodes/second: ")
    assert [int(line.split()[0]) for line in lines if line] == nodes["alquerque"]


@pytest.mark.parametrize("game", [game.name for game in catalog.GAMES.values() if game.bench])
def test_each_game_has_positions_of_several_kinds(game: str) -> None:
    tasks = catalog.find(game).bench
    assert len(tasks) >= 8
    assert len({task.position for task in tasks}) == len(tasks)
    assert len({task.rules for task in tasks}) >= min(5, len(catalog.find(game).rules.known))
    for task in tasks:
        assert vato.new(game, rules=task.rules, position=task.position).outcome() is None


def test_one_game_can_be_measured_alone() -> None:
    assert next(bench.run("squadro")).position == catalog.find("squadro").bench[0]
