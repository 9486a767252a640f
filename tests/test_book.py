"""Opening books: made, killed and gone on with, read with mirror images, played from with variety, and damaged."""

from __future__ import annotations

import json
import logging
import lzma
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import vato
from tests.shared import UNPROVEN
from tools import make_book
from vato import catalog
from vato.board import Board
from vato.book import FILE, VARIETY, Book, DamagedBook, Page, key_of, packed
from vato.engine.levels import LevelPlayer, levels_of

MOST_BYTES = 2_000_000
"""What all books of a game may take together."""
WANTED = ["--positions", "standard=160", "strict=40", "--nodes", "300", "--jobs", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a small book, and the folder of its analysis."""
    folder = tmp_path_factory.mktemp("book")
    make_book.main(["fanorona", str(folder / "analysis"), *WANTED, "--out", str(folder / FILE)])
    return folder / FILE, folder / "analysis"


@pytest.fixture(scope="module")
def book(made: tuple[Path, Path]) -> Book:
    """Return the small book."""
    return Book(made[0])


def page_of(book: Book, board: Board) -> Page:
    page = book.page(board)
    assert page is not None
    return page


def walk(book: Book, board: Board) -> list[Board]:
    """Return the positions that are reached by moves of the book, the start first."""
    found, queue = {}, [board]
    while queue:
        here = queue.pop(0)
        page = book.page(here) if here.outcome() is None else None
        if page is None or here in found:
            continue
        found[here] = here
        for each in page.moves:
            there = here.copy()
            there.push(each.move)
            queue.append(there)
    return list(found)


def test_a_book_has_as_many_positions_as_were_wanted(book: Book) -> None:
    assert list(book.sizes) == ["standard", "strict"]
    assert book.sizes["standard"] >= 150
    assert book.sizes["strict"] >= 35
    for rules, count in book.sizes.items():
        # Mirror images are one position, so that as many boards as there are keys are reached, or more.
        assert len(walk(book, vato.new("fanorona", rules=rules))) >= count


def test_a_position_is_worth_what_its_best_move_is_worth(book: Book) -> None:
    whole = 0
    for board in walk(book, vato.new("fanorona")):
        page = page_of(book, board)
        values = [each.value for each in page.moves]
        assert values == sorted(values, reverse=True)
        if page.whole:
            whole += 1
            assert page.value == values[0]
            reached = set()
            for move in list(board.legal_moves):
                board.push(move)
                reached.add(min(image.key for image in (board, *map(board.mirror, board.symmetries))))
                board.pop()
            assert len(values) == len(reached)
    assert whole > 10


def test_mirror_images_are_one_position(book: Book) -> None:
    for board in walk(book, vato.new("fanorona", rules="strict"))[:12]:
        page = page_of(book, board)
        for symmetry in board.symmetries:
            image = page_of(book, board.mirror(symmetry))
            assert image.value == page.value
            assert image.whole == page.whole
            worths = {each.move: each.value for each in page.moves}
            assert sorted(worths.values()) == sorted(each.value for each in image.moves)


def test_what_a_book_does_not_hold_it_does_not_know(book: Book) -> None:
    assert book.page(vato.new("fanorona", rules="classic")) is None
    assert book.page(vato.new("fanorona", board="5x5")) is None
    assert book.page(vato.new("fanorona", position="9/9/2w1b4/3b5/9 w")) is None
    assert book.choose(vato.new("fanorona", position="9/9/2w1b4/3b5/9 w"), Random(1)) is None


def written(path: Path, values: dict[str, int], rules: str = "standard") -> Book:
    """Return a book that gives the positions after each first move and each reply a value for White."""

    board = vato.new("fanorona", rules=rules)
    found = {key_of(board): max(values.values())}
    for move in list(board.legal_moves):
        board.push(move)
        found[key_of(board)] = -values[str(move)]
        for reply in list(board.legal_moves):
            board.push(reply)
            found[key_of(board)] = values[str(move)]
            board.pop()
        board.pop()
    path.write_bytes(packed({rules: found}))
    return Book(path)


VALUES = {"e2-e3A": 50, "d3-e3A": 50 - VARIETY, "d3-e3W": 49 - VARIETY, "d2-e3A": -300, "f2-e3A": 45}


def test_good_moves_are_played_with_variety(tmp_path: Path) -> None:
    book = written(tmp_path / FILE, VALUES)
    board = vato.new("fanorona")
    assert [(str(each.move), each.value) for each in page_of(book, board).moves] == sorted(
        VALUES.items(), key=lambda each: -each[1]
    )
    random = Random(3)
    chosen = [book.choose(board, random) for _ in range(200)]
    played = [str(each.move) for each in chosen if each is not None]
    assert len(played) == 200
    assert set(played) == {"e2-e3A", "f2-e3A", "d3-e3A"}
    assert played.count("e2-e3A") > played.count("d3-e3A")
    again = Random(3)
    assert [book.choose(board, again) for _ in range(200)] == chosen


def test_a_position_that_came_before_is_left_to_the_engine(tmp_path: Path) -> None:
    board = vato.new("fanorona", position="b8/9/9/9/8w w")
    again = board.copy()
    for text in ("i1-h1", "a5-b5", "h1-i1", "b5-a5"):
        again.push(text)
    assert again == board
    found = {key_of(board): 0}
    for move in list(board.legal_moves):
        board.push(move)
        found[key_of(board)] = 0
        for reply in list(board.legal_moves):
            board.push(reply)
            found[key_of(board)] = 0
            board.pop()
        board.pop()
    (tmp_path / FILE).write_bytes(packed({"standard": found}))
    book = Book(tmp_path / FILE)
    assert book.choose(board, Random(1)) is not None
    assert book.choose(again, Random(1)) is None


def test_a_move_after_which_the_book_ends_is_not_played(tmp_path: Path) -> None:

    board = vato.new("fanorona")
    found = {key_of(board): 0}
    for move in list(board.legal_moves):
        board.push(move)
        found[key_of(board)] = 0
        board.pop()
    (tmp_path / FILE).write_bytes(packed({"standard": found}))
    assert page_of(Book(tmp_path / FILE), board).whole
    assert Book(tmp_path / FILE).choose(board, Random(1)) is None


# Who plays by it


def test_an_engine_plays_by_its_book_at_once_and_thinks_when_it_analyses(tmp_path: Path) -> None:
    board = vato.new("fanorona", rules=UNPROVEN)
    book = written(tmp_path / FILE, VALUES | {"d2-e3A": 900}, UNPROVEN)
    with vato.Engine("fanorona", hash_mb=1, book=book) as engine:
        with engine.start(board, vato.Limit(nodes=2000), variety=Random(1)) as thought:
            found = thought.result()
        assert (str(found.move), found.score.value, found.nodes) == ("d2-e3A", 900, 0)
        assert str(engine.play(board, vato.Limit(nodes=2000), variety=Random(1))) == "d2-e3A"
        assert engine.analyse(board, vato.Limit(nodes=2000)).nodes > 0
        board.push("d3-e3W")
        board.push(board.legal_moves[0])
        with engine.start(board, vato.Limit(nodes=2000), variety=Random(1)) as thought:
            assert thought.result().nodes > 0


def test_only_the_strongest_level_plays_by_the_book(tmp_path: Path) -> None:
    board = vato.new("fanorona", rules=UNPROVEN)
    levels = levels_of("fanorona")
    book = written(tmp_path / FILE, dict.fromkeys(VALUES, 0) | {"d2-e3A": 900}, UNPROVEN)
    with vato.Engine("fanorona", hash_mb=1, book=book) as engine:
        for level in levels[-3:]:
            with LevelPlayer("fanorona", level, 1, engine).start(board) as thought:
                if level is not levels[-1]:
                    thought.stop()
                assert (thought.result().nodes == 0) == (level is levels[-1])


# Damage


def damage(content: bytes, kind: str) -> bytes:
    middle = len(content) // 2
    return {
        "cut short": content[:-1],
        "one bit": content[:middle] + bytes([content[middle] ^ 8]) + content[middle + 1 :],
        "nothing": b"",
        "other": b"no book",
        "a list": lzma.compress(b"vato book 1\n[1]\n"),
        "endless": lzma.compress(b'vato book 1\n{"standard": 1000000000000}\n'),
    }[kind]


@pytest.mark.parametrize("kind", ["cut short", "one bit", "nothing", "other", "a list", "endless"])
def test_a_damaged_book_is_named_in_a_sentence_and_left_aside(
    made: tuple[Path, Path], kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / FILE
    path.write_bytes(damage(made[0].read_bytes(), kind))
    book = Book(path)
    with pytest.raises(DamagedBook) as refused:
        book.value(vato.new("fanorona"))
    said = str(refused.value)
    assert said.startswith(f"The opening book {path} cannot be read")
    assert said.count(".") == str(path).count(".") + said.split("(")[1].split(")")[0].count(".") + 1
    with caplog.at_level(logging.WARNING, "vato"), vato.Engine("fanorona", hash_mb=1, book=book) as engine:
        for _ in range(2):
            assert engine.play(vato.new("fanorona"), vato.Limit(nodes=100), variety=Random(1))
    assert [record.getMessage() for record in caplog.records] == [said]


def test_a_missing_book_is_damaged_too(tmp_path: Path) -> None:
    with pytest.raises(DamagedBook):
        Book(tmp_path / FILE).page(vato.new("fanorona"))


# Making


def test_the_maker_goes_on_after_it_was_killed(tmp_path: Path) -> None:
    log = tmp_path / "analysis" / "standard.jsonl"
    command = [
        sys.executable,
        "-m",
        "tools.make_book",
        "fanorona",
        str(tmp_path / "analysis"),
        "--out",
        str(tmp_path / FILE),
    ]
    many = [*command, "--positions", "standard=100000", "--nodes", "200", "--jobs", "1"]
    maker = subprocess.Popen(many, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline = time.monotonic() + 120
        while (not log.exists() or log.read_bytes().count(b"\n") < 5) and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        os.killpg(maker.pid, signal.SIGKILL)
        maker.wait()
    assert not (tmp_path / FILE).exists()
    kept = log.read_bytes()
    lines = kept[: kept.rindex(b"\n") + 1]
    assert lines.count(b"\n") >= 5
    log.write_bytes(lines + lines[: len(lines.splitlines()[0]) // 2])
    positions = 40 + len({child[0] for line in lines.splitlines() for child in json.loads(line)[1]})
    few = [*command, "--positions", f"standard={positions}", "--nodes", "200", "--jobs", "1"]
    subprocess.run(few, check=True, capture_output=True)
    assert log.read_bytes().startswith(lines)
    assert len(log.read_bytes()) > len(lines)
    assert Book(tmp_path / FILE).sizes["standard"] >= positions - 10
    # Once there is enough, nothing is searched, and the same book is written.
    first = (tmp_path / FILE).read_bytes()
    subprocess.run(few, check=True, capture_output=True)
    assert (tmp_path / FILE).read_bytes() == first


def test_a_damaged_analysis_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    lines = (made[1] / "strict.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "strict.jsonl").write_bytes(b"".join([lines[0], b"no JSON\n", *lines[1:]]))
    with pytest.raises(SystemExit, match=r"vato: Line 2 of .* is damaged"):
        make_book.main(["fanorona", str(tmp_path), "--positions", "strict=50", "--out", str(tmp_path / FILE)])


@pytest.mark.parametrize(
    "arguments",
    [
        "chess here --positions standard=5",
        "fanorona here --positions old=5",
        "fanorona here --positions strict=5 --jobs 0",
    ],
)
def test_the_maker_refuses_in_a_sentence(arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        make_book.main(arguments.split())
    assert str(left.value.code).startswith("vato: ")
    assert "\n" not in str(left.value.code)


# What every copy of vato has


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_shipped_books_are_whole_and_small(game: str) -> None:
    book = catalog.book(game)
    path = catalog.find(game).file(FILE)
    assert (book is None) == (path is None)
    if book is None or path is None:
        return
    assert path.stat().st_size <= MOST_BYTES
    for rules in book.sizes:
        page = page_of(book, vato.new(game, rules=rules))
        assert page.whole
        assert page.value == page.moves[0].value


def test_fanorona_has_books_for_the_rules_whose_first_turns_differ() -> None:
    book = catalog.book("fanorona")
    assert book is not None
    assert set(book.sizes) >= {"standard", "classic", "strict"}
    assert book.sizes["standard"] >= 50_000
    for rules in book.sizes:
        assert book.choose(vato.new("fanorona", rules=rules), Random(5)) is not None
