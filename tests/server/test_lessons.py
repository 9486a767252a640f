"""Lessons over HTTP: the list, a lesson, and tries; the server remembers nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import Person
from vato import catalog
from vato.learn.attempt import find_lesson, lessons_of

PATHS = [(game, lesson.name) for game in catalog.GAMES for lesson in lessons_of(game)]


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


@pytest.mark.parametrize(("game", "name"), PATHS)
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
    assert ann.get("/lessons/fanorona/draws").json()["next"] is None


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
