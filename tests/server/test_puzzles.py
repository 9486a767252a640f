"""Puzzles over HTTP: the list, a puzzle, and tries; the server remembers nothing."""

from __future__ import annotations

from tests.server.people import Person
from vato.learn import puzzles

PUZZLE = puzzles.find("squadro", 1)


def test_the_list(ann: Person) -> None:
    games = ann.get("/puzzles").json()["games"]
    assert [game["game"] for game in games] == ["fanorona", "squadro", "alquerque"]
    for game, count in zip(games, (200, 200, 60), strict=True):
        assert [(grade["grade"], grade["count"]) for grade in game["grades"]] == [(each, count) for each in range(1, 6)]
        assert [grade["first"] for grade in game["grades"]] == [1 + count * each for each in range(5)]


def test_a_puzzle_is_tried_until_it_is_solved(ann: Person) -> None:
    shown = ann.get("/puzzles/squadro/1").json()
    assert shown["scene"]["position"] == PUZZLE.position
    assert shown["scene"]["options"]
    assert shown["hint"]["turn"]["text"] == PUZZLE.right[0]
    move, refutation = next(iter(PUZZLE.wrong.items()))
    wrong = ann.post("/puzzles/squadro/1/try", {"move": move}).json()
    assert (wrong["verdict"], wrong["turn"]["text"]) == ("wrong", move)
    assert wrong["reply"]["text"] == refutation.line[1]
    assert not wrong["scene"]["options"]
    right = ann.post("/puzzles/squadro/1/try", {"move": PUZZLE.right[0]}).json()
    assert (right["verdict"], right["reply"]) == ("reached", None)
    refused = ann.post("/puzzles/squadro/1/try", {"move": "9"}).json()
    assert refused["verdict"] == "refused"
    assert refused["scene"]["options"]


def test_it_speaks_other_languages(ann: Person) -> None:
    shown = ann.get("/puzzles/squadro/1", headers={"Accept-Language": "de"}).json()
    assert shown["task"].startswith("Nur ein Zug")


def test_what_there_is_not_is_refused(ann: Person) -> None:
    for path in ("/puzzles/squadro/0", "/puzzles/squadro/1001", "/puzzles/fanorona/1001", "/puzzles/chess/1"):
        for answer in (ann.get(path), ann.post(f"{path}/try", {"move": "1"})):
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_name")
