"""Scenes from compiled code are those of the boards, which are the specification; so are the ends of games."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import vato
from tests import compiled_scenes
from tests.compiled_scenes import CompiledScenes
from tests.test_conformance import cases
from tests.test_examples import changed
from tests.test_perft import begun
from tests.test_perft import cases as perft_cases
from tools.compare_kernels import random_game, subjects
from vato import catalog, scene
from vato.board import REPETITION
from vato.compiled.contract import PAGE_TEXT
from vato.learn import rules_page
from vato.server.play.positions import MOST_TURNS, is_crowded

GAMES = [name for name, entry in catalog.GAMES.items() if entry.compiled_scene is not None]
FEW = 300
"""A position with more turns than this is left to others: the board takes long to tell all of them."""
each_game = pytest.mark.parametrize("game", GAMES)


@cache
def scenes_of(game: str) -> CompiledScenes:
    return CompiledScenes(game)


def written(board: vato.Board, most: int = FEW) -> Any:
    length, text = scenes_of(board.game).write(board, most=most if board.outcome() is None else -1)
    assert length == len(text)
    return json.loads(text)


def options_in(options: Any) -> Iterator[tuple[int, Any]]:
    """Yield every option of a tree, with the number of its steps."""
    waiting = [(1, option) for option in reversed(options)]
    while waiting:
        steps, option = waiting.pop()
        yield steps, option
        waiting += [(steps + 1, onward) for onward in reversed(option.get("next", ()))]


def compare_scene(board: vato.Board, most: int = FEW) -> int:
    """Assert that a scene is the board's, and what it adds to it is right; return how many turns it has."""
    found = written(board, most)
    if found.get("crowded"):
        return 0
    turn_of, subtlety = subjects()[board.game].turn_of, catalog.find(board.game).subtlety
    assert subtlety is not None
    turns = 0
    for _, option in options_in(found["options"]):
        assert option.get("stop", False) == ("turn" in option) == ("subtle" in option)
        if "stop" in option:
            move = board.read(option["text"])
            assert tuple(map(int, option.pop("turn").split(","))) == turn_of(board, move)
            assert tuple(option.pop("subtle")) == subtlety(move)
            turns += 1
    expected: Any = scene.scene_of(board)
    del expected["ply"]
    assert found == expected, repr(board)
    return turns


def compare_outcome(board: vato.Board) -> vato.Outcome | None:
    found = scenes_of(board.game).outcome(board)
    assert found == board.outcome(), repr(board)
    return found


@each_game
def test_any_position_under_any_rules(game: str) -> None:
    rng = random.Random(f"scenes of {game}")
    turns, ends = 0, Counter[vato.Outcome | None]()
    for number, board in enumerate(itertools.islice(subjects()[game].positions(rng), 900)):
        ends[compare_outcome(board)] += 1
        if number % 3 == 0:
            turns += compare_scene(board)
    assert turns > 900
    assert ends[None] > 200


@pytest.mark.parametrize(("game", "rules", "setup"), [case for case in cases() if case.values[0] in GAMES])
def test_random_games(game: str, rules: str, setup: dict[str, str]) -> None:
    rng = random.Random(f"a game of {game} {rules} {setup}")
    turns = 0
    while turns < 20:
        for board in random_game(rng, vato.new(game, rules=rules, **setup), most_turns=80):
            compare_outcome(board)
            if rng.random() < 0.3:
                turns += compare_scene(board)


@each_game
def test_first_turns_when_a_field_of_the_rules_is_changed(game: str) -> None:
    rng = random.Random(f"first turns of {game}")
    for known in catalog.find(game).rules.known.values():
        for rules in changed(known):
            for board in random_game(rng, vato.new(game, rules=rules), most_turns=3):
                compare_scene(board)
                compare_outcome(board)


@each_game
def test_positions_of_the_perft_files(game: str) -> None:
    compared = 0
    for case in perft_cases():
        name, rules, size, position, _ = case.values
        if name == game:
            board = begun(game, rules, size, position)
            compare_scene(board)
            compare_outcome(board)
            compared += 1
    assert compared > 5


@each_game
def test_every_end_that_the_rules_tell_of(game: str) -> None:
    ends = set()
    for known in catalog.find(game).rules.known.values():
        for rules in (known, *changed(known)):
            for shown in rules_page.of(game, rules):
                if shown.example.ends is not None:
                    assert compare_outcome(shown.after()) == shown.example.ends
                    ends.add(shown.example.ends.reason)
    told = {outcome.reason for outcome in scenes_of(game).outcomes if outcome is not None}
    assert told - ends <= {REPETITION}


@pytest.mark.parametrize(
    ("game", "rules", "position"),
    [
        ("fanorona", "standard", "2b/3/3/3/w2 w"),
        ("fanorona", "strict,repetition=2", "2b/3/3/3/w2 w turns=0"),
        ("fanorona", "free,repetition=4,quiet_turns=0", "w2/3/3/3/2b b"),
        ("alquerque", "modern", "2b/3/3/3/w2 w"),
        ("alquerque", "bell,backward=free,repetition=2", "5/4b/5/1w3/5 w"),
        ("alquerque", "huffing,repetition=5", "b1b/3/3/3/w1w b"),
    ],
)
def test_games_that_end_by_repetition(game: str, rules: str, position: str) -> None:
    rng = random.Random(f"again {game} {rules}")
    ends = Counter[str]()
    for _ in range(10):
        board = vato.new(game, rules=rules, position=position)
        while (outcome := compare_outcome(board)) is None:
            undoing = [move for move in board.legal_moves if undoes(board, move)]
            board.push(rng.choice(undoing if undoing and rng.random() < 0.8 else board.legal_moves))
        ends[outcome.reason] += 1
    assert ends[REPETITION] > 1


def undoes(board: vato.Board, move: Any) -> bool:
    """Return whether a move takes the last one of the same player back."""
    return len(board.played) > 1 and board._way(move) == board._way(board.played[-2])[::-1]


@each_game
def test_positions_that_have_come_as_often_as_is_allowed(game: str) -> None:
    rules = catalog.find(game).read_rules()
    for allowed in range(6):
        board = vato.new(game, rules=rules.derive(repetition=allowed))
        for before in range(6):
            over = 0 < allowed <= before + 1
            found = scenes_of(game).outcome_after(board, before)
            assert found == (vato.Outcome(None, REPETITION) if over else None)


# How it is asked


@each_game
def test_a_scene_without_room_says_how_much_it_needs(game: str) -> None:
    scenes, board = scenes_of(game), vato.new(game)
    length, whole = scenes.write(board)
    for room in (0, 1, length // 2, length - 1):
        scenes.memory[:] = 7
        assert scenes.write(board, room=room) == (length, whole[:room])
        assert (scenes.memory[PAGE_TEXT + room :] == 7).all()


@each_game
def test_a_scene_that_is_only_looked_at_has_no_options(game: str) -> None:
    board = vato.new(game)
    board.push(board.legal_moves[0])
    _, text = scenes_of(game).write(board, most=-1)
    expected: Any = scene.scene_of(board, options=False)
    del expected["ply"]
    assert json.loads(text) == expected


@each_game
def test_more_turns_than_are_wanted_are_not_told(game: str) -> None:
    board = vato.new(game)
    turns = len(board.legal_moves)
    assert len([option for _, option in options_in(written(board, turns)["options"]) if "stop" in option]) == turns
    crowded = written(board, turns - 1)
    assert (crowded.pop("crowded"), crowded) == (True, {**written(board, turns), "options": []})


@pytest.mark.parametrize(
    ("game", "rules", "position", "crowded"),
    [
        ("fanorona", "short", "b1b1b1bbb/1b2wb3/b1wb2bbb/bb3bb1b/1b1bb2bb/1w1b1b1b1/b1b3bb1 w", False),
        ("fanorona", "short", "bb3bb/b2bb1b/bb2bbb/2bb2b/bbbbbbb/1bb2bb/1b1b2b/bbbwbw1/bwbbbbb w", True),
        ("alquerque", "modern,most=yes", "1b1b1b1/1b2b2/5b1/3bbbb/1b3b1/4bbb/wb1b1b1 w", False),
        ("alquerque", "alfonso", "1b1b1b1b1/bbbbbbbbb/1bwb1b1b1/bbbbbbbbb/1b1wwb1b1 w", True),
    ],
)
def test_made_up_positions_with_very_many_turns(game: str, rules: str, position: str, crowded: bool) -> None:
    board = vato.new(game, rules=rules, position=position)
    assert written(board, MOST_TURNS).get("crowded", False) == is_crowded(board) == crowded
    if not crowded:
        assert compare_scene(board, MOST_TURNS) > FEW


def turns_of_several_moves(board: vato.Board) -> dict[str, list[tuple[int, str]]]:
    """Return the turns of a position that several moves lead to, with the steps and text of each move."""
    found: dict[str, list[tuple[int, str]]] = {}
    for steps, option in options_in(written(board)["options"]):
        if "stop" in option:
            found.setdefault(option["turn"], []).append((steps, option["text"]))
    return {turn: moves for turn, moves in found.items() if len(moves) > 1}


@pytest.mark.parametrize(
    ("game", "rules", "position"),
    [
        ("alquerque", "modern", "5/5/1b3/b1b2/wb3 w"),
        ("fanorona", "standard", "4b4/1bw1b4/9/1b3b3/5b2b w"),
    ],
)
def test_the_engines_move_is_the_shortest_and_first_of_a_turn(game: str, rules: str, position: str) -> None:
    """What a page must know to find the option of a turn that was thought out."""
    board, kernel = vato.new(game, rules=rules, position=position), catalog.find(game).kernel
    assert kernel is not None
    turns = turns_of_several_moves(board)
    assert turns
    for turn, moves in turns.items():
        assert str(kernel().move_of(board, *map(int, turn.split(",")))) == min(moves)[1]


# What it is made of


@each_game
def test_the_code_needs_nothing_of_python(game: str) -> None:
    """All that is called is defined there or LLVM's own, but for the wrappers by which Python calls it."""
    written(vato.new(game))
    compare_outcome(vato.new(game))
    for function in compiled_scenes.FUNCTIONS:
        for overload in function.overloads.values():
            text = str(overload.library._get_module_for_linking())
            bodies = {
                name: body
                for name, body in re.findall(r'^define [^@]*@"?([^\s"(]+)"?\((.*?)^}', text, re.MULTILINE | re.DOTALL)
                if not name.startswith(("_ZN7cpython", "cfunc."))
            }
            assert bodies
            called = {name for body in bodies.values() for name in re.findall(r'\bcall [^@\n]*@"?([^\s"(]+)', body)}
            assert {name for name in called - set(bodies) if not name.startswith("llvm.")} == set()
