"""Accounts that moderators close: who is out, what is given up, what is not shown, and a ban that broke off."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.server.backing import ON_BOTH
from tests.server.conftest import ACCOUNTS
from tests.server.members import BACK_SOON, PASSWORD, Member, appointed, code_of, code_of_cut, playing
from tests.server.people import Person, Server, wait_for
from vato.server.store.database import FILE


@pytest.fixture
def server(company_server: Server) -> Server:
    return company_server


@pytest.fixture
def anna(ann: Person, name: str) -> Member:
    return Member(ann, f"Anna {name}")


@pytest.fixture
def bert(ben: Person, name: str) -> Member:
    return Member(ben, f"Bert {name}")


@pytest.fixture
def mona(server: Server, name: str) -> Member:
    """A moderator."""
    return appointed(Member(Person(server), f"Mona {name}"))


@ON_BOTH
def test_who_is_banned_is_out_and_does_not_come_in(anna: Member, bert: Member, mona: Member, eve: Person) -> None:
    bert.post("/me/password", {"password": PASSWORD})
    under_way, own = playing(anna, bert), bert.create(against="me2")
    with anna.at(under_way) as hers, bert.at(under_way) as his:
        hers.hear("state")
        assert mona.post(f"/moderation/members/{bert.name}/ban", {"note": "Enough"}).status_code == 200
        assert code_of_cut(his) == BACK_SOON
        ended = hers.until(lambda state: state["outcome"])
    assert (ended["outcome"]["winner"], ended["outcome"]["reason"]) == (0, "resignation")
    assert ended["seats"][1]["name"] == bert.name  # what was played stays
    assert bert.get("/me").json()["member"] is False
    assert code_of(bert.act(own, "resign", ply=0)) == "not_yours"
    tries = {
        "password": {"name": bert.name, "password": PASSWORD},
        "code": {"name": bert.name, "code": bert.codes[0]},
        "passkey": {"passkey": bert.device.use(eve.post("/passkeys/challenge").json())},
    }
    for way, body in tries.items():
        assert code_of(eve.post(f"/sign-in/{way}", body)) == "banned"
    # Nobody else is told: without a proof it is as with any other account.
    wrong = eve.post("/sign-in/password", {"name": bert.name, "password": "not the password"})
    assert code_of(wrong) == "not_proved"
    assert code_of(mona.post(f"/moderation/members/{bert.name}/ban", {})) == "not_offered"
    assert mona.get(f"/moderation/members/{bert.name}").json()["banned"]
    assert mona.post(f"/moderation/members/{bert.name}/unban", {}).status_code == 200
    assert eve.post("/sign-in/code", tries["code"]).status_code == 200  # which was not used up
    deeds = [
        (deed["deed"], deed["text"]) for deed in mona.get("/moderation").json()["deeds"] if deed["member"] == bert.name
    ]
    assert deeds == [("unbanned", ""), ("banned", "Enough")]


@ON_BOTH
def test_bots_are_banned_with_their_keeper_and_alone(anna: Member, bert: Member, mona: Member, name: str) -> None:
    robots = []
    for letter in "KP":
        made = bert.post("/me/bots", {"name": f"Robo {letter}{name}"}).json()
        robots.append(Person(anna.server, made["name"], made["token"]))
    one, other = robots
    under_way = [anna.create(), anna.create()]
    for robot, game_id in zip(robots, under_way, strict=True):
        assert robot.post(f"/games/{game_id}/join", {"name": ""}).status_code == 200
    with one.at(under_way[0]) as line:
        line.hear("state")
        assert mona.post(f"/moderation/members/{one.name}/ban", {}).status_code == 200
        assert code_of_cut(line) == BACK_SOON
    assert anna.state(under_way[0])["outcome"]["winner"] == 0
    assert (one.get("/me").status_code, other.get("/me").status_code) == (401, 200)
    dare = {"member": other.name, "game": "squadro", "rules": "standard"}
    assert anna.post("/challenges", dare).status_code == 201
    assert mona.post(f"/moderation/members/{bert.name}/ban", {}).status_code == 200
    assert other.get("/me").status_code == 401
    assert anna.state(under_way[1])["outcome"]["winner"] == 0
    assert anna.get("/challenges").json() == []
    assert code_of(anna.post("/challenges", dare)) == "apart"


def test_a_game_that_cannot_be_read_keeps_no_ban_from_its_end(anna: Member, bert: Member, mona: Member) -> None:
    unreadable, other = playing(anna, bert), playing(anna, bert)
    with sqlite3.connect(anna.server.data / FILE) as database:
        database.execute("UPDATE games SET game = 'gone' WHERE id = ?", [unreadable])
    assert mona.post(f"/moderation/members/{bert.name}/ban", {}).status_code == 200
    assert anna.state(other)["outcome"]["winner"] == 0


@ON_BOTH
def test_the_invitations_of_who_is_banned_are_taken_back(
    anna: Member, bert: Member, mona: Member, eve: Person, name: str
) -> None:
    made = bert.post("/me/bots", {"name": f"Robo {name}"}).json()
    robot = Person(anna.server, made["name"], made["token"])
    invitations = [bert.create(), bert.create("fanorona", contest={"kind": "match"}), robot.create()]
    alone = bert.create(against="me2")
    assert mona.post(f"/moderation/members/{bert.name}/ban", {}).status_code == 200
    for game_id in invitations:
        for somebody in (anna, eve):
            assert code_of(somebody.post(f"/games/{game_id}/join", {"name": ""})) == "withdrawn"
    assert eve.state(alone)["outcome"] is None  # nobody else has to do with it


@ON_BOTH
def test_who_is_banned_has_no_page(anna: Member, bert: Member, mona: Member, eve: Person, name: str) -> None:
    robot = bert.post("/me/bots", {"name": f"Robo {name}"}).json()["name"]
    pages = [f"/people/{bert.name}", f"/people/{bert.name}/games", f"/people/{robot}"]
    assert [eve.get(page).status_code for page in pages] == [200, 200, 200]
    assert mona.post(f"/moderation/members/{bert.name}/ban", {}).status_code == 200
    for page in pages:
        refused = [somebody.get(page) for somebody in (eve, anna)]
        assert {(each.status_code, code_of(each)) for each in refused} == {(404, "unknown_member")}
    nobody = eve.get(f"/people/Nobody {name}").json()["error"]["message"]
    assert eve.get(pages[0]).json()["error"]["message"] == nobody.replace(f"Nobody {name}", bert.name)
    assert mona.post(f"/moderation/members/{bert.name}/unban", {}).status_code == 200
    assert eve.get(pages[0]).json()["name"] == bert.name


def break_off_a_ban(server: Server, member: Member) -> None:
    """Leave a database as a server does that is killed when it has closed an account, and done no more about it."""
    with closing(sqlite3.connect(server.data / FILE, timeout=20)) as database, database:
        closed = "INSERT INTO bans SELECT id, 1 FROM members WHERE name = ?"
        assert database.execute(closed, [member.name]).rowcount == 1


def test_a_second_ban_finishes_one_that_broke_off(anna: Member, bert: Member, mona: Member, server: Server) -> None:
    game_id, invitation = playing(anna, bert), bert.create()
    break_off_a_ban(server, bert)
    path = f"/moderation/members/{bert.name}/ban"
    assert mona.post(path, {"note": "Again"}).status_code == 200
    assert anna.state(game_id)["outcome"]["winner"] == 0
    assert code_of(anna.post(f"/games/{invitation}/join", {"name": ""})) == "withdrawn"
    assert code_of(mona.post(path, {})) == "not_offered"


def test_a_server_that_starts_finishes_a_ban_that_broke_off(own_server: Callable[..., Server], name: str) -> None:
    server = own_server(*ACCOUNTS)
    anna, bert = (Member(Person(server), f"{first} {name}") for first in ("Anna", "Bert"))
    game_id, invitation, alone = playing(anna, bert), bert.create(), bert.create(against="me2")
    server.kill()
    break_off_a_ban(server, bert)
    server.start()
    wait_for(lambda: anna.state(game_id)["outcome"])
    assert anna.state(game_id)["outcome"]["winner"] == 0
    wait_for(lambda: anna.get(f"/games/{invitation}").status_code == 410)
    assert anna.state(alone)["outcome"] is None
