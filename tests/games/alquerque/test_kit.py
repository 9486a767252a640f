"""Alquerque on paper: the board measures what the docs say, every side has its pieces, and the leaflet its pictures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.kit.page import boards_of, pieces_of, read, spots
from vato.games.alquerque.kit import alquerque_board
from vato.games.alquerque.rulesets import RuleSet
from vato.kit.document import Wish
from vato.kit.kits import kit_of


def test_the_board_is_as_large_as_documented() -> None:
    board = alquerque_board("5x5")
    assert (board.width, board.height) == (156, 156)


def test_points_have_their_names_on_two_sides() -> None:
    svg = next(boards_of(read(Wish("alquerque")), "alquerque"))
    labels = [text.text for text in svg.iterfind(".//{*}text[@class='label']")]
    assert sorted(filter(None, labels)) == sorted("abcde12345" * 2)


def test_neighbouring_points_are_thirty_millimetres_apart() -> None:
    found = spots(next(boards_of(read(Wish("alquerque")), "alquerque")), "point")
    assert len(found) == 25
    for ordered in (sorted({x for x, _ in found}), sorted({y for _, y in found})):
        assert {round(after - before, 6) for before, after in pairwise(ordered)} == {30}


@pytest.mark.parametrize("saving", [False, True])
def test_every_side_has_its_pieces_and_spares(saving: bool) -> None:
    counted = pieces_of(read(Wish("alquerque", ink_saving=saving)))
    assert counted["0"] == counted["1"] >= 12 + 2


@pytest.mark.parametrize("rules", RuleSet.known)
def test_every_rule_set_has_a_leaflet_with_its_own_rules_and_figures(rules: str) -> None:
    kit = kit_of("alquerque", rules)
    assert kit.start.board.position == "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"
    shown = {"a1xc3", "a1xc3xc5"}
    shown |= {"alfonso": {"e1-d1"}, "huffing": {"e1-d1"}, "bell": {"c3xc1"}}.get(rules, set())
    assert {str(figure.board.read(figure.move)) for figure in kit.figures} == shown
    said = "".join(read(Wish("alquerque", rules=rules)).itertext())
    assert ("A stone that can jump on must do so." in said) == (rules in ("modern", "bell"))
    assert ("A player who can capture must capture" in said) == (rules in ("modern", "bell"))
    assert ("every stone that could have" in said) == (rules == "huffing")
    assert ("They go back only by capturing." in said) == (rules == "bell")
    assert "document 004" not in said


@pytest.mark.parametrize("size", ["3x3", "9x5"])
def test_a_board_of_another_size_can_be_printed(size: str) -> None:
    columns, rows = map(int, size.split("x"))
    page = read(Wish("alquerque", board=size, paper="a3"))
    assert len(spots(next(boards_of(page, "alquerque")), "point")) == columns * rows
    assert pieces_of(page)["0"] >= (columns * rows - 1) // 2 + 2


def test_the_back_of_another_board_tells_the_rules_in_few_words() -> None:
    said = "".join(read(Wish("fanorona", board="5x5")).itertext())
    assert "On the back: Alquerque" in said
    for paragraph in kit_of("alquerque").short:
        assert paragraph in said
