"""Pictures of Squadro: lanes, dots, pieces that point where they go, the last move and a plan."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import vato

# Light's stone 2 moves 3 and jumps over dark's stones 3 and 4, of which 3 has turned and 4 has not.
BEFORE_JUMP = "40474/35a26 light"


def drawn(board: vato.Board, kind: str, *, theme: str = "light", move: object = None) -> list[Element]:
    """Return the elements of a class in the picture of a board."""
    root = ElementTree.fromstring(board.svg(theme=theme, move=move))
    return [element for element in root.iter() if set(kind.split()) <= set(element.get("class", "").split())]


def pieces(elements: list[Element]) -> dict[tuple[str, int], tuple[int, str]]:
    """Return for each piece, by side and lane, its place and where it is said to point."""
    return {
        (element.attrib["class"].split()[1], int(element.attrib["data-lane"])): (
            int(element.attrib["data-place"]),
            element.attrib["data-points"],
        )
        for element in elements
    }


def where(element: Element) -> tuple[float, float]:
    x, y = re.findall(r"translate\((\S+) (\S+)\)", element.attrib["transform"])[0]
    return float(x), float(y)


def seen_pointing(element: Element) -> str:
    """Return where the tip of a drawn piece really points, from its outline and rotation."""
    angle = math.radians(float(re.findall(r"rotate\((\S+)\)", element.attrib["transform"])[0]))
    tip = re.match(r"M(\S+) (\S+?)L", element[0].attrib["d"])
    assert tip is not None
    x, y = float(tip[1]), float(tip[2])
    right, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "down" if down > 0 else "up"


def lane_labels(board: vato.Board) -> dict[str, list[tuple[float, float]]]:
    """Return where the numbers of the lanes stand; the baseline of a text lies a little below its middle."""
    labels: dict[str, list[tuple[float, float]]] = {}
    for label in drawn(board, "label"):
        labels.setdefault(label.text or "", []).append((float(label.attrib["x"]), float(label.attrib["y"]) - 6.5))
    return labels


# The board


def test_the_dots_are_the_engraved_speeds() -> None:
    """RULES.md: light out 1 3 2 3 1, back 3 1 2 1 3; dark out 3 1 2 1 3, back 1 3 2 3 1."""
    engraved = {("light", 0): "13231", ("light", 6): "31213", ("dark", 0): "31213", ("dark", 6): "13231"}
    expected = {
        (side, place, lane): int(speed)
        for (side, place), speeds in engraved.items()
        for lane, speed in enumerate(speeds, start=1)
    }
    dots = drawn(vato.new("squadro"), "dot")
    found = Counter(
        (dot.attrib["class"].split()[1], int(dot.attrib["data-place"]), int(dot.attrib["data-lane"])) for dot in dots
    )
    assert found == expected
    assert len({(dot.attrib["cx"], dot.attrib["cy"]) for dot in dots}) == 40


def test_dots_lie_outside_the_place_they_are_engraved_at() -> None:
    board = vato.new("squadro")
    stones = {
        (stone.attrib["class"][6:], int(stone.attrib["data-lane"])): where(stone) for stone in drawn(board, "stone")
    }
    for dot in drawn(board, "dot"):
        x, y = stones[dot.attrib["class"].split()[1], int(dot.attrib["data-lane"])]
        right, up = float(dot.attrib["cx"]) - x, y - float(dot.attrib["cy"])
        along, across = (up, right) if "light" in dot.attrib["class"] else (right, up)
        assert abs(across) < 20
        assert (-60 < along < -40) if dot.attrib["data-place"] == "0" else (540 < along < 570)


def test_lanes_are_numbered_columns_from_the_left_and_rows_from_the_bottom() -> None:
    board = vato.new("squadro")
    labels = lane_labels(board)
    assert sorted(labels) == list("12345")
    for stone in drawn(board, "stone"):
        column, row = labels[stone.attrib["data-lane"]]
        x, y = where(stone)
        assert (x == column[0]) if "light" in stone.attrib["class"] else (y == row[1])
    assert [labels[number][0][0] for number in "12345"] == sorted(labels[number][0][0] for number in "12345")
    assert [labels[number][1][1] for number in "54321"] == sorted(labels[number][1][1] for number in "12345")


def test_ten_lanes_have_ten_starts_and_ten_far_edges() -> None:
    board = vato.new("squadro")
    assert len(drawn(board, "groove light")) == len(drawn(board, "groove dark")) == 5
    assert len(drawn(board, "place")) == 20


# The stones


def test_at_the_start_light_stands_at_the_bottom_and_dark_at_the_left() -> None:
    board = vato.new("squadro")
    stones = pieces(drawn(board, "stone"))
    assert stones == {("light", lane): (0, "up") for lane in range(1, 6)} | {
        ("dark", lane): (0, "right") for lane in range(1, 6)
    }
    light = [where(stone) for stone in drawn(board, "stone light")]
    dark = [where(stone) for stone in drawn(board, "stone dark")]
    assert min(y for _, y in light) > max(y for _, y in dark)
    assert min(x for x, _ in light) > max(x for x, _ in dark)


def test_pieces_point_back_once_they_have_turned() -> None:
    """Progress 5 is the last crossing on the way out, 6 the far edge, 7 and b on the way back."""
    board = vato.new("squadro", position="0567b/0567b light")
    stones = pieces(drawn(board, "stone"))
    assert stones == {
        ("light", 1): (0, "up"),
        ("light", 2): (5, "up"),
        ("light", 3): (6, "down"),
        ("light", 4): (5, "down"),
        ("light", 5): (1, "down"),
        ("dark", 1): (0, "right"),
        ("dark", 2): (5, "right"),
        ("dark", 3): (6, "left"),
        ("dark", 4): (5, "left"),
        ("dark", 5): (1, "left"),
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_are_drawn_as_they_say(theme: str) -> None:
    board = vato.new("squadro", position="0567b/0567b light")
    for stone in drawn(board, "stone", theme=theme):
        assert seen_pointing(stone) == stone.attrib["data-points"]


def test_stones_that_share_a_crossing_line_up() -> None:
    """Column c and row r cross where light stands on place r of lane c and dark on place c of lane r."""
    crossing = where(drawn(vato.new("squadro", position="02000/00000 light"), "stone light")[1])
    assert where(drawn(vato.new("squadro", position="00000/02000 light"), "stone dark")[1]) == crossing
    assert where(drawn(vato.new("squadro", position="0a000/00000 light"), "stone light")[1]) == crossing


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_stones_that_are_home_carry_a_check_at_their_start(theme: str) -> None:
    board = vato.new("squadro", position="c0c00/0000c dark")
    home = drawn(board, "stone home", theme=theme)
    assert pieces(home) == {("light", 1): (0, "down"), ("light", 3): (0, "down"), ("dark", 5): (0, "left")}
    assert len(drawn(board, "check")) == 3
    assert len(drawn(board, "stone")) == 10
    assert [len(shadows) for shadows in drawn(board, "shadows")] == [7]  # they lie flat


def test_all_ten_stones_are_drawn_throughout_a_game() -> None:
    board, chance = vato.new("squadro"), random.Random(2)
    while board.legal_moves:
        board.push(chance.choice(board.legal_moves))
        light, dark = board.position.split()[0].split("/")
        places = {
            (side, lane): min(int(digit, 13), 12 - int(digit, 13))
            for side, digits in (("light", light), ("dark", dark))
            for lane, digit in enumerate(digits, start=1)
        }
        assert {stone: place for stone, (place, _) in pieces(drawn(board, "stone")).items()} == places
        assert len(drawn(board, "stone home")) == board.position.count("c")
    assert len(drawn(board, "destination")) == 1


# The last move


def test_a_start_marks_no_move() -> None:
    board = vato.new("squadro")
    for kind in ("happened", "plan", "arrow", "ghost", "turn", "jumped", "origin", "destination", "check"):
        assert drawn(board, kind) == []


def test_a_last_move_shows_where_the_stone_came_from() -> None:
    board = vato.new("squadro")
    board.push("2")
    assert pieces(drawn(board, "ghost")) == {("light", 2): (0, "up")}
    (outline,) = drawn(board, "destination")
    assert (outline.attrib["data-lane"], outline.attrib["data-place"]) == ("2", "3")
    assert len(drawn(board, "arrow")) == 1
    assert drawn(board, "turn") == drawn(board, "plan") == []


def test_stones_jumped_over_are_shown_where_they_stood() -> None:
    board = vato.new("squadro", position=BEFORE_JUMP)
    before = pieces(drawn(board, "stone dark"))
    board.push("2")
    ghosts = pieces(drawn(board, "ghost"))
    assert ghosts == {
        ("light", 2): (0, "up"),
        ("dark", 3): before["dark", 3],
        ("dark", 4): before["dark", 4],
    }
    stones = pieces(drawn(board, "stone"))
    assert stones["light", 2] == (5, "up")
    assert stones["dark", 3] == (6, "left")
    assert stones["dark", 4] == (0, "right")
    assert sorted(arrow.attrib["data-lane"] for arrow in drawn(board, "arrow back")) == ["3", "4"]
    assert len(drawn(board, "arrow")) == 3


def test_every_ghost_of_a_game_stands_where_its_stone_stood() -> None:
    for seed in range(5):
        board, chance = vato.new("squadro"), random.Random(seed)
        while board.legal_moves:
            before = pieces(drawn(board, "stone"))
            board.push(chance.choice(board.legal_moves))
            after = pieces(drawn(board, "stone"))
            moved = {stone: before[stone] for stone in before if before[stone] != after[stone]}
            assert pieces(drawn(board, "ghost")) == moved


def test_a_stone_that_reaches_the_far_edge_is_shown_turning() -> None:
    board = vato.new("squadro", position="05000/00000 light")
    board.push("2")
    assert len(drawn(board, "turn")) == 1
    assert pieces(drawn(board, "stone"))["light", 2] == (6, "down")
    assert pieces(drawn(board, "ghost")) == {("light", 2): (5, "up")}


# A plan


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_plan_shows_where_stones_would_stand(theme: str) -> None:
    board = vato.new("squadro", position=BEFORE_JUMP)
    stones = pieces(drawn(board, "stone", theme=theme, move="2"))
    assert stones == pieces(drawn(board, "stone"))
    assert pieces(drawn(board, "ghost", theme=theme, move="2")) == {
        ("light", 2): (5, "up"),
        ("dark", 3): (6, "left"),
        ("dark", 4): (0, "right"),
    }
    assert [outline.attrib["data-lane"] for outline in drawn(board, "jumped", move="2")] == ["3", "4"]
    assert len(drawn(board, "arrow", move="2")) == 3


def test_every_plan_shows_what_the_move_then_does() -> None:
    board, chance = vato.new("squadro"), random.Random(11)
    while board.legal_moves:
        move = chance.choice(board.legal_moves)
        ghosts, before = pieces(drawn(board, "ghost", move=move)), pieces(drawn(board, "stone"))
        board.push(move)
        after = pieces(drawn(board, "stone"))
        assert ghosts == {stone: after[stone] for stone in after if after[stone] != before[stone]}


def test_a_plan_hides_the_last_move() -> None:
    board = vato.new("squadro")
    board.push("2")
    assert drawn(board, "happened", move="1") == []
    assert pieces(drawn(board, "ghost", move="1")) == {("dark", 1): (3, "right")}


def test_a_plan_that_brings_a_stone_home_carries_a_check() -> None:
    board = vato.new("squadro", position="b0000/00000 light")
    assert drawn(board, "check") == []
    assert len(drawn(board, "check", move="1")) == 1


def test_arrows_point_the_way_the_stone_goes() -> None:
    """Down for light on its way back; and towards the start for a stone jumped over that has not turned."""
    board = vato.new("squadro", position="9000b/00300 light")
    for move, going in (("1", 1), ("2", -1)):
        (arrow,) = (arrow for arrow in drawn(board, "arrow", move=move) if "back" not in arrow.attrib["class"])
        corners = [tuple(map(float, corner.split())) for corner in arrow.attrib["d"].strip("MZ").split("L")]
        downwards = [going * y for _, y in corners]
        assert downwards.count(max(downwards)) == 1  # one corner, the tip, is foremost


def test_a_picture_is_small() -> None:
    assert len(vato.new("squadro").svg()) < 15_000
