"""Engines on other machines that think for several workers: whoever is lost, each question is answered, and once."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection

from tests.server.backing import Postgres, Valkey
from tests.server.people import Person, Server, wait_for
from tests.server.test_helpers import claiming, heard, helping
from vato.server.store import roster

MOST_GAMES = 60
"""Until one is at the worker that a helper has come to."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Server]:
    shared = "--workers", "2", "--database", postgres.new_database(), "--hints", valkey.address
    with Server(
        tmp_path_factory.mktemp("helped"), *shared, "--engines", "--players", "1", "--requests-per-second", "1000"
    ) as running:
        yield running
        assert "Traceback" not in running.errors


@contextmanager
def ready(server: Server) -> Iterator[ClientConnection]:
    """Come as an engine to one of the workers, and be ready."""
    with claiming(server) as line:
        heard(line, "welcome")
        line.send(json.dumps({"type": "ready"}))
        yield line


def worker_at(server: Server, line: ClientConnection) -> int:
    """Return the worker at the other end of a line."""
    ours = f"{line.local_address[1]:04X}"
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = row.split()
        if fields[2].endswith(f":{ours}"):
            socket = f"socket:[{fields[9]}]"
            for worker in server.children():
                for file in Path(f"/proc/{worker}/fd").iterdir():
                    if file.is_symlink() and str(file.readlink()) == socket:
                        return worker
    raise AssertionError("nobody is there")


PASSING = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), trust_env=False, verify=False)
"""Whoever comes by it comes by a new line each time, and so to either worker."""


def begin(server: Server) -> tuple[Person, str]:
    """Begin a game against the computer, by way of either worker, and let it be the computer's turn."""
    ann = Person(server)
    game_id = ann.create(against="computer", setup={"first": "light"})
    address = f"{server.address}/api/games/{game_id}/moves"
    answer = PASSING.post(address, json={"ply": 0, "move": "1"}, headers=ann.headers, timeout=30)
    assert answer.status_code == 200
    return ann, game_id


def asked(server: Server, line: ClientConnection) -> tuple[dict[str, Any], list[tuple[Person, str]]]:
    """Begin games until a helper is asked about one; return the question and all games."""
    games = []
    for _ in range(MOST_GAMES):
        games.append(begin(server))
        try:
            question: dict[str, Any] = json.loads(line.recv(timeout=0.1))
        except TimeoutError:
            continue
        assert question["type"] == "question"
        return question, games
    raise AssertionError("the helper is asked nothing")


def turns(ann: Person, game_id: str) -> int:
    """Return how many turns a game has; none while nobody answers, as one who comes by a stopped worker sees it."""
    try:
        answer = PASSING.get(f"{ann.server.address}/api/games/{game_id}", headers=ann.headers, timeout=1)
        return len(answer.json()["turns"])
    except httpx.HTTPError:
        return 0


def answered_once(games: list[tuple[Person, str]]) -> bool:
    """Return whether the computer plays one move in each game, and no other one after it."""
    for game in games:
        wait_for(lambda game=game: turns(*game) > 1)
    time.sleep(0.5)
    return all(turns(*game) == 2 for game in games)


def done(question: dict[str, Any]) -> str:
    return json.dumps({"type": "done", "number": question["number"], "found": {"move": "4", "seconds": 0.1}})


def test_what_a_helper_was_asked_by_a_killed_worker_is_thought_out_by_another(server: Server) -> None:
    with ready(server) as line:
        question, games = asked(server, line)
        os.kill(worker_at(server, line), signal.SIGKILL)
        with ready(server) as again:
            again.send(done(question))  # which it has not been asked by this one
            assert answered_once(games)


def test_what_a_worker_hears_too_late_is_not_played_again(server: Server) -> None:
    with ready(server) as line:
        question, games = asked(server, line)
        worker = worker_at(server, line)
        os.kill(worker, signal.SIGSTOP)
        try:
            line.send(done(question))
            time.sleep(roster.LEASE_MS / 1000)
            wait_for(lambda: turns(*games[-1]) == 2)
        finally:
            os.kill(worker, signal.SIGCONT)
        assert answered_once(games)


def test_one_helper_thinks_for_two_workers_and_is_lost(server: Server) -> None:
    earlier = server.errors.count("helps")
    with helping(server) as helper:
        assert answered_once([begin(server) for _ in range(8)])
        games = [begin(server) for _ in range(8)]
        os.kill(helper.pid, signal.SIGKILL)
        assert answered_once(games)
    assert server.errors.count("helps") > earlier
