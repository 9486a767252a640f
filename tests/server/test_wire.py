"""The wire: what real servers say is what is described, and the browser's types are made from the description."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import Person, Table
from tools import wire_types
from vato.server.wire import contract


def test_the_browsers_types_are_those_of_the_server() -> None:
    assert wire_types.FILE.read_text(encoding="utf-8") == wire_types.written(), "run scripts/wire"


def test_everything_is_described_to_the_end() -> None:
    def loose(schema: Any) -> bool:
        if isinstance(schema, list):
            return any(map(loose, schema))
        if not isinstance(schema, dict):
            return False
        typed = {"type", "$ref", "anyOf", "oneOf", "const", "enum"} & schema.keys()
        inside = [schema[part] for part in ("anyOf", "oneOf", "items", "prefixItems") if part in schema]
        inside += schema.get("properties", {}).values()
        if schema.get("type") == "object" and "properties" not in schema:
            inside.append(schema.get("additionalProperties"))
        return not typed or any(map(loose, inside))

    assert [name for name, schema in contract.schemas().items() if loose(schema)] == []


def kinds_of(union: str) -> set[str]:
    """Return the types of messages that may come over a socket."""
    return set(contract.schemas()[union]["discriminator"]["mapping"])


# `people` compares every answer and message that any test hears with the description; here each kind is heard.


def test_every_kind_of_live_message(ann: Person, ben: Person) -> None:
    game_id = ann.create(setup={"first": "light"}, clock={"initial_ms": 60_000, "increment_ms": 1_000})
    heard = set()

    def hear(table: Table, kind: str) -> None:
        heard.add(table.hear(kind)["type"])

    with ann.at(game_id, changes=True) as table:
        hear(table, "state")
        ben.post(f"/games/{game_id}/join", {"name": "Ben"})
        with ben.at(game_id):
            hear(table, "presence")
        table.send("ping", ref=1)
        hear(table, "pong")
        table.send("chat", text="Hello", ref="a")
        hear(table, "accepted")
        hear(table, "change")
        table.send("move", ply=9, move="1")
        hear(table, "refused")
        table.socket.send("garbage")
        hear(table, "refused")
    assert heard == kinds_of("LiveAnswer")


def test_every_part_of_a_state(ann: Person) -> None:
    wishes = {"contest": {"kind": "series", "cycles": 1}, "clock": {"initial_ms": 60_000, "increment_ms": 1_000}}
    game_id = ann.create("fanorona", against="me2", **wishes)
    ann.act(game_id, "chat", text="Hello")
    state = ann.state(game_id)
    ann.act(game_id, "move", ply=state["scene"]["ply"], move=state["scene"]["options"][0]["text"])
    ann.act(game_id, "resign", ply=state["scene"]["ply"] + 1)
    ended = ann.state(game_id)
    assert all(ended[part] for part in ("contest", "clock", "outcome", "chat", "turns"))
    assert ended["contest"]["next"]
    assert ann.get("/games").json()["games"][0]["outcome"]


def test_every_kind_of_analysis_message(ann: Person) -> None:
    game_id = ann.create(against="me2", setup={"first": "light"})
    for ply in range(2):
        ann.act(game_id, "move", ply=ply, move=str(ply + 1))
    heard = {"queued"}  # in the other test
    with ann.analysing() as socket:

        def hear(last: str) -> None:
            while (kind := socket.hear()["type"]) != last:
                heard.add(kind)
            heard.add(kind)

        socket.send("ping")
        hear("pong")
        socket.send("analyse", id="a", game="squadro", seconds=0.1, lines=2)
        while not socket.hear("info")["done"]:
            pass
        heard.add("info")
        socket.send("hint", id="b", game_id=game_id)
        hear("hint")
        socket.send("review", id="c", game_id=game_id)
        hear("review_done")
        socket.send("hint", id="d", game_id="nothing")
        hear("refused")
    assert heard == kinds_of("AnalysisAnswer")


def test_who_has_to_wait_for_the_engine_is_told(ann: Person, ben: Person) -> None:
    with ann.analysing() as first, ben.analysing() as second:
        first.send("analyse", id="a", game="squadro", seconds=20)
        first.hear("info")
        second.send("analyse", id="b", game="squadro", seconds=0.1)
        assert second.hear()["type"] == "queued"
        first.send("stop")
        assert second.hear("info")["id"] == "b"


@pytest.mark.parametrize(
    "path",
    ["/catalog", "/layouts/fanorona", "/rules/squadro", "/kits", "/languages", "/messages/fr", "/lessons", "/puzzles"],
)
def test_answers_about_no_game(ann: Person, path: str) -> None:
    assert ann.get(path).status_code == 200
