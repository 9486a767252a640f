"""Made-up positions with millions of turns: they are not offered, and never hold up the server or the engine."""

from __future__ import annotations

import pytest

import vato
from tests.server.people import Person

POSITION = "bbb1bbbbb/b1bb1bbw1/b2b1b2b/bb2b3b/bbb1b2bb/b3bbbbb/b1bbbbbb1"
"""With black to move it has 69 turns; after the first of them white has millions."""
FIRST = "e1-d2"
WISHES = {"game": "fanorona", "rules": "short"}


def test_one_move_away_from_a_crowded_position(ann: Person) -> None:
    refused = ann.post("/games", WISHES | {"position": f"{POSITION} w", "seats": [{"kind": "me"}, {"kind": "me2"}]})
    assert refused.json()["error"]["code"] == "invalid_position"
    game_id = ann.create(**WISHES, position=f"{POSITION} b", against="me2")
    scene = ann.state(game_id)["scene"]
    assert scene["options"]
    assert "crowded" not in scene
    assert ann.act(game_id, "move", ply=0, move=FIRST).status_code == 200
    answer = ann.get(f"/games/{game_id}")
    assert len(answer.content) < 100_000
    assert answer.json()["scene"]["options"] == []
    assert answer.json()["scene"]["crowded"] is True
    board = vato.new(**WISHES, position=f"{POSITION} b")
    board.push(FIRST)
    typed = str(next(iter(board.legal_moves)))
    assert ann.act(game_id, "move", ply=1, move=typed).status_code == 200


@pytest.mark.parametrize("kind", ["analyse", "review"])
def test_the_engine_is_not_asked(ann: Person, kind: str) -> None:
    asked = WISHES | {"start": f"{POSITION} b", "moves": [FIRST]}
    with ann.analysing() as desk:
        desk.send(kind, id="a", **asked, **({"seconds": 0.1} if kind == "analyse" else {}))
        assert desk.hear("refused", within=20)["code"] == "invalid_position"


def test_the_computer_moves_all_the_same(ann: Person) -> None:
    game_id = ann.create(**WISHES, position=f"{POSITION} b", against="computer", sides="me_second")
    with ann.at(game_id) as table:
        table.hear("state")
        assert table.move(FIRST, ply=0)["type"] == "accepted"
        table.until(lambda state: state["scene"]["ply"] == 2, within=20)


def test_the_explorer_looks_at_no_move_of_it(ann: Person) -> None:
    game_id = ann.create(**WISHES, position=f"{POSITION} b", against="me2")
    board = vato.new(**WISHES, position=f"{POSITION} b")
    board.push(FIRST)
    for ply, move in enumerate([FIRST, str(next(iter(board.legal_moves)))]):
        assert ann.act(game_id, "move", ply=ply, move=move).status_code == 200
    assert ann.act(game_id, "resign", ply=2).status_code == 200
    explored = ann.post("/explorer", WISHES | {"position": f"{POSITION} b", "moves": [FIRST]}).json()
    assert sum(explored["ends"].values()) == 1
    assert explored["moves"] == []
