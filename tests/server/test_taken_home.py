"""What is kept of a member: the docs name every table that has something of them, and what is told is taken home."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from tests.server.backing import ON_BOTH
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member
from tests.server.people import Person, Server
from tests.server.post import by_post, do, play
from tests.server.push_service import Browser, PushService
from tests.server.test_push import PUSH
from tools.docs import DOCS
from vato.learn import puzzles
from vato.server import store
from vato.server.store.schema import metadata

PERSONAL = "member", "visitor", "owner"
"""How columns are called that say whose a row is, where the table of members is not named."""


def documented() -> dict[str, list[str]]:
    """Return the tables that the docs name, each with where it is in what is taken home."""
    part = (DOCS / "accounts.md").read_text(encoding="utf-8").partition("### What is kept")[2].partition("\n\nNo ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| `")]
    names = re.compile(r"`([a-z_]+)`")
    return {table: names.findall(home) for tables, _, home in rows for table in names.findall(tables)}


def personal() -> set[str]:
    """Return the tables of the database that refer to a member, by however many others."""
    for module in pkgutil.iter_modules(store.__path__, f"{store.__name__}."):
        if not module.ispkg:
            import_module(module.name)
    found = {"members"}
    while True:
        more = {
            table.name
            for table in metadata.tables.values()
            if found & {key.column.table.name for key in table.foreign_keys}
            or set(PERSONAL) & set(table.columns.keys())
        }
        if more <= found:
            return found
        found |= more


def test_the_docs_name_every_table_that_has_something_of_a_member() -> None:
    told = set(documented())
    assert personal() - told == set(), "docs/accounts.md, What is kept"
    assert told - set(metadata.tables) == set(), "which there are not"


def taken_home(member: Member) -> dict[str, Any]:
    with ZipFile(BytesIO(member.get("/me/archive").content)) as archive:
        told: dict[str, Any] = json.loads(archive.read("account.json"))
    return told


@ON_BOTH
def test_all_that_the_docs_say_is_taken_home(own_server: Callable[..., Server], place: Path | str, name: str) -> None:
    server = own_server(*ACCOUNTS, *PUSH)
    ann, ben = Member(Person(server), f"Ann {name}"), Member(Person(server), f"Ben {name}")
    game_id = by_post(ann, ben)
    play(ann, ben, game_id, "1")
    assert ann.post(f"/games/{game_id}/plan", {"ply": 1, "lines": [["1", "2"]]}).status_code == 200
    assert ann.post("/me/days-off", {"days": 2}).status_code == 200
    with PushService() as service:
        browser = Browser(service, "phone")
        browser.subscribe(ann, "de")
    wish = {"title": "Cup", "system": "swiss", "game": "squadro", "clock": {"initial_ms": 60_000, "increment_ms": 0}}
    organised, entered = (by.post("/tournaments", wish).json()["id"] for by in (ann, ben))
    assert ann.post(f"/tournaments/{entered}/enter").status_code == 200
    puzzle = puzzles.find("squadro", 1)
    ann.post(f"/puzzles/squadro/{puzzle.number}/try", {"move": puzzle.right[0], "rated": True})
    ann.post("/studies", {"title": "Mine", "game": "squadro"})
    ann.post("/me/bots", {"name": f"Robo {name}"})
    ann.post("/reports", {"reason": "chat", "text": "Not nice", "member": ben.name})
    ann.post("/challenges", {"member": ben.name, "game": "squadro", "clock": None})
    told = taken_home(ann)
    assert told["games"][0]["planned"] == [["1", "2"]]
    assert [(each["endpoint"], each["language"]) for each in told["push"]] == [(browser.subscription["endpoint"], "de")]
    tournaments = {each["id"]: (each["organised"], each["number"], each["rating"]) for each in told["tournaments"]}
    assert tournaments == {organised: (True, None, None), entered: (False, 1, 1500.0)}
    assert [(each["challenger"], each["challenged"]) for each in told["challenges"]] == [(ann.name, ben.name)]
    ann.post("/me/blocks", {"name": ben.name})
    told |= {"blocked": taken_home(ann)["blocked"]}
    where = {key for keys in documented().values() for key in keys}
    assert {key for key in where if told[key]} == where
    assert set(told) == where
    # Nothing of it is in what the other one takes home, and no hash or key is in either.
    theirs = taken_home(ben)
    assert (theirs["games"][0]["planned"], theirs["push"], theirs["days_off"]) == ([], [], [])
    (row,) = do(place, "SELECT * FROM push_subscriptions")
    text = json.dumps([told, theirs])
    hidden = {row.id, row.public_key, row.secret, *do(place, "SELECT token FROM sessions")[0]}
    assert not any(each in text for each in hidden)
    # Whoever goes takes all of it along, and is nobody in what others organise.
    assert ann.delete("/me").status_code == 200
    for table, column in (("push_subscriptions", "visitor"), ("vacations", "member"), ("tournament_entries", "member")):
        assert not do(place, f"SELECT * FROM {table} WHERE {column} IS NOT NULL")
    assert do(place, "SELECT id FROM tournaments WHERE organiser IS NULL") == [(organised,)]
