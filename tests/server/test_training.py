"""Endings over HTTP: the list, an ending, and tries, which wait for tables that are made when first needed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.fanorona.test_knowledge import five_stones
from tests.server.people import LIMIT_SECONDS, Person, Server
from vato.learn import endings
from vato.solve import usual_tables

FIRST = endings.find("fanorona", 1)


@pytest.fixture(autouse=True)
def _tables(server: Server) -> None:
    """Give the server its tables; but for one test, they need not be made again."""
    shutil.copytree(five_stones(), usual_tables.tables("fanorona", server.data)[1].path, dirs_exist_ok=True)


def test_the_list(ann: Person) -> None:
    (game,) = ann.get("/training").json()["games"]
    assert game["game"] == "fanorona"
    assert [(grade["grade"], grade["count"]) for grade in game["grades"]] == [(grade, 60) for grade in range(1, 6)]
    assert [grade["first"] for grade in game["grades"]] == [1, 61, 121, 181, 241]


def test_tables_are_made_when_first_needed(own_server: Callable[..., Server], tmp_path: Path) -> None:
    ann = Person(own_server(), "Ann")
    deadline = time.monotonic() + 3 * LIMIT_SECONDS
    assert not ann.get("/training/fanorona/1").json()["ready"]
    while not ann.get("/training/fanorona/1").json()["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.5)
    assert usual_tables.are_there(*usual_tables.tables("fanorona", tmp_path))
    assert ann.post("/training/fanorona/1/try", {"move": FIRST.best}).json()["verdict"] == "onward"


@pytest.mark.parametrize("name", ["05-1-4.solved", "solution.json"])
def test_damaged_tables_are_missing_until_they_are_made_again(
    own_server: Callable[..., Server], tmp_path: Path, name: str
) -> None:
    _, folder = usual_tables.tables("fanorona", tmp_path)
    shutil.copytree(five_stones(), folder.path, dirs_exist_ok=True)
    path = folder.path / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    ann = Person(own_server(), "Ann")
    for _ in range(2):
        refused = ann.post("/training/fanorona/1/try", {"move": FIRST.best})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "no_tables")
        assert str(tmp_path) not in refused.text
    path.unlink()
    path.write_bytes(whole)
    assert ann.post("/training/fanorona/1/try", {"move": FIRST.best}).json()["verdict"] == "onward"


def test_an_ending_is_played_until_it_is_won(ann: Person) -> None:
    shown = ann.get("/training/fanorona/1").json()
    assert shown["scene"]["position"] == FIRST.position
    assert shown["turns"] == 3
    assert shown["hint"]["turn"]["text"] == FIRST.best
    assert shown["ready"]
    tried = ann.post("/training/fanorona/1/try", {"move": FIRST.best}).json()
    turns = 1
    while tried["verdict"] == "onward":
        assert tried["moves"][-1] == tried["reply"]["text"]
        asked = {"moves": tried["moves"], "move": tried["hint"]["turn"]["text"]}
        tried = ann.post("/training/fanorona/1/try", asked).json()
        turns += 1
    assert (tried["verdict"], turns) == ("reached", 3)
    assert tried["message"] == "Won in as few turns as possible: 3."
    assert not tried["scene"]["options"]


def test_a_slip_is_answered_and_not_counted(ann: Person) -> None:
    verdicts: dict[str, dict[str, Any]] = {}
    for move in FIRST.board.legal_moves:
        tried = ann.post("/training/fanorona/1/try", {"move": str(move)}).json()
        verdicts.setdefault(tried["verdict"], tried)
    assert set(verdicts) == {"onward", "wrong"}
    wrong = verdicts["wrong"]
    assert wrong["reply"]["text"] in wrong["message"]
    assert wrong["moves"] == []
    refused = ann.post("/training/fanorona/1/try", {"move": "a1-i5"}).json()
    assert refused["verdict"] == "refused"
    assert refused["scene"]["options"]


def test_it_speaks_other_languages(ann: Person) -> None:
    shown = ann.get("/training/fanorona/1", headers={"Accept-Language": "de"}).json()
    assert shown["task"].startswith("Gewinnen Sie")


def test_what_there_is_not_is_refused(ann: Person) -> None:
    for path in ("/training/fanorona/0", "/training/fanorona/301", "/training/squadro/1", "/training/chess/1"):
        answer = ann.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_name")
        assert ann.post(f"{path}/try", {"move": "a1-a2"}).status_code == 404
    over = ann.post("/training/fanorona/1/try", {"moves": [FIRST.best], "move": "a1-a2"})
    assert over.json()["error"]["message"] == "This exercise is over."


def test_tables_that_cannot_be_made_are_said_to_be_missing(own_server: Callable[..., Server], tmp_path: Path) -> None:
    (tmp_path / "fanorona-solution").write_text("in the way")
    ann = Person(own_server(), "Ann")
    assert not ann.get("/training/fanorona/1").json()["ready"]
    answer = ann.post("/training/fanorona/1/try", {"move": FIRST.best})
    assert answer.status_code == 503
    assert answer.json()["error"]["message"].endswith("type: vato solve fanorona")
