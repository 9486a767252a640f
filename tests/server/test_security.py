"""What keeps a server safe: origins, hosts, sizes, rates, tokens, and garbage of every kind."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.people import Person, Server, Table

ELSEWHERE = {"Origin": "https://evil.example"}


def test_headers(server: Server) -> None:
    for path in ("/", "/api/catalog", "/api/nothing", "/app/shell.js"):
        headers = httpx.get(f"{server.address}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # compiled code that is no script
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_another_site_changes_nothing(ann: Person) -> None:
    wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "me2"}]}
    for headers in (ELSEWHERE, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ann.post("/games", wish, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "other_origin")
    own = ann.server.address
    for origin in (own.replace("http", "https"), own.replace("http", "ftp"), own.removeprefix("http:")):
        assert ann.post("/games", wish, headers={"Origin": origin}).status_code == 403  # the same name is not enough
    assert ann.post("/games", wish, headers={"Origin": own}).status_code == 201
    game_id = ann.create()
    with ann.at(game_id, origin="https://evil.example") as table, pytest.raises(ConnectionClosed, match="4403"):
        table.hear()
    with ann.at(game_id, origin=ann.server.address) as table:
        assert table.hear("state")


def test_a_name_that_is_not_ours(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/catalog", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "unknown_host")
    port = server.address.rpartition(":")[2]
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert httpx.get(f"{server.address}/api/catalog", headers={"Host": f"{name}:{port}"}).status_code == 200


def test_bodies(ann: Person, server: Server) -> None:
    address = f"{server.address}/api/records"
    answer = httpx.post(address, json={"text": "x" * 70_000})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_big")

    def endless() -> Any:
        for _ in range(100):
            yield b'"' + b"x" * 1_000

    answer = httpx.post(address, content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    answer = httpx.post(address, content=b"text=1", headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_json")
    for body in (b"{", b"[]", b"null", b"\xff\xfe", b'{"text":1}', b'{"text":"","more":1}'):
        answer = httpx.post(address, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, body
        assert answer.json()["error"]["message"]
    assert ann.post("/games", {"game": "squadro", "seats": [{"kind": "computer"}] * 2}).status_code == 422


@pytest.mark.parametrize(
    "garbage",
    [
        *("", "hello", "{}", "[]", "null", '{"type":"nothing"}', '{"type":"move"}', '{"type":"chat","text":5}'),
        *('{"type":"move","ply":-1,"move":"1"}', '{"type":"move","ply":0,"move":"1","extra":1}'),
        *(b"\x00\x01", "[" * 5_000),
    ],
)
def test_garbage_over_the_socket(ann: Person, garbage: str | bytes) -> None:
    game_id = ann.create(against="me2", setup={"first": "light"})
    with ann.at(game_id) as table:
        table.hear("state")
        table.socket.send(garbage)
        assert table.hear("refused")["code"] == "unreadable"
        assert table.move("1", ply=0)["type"] == "accepted"  # and the line is still good


def test_a_refusal_names_what_it_refuses_wherever_that_can_be_read(ann: Person) -> None:
    with ann.at(ann.create()) as table:
        table.send("move", ply=-1, move="1", ref="mine")
        assert table.hear("refused")["ref"] == "mine"
        for unusable in (["mine"], "\ud800", "x" * 65):
            table.send("move", ply=-1, move="1", ref=unusable)
            assert table.hear("refused")["ref"] is None
    with ann.analysing() as desk:
        desk.send("analyse", id="mine", game="squadro", lines=100)
        refused = desk.hear("refused")
        assert (refused["id"], refused["code"]) == ("mine", "unreadable")


def test_a_message_that_is_too_long(ann: Person) -> None:
    with ann.at(ann.create()) as table:
        table.hear("state")
        table.socket.send(json.dumps({"type": "chat", "text": "x" * 20_000}))
        with pytest.raises(ConnectionClosed, match="1009"):
            table.hear("refused")


def test_an_address_with_thousands_of_fields_is_not_read(server: Server) -> None:
    # Reading it took a second and a half, in which nobody was answered.
    many = "&".join(f"{number}=" for number in range(2_000))
    for path in ("/api/picture.svg?game=squadro&", "/api/catalog?", "/?"):
        answer = server.client.get(f"{server.address}{path}{many}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unreadable")
    some = "&".join(f"{number}=" for number in range(50))
    assert server.client.get(f"{server.address}/api/catalog?{some}").status_code == 200


def test_thousands_of_mistakes_count_for_more_than_one(own_server: Any) -> None:
    server: Server = own_server("--requests-per-second", "10")
    wrong = {"game": "squadro"} | {f"{number}": 0 for number in range(5_000)}
    codes = [server.client.post(f"{server.address}/api/positions", json=wrong).status_code for _ in range(3)]
    assert codes == [422, 429, 429]  # of 200 that it may send at once


@pytest.mark.parametrize("path", ["moves", "actions"])
def test_a_move_that_is_nothing_is_refused_by_whichever_way_it_comes(ann: Person, path: str) -> None:
    game_id = ann.create(against="me2", setup={"first": "light"})
    kind = {"type": "move"} if path == "actions" else {}
    for nothing in ("", " ", "\n", "\u00a0\t"):
        answer = ann.post(f"/games/{game_id}/{path}", {**kind, "ply": 0, "move": nothing})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unreadable")
    assert ann.post(f"/games/{game_id}/{path}", {**kind, "ply": 0, "move": " 1\n"}).status_code == 200


def test_a_message_with_thousands_of_mistakes_ends_the_line(ann: Person) -> None:
    with ann.at(ann.create()) as table:
        table.hear("state")
        table.send("move", **{f"{number}": 0 for number in range(1_500)})
        with pytest.raises(ConnectionClosed, match="1008"):
            table.hear("refused")


def test_a_flood_of_messages(ann: Person) -> None:
    with ann.at(ann.create()) as table:
        table.hear("state")
        with pytest.raises(ConnectionClosed):
            _flood(table)


def _flood(table: Table) -> None:
    for _ in range(500):
        table.send("ping")
    while True:
        table.hear("refused")


def test_chat_is_limited(server: Server) -> None:
    ann = Person(server)
    game_id = ann.create()
    codes = [ann.act(game_id, "chat", text=f"{number}").status_code for number in range(15)]
    assert codes[0] == 200
    assert codes[-1] == 429


def test_chat_is_limited_by_address_too(own_server: Any) -> None:
    server = own_server()
    game_id = Person(server).create()
    codes = [Person(server).act(game_id, "chat", text=f"{number}").status_code for number in range(60)]
    assert codes[0] == 200
    assert codes[-1] == 429


def test_nothing_personal_is_kept_on_the_way(ann: Person, server: Server) -> None:
    game_id = ann.create()
    for path in (f"/games/{game_id}", f"/games/{game_id}/record", "/games"):
        assert ann.get(path).headers["cache-control"] == "no-store"
    assert httpx.get(server.address).headers["cache-control"] == "private, no-cache"


def test_limits_of_a_server(own_server: Any) -> None:
    server = own_server("--games-per-hour", "3", "--sockets-per-address", "2", "--requests-per-second", "2")
    ann = Person(server)
    games = [ann.create() for _ in range(3)]
    answer = ann.post("/games", {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "open"}]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
    with ann.at(games[0]) as one, ann.at(games[1]) as two, ann.at(games[2]) as three:
        one.hear("state")
        two.hear("state")
        assert three.hear("refused")["code"] == "too_many"
    with ann.at(games[0]) as table:
        assert table.hear("state")  # there is room again
    record = "Game: squadro\nRules: standard\nResult: unfinished\n\n1. 2 1\n"
    bob = Person(server)
    assert bob.post("/records?keep=true", {"text": "\n".join([record] * 4)}).json()["error"]["code"] == "too_fast"
    assert bob.get("/games").json()["games"] == []  # none, instead of the first three
    assert len(bob.post("/records?keep=true", {"text": "\n".join([record] * 3)}).json()["games"]) == 3
    codes = [ann.get("/catalog").status_code]
    assert codes == [200]
    while codes[-1] == 200 and len(codes) < 500:
        codes.append(ann.get("/catalog").status_code)
    assert codes[-1] == 429


@pytest.mark.parametrize(
    ("path", "least"), [("/", 100), ("/no-such-file.js", 100), ("/api/openapi.json", 20), ("/api/no-such-thing", 20)]
)
def test_nothing_can_be_asked_for_without_end(own_server: Any, path: str, least: int) -> None:
    server: Server = own_server("--requests-per-second", "1")
    answers: list[httpx.Response] = []
    while not answers or answers[-1].status_code != 429:
        assert len(answers) < 10 * least
        answers.append(server.client.get(f"{server.address}{path}"))
    assert len(answers) > least
    assert answers[-1].headers["connection"] == "close"
    assert server.client.get(f"{server.address}/ready").status_code == 200  # which is for whoever runs it


def test_many_sockets_of_one_address_do_no_more_than_one(own_server: Any) -> None:
    server: Server = own_server("--requests-per-second", "1")
    ann = Person(server)
    game_id = ann.create()
    with ann.at(game_id) as one, ann.at(game_id) as two:
        for number in range(20):  # half of what a single one would take at once
            for table in (one, two):
                table.send("rename", player=0, name=f"Ann {number}", ref=f"{number}")
        answers = [table.hear("accepted", "refused") for table in (one, two) for _ in range(20)]
        assert {answer.get("code") for answer in answers} == {None, "too_fast"}
        one.send("ping", ref="alive")
        assert one.hear("pong")["ref"] == "alive"


@pytest.mark.parametrize("token", ["", "x", "A" * 42, "A" * 44, "ä" * 43, "../" * 14 + "x"])
def test_what_is_no_token(server: Server, token: str) -> None:
    stranger = Person(server, token="-")
    stranger.headers = {"Cookie": f"vato_visitor={token}"} if token.isascii() else {}
    assert stranger.get("/games").json()["games"] == []
    game_id = Person(server).create()
    answer = stranger.act(game_id, "join", name="Nobody")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_visitor")


def test_a_record_is_shown_to_whoever_keeps_it(ann: Person, eve: Person) -> None:
    record = "Game: squadro\nRules: standard\nResult: unfinished\n\n1. 2 1\n"
    (kept,) = ann.post("/records?keep=true", {"text": record}).json()["games"]
    assert ann.get(f"/games/{kept['id']}/record").status_code == 200
    assert ann.state(kept["id"])["turns"]
    for answer in (
        eve.get(f"/games/{kept['id']}"),
        eve.get(f"/games/{kept['id']}/record"),
        eve.act(kept["id"], "chat", text="Whose is this?"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_game")
    with eve.at(kept["id"]) as table:
        assert table.hear("refused")["code"] == "unknown_game"
    with eve.analysing() as desk:
        desk.send("review", game_id=kept["id"])
        assert desk.hear("refused")["code"] == "unknown_game"


def test_a_browser_keeps_its_seat_by_its_cookie(server: Server) -> None:
    with httpx.Client(base_url=server.address) as browser:
        wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "me2"}]}
        game_id = browser.post("/api/games", json=wish).json()["id"]
        assert browser.get(f"/api/games/{game_id}").json()["seats"][0]["mine"] is True
        assert httpx.get(f"{server.address}/api/games/{game_id}").json()["seats"][0]["mine"] is False


def test_no_token_is_ever_told(ann: Person, ben: Person) -> None:
    game_id = ann.create()
    for text in (ben.get(f"/games/{game_id}").text, ben.get(f"/games/{game_id}/record").text):
        assert ann.token not in text
        assert "visitor" not in text
    database = b"".join(path.read_bytes() for path in ann.server.data.glob("vato.sqlite3*"))
    assert ann.token.encode() not in database


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods(server: Server, method: str) -> None:
    answer = httpx.request(method, f"{server.address}/api/games", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "not_allowed")
    assert answer.headers["allow"] == "GET, POST"
