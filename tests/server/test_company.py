"""What members have to do with each other: who has blocked whom, what is reported, what moderators do about it."""

from __future__ import annotations

import io
import json
import random
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any
from zipfile import ZipFile

import pytest

from tests.command import run as command
from tests.server.backing import ON_BOTH
from tests.server.members import Member, appointed, code_of, place_of, playing
from tests.server.people import Person, Server, State, Table, choose
from vato.server.store.database import FILE

SCRIPT = "<script>alert(1)</script>"


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


run = partial(command, timeout=60)


def chat_of(person: Person, game_id: str) -> list[str]:
    return [said["text"] for said in person.state(game_id)["chat"]]


# Blocks


@ON_BOTH
def test_the_words_of_who_is_blocked_are_not_shown(anna: Member, bert: Member, eve: Person) -> None:
    game_id = playing(anna, bert)
    bert.act(game_id, "chat", text="Before")
    anna.act(game_id, "chat", text="Hello")
    with anna.at(game_id, changes=True) as hers, bert.at(game_id) as his:
        assert [said["text"] for said in hers.hear("state")["chat"]] == ["Before", "Hello"]
        assert anna.post("/me/blocks", {"name": bert.name}).json() == {"names": [bert.name]}
        hers.until(lambda state: [said["text"] for said in state["chat"]] == ["Hello"])
        his.ask("chat", text="After")
        anna.act(game_id, "chat", text="Bye")
        hers.until(lambda state: [said["text"] for said in state["chat"]] == ["Hello", "Bye"])
        his.until(lambda state: len(state["chat"]) == 4)
    assert chat_of(anna, game_id) == ["Hello", "Bye"]
    for other in (bert, eve):
        assert chat_of(other, game_id) == ["Before", "Hello", "After", "Bye"]
    assert anna._request("DELETE", f"/me/blocks/{bert.name}").json() == {"names": []}
    assert len(chat_of(anna, game_id)) == 4


@ON_BOTH
def test_blocked_people_do_not_join_each_other_by_link(anna: Member, bert: Member) -> None:
    anna.post("/me/blocks", {"name": bert.name})
    for one, other in ((anna, bert), (bert, anna)):
        assert code_of(other.post(f"/games/{one.create()}/join", {"name": ""})) == "apart"


def seek(table: Table, **wish: Any) -> None:
    table.send("seek", game="squadro", clock={"initial_ms": 61_234, "increment_ms": 0}, **wish)


@ON_BOTH
def test_blocked_people_are_neither_paired_nor_shown_to_each_other(
    anna: Member, bert: Member, eve: Person, server: Server
) -> None:
    del server
    anna.post("/me/blocks", {"name": bert.name})
    with anna.in_lobby() as hers, bert.in_lobby() as his, eve.in_lobby() as third:
        seek(hers)
        mine = hers.until(lambda state: state["mine"])["mine"]
        third.until(lambda state: mine in state["seeks"])
        seek(his)
        his.until(lambda state: state["mine"])
        assert (mine in his.state["seeks"], his.state["game"]) == (False, None)
        his.send("take", seek=mine["id"])
        assert his.hear("refused")["code"] == "taken"
        third.until(lambda state: len(state["seeks"]) == 2)
        seek(third, name="Eve")
        game_id = third.until(lambda state: state["game"])["game"]
    names = {seat["name"] for seat in eve.state(game_id)["seats"]}
    assert names in ({"Eve", anna.name}, {"Eve", bert.name})


def test_nobody_blocks_oneself_or_nobody(anna: Member, ben: Person) -> None:
    assert code_of(anna.post("/me/blocks", {"name": anna.name})) == "apart"
    assert code_of(anna.post("/me/blocks", {"name": "nobody at all"})) == "unknown_member"
    assert code_of(anna.post("/me/blocks", {"name": ""})) == "unknown_member"
    assert code_of(ben.post("/me/blocks", {"name": anna.name})) == "not_signed_in"


# Reports, and what moderators do about them


def report(by: Person, **fields: Any) -> Any:
    return by.post("/reports", {"reason": "chat", "text": "It was not nice", **fields})


def entries(mona: Member, about: str, which: str = "open") -> list[State]:
    return [entry for entry in mona.get("/moderation").json()[which] if entry["about"] == about]


@ON_BOTH
def test_one_reports_the_other_and_a_moderator_closes_it(anna: Member, bert: Member, mona: Member) -> None:
    game_id = playing(anna, bert)
    made = report(anna, member=bert.name, game=game_id, text=f"{SCRIPT}\u202e says he")
    assert made.status_code == 201
    [entry] = entries(mona, bert.name)
    assert entry["text"] == f"{SCRIPT} says he"  # as text, and without what turns it round
    assert (entry["reporter"], entry["game"], entry["reason"]) == (anna.name, game_id, "chat")
    path = f"/moderation/reports/{entry['id']}/close"
    assert mona.post(path, {"note": f"{SCRIPT} told him"}).status_code == 200
    assert code_of(mona.post(path, {"note": "again"})) == "not_offered"
    assert entries(mona, bert.name) == []
    assert entries(mona, bert.name, "closed")[0]["id"] == entry["id"]
    done = mona.get("/moderation").json()["deeds"][0]
    assert (done["moderator"], done["deed"], done["report"], done["text"]) == (
        mona.name,
        "closed",
        entry["id"],
        f"{SCRIPT} told him",
    )


def test_a_report_says_whom_or_what_and_not_too_many_do(anna: Member, bert: Member, ben: Person) -> None:
    assert code_of(report(anna)) == "unreadable"
    assert code_of(report(anna, member="nobody at all")) == "unknown_member"
    assert code_of(report(anna, game="nosuchgame")) == "unknown_game"
    kept = bert.post("/records?keep=true", {"text": "Game: squadro\nResult: unfinished\n\n1. 3\n"}).json()
    assert code_of(report(anna, game=kept["games"][0]["id"])) == "unknown_game"  # which is nobody else's to see
    assert code_of(report(anna, member=bert.name, reason="dull")) == "unreadable"
    assert code_of(report(ben, member=bert.name)) == "not_signed_in"
    codes = [report(anna, member=bert.name).status_code for _ in range(11)]
    assert codes == [201] * 10 + [429]


@ON_BOTH
def test_who_is_renamed_is_so_everywhere(anna: Member, bert: Member, mona: Member, name: str) -> None:
    game_id = playing(anna, bert)
    bert.act(game_id, "chat", text="Hello")
    old, new = bert.name, f"Robert {name}"
    with anna.at(game_id) as hers:
        hers.hear("state")
        assert code_of(mona.post(f"/moderation/members/{old}/rename", {"name": anna.name})) == "name_taken"
        assert mona.post(f"/moderation/members/{old}/rename", {"name": SCRIPT}).status_code == 422
        assert mona.post(f"/moderation/members/{old}/rename", {"name": new, "note": "Rude"}).status_code == 200
        hers.until(lambda state: state["seats"][1]["name"] == new)
        assert hers.state["chat"][0]["name"] == new
    assert bert.get("/me").json()["name"] == new
    assert mona.get("/moderation").json()["deeds"][0]["text"] == f"{old} → {new}: Rude"
    assert code_of(mona.get(f"/moderation/members/{old}")) == "unknown_member"
    bert.name = new
    assert Member(Person(anna.server), old).get("/me").json()["name"] == old  # the old one is free


def test_moderators_are_made_on_the_machine_and_see_to_each_other_there(
    anna: Member, mona: Member, server: Server
) -> None:
    assert mona.get("/me/account").json()["moderator"] is True
    assert anna.get("/me/account").json()["moderator"] is False
    again = run("moderator", mona.name, *place_of(server))
    assert (again.returncode, "already" in again.stderr) == (2, True)
    unknown = run("moderator", "nobody at all", *place_of(server))
    assert (unknown.returncode, "no member" in unknown.stderr) == (2, True)
    appointed(anna)
    for deed in ("ban", "unban"):
        assert code_of(mona.post(f"/moderation/members/{anna.name}/{deed}", {})) == "apart"
    appointed(anna, "--remove")
    assert code_of(anna.get("/moderation")) == "not_found"
    made = [deed for deed in mona.get("/moderation").json()["deeds"] if deed["member"] == anna.name]
    assert [(deed["deed"], deed["moderator"]) for deed in made] == [("dismissed", ""), ("appointed", "")]


def test_a_database_that_is_not_there_or_of_another_vato_is_refused(tmp_path: Any, name: str) -> None:
    assert "no games" in run("moderator", name, "--data", str(tmp_path)).stderr
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('0001')")
    database.close()
    assert "another vato" in run("moderator", name, "--data", str(tmp_path)).stderr


def test_signs_are_told_of_a_finished_game_and_no_verdict(anna: Member, bert: Member, mona: Member) -> None:
    chance, game_id = random.Random(7), playing(anna, bert)
    players = (anna, bert)
    for ply in range(12):
        state = players[ply % 2].state(game_id)
        if ply == 11:
            break
        players[ply % 2].post(f"/games/{game_id}/moves", {"ply": ply, "move": choose(state, chance)})
    assert code_of(mona.get(f"/moderation/games/{game_id}/signs")) == "not_over"
    anna.act(game_id, "resign", ply=11)
    told = mona.get(f"/moderation/games/{game_id}/signs").json()
    first, second = told["sides"]
    assert [side["name"] for side in told["sides"]] == [anna.name, bert.name]
    # Turns 5 to 11, without the openings; times from the third turn on.
    assert (first["turns"], second["turns"]) == (4, 3)
    assert (len(first["seconds"]), len(second["seconds"])) == (5, 4)
    assert all(0 <= side["agreed"] <= side["turns"] and side["loss"] >= 0 for side in told["sides"])
    assert mona.get("/moderation").json()["deeds"][0]["deed"] == "looked"


def test_who_goes_takes_their_reports_home_and_leaves_no_name(anna: Member, bert: Member, mona: Member) -> None:
    report(anna, member=bert.name, text="For the archive")
    anna.post("/me/blocks", {"name": bert.name})
    with ZipFile(io.BytesIO(anna.get("/me/archive").content)) as archive:
        told = json.loads(archive.read("account.json"))
    assert (told["blocked"], told["reports"][0]["text"], told["bots"]) == ([bert.name], "For the archive", [])
    assert bert.delete("/me").status_code == 200
    assert anna.delete("/me").status_code == 200
    waiting = [entry for entry in mona.get("/moderation").json()["open"] if entry["text"] == "For the archive"]
    assert [(entry["reporter"], entry["about"]) for entry in waiting] == [("", "")]


def test_another_site_and_no_account_do_nothing(anna: Member, bert: Member, own_server: Callable[..., Server]) -> None:
    elsewhere = {"headers": {"Origin": "https://elsewhere.example"}}
    assert code_of(anna.post("/me/blocks", {"name": bert.name}, **elsewhere)) == "other_origin"
    plain = Person(own_server())
    for path in ("/moderation", "/me/blocks", "/challenges", "/me/bots", "/stream"):
        assert code_of(plain.get(path)) == "no_accounts"
