"""Lessons over HTTP: the list, a lesson, and tries; the server remembers nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import Person
from vato import catalog
from vato.learn.attempt import find_lesson, lessons_of

PATHS = [(game, lesson.name) for game in catalog.GAMES for lesson in lessons_of(game)]
EXERCISES = [(game, name) for game, name in PATHS if find_lesson(game, name).exercises]


def attempt(person: Person, path: str, **tried: Any) -> dict[str, Any]:
    answer = person.post(f"/lessons/{path}/try", tried)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_the_list(ann: Person) -> None:
    games = ann.get("/lessons").json()["games"]
    assert [(game["game"], lesson["name"]) for game in games for lesson in game["lessons"]] == PATHS
    french = ann.get("/lessons", headers={"Accept-Language": "fr"}).json()["games"]
    assert french[0]["lessons"][1]["title"] == "L’approche"


@pytest.mark.parametrize(("game", "name"), EXERCISES)
def test_every_lesson_can_be_done(ann: Person, game: str, name: str) -> None:
    lesson = ann.get(f"/lessons/{game}/{name}").json()
    assert lesson["title"]
    for number, (exercise, known) in enumerate(
        zip(lesson["exercises"], find_lesson(game, name).exercises, strict=True)
    ):
        assert exercise["scene"]["options"]
        assert exercise["scene"]["turn"] == exercise["player"]
        assert exercise["hint"]["turn"]["text"] == known.solution[0]
        moves: list[str] = []
        verdict = ""
        for move in known.solution:
            tried = attempt(ann, f"{game}/{name}", exercise=number, moves=moves, move=move)
            moves, verdict = tried["moves"], tried["verdict"]
            assert tried["turn"]["text"] == move
            assert tried["scene"]["ply"] == len(moves)
            assert bool(tried["scene"]["options"]) == (verdict == "onward") == (tried["hint"] is not None)
        assert verdict == "reached"


def test_lessons_follow_each_other(ann: Person) -> None:
    assert ann.get("/lessons/fanorona/step").json()["next"] == "approach"
    assert ann.get("/lessons/fanorona/draws").json()["next"] == "first-game"
    assert ann.get("/lessons/fanorona/first-game").json()["next"] is None


def test_a_wrong_try_shows_what_it_leads_to_and_changes_nothing(ann: Person) -> None:
    tried = attempt(ann, "fanorona/choice", exercise=1, move="d4-d3A")
    assert tried["verdict"] == "wrong"
    assert tried["message"] == "Two stones taken, but the one behind you comes after you."
    assert tried["reply"]["text"] == "d5-d4A"
    assert tried["scene"]["ply"] == 2
    assert tried["scene"]["options"] == tried["moves"] == []


def test_a_refused_try_says_why_in_the_readers_language(ann: Person) -> None:
    answer = ann.post("/lessons/fanorona/step/try", {"move": "b2-d4"}, headers={"Accept-Language": "de"}).json()
    assert answer["verdict"] == "refused"
    assert answer["message"] == "Keine Linie verbindet b2 und d4."
    assert answer["turn"] is answer["reply"] is None
    assert answer["scene"]["options"]


def test_a_whole_game_is_played_to_its_end_by_its_hints(ann: Person) -> None:
    path = "/lessons/alquerque/first-game"
    lesson = ann.get(path).json()
    assert (lesson["whole"], len(lesson["exercises"]), lesson["exercises"][0]["hint"]) == (True, 1, None)

    def play(**wanted: Any) -> dict[str, Any]:
        answer = ann.post(f"{path}/play", wanted)
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    stands = play()
    assert stands["scene"] == lesson["exercises"][0]["scene"]
    refused = play(move="a1-e5")
    assert (refused["verdict"], refused["turn"], refused["moves"]) == ("refused", None, [])
    assert refused["scene"] == stands["scene"]
    while stands["verdict"] == "onward":
        assert stands["looks"]
        assert {look["message"] != "" for look in stands["looks"]} == {True}
        before = stands["moves"]
        stands = play(moves=before, move=stands["hint"]["turn"]["text"])
        assert stands["moves"][: len(before)] == before
        assert stands["moves"] == [*before, *(turn["text"] for turn in (stands["turn"], stands["reply"]) if turn)]
    assert (stands["verdict"], stands["looks"], stands["hint"]) == ("reached", [], None)
    assert "white wins" in stands["message"]
    # From its end one goes back to any turn of one's own.
    again = play(moves=stands["moves"][:2])
    assert (again["verdict"], again["scene"]["ply"], again["turn"]) == ("onward", 2, None)


def test_a_turn_that_gives_the_game_away_is_doubted_until_it_is_meant(ann: Person) -> None:
    moves = ["f2-e3A", "f3-f2A", "d3-d4A", "c3-d3A", "d4-d5W", "e4-e3A"]
    wanted = {"moves": moves, "move": "c2-c3A"}  # after which Black takes nine stones in one turn
    doubted = ann.post("/lessons/fanorona/first-game/play", wanted).json()
    assert (doubted["verdict"], doubted["moves"]) == ("doubtful", moves)
    assert doubted["message"] == "Careful: look at what the answer costs you."
    assert doubted["turn"]["text"] == "c2-c3A"
    assert sum(len(step["struck"]) for step in doubted["reply"]["steps"]) > 4
    assert doubted["scene"]["options"] == []
    meant = ann.post("/lessons/fanorona/first-game/play", wanted | {"sure": True}).json()
    assert (meant["verdict"], meant["moves"][:7]) == ("onward", [*moves, "c2-c3A"])
    german = ann.post("/lessons/fanorona/first-game/play", wanted, headers={"Accept-Language": "de"}).json()
    assert german["verdict"] == "doubtful"


def test_what_is_no_turn_of_a_whole_game(ann: Person) -> None:
    for path, wanted, status in (
        ("fanorona/step", {}, 404),
        ("fanorona/none", {}, 404),
        ("chess/first-game", {}, 404),
        ("fanorona/first-game", {"moves": ["d2-e3A"]}, 422),
        ("fanorona/first-game", {"moves": ["a1-a2", "a5-a4"]}, 422),
        ("fanorona/first-game", {"moves": ["d2-e3A"] * 401}, 422),
    ):
        answer = ann.post(f"/lessons/{path}/play", wanted)
        assert (answer.status_code, bool(answer.json()["error"]["message"])) == (status, True), path


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("chess/step", {"move": "e2-e4"}),
        ("fanorona/none", {"move": "a1-b1"}),
        ("fanorona/step", {"move": "b2-c3", "exercise": 7}),
        ("fanorona/step", {"move": "b2-c3", "exercise": -1}),
        ("fanorona/step", {"move": "b2-c3", "moves": ["b2-c3", "e5-d5"]}),
        ("fanorona/step", {"move": "b2-c3", "moves": ["b2-c2"], "exercise": 1}),
        ("fanorona/step", {"move": "b2-c3", "moves": ["b3-c3", "a1-a2"], "exercise": 1}),
        ("fanorona/step", {"move": "b2-c3", "more": 1}),
    ],
)
def test_what_is_no_try(ann: Person, path: str, body: dict[str, Any]) -> None:
    answer = ann.post(f"/lessons/{path}/try", body)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_a_lesson_that_is_not_there(ann: Person) -> None:
    answer = ann.get("/lessons/fanorona/none")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_name")


@pytest.mark.parametrize("path", ["/learn", "/learn/fanorona/chains"])
def test_the_pages(ann: Person, path: str) -> None:
    answer = ann.server.client.get(ann.server.address + path, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert "vato" in answer.text
