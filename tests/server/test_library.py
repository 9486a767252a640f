"""Requests that touch no game in play, the browser app's files, and the pages."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from starlette.requests import Request

import vato
from tests import toads
from tests.server.people import Person, Server
from vato import catalog
from vato.server.http import static_files
from vato.server.http.library_routes import catalog_entry


def test_the_catalogue(ann: Person) -> None:
    games = {game["name"]: game for game in ann.get("/catalog").json()["games"]}
    assert list(games) == list(catalog.GAMES)
    fanorona = games["fanorona"]
    assert (fanorona["title"], fanorona["counters"][0]["name"]) == ("Fanorona", "stones")
    (board,) = fanorona["setup"]
    assert (board["name"], board["values"][0], board["decides_beginner"]) == ("board", "9x5", False)
    assert [rules["name"] for rules in fanorona["rules"] if rules["revanche"]] == ["vela"]
    assert fanorona["contests"] == ["match", "series"]
    assert len(fanorona["levels"]) == 10
    (first,) = games["squadro"]["setup"]
    assert (first["name"], first["values"], first["decides_beginner"]) == ("first", ["light", "dark"], True)
    assert games["squadro"]["counters"][0]["most"] == 4
    assert games["squadro"]["contests"] == ["series"]
    french = ann.get("/catalog", headers={"Accept-Language": "fr"}).json()["games"]
    assert french[0]["rules"][0]["summary"] != games["fanorona"]["rules"][0]["summary"]


def test_the_catalogue_says_what_a_game_has(ann: Person) -> None:
    lists = {"lessons": "/lessons", "puzzles": "/puzzles", "endings": "/training"}
    listed = {name: {game["game"] for game in ann.get(path).json()["games"]} for name, path in lists.items()}
    listed["kit"] = {kit["name"] for kit in ann.get("/kits").json()["kits"]}
    for game in ann.get("/catalog").json()["games"]:
        offered = {name for name, there in game["has"].items() if there}
        assert offered - {"engine", "device"} == {name for name, games in listed.items() if game["name"] in games}
        assert game["has"]["engine"] or not game["levels"]
        assert game["has"]["engine"] or not game["has"]["device"]


def test_a_game_that_has_nothing_but_its_rules_is_offered_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.GAMES, toads.GAME.name, toads.GAME)
    entry = catalog_entry(toads.GAME, "en")
    assert entry["title"] == "Toads and Frogs"
    assert entry["contest_rules"] == "standard"
    assert not any(entry["has"].values())
    assert [entry[name] for name in ("setup", "counters", "levels", "openings")] == [[], [], [], []]


@pytest.mark.parametrize("path", ["/layouts/fanorona", "/layouts/fanorona/5x5", "/layouts/squadro"])
def test_layouts(ann: Person, path: str) -> None:
    layout = ann.get(path).json()
    assert layout["points"]
    assert layout["shapes"]
    assert layout["width"] > layout["border"] > 0


@pytest.mark.parametrize("size", catalog.find("fanorona").setup[0].values)
def test_every_board_that_is_offered_can_be_played_on(ann: Person, size: str) -> None:
    state = ann.state(ann.create("fanorona", against="me2", setup={"board": size}))
    assert state["layout"] == f"fanorona/{size}"
    assert state["scene"]["options"]
    assert ann.get(f"/layouts/{state['layout']}").json()["points"]


def test_no_game_begins_where_it_is_over(ann: Person) -> None:
    wish = {"game": "fanorona", "position": "9/9/4w4/9/9 b", "seats": [{"kind": "me"}, {"kind": "me2"}]}
    answer = ann.post("/games", wish)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_position")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/layouts/chess", 404),
        ("/layouts/fanorona/4x4", 404),
        ("/layouts/squadro/5x5", 404),
        ("/rules/chess", 404),
        ("/rules/fanorona?rules=none", 422),
        ("/rules/chess/start.svg", 404),
        ("/rules/fanorona/none.svg", 404),
        ("/rules/fanorona/start.svg?rules=none", 422),
        ("/rules/fanorona/chain-goes-on.svg?rules=classic", 404),
        ("/rules/fanorona/approach.svg?theme=paper", 422),
        ("/messages/xx", 404),
        ("/picture.svg?game=fanorona&moves=a1-a2", 422),
        ("/picture.svg?game=fanorona&theme=pink", 422),
        ("/picture.svg?game=fanorona&board=4x4", 422),
        ("/picture.svg?game=fanorona&first=white", 422),
        ("/nothing", 404),
        ("/games/../../etc/passwd", 404),
    ],
)
def test_what_is_not_there(ann: Person, path: str, status: int) -> None:
    answer = ann.get(path)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"message", "code"}


def test_the_rules_in_words(ann: Person) -> None:
    rules = ann.get("/rules/fanorona?rules=classic").json()
    assert rules["rules"] == "classic"
    assert all(section["title"] and section["paragraphs"] for section in rules["sections"])


def test_the_examples_of_a_rule_set_of_ones_own(ann: Person) -> None:
    rules = ann.get("/rules/fanorona?rules=classic,chain=obligatory", headers={"accept-language": "de"}).json()
    assert rules["rules"] == rules["comparison"]["columns"][-1] == "classic,chain=obligatory"
    assert rules["comparison"]["title"] == "Auf einen Blick"
    (turn,) = (section for section in rules["sections"] if section["title"] == "Ein Zug")
    examples = {example["name"]: example for example in turn["examples"]}
    shown = examples["chain-goes-on"]
    assert turn["paragraphs"][shown["paragraph"]] == "Eine Kette muss zu Ende gespielt werden."
    assert (shown["move"], shown["captured"]) == ("b2-c2A-c1W-d2A", ["d2", "c3", "e3"])
    assert shown["refused"] == "b2-c2A"
    assert shown["why"].startswith("Die Kette muss")
    address = "/rules/fanorona/chain-goes-on.svg?rules=classic,chain=obligatory&theme=dark"
    answer = ann.get(address)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert float(ElementTree.fromstring(answer.text).attrib["width"]) == shown["width"]
    assert ann.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_positions(ann: Person) -> None:
    asked = {"game": "fanorona", "rules": "classic", "moves": ["d2-e3A"]}
    found = ann.post("/positions", asked).json()
    board = vato.new("fanorona", rules="classic")
    board.push("d2-e3A")
    assert found["scene"]["position"] == board.position
    assert found["turns"][0]["text"] == "d2-e3A"
    assert found["layout_key"] == "fanorona/9x5"
    assert found["outcome"] is None
    assert len(found["scene"]["options"]) > 0
    assert ann.post("/positions", asked | {"moves": ["d2-e3A", "a1-b1"]}).status_code == 422
    bad = ann.post("/positions", {"game": "squadro", "position": "nonsense"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "invalid_position")
    assert ann.post("/positions", asked | {"moves": ["d2-e3A"] * 2_001}).status_code == 422


def test_setting_up_a_position(ann: Person) -> None:
    games = {game["name"]: game["edits"] for game in ann.get("/catalog").json()["games"]}
    assert games == {name: ["place", "erase", "move"] for name in ("fanorona", "alquerque")} | {
        "squadro": ["move", "turn"]
    }
    asked = {"game": "fanorona", "position": "9/9/4w4/9/9 w", "edit": {"point": "e3", "player": None}}
    empty = ann.post("/edits", asked).json()
    assert empty["position"] == "9/9/9/9/9 w"
    assert empty["scene"]["pieces"] == empty["scene"]["options"] == []
    asked = {"game": "fanorona", "position": empty["position"], "edit": {"point": "a1", "player": 1}}
    assert ann.post("/edits", asked).json()["scene"]["pieces"][0]["at"] == "a1"
    asked["edit"] = {"point": "a1", "from": "b1"}
    assert ann.post("/edits", asked).json()["error"]["code"] == "illegal_move"


def test_why_a_move_is_refused(ann: Person) -> None:
    asked = {"game": "fanorona", "rules": "standard"}
    assert ann.post("/why", asked | {"move": "d2-e3A"}).json() == {"message": None}
    assert "a1" in ann.post("/why", asked | {"move": "a1"}).json()["message"]
    assert ann.post("/why", asked | {"move": "d2", "to": "e3"}).json() == {"message": None}
    assert "e2" in ann.post("/why", asked | {"move": "d2", "to": "e2"}).json()["message"]
    # Who is to find a move alone is told the rule, and no move.
    idle = asked | {"position": "5/1b3/1b2b/1bw2/w3b w", "move": "a1"}
    assert ann.post("/why", idle).json() == {"message": "You must capture; one stone can: c2."}
    assert ann.post("/why", idle | {"bare": True}).json() == {"message": "You must capture."}


def test_a_picture(ann: Person) -> None:
    answer = ann.get("/picture.svg?game=fanorona&moves=d2-e3A&theme=dark")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_a_picture_of_another_board(ann: Person) -> None:
    pictures = [ann.get(f"/picture.svg?game=fanorona&board={size}").text for size in ("9x5", "5x5")]
    assert pictures[0] == ann.get("/picture.svg?game=fanorona").text != pictures[1]


@pytest.mark.parametrize("name", ["first", "colour", "rules", "position", "game", "moves", "x" * 40])
def test_a_set_up_option_that_a_game_does_not_have_is_refused_in_a_sentence(ann: Person, name: str) -> None:
    seats = [{"kind": "me"}, {"kind": "me2"}]
    for path, more in (("/games", {"seats": seats}), ("/positions", {})):
        answer = ann.post(path, {"game": "fanorona", "setup": {name: "light"}} | more)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"].endswith("it has board.")


def test_who_begins_is_drawn_unless_it_is_said(ann: Person) -> None:
    def beginner(**wishes: object) -> str:
        state = ann.state(ann.create("squadro", against="me2", **wishes))
        return str(state["start"].split()[1])

    for wish in ({}, {"setup": {"first": "draw"}}):
        assert {beginner(**wish) for _ in range(40)} == {"light", "dark"}
    assert {beginner(setup={"first": "dark"}) for _ in range(8)} == {"dark"}
    assert {beginner(position="00000/00000 dark", setup={"first": "draw"}) for _ in range(8)} == {"dark"}


RECORD = """Game: squadro
Rules: standard
Light: Ann
Dark: Ben
Date: 2026-11-15
Result: dark
Reason: resignation

1. 2 (0:59) 1
# A comment.
"""


def test_records_read_and_kept(ann: Person, ben: Person) -> None:
    (game,) = ann.post("/records", {"text": RECORD}).json()["games"]
    assert (game["id"], game["moves"], game["players"]) == (None, ["2", "1"], ["Ann", "Ben"])
    assert game["outcome"]["winner"] == 1
    (kept,) = ann.post("/records?keep=true", {"text": RECORD}).json()["games"]
    state = ann.state(kept["id"])
    assert [turn["text"] for turn in state["turns"]] == ["2", "1"]
    assert state["outcome"]["text"] == "dark wins by resignation"
    assert not any(seat["mine"] for seat in state["seats"])
    assert ann.get(f"/games/{kept['id']}/record").text == RECORD
    assert kept["id"] in [mine["id"] for mine in ann.get("/games").json()["games"]]
    assert kept["id"] not in [mine["id"] for mine in ben.get("/games").json()["games"]]
    damaged = ann.post("/records", {"text": RECORD.replace("1. 2", "1. 9")})
    assert damaged.json()["error"]["code"] == "invalid_record"
    assert "Line" in damaged.json()["error"]["message"]
    assert ann.post("/records", {"text": ""}).status_code == 422


def test_what_was_tried_beside_a_game_is_read_with_it(ann: Person) -> None:
    tried = RECORD.replace("1. 2 (0:59) 1", "1. 2\n(\n  1. 3 4\n  (\n    1... 5\n  )\n)\n1... 1\n(\n  1... 2\n)")
    (game,) = ann.post("/records", {"text": tried}).json()["games"]
    assert game["moves"] == ["2", "1"]
    assert game["lines"] == [
        {"of": 0, "ply": 0, "moves": ["3", "4"]},
        {"of": 0, "ply": 1, "moves": ["2"]},
        {"of": 1, "ply": 1, "moves": ["5"]},
    ]


def test_an_unfinished_record_that_was_kept_is_only_looked_at(ann: Person) -> None:
    text = RECORD.replace("dark\nReason: resignation", "unfinished")
    (kept,) = ann.post("/records?keep=true", {"text": text}).json()["games"]
    assert ann.act(kept["id"], "move", ply=2, move="3").json()["error"]["code"] == "not_yours"


def test_a_record_goes_out_and_comes_back(ann: Person) -> None:
    game_id = ann.create("fanorona", against="me2", rules="strict", setup={"board": "5x5"})
    option = ann.state(game_id)["scene"]["options"][0]
    ann.act(game_id, "move", ply=0, move=option["text"])
    text = ann.get(f"/games/{game_id}/record").text
    (read,) = ann.post("/records", {"text": text}).json()["games"]
    assert (read["rules"], read["moves"]) == ("strict", [option["text"]])


def test_my_games(server: Server) -> None:
    ann = Person(server, "Ann")
    assert ann.get("/games").json() == {"games": [], "page": 1, "more": False}
    created = [ann.create(against="me2") for _ in range(32)]
    first, second = (ann.get(f"/games?page={page}").json() for page in (1, 2))
    assert (first["more"], second["more"]) == (True, False)
    assert [game["id"] for game in first["games"] + second["games"]] == created[::-1]
    game = first["games"][0]
    assert game["my_turn"] is True
    assert game["position"].startswith("00000/00000")
    assert ann.get("/games?page=0").status_code == 422
    assert httpx.get(f"{server.address}/api/games").json()["games"] == []


def test_languages_and_texts(ann: Person) -> None:
    languages = {language["code"]: language for language in ann.get("/languages").json()}
    assert {"en", "fr", "de"} <= set(languages)
    for code in languages:
        texts = ann.get(f"/messages/{code}").json()
        assert texts["direction"] == languages[code]["direction"]
        assert texts["messages"]["start.new_game"]


@pytest.mark.parametrize("path", ["/catalog", "/messages/en", "/layouts/squadro", "/rules/squadro", "/languages"])
def test_what_seldom_changes_is_sent_once(ann: Person, path: str) -> None:
    first = ann.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = ann.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_documentation_needs_nothing_from_elsewhere(server: Server) -> None:
    page = httpx.get(f"{server.address}/api/docs").text
    assert "/api/games/{game_id}/moves" in page
    assert "http" not in page
    assert httpx.get(f"{server.address}/api/docs.css").headers["content-type"].startswith("text/css")


# Files


@pytest.mark.parametrize("path", ["/", "/game/abcdefghij", "/analysis", "/games", "/rules/fanorona", "/print"])
def test_every_page_is_the_shell_and_gives_a_cookie(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.address}{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("vato_visitor=")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", "Path=/"))
    token = answer.cookies["vato_visitor"]
    assert "set-cookie" not in httpx.get(f"{server.address}{path}", headers={"Cookie": f"vato_visitor={token}"}).headers


def test_files_are_checked_by_the_browser_and_compressed(server: Server) -> None:
    address = f"{server.address}/app/shell.js"
    plain = httpx.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert plain.headers["cache-control"] == "no-cache"
    again = httpx.get(address, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    with httpx.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as small:
        assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join(small.iter_raw())) == plain.content
    assert httpx.head(address).headers["etag"] == plain.headers["etag"]


def test_what_a_page_names_is_asked_for_once(server: Server) -> None:
    named = re.findall(r'(?:src|href)="(/~[^"]+)"', httpx.get(server.address).text)
    assert any(path.endswith("/app/shell.js") for path in named)
    assert any(path.endswith("/style.css") for path in named)
    for path in named:
        answer = httpx.get(f"{server.address}{path}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        older = httpx.get(f"{server.address}/~0123456789abcdef/{path.split('/', 2)[2]}")
        assert (older.content, older.headers["cache-control"]) == (answer.content, "no-cache")


def test_a_changed_file_makes_every_page_name_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "LOOK_SECONDS", -1)
    monkeypatch.setattr(static_files, "visitor_for", lambda *_: None)
    (tmp_path / "index.html").write_text('<script type="module" src="/shell.js"></script>')
    (tmp_path / "shell.js").write_text('import "./page.js";')
    (tmp_path / "page.js").write_text("1")
    static = static_files.Static(tmp_path)
    request = Request({"type": "http", "headers": []})
    pages = {bytes(static.shell(request).body) for _ in range(2)}
    (tmp_path / "page.js").write_text("22")
    pages.add(bytes(static.shell(request).body))
    (tmp_path / "shell.js").write_text('import "./other.js";')
    (tmp_path / "page.js").rename(tmp_path / "other.js")
    pages.add(bytes(static.shell(request).body))
    assert len(pages) == 3
    assert all(re.fullmatch(rb'<script type="module" src="/~[0-9a-f]{16}/shell.js"></script>', page) for page in pages)


@pytest.mark.parametrize(
    "path",
    [
        "/app/nothing.js",
        "/../pyproject.toml",
        "/%2e%2e/game.py",
        "/app/..%2f..%2fgame.py",
        "/__init__.py",
        "/app",
        "/jsconfig.json",
        f"/{'é' * 150}.js",
        "/~0123456789abcdef/../game.py",
        "/~0123456789abcdef//app/shell.js",
        "/~0123456789abcdef/",
    ],
)
def test_no_other_file_is_given(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.address}{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_an_address_that_leads_nowhere_is_a_page_for_people(server: Server) -> None:
    answer = httpx.get(f"{server.address}/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
