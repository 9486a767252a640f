"""Endings over HTTP: the list, an ending, and tries."""

from __future__ import annotations

from typing import Any

from tests.server.people import Person
from vato.learn import endings

FIRST = endings.find("fanorona", 1)


def test_the_list(ann: Person) -> None:
    games = ann.get("/training").json()["games"]
    assert [game["game"] for game in games] == ["fanorona", "alquerque"]
    for game in games:
        assert [(grade["grade"], grade["count"]) for grade in game["grades"]] == [(grade, 60) for grade in range(1, 6)]
        assert [grade["first"] for grade in game["grades"]] == [1, 61, 121, 181, 241]


def test_an_ending_is_played_until_it_is_won(ann: Person) -> None:
    shown = ann.get("/training/fanorona/1").json()
    assert shown["scene"]["position"] == FIRST.position
    assert shown["turns"] == 3
    assert shown["hint"]["turn"]["text"] == FIRST.best
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
