"""What the first page tells: who waits in the lobby, tournaments to enter, one's own games to go on with."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.backing import ON_BOTH
from tests.server.members import Member
from tests.server.people import Person, Server, wait_for

CLOCK = {"initial_ms": 420_000, "increment_ms": 0}
"""Nobody else looks for a game with it."""


def front(person: Person) -> Any:
    answer = person.get("/front")
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["id"] for game in games]


@ON_BOTH
def test_ones_own_games_are_told_apart_by_what_they_wait_for(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    assert front(ann) == {
        "going": None,
        "waiting": {"games": [], "count": 0, "others": False},
        "unfinished": [],
    }
    begun, _untouched = (ann.create(against="me2", setup={"first": "light"}) for _ in range(2))
    assert ann.act(begun, "move", ply=0, move="1").status_code == 200
    awaited, open_seat = (ann.create(setup={"first": "light"}) for _ in range(2))
    assert ben.post(f"/games/{awaited}/join", {"name": "Ben"}).status_code == 200
    told = front(ann)
    assert ids(told["waiting"]["games"]) == [awaited]
    assert sorted(ids(told["unfinished"])) == sorted([begun, open_seat])
    assert front(ben)["unfinished"][0]["id"] == awaited
    assert ann.act(awaited, "move", ply=0, move="1").status_code == 200
    assert ids(front(ben)["waiting"]["games"]) == [awaited]
    assert awaited in ids(front(ann)["unfinished"])
    assert ann.act(begun, "resign", ply=1).status_code == 200
    assert begun not in ids(front(ann)["unfinished"])


@ON_BOTH
def test_who_waits_is_told_to_whom_they_may_meet(company_server: Server, name: str) -> None:
    ann, ben, eve = (Member(Person(company_server), f"{name}{letter}") for letter in "abe")
    guest = Person(company_server)
    assert ann.post("/me/blocks", {"name": eve.name}).status_code == 200

    def seen(person: Person) -> list[str]:
        return [seek["name"] for seek in front(person)["going"]["seeks"]]

    with ann.in_lobby() as lobby:
        lobby.send("seek", game="squadro", clock=CLOCK, rated=True)
        lobby.until(lambda state: state["mine"])

        def is_seen() -> bool:
            lobby.send("here")
            return ann.name in seen(guest)

        wait_for(is_seen)  # it is read again some seconds after it was read last
        assert ann.name in seen(ben)
        assert ann.name not in seen(eve)
        assert ann.name not in seen(ann)
        assert front(guest)["going"]["seekers"] == front(eve)["going"]["seekers"] + 1
    wait_for(lambda: ann.name not in seen(guest))


@ON_BOTH
def test_tournaments_are_told_while_they_can_be_entered(company_server: Server, name: str) -> None:
    ann, ben = (Member(Person(company_server), f"{name}{letter}") for letter in "cd")
    wish = {"game": "squadro", "clock": CLOCK, "starts_in_seconds": 3_000, "pause_seconds": 0}
    made = {}
    for system in ("swiss", "arena"):
        made[system] = ann.post("/tournaments", wish | {"title": f"{system} {name}", "system": system}).json()["id"]
        for person in (ann, ben):
            assert person.post(f"/tournaments/{made[system]}/enter").status_code == 200

    def told() -> list[str]:
        return [head["id"] for head in front(ann)["going"]["tournaments"] if head["id"] in made.values()]

    wait_for(lambda: sorted(told()) == sorted(made.values()))
    for tournament in made.values():
        assert ann.post(f"/tournaments/{tournament}/start").status_code == 200
    # Of those that go on, anybody may come to an arena.
    wait_for(lambda: told() == [made["arena"]])
    for tournament in made.values():
        assert ann.post(f"/tournaments/{tournament}/close").status_code == 200
    wait_for(lambda: told() == [])


def test_a_puzzle_has_a_picture(server: Server) -> None:
    picture = Person(server).get("/puzzles/squadro/1/picture.svg", params={"theme": "dark"})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    for address, status in (("squadro/0", 404), ("halma/1", 404), ("squadro/1", 422)):
        theme = "green" if status == 422 else "light"
        answer = Person(server).get(f"/puzzles/{address}/picture.svg", params={"theme": theme})
        assert answer.status_code == status


@pytest.mark.parametrize("who", ["ann", "nobody"])
def test_puzzles_are_told_where_people_meet(company_server: Server, who: str) -> None:
    person = Person(company_server, token="" if who == "nobody" else None)
    assert front(person)["going"]["puzzles"] == person.get("/puzzles").json()["games"]
