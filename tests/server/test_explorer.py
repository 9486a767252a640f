"""The opening explorer: what the book says of a position and its moves, and how games here ended that came by it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import vato
from tests.server.backing import ON_BOTH
from tests.server.people import Person
from tests.shared import UNPROVEN
from vato import catalog
from vato.board import Outcome
from vato.book import Book
from vato.server.engine.ending_tables import EndingTables
from vato.server.play import explorer
from vato.server.store.model import Ends
from vato.server.store.store import Store

FIRST_MOVES = {  # RULES.md
    "e2-e3A": "vaky loha",
    "d3-e3A": "fohy",
    "d3-e3W": "kobana",
    "d2-e3A": "havanana",
    "f2-e3A": "havia",
}


def explore(person: Person, **wanted: Any) -> Any:
    answer = person.post("/explorer", {"game": "fanorona", **wanted})
    assert answer.status_code == 200
    return answer.json()


def line(first: str, plies: int, rules: str) -> list[str]:
    """Return a game's first moves, all but one of them any."""
    board = vato.new("fanorona", rules=rules)
    board.push(first)
    while len(board.played) < plies:
        board.push(next(iter(board.legal_moves)))
    return [str(move) for move in board.played]


def play(person: Person, moves: list[str], rules: str) -> None:
    """Play a game on one screen until who is to move gives up."""
    game_id = person.create("fanorona", against="me2", rules=rules)
    for ply, move in enumerate(moves):
        assert person.act(game_id, "move", ply=ply, move=move).status_code == 200
    assert person.act(game_id, "resign", ply=len(moves)).status_code == 200


@pytest.mark.parametrize("rules", ["standard", "classic", "strict"])
def test_the_first_moves_have_their_names_and_values(ann: Person, rules: str) -> None:
    found = explore(ann, rules=rules)
    assert {each["move"]: each["opening"] for each in found["moves"]} == FIRST_MOVES
    values = [each["score"]["value"] for each in found["moves"] if not each["keeps"]]
    assert values == sorted(values, reverse=True)
    best = max(each["score"]["value"] for each in found["moves"])
    assert found["score"]["value"] == found["score"]["first_value"] == best
    assert (found["opening"], found["problem"]) == (None, None)


def test_after_a_move_it_is_the_opponents_view_and_the_openings_name(ann: Person) -> None:
    start = explore(ann, rules="classic")
    worth = {each["move"]: each["score"] for each in start["moves"]}
    for move, name in FIRST_MOVES.items():
        found = explore(ann, rules="classic", moves=[move])
        assert found["opening"] == name
        assert found["score"]["value"] == -worth[move]["value"]
        assert found["score"]["first_value"] == worth[move]["first_value"]
        assert all(each["opening"] is None for each in found["moves"])


def test_a_position_nobody_knows(ann: Person) -> None:
    found = explore(ann, rules=UNPROVEN, position="9/9/2w1b4/3b5/9 w")
    nothing = {"first": 0, "second": 0, "drawn": 0, "more": False}
    assert found == {"opening": None, "score": None, "moves": [], "ends": nothing, "proven": None, "problem": None}


def test_what_is_proven_of_first_turns_is_told_and_what_is_open(ann: Person) -> None:
    found = explore(ann, rules="strict")
    assert found["proven"] == {"holds": [0, 1], "wins": None}
    open_turn = {"holds": [1], "wins": None}  # docs/whole-board.md: that Black holds against them is all there is
    assert {each["move"]: (each["proven"], each["keeps"]) for each in found["moves"]} == {
        "d3-e3W": ({"holds": [0, 1], "wins": None}, True),
        **{move: (open_turn, False) for move in FIRST_MOVES if move != "d3-e3W"},
    }
    assert found["moves"][0]["move"] == "d3-e3W"
    after = explore(ann, rules="strict", moves=["e2-e3A"])
    assert after["proven"] == {"holds": [1], "wins": None}
    assert any(each["keeps"] for each in after["moves"])


def test_a_proven_win_is_told_on_its_board_and_by_its_rules_only(ann: Person) -> None:
    found = explore(ann, rules="strict", setup={"board": "7x5"})
    assert found["proven"] == {"holds": [0], "wins": 0}
    assert [each["move"] for each in found["moves"] if each["keeps"]] == ["e3-d3W"]
    # c1-b2 leaves a position of the list as well, but none further up.
    moves = explore(ann, rules="strict", position="bb5/b6/4w2/6w/2w2w1 w")["moves"]
    won = [each["move"] for each in moves if each["proven"] == {"holds": [0], "wins": 0}]
    assert (won, [each["move"] for each in moves if each["keeps"]]) == (["e3-d4", "c1-b2"], ["e3-d4"])
    for other in ({"rules": UNPROVEN}, {"rules": "strict", "setup": {"board": "5x5"}}):
        assert explore(ann, **other)["proven"] is None


@ON_BOTH
def test_games_here_are_counted_with_their_mirror_images(ann: Person) -> None:
    rules = "standard,quiet_turns=777"  # nobody else's
    moves = line("e2-e3A", 2, rules)
    play(ann, line("e2-e3A", 3, rules), rules)  # Black gives up
    play(ann, moves, rules)
    play(ann, line("d2-e3A", 3, rules), rules)
    play(ann, moves[:1], rules)  # given up before both had a turn
    found = explore(ann, rules=rules)
    assert found["score"] is None
    assert found["ends"] == {"first": 2, "second": 1, "drawn": 0, "more": False}
    assert [(each["move"], each["score"], each["ends"]) for each in found["moves"]] == [
        ("e2-e3A", None, {"first": 1, "second": 1, "drawn": 0, "more": False}),
        ("d2-e3A", None, {"first": 1, "second": 0, "drawn": 0, "more": False}),
    ]
    board = vato.new("fanorona", rules=rules)
    board.push("e2-e3A")
    image = board.mirror("left-right")
    assert explore(ann, rules=rules, position=image.position)["ends"] == {
        "first": 1,
        "second": 1,
        "drawn": 0,
        "more": False,
    }
    assert explore(ann, rules=rules, moves=moves)["ends"] == {"first": 1, "second": 1, "drawn": 0, "more": False}
    assert explore(ann, rules="standard,quiet_turns=776")["ends"] == {
        "first": 0,
        "second": 0,
        "drawn": 0,
        "more": False,
    }


def test_a_game_of_any_room_has_an_explorer(ann: Person) -> None:
    game_id = ann.create("squadro", against="me2", setup={"first": "light"})
    for ply, move in enumerate(("3", "3")):
        ann.act(game_id, "move", ply=ply, move=move)
    ann.act(game_id, "resign", ply=2)
    position = ann.state(game_id)["start"]
    found = ann.post("/explorer", {"game": "squadro", "position": position}).json()
    assert found["ends"]["second"] >= 1
    assert "3" in [each["move"] for each in found["moves"]]


def test_what_is_refused(ann: Person) -> None:
    for wanted in ({"game": "chess"}, {"game": "fanorona", "moves": ["a1-a2"]}, {"game": "fanorona", "more": 1}):
        assert ann.post("/explorer", wanted).status_code in (404, 422)


def test_a_damaged_book_is_named_and_the_rest_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.xz"
    path.write_bytes(b"no book")
    monkeypatch.setattr(catalog, "book", lambda _: Book(path))

    async def found() -> Any:
        board = vato.new("fanorona", rules=UNPROVEN)
        store = await Store.open(tmp_path)
        try:
            return await explorer.explored(store.ends, EndingTables(), board, "en", asyncio.to_thread)
        finally:
            await store.close()

    said = asyncio.run(found())
    assert said["problem"].startswith(f"The opening book {path} cannot be read")
    assert (said["score"], said["moves"]) == (None, [])


def test_what_a_game_leaves_behind() -> None:
    assert Ends() == (0, 0, 0, False)
    board = vato.new("fanorona", position="b8/9/9/9/8w w")
    for move in ("i1-h1", "a5-b5", "h1-i1", "b5-a5"):
        board.push(move)

    class Ended:
        outcome: Outcome | None = Outcome(0, "resignation")
        plies, base_plies, brought = 4, 0, False

    game: Any = Ended()
    # It came by the start twice, and the stones' places after one turn and after three are no mirror images.
    assert len(explorer.passed(game, board)) == 4
    game.base_plies = 3
    assert explorer.passed(game, board) == ()
    game.base_plies, game.outcome = 0, Outcome(None, "agreement", no_result=True)
    assert explorer.passed(game, board) == ()
