"""What every game shows and offers: exactly the legal turns, and exactly what they do to the pieces."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import vato
from tests.test_conformance import each_case, random_game, toads_in_the_catalogue
from vato import catalog, scene

__all__ = ["toads_in_the_catalogue"]  # for every test here


def spread(boards: Sequence[vato.Board], seed: int, count: int = 12) -> list[vato.Board]:
    """Return some positions of a game, its start and its end among them."""
    between = random.Random(seed).sample(boards[1:-1], min(count, len(boards[1:-1])))
    return [boards[0], *between, boards[-1]]


def walked(options: list[scene.Option], before: tuple[scene.Option, ...] = ()) -> Iterator[tuple[scene.Option, ...]]:
    """Yield every option with those that lead to it."""
    for option in options:
        yield (*before, option)
        yield from walked(option.get("next", []), (*before, option))


def changed(pieces: list[scene.Piece], steps: Any) -> list[scene.Piece]:
    """Return the pieces after the changes of some steps, as an interface would make them."""
    standing = {piece["at"]: dict(piece) for piece in pieces}
    for step in steps:
        for change in step["changes"]:
            piece: Any = standing.pop(change["from"])
            if "to" in change:
                assert change["to"] not in standing
                moved = {"at": change["to"], **{name: change[name] for name in ("heading", "home") if name in change}}
                standing[change["to"]] = piece | moved
    return in_order(standing.values())


def in_order(pieces: Any) -> list[scene.Piece]:
    return sorted(pieces, key=lambda piece: str(piece["at"]))


@each_case
def test_options_are_the_legal_turns(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=21):
        options = scene.scene_of(board)["options"]
        stops = [path[-1]["text"] for path in walked(options) if path[-1].get("stop")]
        assert sorted(stops) == sorted(map(str, board.legal_moves))
        for *_, option in walked(options):
            assert option.get("stop") or option.get("next")
        for level in (options, *(path[-1].get("next", []) for path in walked(options))):
            told_apart = [(option["from"], option["to"], option.get("way", "")) for option in level]
            assert len(set(told_apart)) == len(told_apart)


@each_case
def test_changes_lead_to_the_pieces_after_the_turn(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=23, count=6):
        shown = scene.scene_of(board)
        for path in walked(shown["options"]):
            after = in_order(scene.scene_of(board.sketch(path[-1]["text"]), options=False)["pieces"])
            assert changed(shown["pieces"], path) == after
            if path[-1].get("stop"):
                twin = board.copy()
                turn = scene.turn_of(board, twin.push(path[-1]["text"]), ply=1)
                assert changed(shown["pieces"], turn["steps"]) == after
                assert turn["text"] == path[-1]["text"]
                assert all(step.items() <= option.items() for step, option in zip(turn["steps"], path, strict=True))


@each_case
def test_steps_join_and_name_what_they_do(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=25):
        shown = scene.scene_of(board)
        points = {point["name"] for point in scene.layout_of(board)["points"]}
        owners = {piece["at"]: piece["player"] for piece in shown["pieces"]}
        for path in walked(shown["options"]):
            option = path[-1]
            assert owners[path[0]["from"]] == board.turn
            assert all(before["to"] == after["from"] for before, after in itertools.pairwise(path))
            assert option["changes"][0] == {"from": option["from"], "to": option["to"]} | dict(option["changes"][0])
            gone = [*option.get("struck", []), *option.get("lost", [])]
            assert [change["from"] for change in option["changes"][1:]] == gone
            assert all(owners[point] != board.turn for point in option.get("struck", []))
            way = option.get("path", [option["from"], option["to"]])
            assert (way[0], way[-1]) == (option["from"], option["to"])
            assert points >= {option["from"], option["to"], *way, *option.get("struck", [])}


@each_case
def test_closed_points_are_those_a_chain_has_left(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=27):
        for path in walked(scene.scene_of(board)["options"]):
            option = path[-1]
            left = [step["from"] for step in path]
            # Rules that let a turn come back to a point close none.
            assert option.get("closed", []) in ([], left if "next" in option else [])
            for *_, later in walked(option.get("next", [])):
                assert later["to"] not in option.get("closed", [])


@each_case
def test_pieces_and_counts_agree(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in random_game(name, rules, setup):
        shown = scene.scene_of(board, options=False)
        points = {point["name"] for point in scene.layout_of(board)["points"]}
        places = [piece["at"] for piece in shown["pieces"]]
        assert len(set(places)) == len(places)
        assert set(places) <= points
        assert list(shown["counts"]) == [counter.name for counter in catalog.find(name).counters]
        for player in (0, 1):
            own = [piece for piece in shown["pieces"] if piece["player"] == player]
            if "home" in shown["counts"]:
                assert sum(piece["home"] for piece in own) == shown["counts"]["home"][player]
            if "stones" in shown["counts"]:
                assert len(own) == shown["counts"]["stones"][player]
        assert (shown["position"], shown["turn"], shown["ply"]) == (board.position, board.turn, len(board.played))
        assert shown["options"] == []


@each_case
def test_steps_tell_what_is_counted_after_them(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=36, count=6):
        shown = scene.scene_of(board)
        for path in walked(shown["options"]):
            before, after = (
                next((step["counts"] for step in reversed(steps) if "counts" in step), shown["counts"])
                for steps in (path[:-1], path)
            )
            assert after == scene.scene_of(board.sketch(path[-1]["text"]), options=False)["counts"]
            assert ("counts" in path[-1]) == (before != after)


@each_case
def test_a_scene_is_compact_json(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=30):
        shown = scene.scene_of(board)
        assert json.loads(json.dumps(shown)) == shown
        for *_, option in walked(shown["options"]):
            assert all(value not in (None, False, "", []) for value in option.values())
            for change in option["changes"]:
                assert all(value not in (None, False) for value in change.values())
    layout = scene.layout_of(vato.new(name, rules=rules, **setup))
    assert json.loads(json.dumps(layout)) == layout


@each_case
def test_the_turns_of_a_game_lead_from_its_start_to_its_end(name: str, rules: str, setup: dict[str, str]) -> None:
    boards = random_game(name, rules, setup)
    turns = scene.turns_of(boards[-1])
    assert [turn["ply"] for turn in turns] == list(range(1, len(boards)))
    assert [turn["text"] for turn in turns] == [str(move) for move in boards[-1].played]
    assert [turn["player"] for turn in turns] == [board.turn for board in boards[:-1]]
    pieces = scene.scene_of(boards[0])["pieces"]
    for turn in turns:
        pieces = changed(pieces, turn["steps"])
    assert pieces == in_order(scene.scene_of(boards[-1])["pieces"])


@each_case
def test_a_refusal_says_why_exactly_what_is_not_offered(name: str, rules: str, setup: dict[str, str]) -> None:
    for board in spread(random_game(name, rules, setup), seed=33, count=6):
        options = scene.scene_of(board)["options"]
        origins = {option["from"] for option in options}
        offered = {(option["from"], option["to"]) for option in options}
        points = [point["name"] for point in scene.layout_of(board)["points"]]
        for point in points:
            error = scene.refusal(board, point)
            assert (error is None) == (point in origins), (board, point)
            assert error is None or re.fullmatch(r"[^\n]+[^.]\.", str(error))
        ways = list(itertools.product(points, points))
        for origin, target in random.Random(34).sample(ways, min(80, len(ways))):
            error = scene.refusal(board, origin, target)
            assert error is None or (origin, target) not in offered or isinstance(error, vato.AmbiguousMove)
            assert error is not None or (origin, target) in offered
        for path in walked(options):
            assert scene.refusal(board, path[-1]["text"]) is None
            for later in path[-1].get("next", []):
                error = scene.refusal(board, path[-1]["text"], later["to"])
                assert error is None or isinstance(error, vato.AmbiguousMove)


@each_case
def test_points_lie_where_pictures_have_them(name: str, rules: str, setup: dict[str, str]) -> None:
    board = vato.new(name, rules=rules, **setup)
    layout = scene.layout_of(board)
    picture = board.svg()
    assert f'viewBox="0 0 {layout["width"]} {layout["height"]}"' in picture
    spots = {(point["x"], point["y"]) for point in layout["points"]}
    assert len(spots) == len(layout["points"])
    at = {point["name"]: point for point in layout["points"]}
    for piece in scene.scene_of(board)["pieces"]:
        x, y = at[piece["at"]]["x"], at[piece["at"]]["y"]
        assert f'cx="{x:g}" cy="{y:g}"' in picture or f"translate({x:g} {y:g}) rotate({piece['heading']})" in picture
    for shape in layout["shapes"]:
        kind = str(shape["kind"]).split()[0]
        assert kind in ("line", "groove", "place", "dot", "label")
        if kind != "label":
            numbers = [f'{key}="{value:g}"' for key, value in shape.items() if not isinstance(value, str)]
            assert " ".join(numbers) in picture
    labels = [str(shape["text"]) for shape in layout["shapes"] if shape["kind"] == "label"]
    assert labels == re.findall(r'<text class="label"[^>]*>([^<]+)</text>', picture)


def test_boards_with_the_same_layout_share_its_key() -> None:
    assert scene.layout_key(vato.new("fanorona")) == scene.layout_key(vato.new("fanorona", rules="vela"))
    assert scene.layout_key(vato.new("fanorona")) != scene.layout_key(vato.new("fanorona", board="5x5"))
    assert {scene.layout_key(vato.new(name)).split("/")[0] for name in catalog.GAMES} == set(catalog.GAMES)


def test_a_choice_of_capture_is_two_options_with_their_victims() -> None:
    options = scene.scene_of(vato.new("fanorona", position="9/9/1bbw1b3/9/9 w"))["options"]
    assert [(option["text"], option["way"], option["struck"]) for option in options] == [
        ("d3-e3A", "A", ["f3"]),
        ("d3-e3W", "W", ["c3", "b3"]),
    ]


def test_a_chain_may_stop_or_must_go_on_as_the_rules_say() -> None:
    for rules, stops in (("standard", True), ("strict", False)):
        board = vato.new("fanorona", rules=rules, position="6b2/9/2bw5/9/8w w")
        (option,) = scene.scene_of(board)["options"]
        assert (option["text"], option.get("stop", False), option["closed"]) == ("d3-e3W", stops, ["d3"])
        assert [later["text"] for later in option["next"]] == ["d3-e3W-f4A"]


@pytest.mark.parametrize(
    ("rules", "position", "text", "message"),
    [
        ("standard", None, "e3", "There is no stone on e3."),
        ("standard", None, "e5", "The stone on e5 is not yours: it is white's turn."),
        ("standard", None, "a1", "The stone on a1 is blocked: there is no empty point beside it."),
        ("standard", None, "j9", "There is no point j9 on this board."),
        ("standard", "9/9/w1b6/9/8w w", "i1", "You must capture; one stone can: a3."),
        ("standard", "9/9/w1b6/w1b6/8w w", " I1 ", "You must capture; 2 stones can: a2, a3."),
        ("standard", "9/9/w1b6/9/8w w", "i1-h1", "You must capture; one stone can: a3."),
        ("standard", "9/9/w1b6/9/8w w", "a3-a4", "You must capture, for instance a3-b3A."),
        ("standard", "9/9/w1b6/9/8w w", "a3-b3A-b4", "b3-b4 captures nothing, and every step of a chain must capture."),
        (
            "vela",
            "4bbbbb/9/w1b6/9/9 b phase=1",
            "c3",
            "Your step must leave the claimant a capture, for instance e5-e4.",
        ),
        ("standard", "9/9/w8/9/9 b", "a3", "The game is over: white wins, all stones captured."),
    ],
)
def test_a_refused_fanorona_stone_learns_why(rules: str, position: str | None, text: str, message: str) -> None:
    assert str(scene.refusal(vato.new("fanorona", rules=rules, position=position), text)) == message


@pytest.mark.parametrize(
    ("position", "tried", "message"),
    [
        ("00000/00000 light", ("3-3",), "There is no stone on this place."),
        ("00000/00000 light", ("0-3",), "This stone is not yours: it is light's turn."),
        ("c0000/00000 light", ("1-0",), "Stone 1 is home already."),
        ("00000/00000 light", ("1-0", "1-2"), "Stone 1 moves along its lane, by one place now."),
        ("00000/00000 dark", ("0-1", "0-2"), "Stone 1 moves along its lane, by 3 places now."),
        ("00000/00000 light", ("6",), "'6' is not a move: write the number of a lane, 1 to 5."),
        ("cccc0/00000 light", ("5",), "The game is over: light wins, enough stones home."),
    ],
)
def test_a_refused_squadro_stone_learns_why(position: str, tried: tuple[str, ...], message: str) -> None:
    assert str(scene.refusal(vato.new("squadro", position=position), *tried)) == message


def test_a_squadro_stone_turns_jumps_and_comes_home() -> None:
    board = vato.new("squadro", position="05bc0/20000 light")
    by_text = {option["text"]: option for option in scene.scene_of(board)["options"]}
    assert by_text["2"]["changes"] == [{"from": "2-5", "to": "2-6", "heading": 180}]
    assert by_text["3"]["changes"] == [{"from": "3-1", "to": "3-0", "home": True}]
    jump = scene.scene_of(vato.new("squadro", position="00000/22000 light"))["options"][1]
    assert jump["path"] == ["2-0", "2-1", "2-2", "2-3"]
    assert jump["changes"][1:] == [{"from": "2-1", "to": "0-1"}, {"from": "2-2", "to": "0-2"}]
    turned = scene.scene_of(vato.new("squadro", position="00000/a0000 light"))["options"][1]
    assert turned["changes"][1:] == [{"from": "2-1", "to": "6-1"}]
