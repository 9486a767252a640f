"""Members against those who would be them: the wrong person, nobody, what is replayed, guessed, stolen or planted."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.authenticator import PRESENT, Authenticator
from tests.server.members import BACK_SOON, PASSWORD, Member, code_of, code_of_cut, session_of
from tests.server.people import Person, Server
from vato.errors import VatoError
from vato.server import run
from vato.server.http.refusals import Refusal
from vato.server.people import passwords
from vato.server.settings import Settings
from vato.server.store.database import FILE

GARBAGE = {"id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"}
MEMBERS_ONLY: list[tuple[str, str, Any]] = [
    ("GET", "/me/account", None),
    ("GET", "/me/archive", None),
    ("POST", "/me/password", {"password": PASSWORD}),
    ("POST", "/me/passkeys", {"passkey": GARBAGE}),
    ("DELETE", "/me/passkeys/AAAA", None),
    ("POST", "/me/codes", {}),
    ("DELETE", "/me/sessions", None),
    ("DELETE", "/me/sessions/AAAA", None),
    ("DELETE", "/me", None),
    ("GET", "/me/blocks", None),
    ("POST", "/me/blocks", {"name": "Ann"}),
    ("DELETE", "/me/blocks/Ann", None),
    ("POST", "/reports", {"member": "Ann", "reason": "chat"}),
    ("GET", "/challenges", None),
    ("POST", "/challenges", {"member": "Ann", "game": "squadro"}),
    ("POST", "/challenges/AAAA/accept", {}),
    ("POST", "/challenges/AAAA/decline", {}),
    ("DELETE", "/challenges/AAAA", None),
    ("GET", "/me/bots", None),
    ("POST", "/me/bots", {"name": "Robo"}),
    ("POST", "/me/bots/Robo/token", {}),
    ("DELETE", "/me/bots/Robo/token", None),
    ("DELETE", "/me/bots/Robo", None),
    ("GET", "/stream", None),
]
FOR_MODERATORS: list[tuple[str, str, Any]] = [
    ("GET", "/moderation", None),
    ("POST", "/moderation/reports/nosuch/close", {}),
    ("GET", "/moderation/members/Ann", None),
    ("POST", "/moderation/members/Ann/ban", {}),
    ("POST", "/moderation/members/Ann/unban", {}),
    ("POST", "/moderation/members/Ann/rename", {"name": "Nobody's"}),
    ("GET", "/moderation/games/nosuch/signs", None),
]
FOR_EVERYBODY = (
    ("GET", "/me"),
    ("GET", "/me/closed"),
    ("POST", "/passkeys/challenge"),
    *(("POST", f"/sign-{way}") for way in ("up/password", "up/passkey", "in/password", "in/passkey", "in/code", "out")),
    *(
        ("GET", path)
        for path in (
            "/people/{name}",
            "/people/{name}/games",
            "/leaders/{game}",
            "/archive",
            "/archive/games.vato.gz",
            "/games/{game_id}/stream",
        )
    ),
)
FRESH_ONLY = [request for request in MEMBERS_ONLY if request[1] in ("/me", "/me/codes", "/me/password")]


@pytest.fixture
def server(members_server: Server) -> Server:
    return members_server


def send(person: Person, method: str, path: str, body: Any) -> httpx.Response:
    return person._request(method, path, **({} if body is None else {"json": body}))


# Who may do what


def test_every_request_about_members_is_tried_as_the_wrong_person(server: Server) -> None:
    described = Person(server).get("/openapi.json").json()["paths"]
    tried = [(method, path) for method, path, _ in MEMBERS_ONLY + FOR_MODERATORS]
    for path, operations in described.items():
        for method, operation in operations.items():
            asked = method.upper(), path.removeprefix("/api")
            if {"members", "company", "bots", "moderation"} & set(operation["tags"]) and asked not in FOR_EVERYBODY:
                pattern = re.sub(r"\{\w+\}", "[^/]+", asked[1])
                assert any(one == asked[0] and re.fullmatch(pattern, other) for one, other in tried), asked


@pytest.mark.parametrize(("method", "path", "body"), FOR_MODERATORS)
def test_what_is_for_moderators_is_not_there_for_others(
    ann: Person, eve: Person, name: str, method: str, path: str, body: Any
) -> None:
    for somebody, code in (
        (Person(ann.server, token=""), "not_signed_in"),
        (eve, "not_signed_in"),
        (Member(ann, name), "not_found"),
    ):
        assert code_of(send(somebody, method, path, body)) == code


def test_a_bots_token_is_worth_nothing_anywhere_once_it_is_revoked(ann: Person, name: str) -> None:
    keeper = Member(ann, name)
    made = keeper.post("/me/bots", {"name": f"Robo {name}"}).json()
    robot = Person(ann.server, made["name"], made["token"])
    game_id = robot.create()
    keeper.delete(f"/me/bots/{robot.name}/token")
    games = [
        ("GET", f"/games/{game_id}", None),
        ("GET", f"/games/{game_id}/stream", None),
        ("POST", f"/games/{game_id}/actions", {"type": "withdraw"}),
        ("POST", "/sign-up/passkey", {"name": "Robo", "passkey": GARBAGE}),
    ]
    for method, path, body in MEMBERS_ONLY + FOR_MODERATORS + games:
        refused = send(robot, method, path, body)
        assert (refused.status_code, code_of(refused)) == (401, "not_signed_in"), path
    assert robot.server.client.get(f"{ann.server.address}/api/games/{game_id}").status_code == 200  # as nobody


@pytest.mark.parametrize(("method", "path", "body"), MEMBERS_ONLY)
def test_only_a_member_has_an_account(ann: Person, method: str, path: str, body: Any) -> None:
    nobody = Person(ann.server, token="")
    made_up = Person(ann.server, token="x" * 43)
    for somebody in (nobody, made_up, ann):
        refused = send(somebody, method, path, body)
        assert (refused.status_code, code_of(refused)) == (401, "not_signed_in")


def test_nobody_ends_or_removes_what_is_anothers(ann: Person, ben: Person, name: str) -> None:
    hers, his = Member(ann, name), Member(ben, f"{name} too")
    session = hers.get("/me/account").json()["sessions"][0]["id"]
    his.delete(f"/me/sessions/{session}")
    his.delete("/me/sessions")
    second = Authenticator(ann.server.address)
    his.post("/me/passkeys", {"passkey": second.make(his.post("/passkeys/challenge").json())})
    his.delete(f"/me/passkeys/{hers.device.id}")
    account = hers.get("/me/account").json()
    assert ([key["id"] for key in account["passkeys"]], len(account["sessions"])) == ([hers.device.id], 1)
    game_id = hers.create()
    assert code_of(his.act(game_id, "resign", ply=0)) == "not_yours"


@pytest.mark.parametrize(("method", "path", "body"), FRESH_ONLY)
def test_who_signed_in_long_ago_proves_again_who_they_are(
    ann: Person, name: str, method: str, path: str, body: Any
) -> None:
    member = Member(ann, name)
    session = member.get("/me/account").json()["sessions"][0]["id"]
    with sqlite3.connect(ann.server.data / FILE, timeout=20) as database:
        database.execute("UPDATE sessions SET created_ms = created_ms - 3600000 WHERE id = ?", (session,))
    database.close()
    assert member.get("/me/account").json()["fresh"] is False
    assert code_of(send(member, method, path, body)) == "prove_again"
    again = member.signed_in(member)
    assert send(again, method, path, body).status_code == 200


def test_another_site_can_do_nothing(ann: Person, name: str) -> None:
    elsewhere = {"headers": {"Origin": "https://elsewhere.example"}}
    member = Member(ann, name)
    assert code_of(member.post("/sign-out", **elsewhere)) == "other_origin"
    assert code_of(member._request("DELETE", "/me", **elsewhere)) == "other_origin"
    assert member.get("/me").json()["member"]


# Sessions


def test_sessions_are_seen_and_ended_with_their_lines(ann: Person, ben: Person, name: str) -> None:
    here = Member(ann, name)
    game_id = here.create()
    there = here.signed_in(ben)
    sessions = here.get("/me/account").json()["sessions"]
    other = next(session for session in sessions if not session["here"])
    assert len(sessions) == 2
    with there.at(game_id) as table, here.at(game_id) as mine:
        assert table.hear("state")["seats"][0]["mine"]
        assert here.delete(f"/me/sessions/{other['id']}").status_code == 200
        assert code_of_cut(table) == BACK_SOON
        assert mine.ask("rename", player=0, name=name)["type"] == "accepted"
    assert there.get("/me").json()["member"] is False
    assert code_of(there.act(game_id, "resign", ply=0)) == "not_yours"


def test_a_stolen_token_is_worth_nothing_after_signing_out(ann: Person, name: str) -> None:
    member = Member(ann, name)
    game_id = member.create()
    thief = Person(ann.server, token=member.token)
    with thief.at(game_id) as table:
        assert table.hear("state")["seats"][0]["mine"]
        assert "vato_session" not in member.post("/sign-out").headers.get("set-cookie", "")  # a program's own
        assert code_of_cut(table) == BACK_SOON
    assert thief.get("/me").json() == {"member": False, "name": "", "games": 0}
    assert thief.get(f"/games/{game_id}").json()["seats"][0]["mine"] is False
    for method, path, body in MEMBERS_ONLY:
        assert code_of(send(thief, method, path, body)) == "not_signed_in"


def test_a_changed_password_ends_the_other_sessions(ann: Person, ben: Person, name: str) -> None:
    here = Member(ann, name)
    there = here.signed_in(ben)
    assert here.post("/me/password", {"password": PASSWORD}).status_code == 200
    assert here.get("/me").json()["member"]
    assert there.get("/me").json()["member"] is False


def test_nobody_signs_in_to_a_session_that_was_planted(server: Server, name: str) -> None:
    planted, visit = "p" * 43, "v" * 43
    with httpx.Client(base_url=server.address, trust_env=False) as browser:
        browser.cookies.set("vato_session", planted, domain="127.0.0.1")
        browser.cookies.set("vato_visitor", visit, domain="127.0.0.1")
        seats = [{"kind": "me"}, {"kind": "open"}]
        game_id = browser.post("/api/games", json={"game": "squadro", "seats": seats}).json()["id"]
        device = Authenticator(server.address)
        made = device.make(browser.post("/api/passkeys/challenge", json={}).json())
        token = session_of(browser.post("/api/sign-up/passkey", json={"name": name, "passkey": made}))
        used = device.use(browser.post("/api/passkeys/challenge", json={}).json())
        assert token not in (planted, session_of(browser.post("/api/sign-in/passkey", json={"passkey": used})))
        assert browser.get("/api/me").json()["name"] == name
        assert browser.get("/api/games").json()["games"][0]["id"] == game_id
        # Out by the cookie: the browser is the visitor it was.
        left = browser.post("/api/sign-out", json={})
        assert "Max-Age=0" in left.headers["set-cookie"]
        assert browser.get("/api/me").json() == {"member": False, "name": "", "games": 0}
    for known in (planted, visit, token):  # the one before the second sign-in ended with it
        thief = Person(server, token=known)
        assert thief.get("/me").json()["member"] is False
        assert thief.get("/games").json()["games"] == []


def test_a_session_goes_over_https_only_where_there_is_https(own_server: Callable[..., Server], name: str) -> None:
    proxied = own_server("--accounts", "--proxy", "127.0.0.1", "--origin", "https://vato.example.org")
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1", "Host": "vato.example.org"}
    visitor = Person(proxied)
    made = visitor.post("/sign-up/password", {"name": name, "password": PASSWORD}, headers=headers)
    assert "; Secure" in made.headers["set-cookie"]


# What is told, and what is not


def test_nothing_tells_which_part_was_wrong(ann: Person, ben: Person, name: str) -> None:
    keys, words = Member(ann, name), Member(ben, f"{name} too")
    words.post("/me/password", {"password": PASSWORD})
    eve = Person(ann.server)
    told = {
        eve.post("/sign-in/password", {"name": wanted, "password": "not the password"}).text
        for wanted in (keys.name, words.name, f"{name} three", "", "\x00", "Ann<script>")
    }
    told |= {
        eve.post("/sign-in/code", {"name": wanted, "code": code}).text
        for wanted, code in ((keys.name, words.codes[0]), (f"{name} three", keys.codes[0]), (keys.name, ""))
    }
    assert len(told) == 1
    made_up = Authenticator(ann.server.address).use(eve.post("/passkeys/challenge").json())
    forged = keys.device.use(eve.post("/passkeys/challenge").json()) | {"signature": made_up["signature"]}
    used = {eve.post("/sign-in/passkey", {"passkey": passkey}).text for passkey in (made_up, forged)}
    assert len(used) == 1
    assert eve.get("/me").json()["member"] is False


def test_a_name_that_is_unknown_takes_a_hash_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    class Recorder:
        def verify(self, kept: str, _: str) -> bool:
            compared.append(kept)
            return True

    monkeypatch.setattr(passwords, "HASHER", Recorder())
    hasher = passwords.Passwords()
    assert not asyncio.run(hasher.fits(PASSWORD, None))
    assert asyncio.run(hasher.fits(PASSWORD, "kept"))
    hasher.close()
    assert compared == [passwords.NOBODYS, "kept"]


def test_sign_ins_wait_for_each_other_and_hold_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    go, at_once, most = threading.Event(), 0, 0

    class Slow:
        def hash(self, _: str) -> str:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            assert go.wait(20)
            at_once -= 1
            return "hash"

    async def crowd() -> None:
        hasher = passwords.Passwords()
        waiting = [asyncio.create_task(hasher.hashed(PASSWORD)) for _ in range(passwords.MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await hasher.hashed(PASSWORD)
        assert refused.value.status == 429
        go.set()
        assert set(await asyncio.gather(*waiting)) == {"hash"}
        hasher.close()

    monkeypatch.setattr(passwords, "HASHER", Slow())
    asyncio.run(crowd())
    assert most == 1


def test_guessing_is_limited_by_name_and_by_address(own_server: Callable[..., Server], name: str) -> None:
    server = own_server("--accounts", "--proofs-per-hour", "15")
    member = Member(Person(server), name)  # which takes two
    wrong = {"name": name, "code": "wrong"}
    for typed in (name, name.upper(), f"{name}.", f" {name}", f"{name}!"):
        assert code_of(Person(server).post("/sign-in/code", wrong | {"name": typed})) == "not_proved"
    right = {"name": name, "code": member.codes[0]}
    assert code_of(Person(server).post("/sign-in/code", right)) == "too_fast"
    assert code_of(Person(server).post("/sign-in/code", wrong | {"name": "another"})) == "not_proved"
    again = member.signed_in(Person(server))  # a passkey needs no name
    assert again.get("/me").json()["name"] == name
    answers = [Person(server).post("/sign-in/code", wrong | {"name": f"other {number}"}) for number in range(5)]
    assert code_of(answers[-1]) == "too_fast"
    assert code_of(Person(server).post("/passkeys/challenge")) == "too_fast"
    assert again.get("/games").status_code == 200  # who is in stays in


def test_wrong_passwords_keep_nobody_from_a_recovery_code(own_server: Callable[..., Server], name: str) -> None:
    server = own_server("--accounts", "--proofs-per-hour", "15")
    member = Member(Person(server), name)
    wrong = {"name": name, "password": "not the password"}
    answers = [code_of(Person(server).post("/sign-in/password", wrong)) for _ in range(6)]
    assert answers == ["not_proved"] * 5 + ["too_fast"]
    assert Person(server).post("/sign-in/code", {"name": name, "code": member.codes[0]}).status_code == 200


def test_accounts_are_refused_where_they_cannot_be_had(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "find_spec", lambda _: None)
    run.refuse_unless_there_can_be_accounts(Settings(tmp_path))
    with pytest.raises(VatoError, match="accounts"):
        run.refuse_unless_there_can_be_accounts(Settings(tmp_path, accounts=True))


# Passkeys


def test_a_passkey_answers_its_own_challenge_once_and_here(ann: Person, eve: Person, name: str) -> None:
    member = Member(ann, name)
    challenge = ann.post("/passkeys/challenge").json()
    used = member.device.use(challenge)
    stolen = {"passkey": used}
    assert code_of(eve.post("/sign-in/passkey", stolen)) == "not_proved"  # it was not given to her
    assert ann.post("/sign-in/passkey", stolen).status_code == 200
    assert code_of(ann.post("/sign-in/passkey", stolen)) == "not_proved"  # it was used
    made_up = {"challenge": "A" * 43, "place": challenge["place"]}
    assert code_of(ann.post("/sign-in/passkey", {"passkey": member.device.use(made_up)})) == "not_proved"
    nobody = Person(ann.server, token="")
    assert code_of(nobody.post("/sign-in/passkey", {"passkey": member.device.use(made_up)})) == "no_visitor"


def refused(visitor: Person, passkey: dict[str, str]) -> bool:
    return code_of(visitor.post("/sign-in/passkey", {"passkey": passkey})) == "not_proved"


def test_a_passkey_that_was_used_elsewhere_or_by_nobody_is_refused(ann: Person, name: str) -> None:
    device = Member(ann, name).device
    device.origin = "https://elsewhere.example"
    assert refused(ann, device.use(ann.post("/passkeys/challenge").json()))
    device.origin = ann.server.address
    assert refused(ann, device.use(ann.post("/passkeys/challenge").json() | {"place": "elsewhere.example"}))
    device.flags = PRESENT  # nobody proved to be its owner
    assert refused(ann, device.use(ann.post("/passkeys/challenge").json()))


def test_a_copied_passkey_is_noticed(ann: Person, name: str) -> None:
    member = Member(ann, name)
    member.signed_in(ann)
    member.signed_in(ann)
    member.device.uses = 0
    assert refused(ann, member.device.use(ann.post("/passkeys/challenge").json()))


def test_a_passkey_is_made_for_whoever_asked(ann: Person, eve: Person, name: str) -> None:
    hers = Member(ann, name)
    # Made for a challenge that Eve was given, it is not Ann's, and the other way round.
    device = Authenticator(ann.server.address)
    given = eve.post("/passkeys/challenge").json()
    assert code_of(hers.post("/me/passkeys", {"passkey": device.make(given)})) == "not_proved"
    given = hers.post("/passkeys/challenge").json()
    assert code_of(eve.post("/sign-up/passkey", {"name": f"{name} too", "passkey": device.make(given)})) == "not_proved"
    # One that is known is nobody else's.
    eves = Member(eve, f"{name} two")
    given = eves.post("/passkeys/challenge").json()
    assert code_of(eves.post("/me/passkeys", {"passkey": hers.device.make(given)})) == "not_proved"


def test_garbage_is_no_passkey(ann: Person, name: str) -> None:
    given = ann.post("/passkeys/challenge").json()
    made = Authenticator(ann.server.address).make(given)
    assert (
        code_of(ann.post("/sign-up/passkey", {"name": name, "passkey": made | {"attestation": "oWNmbXQ"}}))
        == "not_proved"
    )
    assert code_of(ann.post("/sign-up/passkey", {"name": name, "passkey": GARBAGE})) == "not_proved"
