"""What every game and rule set in the catalogue must pass."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import vato
from tests import toads
from vato import catalog, scene


def cases() -> Iterator[Any]:
    """Yield every rule set of every game with the usual set-up, and with one in three of the others if there are many.

    A game may have a file tests/games/NAME/cases.py with `SETUPS` to be tried instead of those that are offered, and
    `DERIVED` rule sets to be tried beside those that have names.
    """
    for game in (*catalog.GAMES.values(), toads.GAME):
        more = more_cases(game.name)
        setups = getattr(more, "SETUPS", None) or [
            dict(zip(game.option_names, values, strict=True))
            for values in itertools.product(*(option.values for option in game.setup))
        ]
        usual = {option.name: option.values[0] for option in game.setup}
        every = 1 if len(setups) <= 3 else 3
        for first, rules in enumerate((*game.rules.known, *getattr(more, "DERIVED", ()))):
            for number, setup in enumerate(setups):
                if setup == usual or number % every == first % every:
                    yield pytest.param(game.name, rules, setup, id=f"{game.name}-{rules}-{'-'.join(setup.values())}")


def more_cases(game: str) -> ModuleType | None:
    """Return the cases of a game's own tests, if there are any."""
    there = (Path(__file__).parent / "games" / game / "cases.py").exists()
    return import_module(f"tests.games.{game}.cases") if there else None


# All tests of one case in a row, because they look at the same games.
each_case = pytest.mark.parametrize(("name", "rules", "setup"), list(cases()), scope="module")


@pytest.fixture(autouse=True)
def toads_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, toads.GAME.name, toads.GAME)


def random_game(
    name: str, rules: str, setup: dict[str, str], most_turns: int = 200, seed: int = 1
) -> tuple[vato.Board, ...]:
    """Return the beginning of a random game as the boards it went through, which must be left as they are."""
    return whole_game(name, rules, tuple(setup.items()), seed)[: most_turns + 1]


@lru_cache(maxsize=4)
def whole_game(name: str, rules: str, setup: tuple[tuple[str, str], ...], seed: int) -> tuple[vato.Board, ...]:
    rng = random.Random(f"{name} {rules} {setup} {seed}")
    board = vato.new(name, rules=rules, **dict(setup))
    boards = [board.copy()]
    while board.legal_moves and len(boards) <= 1000:
        board.push(rng.choice(board.legal_moves))
        boards.append(board.copy())
    return tuple(boards)


def snapshot(board: vato.Board) -> tuple[object, ...]:
    return board.position, board.key, board.turn, board.outcome(), board.played, [*map(str, board.legal_moves)]


@each_case
def test_undo_to_the_root_restores_everything(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = random_game(name, rules, setup)
    last = boards[-1].copy()
    for before in reversed(boards[:-1]):
        assert last.pop() == boards[len(before.played) + 1].played[-1]
        assert snapshot(last) == snapshot(before)
        assert last == before
    assert last.played == ()
    with pytest.raises(vato.IllegalMove, match="no move to take back"):
        last.pop()


@each_case
def test_texts_read_back(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in random_game(name, rules, setup):
        twin = vato.new(name, rules=rules, position=board.position)
        assert twin.position == board.position
        assert (twin, twin.key, hash(twin)) == (board, board.key, hash(board))
        assert eval(repr(board), {"vato": vato}) == board
        if board.outcome() is None:  # an end by repetition needs the past, which the text does not hold
            assert list(twin.legal_moves) == list(board.legal_moves)
        for move in board.legal_moves:
            assert board.read(str(move)) == move


@each_case
def test_no_legal_move_once_over(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = random_game(name, rules, setup, most_turns=1000)
    assert boards[-1].outcome() is not None
    for board in boards:
        over = board.outcome() is not None
        assert over == (len(board.legal_moves) == 0) == (not board.legal_moves)
        assert over == (board.continuations().steps == ())
    for resigned in (boards[0].copy(), boards[len(boards) // 2].copy()):
        if resigned.outcome() is None:
            move = resigned.legal_moves[0]
            resigned.resign()
            assert not resigned.legal_moves
            assert move not in resigned.legal_moves
            with pytest.raises(vato.IllegalMove, match="The game is over"):
                resigned.push(move)


@each_case
def test_every_legal_move_is_accepted_and_every_other_refused(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = random_game(name, rules, setup)
    moves = {move for board in boards for move in board.legal_moves}
    sample = random.Random(5).sample(boards, min(12, len(boards)))
    for board in sample:
        legal = set(board.legal_moves)
        texts = {str(move) for move in legal}
        assert len(legal) == len(board.legal_moves) == len(texts)
        before = board.position
        for move in legal | set(random.Random(6).sample(sorted(moves, key=str), min(300, len(moves)))):
            # A move of another position may have the same text; only here it would capture other stones.
            if str(move) in texts:
                assert str(move) in board.legal_moves
            else:
                assert move not in board.legal_moves
                with pytest.raises(vato.IllegalMove):
                    board.push(move)
        assert board.position == before


@each_case
def test_continuations_spell_out_the_legal_moves(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = [board for board in random_game(name, rules, setup) if len(board.legal_moves) <= 60]
    for board in random.Random(8).sample(boards, min(10, len(boards))):
        spelled = []
        unfinished: list[tuple[object, ...]] = [()]
        while unfinished:
            prefix = unfinished.pop()
            steps, may_stop = board.continuations(prefix)
            if may_stop:
                spelled.append(prefix)
                board.push(prefix)
                after = board.position
                board.pop()
                assert board.sketch(prefix).position == after
            unfinished += [(*prefix, step) for step in steps]
        assert sorted(spelled) == sorted(move.steps for move in board.legal_moves)


@each_case
def test_a_move_is_found_by_the_points_that_a_scene_shows(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = [board for board in random_game(name, rules, setup) if len(board.legal_moves) <= 60]
    for board in random.Random(14).sample(boards, min(8, len(boards))):
        shown: dict[tuple[str, ...], list[vato.Move]] = {}
        for move in board.legal_moves:
            steps = scene.turn_of(board, move, 1)["steps"]
            shown.setdefault((steps[0]["from"], *(step["to"] for step in steps)), []).append(move)
        for points, moves in shown.items():
            if len(moves) == 1:
                assert board.find_move(*points) == moves[0]
            else:
                with pytest.raises(vato.AmbiguousMove) as refused:
                    board.find_move(*points)
                assert all(str(move) in str(refused.value) for move in moves)
        if board.outcome() is None:
            with pytest.raises(vato.IllegalMove, match="No legal move leads over"):
                board.find_move("nowhere", "at", "all")


@each_case
def test_the_last_move_can_be_looked_at(name: str, rules: str, setup: dict[str, str]) -> None:
    board = vato.new(name, rules=rules, **setup)
    with pytest.raises(vato.IllegalMove, match="No move has been played yet"):
        board.peek()
    board.push(board.legal_moves[0])
    last = board.push(board.legal_moves[0])
    assert board.peek() == last == board.played[-1] == board.pop()


@each_case
def test_mirror_positions_have_mirror_moves(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = random_game(name, rules, setup)
    for board in random.Random(10).sample(boards, min(8, len(boards))):
        fresh = vato.new(name, rules=rules, position=board.position)
        for symmetry in board.symmetries:
            image = fresh.mirror(symmetry)
            mirrored = {fresh.mirror_move(move, symmetry) for move in fresh.legal_moves}
            assert mirrored == set(image.legal_moves)
            assert vato.new(name, rules=rules, position=image.position) == image
        with pytest.raises(vato.UnknownName, match="no symmetry"):
            board.mirror("inside-out")


@each_case
def test_equal_positions_have_equal_keys_and_others_have_not(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = [board for seed in range(3) for board in random_game(name, rules, setup, seed=seed)]
    by_key: dict[int, vato.Board] = {}
    for board in boards:
        assert 0 <= board.key < 2**64
        assert by_key.setdefault(board.key, board) == board
    for one, other in itertools.pairwise(boards):
        assert (one == other) == (one.key == other.key)


@each_case
def test_a_copy_leads_its_own_life(name: str, rules: str, setup: dict[str, str]) -> None:
    board = vato.new(name, rules=rules, **setup)
    before = snapshot(board)
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        twin.push(twin.legal_moves[0])
        assert snapshot(board) == before
    twin = board.copy()
    twin.push(twin.legal_moves[0])
    twin.resign()
    assert snapshot(board) == before
    assert twin.root() == board
    assert twin.root().outcome() is None
    given_up = board.copy()
    given_up.resign()
    assert given_up.root().outcome() is None
    assert board.root().position == board.position


@each_case
def test_an_abandoned_iteration_leaves_the_board_alone(name: str, rules: str, setup: dict[str, str]) -> None:
    board = vato.new(name, rules=rules, **setup)
    before = board.position
    next(iter(board.legal_moves))
    assert board.position == before
    assert repr(board.legal_moves).startswith("<LegalMoves: ")


@each_case
def test_a_game_survives_its_record(name: str, rules: str, setup: dict[str, str]) -> None:
    played = random_game(name, rules, setup)[-1]
    record = vato.Record.of(played, ("Ann", "Ben"))
    (back,) = vato.record.read(str(record))
    assert back == record
    assert snapshot(back.board()) == snapshot(played)


@each_case
def test_a_board_can_be_seen(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in random_game(name, rules, setup, most_turns=6):
        assert board.svg().startswith("<svg")
        assert board.svg(theme="dark") != board.svg()
        if board.legal_moves:
            assert board.svg(move=board.legal_moves[0]) != board.svg()
        assert len(str(board).splitlines()) >= 3


@pytest.mark.parametrize("name", [*catalog.GAMES, toads.GAME.name])
def test_positions_of_different_games_differ(name: str) -> None:
    board = vato.new(name)
    for other in catalog.GAMES:
        if other != name:
            assert board != vato.new(other)
            assert board.key != vato.new(other).key
    assert board != "a board"


def test_draws_and_resignations_can_be_declared_once() -> None:
    board = vato.new("fanorona")
    assert board.resign(1) == vato.Outcome(0, "resignation")
    with pytest.raises(vato.IllegalMove, match="white wins by resignation"):
        board.agree_draw()
    for nonsense in (
        vato.Outcome(0, "agreement"),
        vato.Outcome(None, "resignation"),
        vato.Outcome(-6, "resignation"),
        vato.Outcome(None, "adjudication", no_result=True),
    ):
        with pytest.raises(vato.VatoError, match="cannot be how a game ends"):
            vato.new("fanorona").declare(nonsense)
    with pytest.raises(vato.VatoError, match="cannot be how a game ends"):
        vato.new("fanorona").resign(7)
    with pytest.raises(vato.VatoError, match="on the board only"):
        vato.new("fanorona").declare(vato.Outcome(0, "repetition"))


def test_taking_back_takes_back_a_resignation_too() -> None:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    board.resign()
    board.pop()
    assert board.outcome() is None
    assert len(board.legal_moves) == 5
