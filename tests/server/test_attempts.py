"""Puzzles and endings that count: the first attempt of a member, once, for the member's rating and for the puzzle's."""

from __future__ import annotations

import json
import threading
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from tests.server.backing import ON_BOTH
from tests.server.members import Member, code_of
from tests.server.people import Person, Server
from vato.contest.glicko import Strength, attempted
from vato.learn import endings, puzzles

PUZZLES = [puzzles.find("squadro", number) for number in (1, 401, 402, 403, 404)]
"""One of the first grade, and some of the third, which are thought to be as hard as a newcomer is strong."""
ENDING = endings.find("fanorona", 1)


@pytest.fixture
def ann(members_server: Server, name: str) -> Member:
    return Member(Person(members_server), f"{name}a")


@pytest.fixture
def ben(members_server: Server, name: str) -> Member:
    return Member(Person(members_server), f"{name}b")


def attempt(person: Person, puzzle: Any, *, right: bool, rated: bool = True) -> Any:
    move = puzzle.right[0] if right else next(iter(puzzle.wrong))
    answer = person.post(f"/puzzles/squadro/{puzzle.number}/try", {"move": move, "rated": rated})
    assert answer.json()["verdict"] == ("reached" if right else "wrong")
    return answer.json()["rating"]


def rating_of(member: Member) -> dict[str, Any]:
    found: list[dict[str, Any]] = member.get(f"/people/{member.name}").json()["ratings"]
    (rating,) = found
    return rating


@ON_BOTH
@pytest.mark.parametrize("right", [True, False])
def test_the_first_attempt_counts_and_no_other(ann: Member, right: bool) -> None:
    puzzle = puzzles.find("squadro", 501 + right)  # which nobody else tries
    first = attempt(ann, puzzle, right=right)
    # By the library, of a newcomer at a puzzle of the third grade.
    after, _ = attempted(Strength(), Strength(1500, 200, 0.06), float(right))
    assert first == {"value": 1500, "provisional": True, "change": round(after.rating) - 1500}
    for again in (not right, right, True):
        assert attempt(ann, puzzle, right=again) is None
    rating = rating_of(ann)
    assert (rating["game"], rating["kind"], rating["games"]) == ("squadro", "puzzles", 1)
    assert rating["rating"] == 1500 + first["change"]


def test_the_puzzle_is_rated_too(ann: Member, ben: Member) -> None:
    """Whoever solves what another has failed at gains more than that one would have."""
    lost = attempt(ann, PUZZLES[2], right=False)["change"]
    won = attempt(ben, PUZZLES[2], right=True)["change"]
    assert won > -lost


def test_an_easy_puzzle_brings_little_and_costs_much(ann: Member, ben: Member) -> None:
    assert attempt(ann, PUZZLES[0], right=True)["change"] < -attempt(ben, PUZZLES[0], right=False)["change"]


@ON_BOTH
def test_sent_many_times_at_once_it_counts_once(ann: Member) -> None:
    ratings: list[Any] = []
    barrier = threading.Barrier(6)

    def send() -> None:
        barrier.wait()
        ratings.append(attempt(ann, PUZZLES[3], right=True))

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(rating is not None for rating in ratings) == 1
    assert rating_of(ann)["games"] == len(rating_of(ann)["history"]) == 1


def test_what_was_shown_counts_as_failed(ann: Member) -> None:
    path = f"/puzzles/squadro/{PUZZLES[4].number}"
    shown = ann.post(f"{path}/shown").json()["rating"]
    assert shown["change"] < 0
    assert ann.post(f"{path}/shown").json()["rating"] is None
    assert attempt(ann, PUZZLES[4], right=True) is None
    assert rating_of(ann)["games"] == 1


def test_only_members_who_want_it_are_rated(ann: Member, members_server: Server, server: Server) -> None:
    visitor = Person(members_server)
    assert attempt(visitor, PUZZLES[1], right=True) is None
    assert attempt(ann, PUZZLES[1], right=True, rated=False) is None
    assert ann.get(f"/people/{ann.name}").json()["ratings"] == []
    for nobody in (visitor, Person(members_server, token=""), Person(server)):
        assert code_of(nobody.post("/puzzles/squadro/1/shown")) == "not_signed_in"
    assert code_of(ann.post("/puzzles/squadro/0/shown")) == "unknown_name"
    # What is no turn is no attempt.
    answer = ann.post("/puzzles/squadro/1/try", {"move": "9", "rated": True}).json()
    assert (answer["verdict"], answer["rating"]) == ("refused", None)


def test_an_ending_is_decided_by_its_end_or_the_first_wrong_turn(ann: Member, ben: Member) -> None:
    tried = ann.post("/training/fanorona/1/try", {"move": ENDING.best, "rated": True}).json()
    while tried["verdict"] == "onward":
        assert tried["rating"] is None
        asked = {"moves": tried["moves"], "move": tried["hint"]["turn"]["text"], "rated": True}
        tried = ann.post("/training/fanorona/1/try", asked).json()
    assert tried["verdict"] == "reached"
    assert tried["rating"]["change"] > 0
    assert rating_of(ann)["kind"] == "endings"
    assert ben.post("/training/fanorona/1/shown").json()["rating"]["change"] < 0


def test_all_of_it_is_taken_home_and_goes(ann: Member) -> None:
    attempt(ann, PUZZLES[1], right=True)
    with ZipFile(BytesIO(ann.get("/me/archive").content)) as archive:
        told = json.loads(archive.read("account.json"))
    assert [(each["position"], each["solved"]) for each in told["attempts"]] == [(PUZZLES[1].position, True)]
    assert [(each["kind"], len(each["history"])) for each in told["ratings"]] == [("puzzles", 1)]
    assert ann.delete("/me").status_code == 200


def test_leaders_are_those_of_whom_enough_is_known(ann: Member, ben: Member) -> None:
    for puzzle in puzzles.of_grade("squadro", 4)[:30]:
        attempt(ann, puzzle, right=puzzle.number % 2 == 0)
    attempt(ben, PUZZLES[1], right=True)
    boards = {board["kind"]: board["leaders"] for board in ben.get("/leaders/squadro").json()["boards"]}
    assert ann.name in [leader["name"] for leader in boards["puzzles"]]
    assert ben.name not in [leader["name"] for leader in boards["puzzles"]]
    ratings = [leader["rating"] for leader in boards["puzzles"]]
    assert ratings == sorted(ratings, reverse=True)
    assert code_of(ben.get("/leaders/halma")) == "unknown_name"
    assert code_of(ben.get("/people/Nobody at all")) == "unknown_member"
    assert code_of(ben.get("/people/%20")) == "unknown_member"
