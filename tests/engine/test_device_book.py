"""The app's own opening book says and chooses what the server's does, in Node; so do its numbers."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vato.book
from tools.compare_kernels import subjects
from vato import catalog
from vato.board import Board
from vato.book import Book, BookMove, Lead, key_of, packed
from vato.game import MODULE_FILE, Game
from vato.server.http.engine_routes import beginning_of

GAMES = [game for game in catalog.GAMES.values() if game.is_portable and catalog.book(game.name) is not None]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
HERE = Path(__file__).parent


class Chance(random.Random):
    """Chance that draws a number of ours."""

    def __init__(self, drawn: float) -> None:
        super().__init__(0)
        self.random = lambda: drawn  # type: ignore[method-assign]


def book_of(game: Game) -> Book:
    book = catalog.book(game.name)
    assert book is not None
    return book


def asked(
    game: Game, boards: list[tuple[Board, float]], folder: Path, book: Book | None = None
) -> list[dict[str, Any]]:
    """Return what the app's own book says of positions."""
    plain, node, module = (book or book_of(game)).plain(), shutil.which("node"), game.file(MODULE_FILE)
    assert plain is not None
    assert node is not None
    (folder / "book").write_bytes(plain)
    with (folder / "positions").open("w") as lines:
        for board, chance in boards:
            moves = [str(move) for move in board.played]
            question = {"beginning": beginning_of(board.root(), "en"), "rules": board.rules.name, "moves": moves}
            lines.write(json.dumps(question | {"chance": chance}) + "\n")
    command = [node, "--no-warnings", *map(str, (HERE / "book.mjs", module, folder / "book", folder / "positions"))]
    done = subprocess.run(command, check=True, timeout=120, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(moves: list[BookMove]) -> list[dict[str, Any]]:
    return [{"text": str(each.move), "value": each.value} for each in moves]


def walks(game: Game, rules: str, chance: random.Random, games: int) -> Iterator[Board]:
    """Yield positions of the book on some ways through it, good ones and others, and the first ones beyond it."""
    book = book_of(game)
    for number in range(games):
        board = catalog.new(game.name, rules=rules)
        for _ in range(40):
            yield board.copy()
            page = book.page(board) if board.outcome() is None else None
            if page is None:
                break
            # Some ways go on with any moves, so that mirror images of the book's are among them.
            at_will = not page.moves or (number % 2 and chance.random() < 0.5)
            moves = list(board.legal_moves) if at_will else [page.moves[0].move]
            board.push(chance.choice(moves))


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the book work out only once where the moves of a position lead to, which it is asked for again and again."""
    leads: dict[tuple[str, ...], dict[int, Lead[Any]]] = {}
    work_out = vato.book.leads_of

    def leads_of(board: Board) -> dict[int, Lead[Any]]:
        way = board.rules.name, board.root().position, *map(str, board.played)
        if way not in leads:
            leads[way] = work_out(board)
        return leads[way]

    monkeypatch.setattr(vato.book, "leads_of", leads_of)


@each_game
@pytest.mark.usefixtures("remembered")
def test_a_sample_of_the_book_is_told_and_chosen_alike(game: Game, tmp_path: Path) -> None:
    chance = random.Random(20261116)
    book = book_of(game)
    boards = [(board, chance.random()) for rules in book.sizes for board in walks(game, rules, chance, 6)]
    boards = [(board, drawn) for board, drawn in boards if board.outcome() is None]
    kinds: Counter[str] = Counter()
    for (board, drawn), said in zip(boards, asked(game, boards, tmp_path), strict=True):
        page, chosen = book.page(board), book.choose(board, Chance(drawn))
        where = f"{board!r} {[str(move) for move in board.played]}"
        assert said["key"] == key_of(board), where
        wanted = page and {"value": page.value, "moves": told(list(page.moves)), "whole": page.whole}
        assert said["page"] == wanted, where
        assert said["candidates"] == told(book.candidates(board)), where
        assert said["chosen"] == (chosen and str(chosen.move)), where
        kinds["inside" if page else "outside"] += 1
        kinds["chosen"] += chosen is not None
        kinds["not the best"] += chosen is not None and str(chosen.move) != said["candidates"][0]["text"]
    assert kinds["inside"] > 100
    assert kinds["outside"] > 10
    assert kinds["chosen"] > 50
    assert kinds["not the best"] > 10


@each_game
def test_the_numbers_of_any_positions_are_the_books(game: Game, tmp_path: Path) -> None:
    chance = random.Random(5)
    positions = subjects()[game.name].positions(chance)
    boards = [board for board in (next(positions).copy() for _ in range(700)) if board.outcome() is None]
    boards += [board.mirror(symmetry) for board in boards[:20] for symmetry in board.symmetries]
    said = asked(game, [(board, 0.5) for board in boards], tmp_path)
    assert [each["key"] for each in said] == [key_of(board) for board in boards]
    assert len({each["key"] for each in said}) > 300
    assert {len(board.symmetries) for board in boards} == {3, 7}


def test_a_position_that_came_before_is_left_to_who_sees_the_whole_game(tmp_path: Path) -> None:
    game, board = catalog.find("fanorona"), catalog.new("fanorona", position="w8/9/9/9/8b w")
    nearby = [board, *after(board)]
    nearby += [there for each in nearby[1:] for there in after(each)]
    (tmp_path / "book.xz").write_bytes(packed({"standard": {key_of(each): 0 for each in nearby}}))
    book = Book(tmp_path / "book.xz")
    again = board.copy()
    for text in ("a5-a4", "i1-i2", "a4-a5", "i2-i1"):
        again.push(text)
    first, second = asked(game, [(board, 0.5), (again, 0.5)], tmp_path, book)
    assert first["candidates"] == told(book.candidates(board)) != []
    assert second["candidates"] == told(book.candidates(again)) == []
    assert second["page"] == first["page"]


def after(board: Board) -> Iterator[Board]:
    """Yield the positions that the moves of a board lead to."""
    for move in list(board.legal_moves):
        there = board.copy()
        there.push(move)
        yield there
