"""Members: visitors who become one in place, sign in elsewhere, recover, see to their account, and go."""

from __future__ import annotations

import io
import json
import uuid
from zipfile import ZipFile

import pytest

from tests.server.authenticator import Authenticator
from tests.server.backing import ON_BOTH
from tests.server.members import BACK_SOON, PASSWORD, Member, code_of, code_of_cut, session_of
from tests.server.people import Person, Server, State
from vato import record


@pytest.fixture
def server(members_server: Server) -> Server:
    return members_server


def games_of(person: Person) -> list[State]:
    found: list[State] = person.get("/games").json()["games"]
    return found


# Becoming a member


@ON_BOTH
def test_a_visitor_becomes_a_member_in_place(ann: Person, ben: Person, name: str) -> None:
    played, alone = (
        ann.create(),
        ann.create(against="me2", seats=[{"kind": "me", "name": "A"}, {"kind": "me2", "name": "B"}]),
    )
    assert ann.post("/records?keep=true", {"text": "Game: squadro\nResult: unfinished\n\n1. 3\n"}).status_code == 200
    ben.post(f"/games/{played}/join", {"name": "Ben"})
    member = Member(ann, name)
    assert member.get("/me").json() == {"member": True, "name": name, "games": 0}
    assert len(games_of(member)) == 3
    assert games_of(ann) == []
    seat, other = member.state(played)["seats"]
    assert (seat["name"], seat["mine"], seat["member"]) == (name, True, True)
    assert (other["name"], other["mine"], other["member"]) == ("Ben", False, False)
    # Of two on one screen nobody knows who is the member.
    assert [(each["name"], each["mine"], each["member"]) for each in member.state(alone)["seats"]] == [
        ("A", True, False),
        ("B", True, False),
    ]
    turn = member if member.state(played)["scene"]["turn"] == 0 else ben
    ply = {"ply": 0, "move": "3"}
    assert code_of(ann.post(f"/games/{played}/moves", ply)) == "not_yours"
    assert turn.post(f"/games/{played}/moves", ply).status_code == 200


@ON_BOTH
def test_who_plays_while_becoming_a_member_comes_back_as_one(ann: Person, ben: Person, name: str) -> None:
    game_id = ann.create()
    with ann.at(game_id) as hers, ben.at(game_id) as his:
        hers.hear("state")
        assert his.ask("join", name="Ben")["type"] == "accepted"
        member = Member(ann, name)
        assert his.until(lambda state: state["seats"][0]["name"] == name)["seats"][0]["member"]
        assert code_of_cut(hers) == BACK_SOON
        with member.at(game_id) as again:
            assert again.hear("state")["seats"][0]["mine"]


@ON_BOTH
@pytest.mark.parametrize("joins", [True, False])
def test_the_games_of_another_device_join_or_stay(ann: Person, ben: Person, name: str, joins: bool) -> None:
    first, second = ann.create(), ben.create()
    member = Member(ann, name)
    assert ben.get("/me").json()["games"] == 1
    there = member.signed_in(ben, games=joins)
    assert {game["id"] for game in games_of(there)} == ({first, second} if joins else {first})
    assert [game["id"] for game in games_of(ben)] == ([] if joins else [second])
    assert there.state(second)["seats"][0]["name"] == (name if joins else "Ben")


def test_a_game_that_is_brought_twice_is_one_after_signing_in(ann: Person, name: str) -> None:
    told = {
        "key": str(uuid.uuid4()),
        "game": "squadro",
        "rules": "standard",
        "start": "00000/00000 light",
        "seats": [{"kind": "me"}, {"kind": "me2"}],
        "moves": ["3"],
        "times": [1_700_000_000_000],
        "created": 1_700_000_000_000,
    }
    brought = ann.post("/brought", told).json()["id"]
    member = Member(ann, name)
    assert member.post("/brought", told).json()["id"] == brought


@pytest.mark.parametrize(
    "wanted",
    [
        "",
        "x",
        "1234",
        "Ann<script>alert(1)</script>",
        "a/b",
        "Ann Аnn",
        "moderator",
        "M0derat0r",
        "n" * 25,
        "★ ★",
        "😀😀",
    ],
)
def test_what_cannot_be_a_name_is_refused(ann: Person, wanted: str) -> None:
    refused = ann.post("/sign-up/password", {"name": wanted, "password": PASSWORD})
    assert refused.status_code in (409, 422), wanted
    assert ann.get("/me").json()["member"] is False


def test_what_is_not_seen_is_not_in_a_name(ann: Person, name: str) -> None:
    assert Member(ann, f" \u202e{name}\u200b\x00 ").get("/me").json()["name"] == name


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaaaaa", "x" * 201])
def test_what_cannot_be_a_password_is_refused(ann: Person, name: str, password: str) -> None:
    assert ann.post("/sign-up/password", {"name": name, "password": password}).status_code == 422
    assert ann.post("/sign-up/password", {"name": "Anna Maria Bell", "password": "anna-maria-bell"}).status_code == 422


@ON_BOTH
def test_a_password_is_enough(ann: Person, ben: Person, name: str) -> None:
    game_id = ann.create()
    made = ann.post("/sign-up/password", {"name": name, "password": PASSWORD})
    assert (made.status_code, made.json()["name"]) == (201, name)
    there = Person(ben.server, name, session_of(ben.post("/sign-in/password", {"name": name, "password": PASSWORD})))
    assert there.state(game_id)["seats"][0]["mine"]


def test_nobody_becomes_a_member_twice(ann: Person, name: str) -> None:
    again = Member(ann, name).post("/sign-up/password", {"name": f"{name} too", "password": PASSWORD})
    assert (again.status_code, code_of(again)) == (409, "member")


# Names


@ON_BOTH
def test_a_name_is_its_members_alone(ann: Person, ben: Person, eve: Person) -> None:
    anna = Member(ann, "Oscar Pope")
    alike = "\u041e\u0455\u0441\u0430r P0pe"  # with letters that are not Latin
    for taken in ("oscar pope", "OscarPope", "Óscar  Popé", "Oscar. Pope", alike, "★Oscar Pope★"):
        wish = {"game": "squadro", "seats": [{"kind": "me", "name": taken}, {"kind": "open"}]}
        assert code_of(ben.post("/games", wish)) == "name_taken", taken
        wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "me2", "name": taken}]}
        assert code_of(ben.post("/games", wish)) == "name_taken", taken
        assert code_of(ben.post("/sign-up/password", {"name": taken, "password": PASSWORD})) in (
            "name_taken",
            "refused",
        )
    game_id = ben.create()
    assert code_of(eve.post(f"/games/{game_id}/join", {"name": alike})) == "name_taken"
    assert code_of(ben.act(game_id, "rename", player=0, name=alike)) == "name_taken"
    # The member has it, whatever they say.
    assert anna.post(f"/games/{game_id}/join", {"name": "Somebody"}).status_code == 200
    assert anna.state(game_id)["seats"][1]["name"] == "Oscar Pope"
    assert code_of(anna.act(game_id, "rename", player=1, name="Somebody")) == "own_name"
    own = anna.create(seats=[{"kind": "me", "name": "Somebody"}, {"kind": "computer", "level": 1}])
    assert anna.state(own)["seats"][0]["name"] == "Oscar Pope"


@pytest.mark.parametrize("taken", ["Administrator", "m0derator", "\u2605 Server \u2605"])
def test_nobody_is_taken_for_the_house(ann: Person, ben: Person, taken: str) -> None:
    wish = {"game": "squadro", "seats": [{"kind": "me", "name": taken}, {"kind": "open"}]}
    assert code_of(ann.post("/games", wish)) == "name_taken"
    game_id = ann.create()
    assert code_of(ben.post(f"/games/{game_id}/join", {"name": taken})) == "name_taken"
    assert code_of(ann.act(game_id, "rename", player=0, name=taken)) == "name_taken"


def test_a_game_that_is_brought_loses_a_name_that_is_taken_and_no_move(ann: Person, ben: Person, name: str) -> None:
    Member(ann, name)
    told = {
        "key": str(uuid.uuid4()),
        "game": "squadro",
        "rules": "standard",
        "start": "00000/00000 light",
        "seats": [{"kind": "me", "name": name}, {"kind": "me2", "name": "Ben"}],
        "moves": ["3"],
        "times": [1_700_000_000_000],
        "created": 1_700_000_000_000,
    }
    state = ben.state(ben.post("/brought", told).json()["id"])
    assert ([seat["name"] for seat in state["seats"]], len(state["turns"])) == (["", "Ben"], 1)


def test_whoever_played_by_a_name_before_it_was_a_members_loses_it_in_the_rematch(
    ann: Person, ben: Person, eve: Person, name: str
) -> None:
    ann.name = name
    game_id = ann.create()
    ben.post(f"/games/{game_id}/join", {"name": "Ben"})
    Member(eve, name)
    ann.act(game_id, "resign", ply=0)
    ann.act(game_id, "offer_rematch")
    ben.act(game_id, "answer_rematch", accept=True)
    again = ann.state(ann.state(game_id)["next_id"])
    assert [seat["name"] for seat in again["seats"]] == ["Ben", ""]
    assert ann.state(game_id)["seats"][0]["name"] == name  # what was played stays as it was


# Taking home, and going


@ON_BOTH
def test_everything_is_taken_home(ann: Person, name: str) -> None:
    game_id = ann.create(against="me2")
    ann.post(f"/games/{game_id}/moves", {"ply": 0, "move": "3"})
    ann.act(game_id, "chat", text="Good luck to me")
    member = Member(ann, name)
    answer = member.get("/me/archive")
    assert answer.headers["content-disposition"] == 'attachment; filename="vato-account.zip"'
    with ZipFile(io.BytesIO(answer.content)) as archive:
        told, games = json.loads(archive.read("account.json")), record.read(archive.read("games.vato").decode())
    assert told["account"] == member.get("/me/account").json()
    assert [(game["id"], game["said"][0]["text"]) for game in told["games"]] == [(game_id, "Good luck to me")]
    assert [str(turn.move) for turn in games[0].turns] == ["3"]


@ON_BOTH
def test_who_goes_leaves_the_games_and_no_name(ann: Person, ben: Person, eve: Person, name: str) -> None:
    member = Member(ann, name)
    with_ben, waiting = member.create(), member.create()
    ben.post(f"/games/{with_ben}/join", {"name": "Ben"})
    member.post("/records?keep=true", {"text": "Game: squadro\nResult: unfinished\n\n1. 3\n"})
    member.act(with_ben, "chat", text="It was me")
    ben.act(with_ben, "chat", text="It was Ben")
    with ben.at(with_ben) as his:
        his.hear("state")
        assert member.delete("/me").status_code == 200
        state = his.until(lambda state: state["seats"][0]["name"] == "")
    assert (state["outcome"]["winner"], state["outcome"]["reason"]) == (1, "resignation")
    assert [said["text"] for said in state["chat"]] == ["It was Ben"]
    assert ben.get(f"/games/{waiting}").status_code == 404
    assert member.get("/me").json() == {"member": False, "name": "", "games": 0}
    used = member.device.use(eve.post("/passkeys/challenge").json())
    assert code_of(eve.post("/sign-in/passkey", {"passkey": used})) == "not_proved"
    assert games_of(Member(eve, name)) == []  # the name is free, and opens nothing


# Without accounts


def test_without_accounts_there_are_none(sqlite_server: Server, name: str) -> None:
    visitor = Person(sqlite_server)
    assert (visitor.get("/me").status_code, code_of(visitor.get("/me"))) == (404, "no_accounts")
    assert visitor.post("/sign-up/password", {"name": name, "password": PASSWORD}).status_code == 404
    assert "data-accounts" not in sqlite_server.client.get(sqlite_server.address).text


def test_with_accounts_the_page_knows(server: Server) -> None:
    assert "data-accounts" in server.client.get(server.address).text


# Passkeys


@ON_BOTH
def test_a_passkey_is_all_one_needs(ann: Person, ben: Person, name: str) -> None:
    game_id = ann.create()
    device = Authenticator(ann.server.address)
    made = device.make(ann.post("/passkeys/challenge").json())
    answer = ann.post("/sign-up/passkey", {"name": name, "passkey": made})
    member = Person(ann.server, name, session_of(answer))
    assert member.state(game_id)["seats"][0]["mine"]
    used = device.use(ben.post("/passkeys/challenge").json())
    there = Member.of(ben, name, ben.post("/sign-in/passkey", {"passkey": used}))
    assert there.get("/me").json()["name"] == name
    account = there.get("/me/account").json()
    assert ([key["id"] for key in account["passkeys"]], account["password"]) == ([device.id], False)
    refused = there.delete(f"/me/passkeys/{device.id}")
    assert code_of(refused) == "last_way_in"
    # With a second one the first may go, and is worth nothing then.
    second = Authenticator(ann.server.address)
    added = there.post("/me/passkeys", {"passkey": second.make(there.post("/passkeys/challenge").json())})
    assert added.status_code == 200
    assert there.delete(f"/me/passkeys/{device.id}").status_code == 200
    used = device.use(ben.post("/passkeys/challenge").json())
    assert code_of(ben.post("/sign-in/passkey", {"passkey": used})) == "not_proved"
    used = second.use(ben.post("/passkeys/challenge").json())
    assert ben.post("/sign-in/passkey", {"passkey": used}).json() == {"name": name}


# Recovery


@ON_BOTH
def test_a_printed_code_opens_the_account_once(ann: Person, ben: Person, name: str) -> None:
    game_id = ann.create()
    member = Member(ann, name)
    assert len(set(member.codes)) == 8
    typed = member.codes[0].upper().replace("-", " ")
    found = Person(ben.server, name, session_of(ben.post("/sign-in/code", {"name": name, "code": typed})))
    assert found.state(game_id)["seats"][0]["mine"]
    assert found.get("/me/account").json()["codes"] == 7
    assert code_of(ben.post("/sign-in/code", {"name": name, "code": typed})) == "not_proved"
    # With a password, all who were signed in are not any more.
    assert found.post("/me/password", {"password": PASSWORD}).status_code == 200
    assert member.get("/me").json()["member"] is False
    assert ben.post("/sign-in/password", {"name": name.upper(), "password": PASSWORD}).json() == {"name": name}
    assert len(found.post("/me/codes").json()["codes"]) == 8
    assert code_of(ben.post("/sign-in/code", {"name": name, "code": member.codes[1]})) == "not_proved"
