"""Makes the database of version 0.1.0 that test_version_0_1_0.py migrates: real games, played on that version's server.

In a worktree of commit 9fdf467, whose changelog begins with 0.1.0, run `vato serve --port 18765 --data FOLDER` with
`--requests-per-second 1000`, then `python make.py http://127.0.0.1:18765 FOLDER`. It writes `games.sql`, a dump of the
database, and `told.json`, what that server said of each game, to whom. Playing is by a seed; addresses and times are of
the moment.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

HERE = Path(__file__).parent
CHANCE = random.Random(1)
RECORD = "Game: squadro\nWhite: Léa\nResult: unfinished\n\n1. 3 2\n2. 1\n"
TOLD = "game", "rules", "start", "seats", "outcome", "offers", "chat", "next_id"


class Visitor:
    """Somebody with a token."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self._client = httpx.Client(base_url=f"{address}/api", timeout=60, trust_env=False)
        self.token: str = self._client.post("/visitors").json()["token"]
        self._client.headers["Authorization"] = f"Bearer {self.token}"

    def post(self, path: str, body: Any = None) -> Any:
        answer = self._client.post(path, json={} if body is None else body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def get(self, path: str) -> httpx.Response:
        return self._client.get(path)

    def create(self, game: str, against: dict[str, Any], **wishes: Any) -> str:
        seats = [{"kind": "me", "name": self.name}, against]
        return str(self.post("/games", {"game": game, "seats": seats, "sides": "me_first", **wishes})["id"])

    def state(self, game_id: str) -> Any:
        return self.get(f"/games/{game_id}").json()

    def act(self, game_id: str, kind: str, **fields: Any) -> None:
        self.post(f"/games/{game_id}/actions", {"type": kind, **fields})

    def close(self) -> None:
        self._client.close()


def play(game_id: str, players: list[Visitor], plies: int) -> None:
    """Play some random turns, or to the end; the players are in the order of their sides."""
    for _ in range(plies):
        state = players[0].state(game_id)
        if state["outcome"] is not None:
            return
        option = CHANCE.choice(players[state["scene"]["turn"]].state(game_id)["scene"]["options"])
        while not option.get("stop"):
            option = CHANCE.choice(option["next"])
        move = {"ply": state["scene"]["ply"], "move": option["text"]}
        players[state["scene"]["turn"]].post(f"/games/{game_id}/moves", move)


def told_of(state: Any) -> dict[str, Any]:
    """Return what was said of a game that must be so in any version."""
    told = {key: state[key] for key in TOLD} | {"ply": state["scene"]["ply"], "turn": state["scene"]["turn"]}
    for seat in told["seats"]:
        del seat["online"]
    return told


def main(address: str, data: Path) -> None:
    """Play the games, and write down the database and what was said of it."""
    ann, ben = Visitor(address, "Ann"), Visitor(address, "בן <b>&amp;</b>")
    games: dict[str, str] = {}
    by_link = {"kind": "open"}
    clock = {"initial_ms": 86_400_000, "increment_ms": 5_000}

    games["over, by link"] = ann.create("squadro", by_link, first="light", clock=clock)
    ben.post(f"/games/{games['over, by link']}/join", {"name": ben.name})
    play(games["over, by link"], [ann, ben], 6)
    ann.act(games["over, by link"], "chat", text="<script>alert(1)</script>")
    ben.act(games["over, by link"], "chat", text="שלום")
    ben.act(games["over, by link"], "resign", ply=6)

    games["under way, by link"] = ann.create("fanorona", by_link, rules="classic")
    ben.post(f"/games/{games['under way, by link']}/join", {"name": ben.name})
    play(games["under way, by link"], [ann, ben], 9)
    ann.act(games["under way, by link"], "offer_draw", ply=9)

    games["played out"] = ann.create("squadro", {"kind": "me2", "name": "Cleo"}, first="dark")
    play(games["played out"], [ann, ann], 400)

    games["against the computer"] = ben.create("squadro", {"kind": "computer", "level": 1}, first="light")
    play(games["against the computer"], [ben], 1)
    while ben.state(games["against the computer"])["scene"]["ply"] < 2:
        time.sleep(0.1)

    games["first of a match"] = ann.create("fanorona", {"kind": "me2", "name": "Dora"}, contest={"kind": "match"})
    play(games["first of a match"], [ann, ann], 4)
    ann.act(games["first of a match"], "resign", ply=4)
    games["second of a match"] = ann.post(f"/games/{games['first of a match']}/next")["id"]
    play(games["second of a match"], [ann, ann], 3)

    kept = ben.post("/records?keep=true", {"text": RECORD})
    games["a record"] = kept["games"][0]["id"]
    games["nobody has joined"] = ben.create("fanorona", by_link)

    told = {
        "tokens": {"Ann": ann.token, "Ben": ben.token},
        "games": {
            title: {
                "id": game_id,
                "record": (ben if title == "a record" else ann).get(f"/games/{game_id}/record").text,
                "seen by": {
                    who: told_of(visitor.state(game_id))
                    for who, visitor in (("Ann", ann), ("Ben", ben))
                    if title != "a record" or who == "Ben"  # nobody else is shown it any more
                },
            }
            for title, game_id in games.items()
        },
    }
    (HERE / "told.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    with closing(sqlite3.connect(data / "vato.sqlite3")) as database:
        (HERE / "games.sql").write_text("\n".join(database.iterdump()) + "\n")
    ann.close()
    ben.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
