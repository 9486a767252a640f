"""A database that version 0.1.0 has made, with games played on its server: nothing in it is lost, and all goes on.

What that server said of its games is in version_0_1_0/told.json; make.py there says how both were made.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.server.conftest import ACCOUNTS
from tests.server.members import Member
from tests.server.people import Person, Server
from vato.server.store import migrate
from vato.server.store.database import FILE

HERE = Path(__file__).parent / "version_0_1_0"
TOLD: dict[str, Any] = json.loads((HERE / "told.json").read_text())
GAMES: dict[str, dict[str, Any]] = TOLD["games"]


def put_back(data: Path) -> Path:
    """Make the database again, in a folder."""
    path = data / FILE
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript((HERE / "games.sql").read_text())
    return path


def rows_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all tables of games: their rows, by columns."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted((dict(row) for row in database.execute(f"SELECT * FROM {name}")), key=_by_first_columns)
            for name in names
            if not name.startswith(("alembic", "sqlite"))
        }


def _by_first_columns(row: dict[str, Any]) -> list[Any]:
    return [(value is not None, value) for value in list(row.values())[:2]]


def test_no_row_and_no_value_is_lost_on_the_way(tmp_path: Path) -> None:
    path = put_back(tmp_path)
    before = rows_of(path)
    assert {name: len(rows) for name, rows in before.items() if rows}.keys() >= {"games", "seats", "moves", "chat"}
    engine = sql.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        assert connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar() == "0001"
        migrate.migrate(connection)
        newest = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
    engine.dispose()
    assert newest == migrate.versions()[-1]
    after = rows_of(path)
    for name, rows in before.items():
        known = [{column: row[column] for column in old} for row, old in zip(after[name], rows, strict=True)]
        assert known == rows, name


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("old")
    put_back(data)
    with Server(data, *ACCOUNTS, "--lobby") as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def people(server: Server) -> dict[str, Person]:
    """Those who played then, by the tokens that their browsers have kept."""
    return {who: Person(server, who, token) for who, token in TOLD["tokens"].items()}


@pytest.mark.parametrize("title", GAMES)
def test_what_was_said_of_a_game_is_said_of_it_now(people: dict[str, Person], title: str) -> None:
    game = GAMES[title]
    for who, then in game["seen by"].items():
        state = people[who].state(game["id"])
        now = {key: state[key] for key in then if key in state} | {
            "ply": state["scene"]["ply"],
            "turn": state["scene"]["turn"],
            "seats": [{key: seat[key] for key in old} for seat, old in zip(state["seats"], then["seats"], strict=True)],
        }
        if then["outcome"] is not None:
            now["outcome"] = {key: now["outcome"][key] for key in then["outcome"]}
        assert now == then
    owner = people["Ben" if title == "a record" else "Ann"]
    assert owner.get(f"/games/{game['id']}/record").text == game["record"]


def test_games_go_on_and_become_a_members(people: dict[str, Person], name: str) -> None:
    ann, ben = people["Ann"], people["Ben"]
    game_id = GAMES["under way, by link"]["id"]
    with ann.at(game_id) as hers, ben.at(game_id) as his:
        assert hers.hear("state")["offers"]["draw"] == 0  # which still stands
        his.hear("state")
        turn = his.state["scene"]["turn"]
        mover = (hers, his)[turn]
        option = mover.state["scene"]["options"][0]
        while not option.get("stop"):
            option = option["next"][0]
        assert mover.move(option["text"])["type"] == "accepted"
        hers.until(lambda state: state["scene"]["ply"] == 10)
    alone = GAMES["second of a match"]["id"]
    assert ann.act(alone, "resign", ply=ann.state(alone)["scene"]["ply"]).status_code == 200
    mine = {game["id"] for game in ann.get("/games").json()["games"]}
    assert len(mine) == 5
    member = Member(ann, name)
    assert {game["id"] for game in member.get("/games").json()["games"]} == mine
    assert member.state(game_id)["seats"][0]["name"] == name
    assert ben.state(game_id)["seats"][1]["mine"]
