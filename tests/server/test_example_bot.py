"""The bot of docs/bots.md, as it stands there: it plays a whole game with a program that speaks UGI."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.members import Member
from tests.server.people import Person, Server, choose, wait_for

PAGE = Path(__file__).parents[2] / "docs/bots.md"


@pytest.fixture
def server(sqlite_members: Server) -> Server:
    return sqlite_members


@pytest.fixture
def bot(server: Server, tmp_path: Path, name: str) -> Iterator[tuple[Member, str]]:
    """The bot as it runs, with its keeper."""
    keeper = Member(Person(server), f"Anna {name}")
    token = keeper.post("/me/bots", {"name": f"Robo {name}"}).json()["token"]
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    program = [sys.executable, "-m", "vato", "engine", "squadro"]
    command = [sys.executable, str(tmp_path / "bot.py"), server.address, "squadro", *program]
    with (tmp_path / "said").open("w") as said:
        running = subprocess.Popen(
            command, stdout=said, stderr=said, env=os.environ | {"VATO_BOT_TOKEN": token}, start_new_session=True
        )
        try:
            yield keeper, f"Robo {name}"
        finally:
            # Revoked, it ends by itself.
            keeper._request("DELETE", f"/me/bots/Robo {name}/token")
            left = running.wait(60)
    told = (tmp_path / "said").read_text()
    assert "Traceback" not in told, told
    assert (left, "revoked" in told) == (1, True), told


def challenge(keeper: Member, name: str, game: str, **wishes: Any) -> dict[str, Any]:
    made = keeper.post("/challenges", {"member": name, "game": game, **wishes})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def answer(keeper: Member, challenge_id: str) -> dict[str, Any]:
    """Wait until a challenge is answered."""

    def known() -> dict[str, Any]:
        return next(each for each in keeper.get("/challenges").json() if each["id"] == challenge_id)

    wait_for(lambda: known()["answer"])
    return known()


def test_the_bot_of_the_docs_plays(bot: tuple[Member, str]) -> None:
    keeper, name = bot
    assert answer(keeper, challenge(keeper, name, "fanorona")["id"])["answer"] == "declined"
    clock = {"initial_ms": 40_000, "increment_ms": 0}
    accepted = answer(keeper, challenge(keeper, name, "squadro", clock=clock, side="first")["id"])
    assert accepted["answer"] == "accepted"
    game_id, chance = accepted["game_id"], random.Random(5)
    for _ in range(3):
        wait_for(lambda: keeper.state(game_id)["scene"]["options"])
        state = keeper.state(game_id)
        keeper.post(f"/games/{game_id}/moves", {"ply": state["scene"]["ply"], "move": choose(state, chance)})
    wait_for(lambda: keeper.state(game_id)["scene"]["options"])
    state = keeper.state(game_id)
    assert len(state["turns"]) >= 6
    keeper.act(game_id, "resign", ply=state["scene"]["ply"])
