"""The app's own positions, by the compiled code, are those of the server: whole random games, in Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from vato import catalog, scene
from vato.board import Board
from vato.game import MODULE_FILE, Game
from vato.server.http.engine_routes import beginning_of
from vato.server.play.view import outcome_body

GAMES = [game for game in catalog.GAMES.values() if game.is_portable]
HERE = Path(__file__).parent


def reached(board: Board) -> dict[str, Any]:
    """Return what the server says of a position."""
    return {
        "layout_key": scene.layout_key(board),
        "scene": scene.scene_of(board),
        "turns": scene.turns_of(board),
        "outcome": outcome_body("en", board, board.outcome()),
        "start": board.root().position,
    }


def play(board: Board, chance: random.Random) -> dict[str, Any]:
    """Play a random game; return where it began, its moves, and what is said of each position."""
    begin, said = beginning_of(board, "en"), [reached(board)]
    while board.outcome() is None and len(said) < 150:
        board.push(chance.choice(list(board.legal_moves)))
        said.append(reached(board))
    module = catalog.find(board.game).file(MODULE_FILE)
    return {"module": str(module), "beginning": begin, "moves": [str(move) for move in board.played], "reached": said}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_scene_of_random_games_is_the_servers(game: Game, tmp_path: Path) -> None:
    chance = random.Random(20261116)
    boards = [catalog.new(game.name, rules=rules) for rules in game.rules.known for _ in range(2)]
    boards += [catalog.new(game.name, **{option.name: value}) for option in game.setup for value in option.values]
    games = [play(board, chance) for board in boards]
    (tmp_path / "games").write_text("".join(f"{json.dumps(each)}\n" for each in games))
    node = shutil.which("node")
    assert node is not None
    command = [node, "--no-warnings", str(HERE / "positions.mjs"), str(tmp_path / "games")]
    done = subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
    assert done.stdout == f"{sum(len(each['reached']) for each in games)}\n", done.stderr + done.stdout[:3000]
