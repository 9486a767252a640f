"""Puzzles over HTTP: the list, a puzzle, and tries; the server remembers nothing."""

from __future__ import annotations

from tests.server.people import Person
from vato.learn import puzzles

PUZZLE = puzzles.find("squadro", 1)


def test_the_list(ann: Person) -> None:
    games = ann.get("/puzzles").json()["games"]
    assert [game["game"] for game in games] == ["fanorona", "squadro", "alquerque"]
    for game, count in zip(games, (200, 200, 60), strict=True):
        exact = [grade for grade in game["grades"] if grade["theme"] == "only"]
        assert [(grade["grade"], grade["count"]) for grade in exact] == [(each, count) for each in range(1, 6)]
        assert [grade["first"] for grade in exact] == [1 + count * each for each in range(5)]
    themes = {game["game"]: list(dict.fromkeys(grade["theme"] for grade in game["grades"])) for game in games}
    several = ["only", "attack", "defence"]
    assert themes == {"fanorona": several, "squadro": ["only"], "alquerque": several}


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


def test_what_follows_is_tried_as_well(ann: Person) -> None:
    puzzle = next(each for each in puzzles.puzzles_of("fanorona") if each.finds == 2)
    address = f"/puzzles/fanorona/{puzzle.number}"
    assert ann.get(address).json()["turns"] == 2
    onward = ann.post(f"{address}/try", {"move": puzzle.right[0]}).json()
    assert (onward["verdict"], onward["reply"]["text"]) == ("onward", puzzle.right[1])
    assert (onward["moves"], onward["hint"]["turn"]["text"]) == (list(puzzle.right[:2]), puzzle.right[2])
    reached = ann.post(f"{address}/try", {"moves": onward["moves"], "move": puzzle.right[2]}).json()
    assert reached["verdict"] == "reached"
    over = ann.post(f"{address}/try", {"moves": list(puzzle.right[:4]), "move": puzzle.right[2]})
    assert over.json()["error"]["message"] == "This exercise is over."


def test_it_speaks_other_languages(ann: Person) -> None:
    shown = ann.get("/puzzles/squadro/1", headers={"Accept-Language": "de"}).json()
    assert shown["task"].startswith("Nur ein Zug")


def test_what_there_is_not_is_refused(ann: Person) -> None:
    for path in ("/puzzles/squadro/0", "/puzzles/squadro/1001", "/puzzles/fanorona/1298", "/puzzles/chess/1"):
        for answer in (ann.get(path), ann.post(f"{path}/try", {"move": "1"})):
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_name")
