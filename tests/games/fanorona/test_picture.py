"""Pictures of Fanorona: the board's lines, the stones on their points, the last move and a plan."""

from __future__ import annotations

import random
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import vato

# Black's last step ends on e3, which its second step emptied; its third step enters f2, which its first step emptied.
BEFORE_CHAIN = "4bb1b1/bb2bbb1b/b3w2bw/w3wwwww/1wwww1www b"
CHAIN = "f4-f3A-g3W-f2A-e3W"


def drawn(board: vato.Board, kind: str, *, theme: str = "light", move: object = None) -> list[Element]:
    """Return the elements of a class in the picture of a board."""
    root = ElementTree.fromstring(board.svg(theme=theme, move=move))
    return [element for element in root.iter() if set(kind.split()) <= set(element.get("class", "").split())]


def points(elements: list[Element]) -> list[str]:
    return sorted(element.attrib["data-point"] for element in elements)


def centre(element: Element) -> tuple[float, float]:
    return float(element.attrib["cx"]), float(element.attrib["cy"])


def grid(board: vato.Board) -> dict[str, float]:
    """Return where the columns and rows lie, by their labels; the baseline of a text lies a little below its middle."""
    labels = drawn(board, "label")
    columns = {label.text or "": float(label.attrib["x"]) for label in labels if (label.text or "").isalpha()}
    return columns | {label.text or "": float(label.attrib["y"]) - 6.5 for label in labels if label.text not in columns}


def played(position: str, *moves: str, rules: str = "standard") -> vato.Board:
    board = vato.new("fanorona", position=position, rules=rules)
    for move in moves:
        board.push(move)
    return board


# The board


@pytest.mark.parametrize(("size", "count"), [("9x5", 24), ("3x3", 8), ("5x5", 16), ("7x9", 28), ("9x7", 28)])
def test_every_line_is_drawn_once(size: str, count: int) -> None:
    """Rows, columns, and diagonals through the points where column + row is even: RULES.md."""
    width, height = (int(side) for side in size.split("x"))
    expected = Counter(
        frozenset({(column, row), (column + right, row + up)})
        for column in range(1, width + 1)
        for row in range(1, height + 1)
        for right, up in [(1, 0), (0, 1), *([(1, 1), (1, -1)] if (column + row) % 2 == 0 else [])]
        if column + right <= width and 1 <= row + up <= height
    )
    board = vato.new("fanorona", board=size)
    columns = {x: column for column, x in enumerate(sorted(grid(board)[letter] for letter in "abcdefghi"[:width]), 1)}
    rows = {
        y: row for row, y in enumerate(sorted((grid(board)[str(n)] for n in range(1, height + 1)), reverse=True), 1)
    }
    lines = drawn(board, "line")
    found: Counter[frozenset[tuple[int, int]]] = Counter()
    for line in lines:
        column, last_column = columns[float(line.attrib["x1"])], columns[float(line.attrib["x2"])]
        row, last_row = rows[float(line.attrib["y1"])], rows[float(line.attrib["y2"])]
        steps = max(abs(last_column - column), abs(last_row - row))
        right, up = (last_column - column) // steps, (last_row - row) // steps
        for step in range(steps):
            ends = [(column + part * right, row + part * up) for part in (step, step + 1)]
            found[frozenset(ends)] += 1
    assert found == expected
    assert len(lines) == count


def test_columns_are_lettered_from_the_left_and_rows_numbered_from_the_bottom() -> None:
    labels = grid(vato.new("fanorona", board="9x7"))
    assert sorted(labels) == sorted("abcdefghi1234567")
    assert sorted("abcdefghi", key=labels.__getitem__) == list("abcdefghi")
    assert sorted("1234567", key=labels.__getitem__) == list("7654321")


# The stones


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["9x5", "3x3", "7x9", "5x3"])
def test_every_stone_of_a_game_is_drawn_where_the_position_has_it(size: str, theme: str) -> None:
    board, chance = vato.new("fanorona", board=size), random.Random(7)
    for _ in range(12):
        stones = board.position.split()[0]
        for side in ("white", "black"):
            assert len(drawn(board, f"stone {side}", theme=theme)) == stones.count(side[0])
        if not board.legal_moves:
            break
        board.push(chance.choice(board.legal_moves))


def test_stones_stand_on_their_points() -> None:
    board = played("8b/9/4w4/9/w8 w")
    places = grid(board)
    stones = {(stone.attrib["class"], stone.attrib["data-point"]): centre(stone) for stone in drawn(board, "stone")}
    assert stones == {
        ("stone white", "a1"): (places["a"], places["1"]),
        ("stone white", "e3"): (places["e"], places["3"]),
        ("stone black", "i5"): (places["i"], places["5"]),
    }


def test_the_sides_differ_in_shape_as_well_as_in_colour() -> None:
    board = vato.new("fanorona")
    white, black = drawn(board, "marks")
    assert white.get("fill") != "none"
    assert black.get("fill") == "none"
    assert white.get("stroke") is None
    assert [len(white), len(black)] == [22, 22]


# The last move


def test_a_start_marks_no_move() -> None:
    board = vato.new("fanorona")
    for kind in ("happened", "plan", "arrow", "ghost", "cross", "number", "origin", "destination"):
        assert drawn(board, kind) == []


def test_a_last_move_is_marked_from_origin_to_destination() -> None:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    assert points(drawn(board, "origin")) == ["d2"]
    assert points(drawn(board, "destination")) == ["e3"]
    assert points(drawn(board, "ghost")) == points(drawn(board, "cross")) == ["f4", "g5"]
    assert all(ghost.attrib["class"] == "ghost black" for ghost in drawn(board, "ghost"))
    assert [len(drawn(board, kind)) for kind in ("arrow", "number", "plan")] == [1, 0, 0]


def test_a_ghost_has_the_colour_of_the_stone_it_was() -> None:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    root = ElementTree.fromstring(board.svg())
    fills = {child.get("class"): group.get("fill") for group in root for child in group}
    assert fills["ghost black"] == fills["stone black"] != fills["stone white"]


def test_only_the_last_move_is_marked() -> None:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    board.push("c3-d2A")
    assert points(drawn(board, "origin")) == ["c3"]
    assert points(drawn(board, "destination")) == ["d2"]
    assert points(drawn(board, "ghost white")) == points(drawn(board, "ghost")) == ["e1"]


def test_a_paika_captures_nothing() -> None:
    board = played("8b/9/9/9/w8 w", "a1-b1")
    assert len(drawn(board, "arrow")) == 1
    assert drawn(board, "ghost") == drawn(board, "cross") == []


def test_a_chain_is_numbered_and_all_it_captured_is_marked() -> None:
    board = played(BEFORE_CHAIN, CHAIN)
    assert points(drawn(board, "ghost white")) == points(drawn(board, "cross")) == ["e1", "e3", "f2", "g1"]
    assert [arrow.attrib["data-step"] for arrow in drawn(board, "arrow")] == ["1", "2", "3", "4"]
    assert [number.text for number in drawn(board, "number")] == ["1", "2", "3", "4"]
    assert points(drawn(board, "origin")) == ["f4"]
    assert points(drawn(board, "destination")) == ["e3"]


def test_the_numbers_of_a_chain_stand_where_its_steps_begin() -> None:
    board = played(BEFORE_CHAIN, CHAIN)
    places = grid(board)
    begins = [(places[column], places[row]) for column, row in ("f4", "f3", "g3", "f2")]
    assert [centre(disc) for disc in drawn(board, "disc")] == begins


@pytest.mark.parametrize("plan", [False, True])
def test_arrows_run_along_the_steps_of_a_chain(plan: bool) -> None:
    board = played(BEFORE_CHAIN) if plan else played(BEFORE_CHAIN, CHAIN)
    places = grid(board)
    path = [(places[column], places[row]) for column, row in ("f4", "f3", "g3", "f2", "e3")]
    arrows = drawn(board, "arrow", move=CHAIN if plan else None)
    for arrow, start, end in zip(arrows, path[:-1], path[1:], strict=True):
        corners = [tuple(map(float, corner.split())) for corner in arrow.attrib["d"].strip("MZ").split("L")]
        # The tip lies on the step, and nearer to its end than anything else of the arrow.
        tip = min(corners, key=lambda corner: abs(corner[0] - end[0]) + abs(corner[1] - end[1]))
        across = (tip[0] - start[0]) * (end[1] - start[1]) - (tip[1] - start[1]) * (end[0] - start[0])
        assert abs(across) < 2
        for axis in (0, 1):
            low, high = sorted((start[axis], end[axis]))
            assert low - 0.1 <= tip[axis] <= high + 0.1


def test_the_cross_of_a_captured_stone_steps_aside_where_the_chain_went() -> None:
    board = played(BEFORE_CHAIN, CHAIN)
    places = grid(board)
    ghosts = {ghost.attrib["data-point"]: centre(ghost) for ghost in drawn(board, "ghost")}
    assert ghosts["f2"] == (places["f"], places["2"])
    assert ghosts["e3"] != (places["e"], places["3"])  # Black's own stone stands there now


def test_every_last_move_of_a_game_marks_exactly_what_left_the_board() -> None:
    for seed in range(4):
        board, chance = vato.new("fanorona"), random.Random(seed)
        while board.legal_moves:
            before = {stone.attrib["data-point"]: stone.attrib["class"] for stone in drawn(board, "stone")}
            mover, enemy = (("white", "black"), ("black", "white"))[board.turn]
            move = board.push(chance.choice(board.legal_moves))
            after = {stone.attrib["data-point"]: stone.attrib["class"] for stone in drawn(board, "stone")}
            lost = {point for point, kind in before.items() if kind == f"stone {enemy}" and after.get(point) != kind}
            assert points(drawn(board, f"ghost {enemy}")) == points(drawn(board, "cross")) == sorted(lost)
            assert drawn(board, f"ghost {mover}") == []
            steps = str(move).count("-")
            assert len(drawn(board, "arrow")) == steps
            assert len(drawn(board, "number")) == (steps if steps > 1 else 0)


# A plan


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_plan_is_drawn_over_the_position_before_it(theme: str) -> None:
    board = played(BEFORE_CHAIN)
    assert points(drawn(board, "stone", theme=theme, move=CHAIN)) == points(drawn(board, "stone", theme=theme))
    assert points(drawn(board, "cross", theme=theme, move=CHAIN)) == ["e1", "e3", "f2", "g1"]
    assert points(drawn(board, "origin", move=CHAIN)) == ["f4"]
    assert points(drawn(board, "destination", move=CHAIN)) == ["e3"]
    assert [number.text for number in drawn(board, "number", move=CHAIN)] == ["1", "2", "3", "4"]
    assert drawn(board, "ghost", move=CHAIN) == drawn(board, "happened", move=CHAIN) == []


def test_a_plan_hides_the_last_move() -> None:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    assert drawn(board, "happened")
    plan = board.legal_moves[0]
    assert drawn(board, "happened", move=plan) == []
    assert points(drawn(board, "origin", move=plan)) == [plan.steps[0].origin]


def test_every_plan_crosses_out_what_it_would_capture() -> None:
    board = played(BEFORE_CHAIN)
    for plan in board.legal_moves:
        after = board.copy()
        after.push(plan)
        assert points(drawn(board, "cross", move=plan)) == points(drawn(after, "cross"))
        assert len(drawn(board, "arrow", move=plan)) == len(plan.steps)


def test_a_vela_marks_the_one_stone_it_takes() -> None:
    board = vato.new("fanorona", rules="vela")
    board.push("d2-e3A")
    assert points(drawn(board, "cross")) == ["f4"]


def test_a_picture_is_small() -> None:
    assert len(vato.new("fanorona").svg()) < 15_000
