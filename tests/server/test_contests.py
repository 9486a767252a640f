"""Contests over the network: a match with Vela, and a series with its openings and sides in turn."""

from __future__ import annotations

from typing import Any

from tests.server.backing import ON_BOTH
from tests.server.people import Person


def begin(ann: Person, ben: Person, **wishes: Any) -> str:
    game_id = ann.create(**wishes)
    ben.post(f"/games/{game_id}/join", {"name": "Ben"})
    return game_id


def names(state: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in state["seats"]]


def lose(person: Person, game_id: str) -> None:
    ply = person.state(game_id)["scene"]["ply"]
    assert person.act(game_id, "resign", ply=ply).status_code == 200


@ON_BOTH
def test_a_match_with_vela(ann: Person, ben: Person, eve: Person) -> None:
    game_id = begin(ann, ben, game="fanorona", contest={"kind": "match"})
    state = ann.state(game_id)
    assert (state["rules"], state["contest"]["round"], state["contest"]["next"]) == ("classic", 1, None)
    assert ann.post(f"/games/{game_id}/next").json()["error"]["code"] == "not_over"
    lose(ben, game_id)
    contest = ben.state(game_id)["contest"]
    assert contest["score"] == [1, 0]
    assert contest["next"] == {"rules": "vela", "opening": None, "first": "Ben", "first_contestant": 1}
    assert eve.post(f"/games/{game_id}/next").json()["error"]["code"] == "not_yours"
    assert ann.act(game_id, "offer_rematch").json()["error"]["code"] == "no_rematch"
    following = {person.post(f"/games/{game_id}/next").json()["id"] for person in (ann, ben, ann)}
    (vela,) = following
    state = ben.state(vela)
    assert state["rules"] == "vela"
    assert names(state) == ["Ben", "Ann"]  # the claimant has White
    assert [seat["mine"] for seat in state["seats"]] == [True, False]
    assert ann.state(game_id)["next_id"] == vela
    assert [game["id"] for game in ann.state(game_id)["contest"]["games"]] == [game_id, vela]
    # The claimant wins the Vela: level, and a usual game follows, which the other one opens.
    with ann.at(game_id) as table:  # whoever still looks at the first game sees how it goes on
        table.hear("state")
        lose(ann, vela)
        table.until(lambda state: state["contest"]["score"] == [1, 1], within=5)
    assert ann.state(game_id)["contest"]["score"] == [1, 1]
    contest = ann.state(vela)["contest"]
    assert (contest["score"], contest["over"], contest["next"]["rules"]) == ([1, 1], False, "classic")
    third = ann.post(f"/games/{vela}/next").json()["id"]
    assert names(ann.state(third)) == ["Ann", "Ben"]
    lose(ann, third)
    last = ann.post(f"/games/{third}/next").json()["id"]
    assert names(ann.state(last)) == ["Ann", "Ben"]
    lose(ann, last)
    contest = ann.state(last)["contest"]
    assert (contest["over"], contest["winner"], contest["players"]) == (True, 1, ["Ann", "Ben"])
    assert [game["rules"] for game in contest["games"]] == ["classic", "vela", "classic", "vela"]
    assert ann.post(f"/games/{last}/next").json()["error"]["code"] == "over"
    record = ann.get(f"/games/{last}/record").text
    assert "Match: Ann - Ben\nRound: 4\n" in record


def test_a_drawn_vela_is_repeated(ann: Person, ben: Person) -> None:
    game_id = begin(ann, ben, game="fanorona", contest={"kind": "match"})
    lose(ann, game_id)
    vela = ann.post(f"/games/{game_id}/next").json()["id"]
    assert ann.state(vela)["may"]["draw"] is True
    ann.act(vela, "offer_draw", ply=0)
    ben.act(vela, "answer_draw", ply=0, accept=True)
    again = ann.state(ann.post(f"/games/{vela}/next").json()["id"])
    assert (again["rules"], names(again)) == ("vela", ["Ann", "Ben"])


def test_a_series_rotates_openings_and_sides(ann: Person, ben: Person) -> None:
    order = ["havia", "fohy", "kobana", "vaky loha", "havanana"]
    game_id = begin(ann, ben, game="fanorona", contest={"kind": "series", "order": order, "cycles": 1})
    openings, whites = [], []
    for number in range(5):
        state = ann.state(game_id)
        assert (state["contest"]["round"], state["contest"]["rounds"]) == (number + 1, 5)
        assert state["scene"]["turn"] == 1  # the assigned move is played
        assert state["may"]["takeback"] is False  # and stays played
        openings.append(state["turns"][0]["text"])
        whites.append(names(state)[0])
        following = state["contest"]["next"]  # known before the game is over
        lose(ann if names(state)[0] == "Ann" else ben, game_id)
        if number < 4:
            game_id = ben.post(f"/games/{game_id}/next").json()["id"]
            assert following["opening"] == ann.state(game_id)["turns"][0]["text"]
            assert following["first"] == names(ann.state(game_id))[0]
    assert openings == ["f2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "d2-e3A"]
    assert whites == ["Ann", "Ben", "Ann", "Ben", "Ann"]
    contest = ann.state(game_id)["contest"]
    assert (contest["over"], contest["winner"], contest["score"]) == (True, 1, [2, 3])


def test_a_series_of_squadro_against_the_computer(ann: Person) -> None:
    game_id = ann.create("squadro", against="computer", contest={"kind": "series", "cycles": 2})
    with ann.at(game_id) as table:
        ply = table.until(lambda state: state["scene"]["options"])["scene"]["ply"]
        table.ask("resign", ply=ply)
    following = ann.state(ann.post(f"/games/{game_id}/next").json()["id"])
    assert [seat["kind"] for seat in following["seats"]] == ["computer", "person"]


def test_what_is_no_contest(ann: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    for game, contest in (
        ("squadro", {"kind": "match"}),
        ("fanorona", {"kind": "series", "order": ["nonsense"]}),
        ("fanorona", {"kind": "cup"}),
    ):
        answer = ann.post("/games", {"game": game, "seats": seats, "contest": contest})
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"]
