"""What those who run a server see of it: whether it lives and can take moves, its figures, what it writes down."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests import command
from tests.server.people import Person, Server, wait_for
from vato.errors import VatoError
from vato.server import logs
from vato.server.http.app import create_app
from vato.server.http.lines import Door
from vato.server.http.watch import Watch
from vato.server.settings import Limits, Settings

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)*)\})? ([0-9.e+-]+)')


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Watched(Server):
    """A server whose figures can be read."""

    def __init__(self, data: Path) -> None:
        self.figures_address = f"127.0.0.1:{free_port()}"
        super().__init__(data, "--metrics", self.figures_address, "--log", "json", "--verbose")

    def ask(self, path: str, method: str = "GET") -> httpx.Response:
        return self.client.request(method, f"http://{self.figures_address}{path}")

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.errors.splitlines()]

    def figures(self) -> dict[str, float]:
        """Return every sample by its name and labels, having read them as the format says."""
        answer = self.ask("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert answer.text.endswith("\n")
        kinds: dict[str, str] = {}
        found: dict[str, float] = {}
        for line in answer.text.splitlines():
            if line.startswith("# HELP "):
                continue
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split()
                assert name not in kinds
                kinds[name] = kind
                continue
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            name, labels, value = sample.groups()
            family = name if name in kinds else re.sub("_(bucket|sum|count)$", "", name)
            assert kinds[family] == ("histogram" if family != name else kinds[name]), line
            key = f"{name}{{{labels}}}" if labels else name
            assert key not in found
            found[key] = float(value)
        return found


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with Watched(tmp_path_factory.mktemp("watched")) as running:
        yield running
        assert "Traceback" not in running.errors


def test_it_lives_and_is_ready(watched: Watched) -> None:
    for path in ("/health", "/ready"):
        assert watched.client.get(f"{watched.address}{path}").status_code == 200
        assert watched.client.head(f"{watched.address}{path}").status_code == 200
        assert watched.ask(path).status_code == 200


def test_figures_are_at_their_own_address_only_and_nothing_else_is(watched: Watched) -> None:
    assert watched.client.get(f"{watched.address}/metrics").status_code == 404
    # Not even for whoever says that the request went elsewhere.
    sneaky = {"host": watched.figures_address, "x-forwarded-host": watched.figures_address}
    assert "vato_moves_total" not in watched.client.get(f"{watched.address}/metrics", headers=sneaky).text
    assert watched.ask("/metrics").status_code == 200
    assert watched.ask("/metrics", "HEAD").status_code == 200
    assert watched.ask("/metrics", "POST").status_code == 405
    for path in ("/", "/api/rules", "/api/games"):
        assert watched.ask(path).status_code == 404
    with pytest.raises(InvalidStatus), connect(f"ws://{watched.figures_address}/api/analysis"):
        pass


def test_what_happens_is_counted(watched: Watched) -> None:
    ann = Person(watched)
    before = watched.figures()
    game_id = ann.create("squadro", against="me2", setup={"first": "light"})
    with ann.at(game_id) as table:
        table.hear("state")
        for move in ("1", "2", "3"):
            assert table.move(move)["type"] == "accepted"
            ply = table.state["scene"]["ply"]
            table.until(lambda state, ply=ply: state["scene"]["ply"] > ply)
        assert table.move("9")["type"] == "refused"
        after = watched.figures()
    assert ann.act(game_id, "move", ply=3, move="nonsense").status_code == 422

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown("vato_moves_total") == 3
    assert grown('vato_action_seconds_count{kind="move"}') == 3
    assert grown("vato_commit_seconds_count") == 3
    assert grown('vato_refusals_total{code="illegal_move"}') == 1
    assert grown("vato_sockets") == 1
    assert grown("vato_lookers") == 1
    assert grown('vato_request_seconds_count{status="201"}') == 1  # the game was created
    assert after["vato_games_loaded"] >= 1
    assert after['vato_engine_processes{pool="playing"}'] == 2
    wait_for(lambda: watched.figures()["vato_loop_lag_seconds_count"] > 0)  # it is looked at twice a second
    assert after["process_resident_memory_bytes"] > 10_000_000
    buckets = [value for name, value in after.items() if name.startswith('vato_action_seconds_bucket{kind="move"')]
    assert buckets == sorted(buckets)
    assert buckets[-1] == after['vato_action_seconds_count{kind="move"}']
    assert (
        watched.figures()['vato_refusals_total{code="illegal_move"}']
        == after['vato_refusals_total{code="illegal_move"}'] + 1
    )
    wait_for(lambda: watched.figures()["vato_sockets"] == before["vato_sockets"], 5)


def test_a_server_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    with Server(tmp_path, "--requests-per-second", "1000", largest_file=700_000) as server:
        ann = Person(server)
        game_id = ann.create("squadro", against="me2", setup={"first": "light"})
        assert server.client.get(f"{server.address}/ready").status_code == 200
        number = 0
        while (answer := ann.act(game_id, "rename", player=0, name=f"Ann {number}")).status_code != 503:
            number += 1
            assert number < 200
        refused = answer.headers["x-request-id"]
        said = next(line for line in server.errors.splitlines() if line.endswith(f" [{refused}]"))
        assert said.startswith("vato: The database cannot be written: ")
        wait_for(lambda: server.client.get(f"{server.address}/ready").status_code == 503, 5)
        assert server.client.get(f"{server.address}/ready").json()["error"]["code"] == "not_kept"
        assert server.client.get(f"{server.address}/health").status_code == 200


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("9100", "'9100' is not an address; write it like 127.0.0.1:9100."),
        ("127.0.0.1:99999", "'127.0.0.1:99999' is not an address"),
        ("127.0.0.1:{same}", "--metrics needs a port of its own"),
        ("127.0.0.1:{taken}", "choose another with --metrics."),
    ],
)
def test_a_wrong_address_for_figures_is_refused(address: str, said: str, watched: Watched, tmp_path: Path) -> None:
    port = free_port()
    address = address.format(same=port, taken=watched.figures_address.rpartition(":")[2])
    done = command.run("serve", "--port", str(port), "--data", str(tmp_path), "--metrics", address, timeout=20)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_request_is_written_down_under_the_number_that_it_is_answered_with(watched: Watched) -> None:
    asked = {"x-request-id": "forged"}
    answers = [watched.client.get(f"{watched.address}{path}", headers=asked) for path in ("/ready", "/api/no%0Athing")]
    numbers = [answer.headers["x-request-id"] for answer in answers]
    assert len({*numbers, "forged"}) == 3
    wait_for(lambda: watched.log()[-1].get("request") == numbers[-1], 5)
    ready, nothing = (next(line for line in watched.log() if line.get("request") == number) for number in numbers)
    assert (ready["method"], ready["path"], ready["status"], ready["level"]) == ("GET", "/ready", 200, "info")
    assert (nothing["path"], nothing["status"]) == ("/api/no%0Athing", 404)
    assert 0 <= ready["ms"] < 60_000
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", ready["time"])
    assert watched.log()[0]["message"].startswith("Started: vato ")


def test_a_proxy_that_is_believed_numbers_requests(tmp_path: Path) -> None:
    with Server(tmp_path, "--proxy", "127.0.0.1") as server:
        for given, kept in (("from-the-proxy.1", True), ("two words", False), ("x" * 65, False)):
            answer = server.client.get(f"{server.address}/health", headers={"x-request-id": given})
            assert (answer.headers["x-request-id"] == given) is kept


def test_what_clients_do_wrong_is_no_error_of_the_server(watched: Watched) -> None:
    ann = Person(watched)
    game_id = ann.create("squadro", against="me2")
    host, _, port = watched.address.removeprefix("http://").partition(":")
    head = (
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    for half in (
        b"\x00\xff garbage\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        head + b'{"game": ',
    ):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(half)
    for body in (
        b"{",
        b"[" * 30_000,
        b'{"type": "chat", "text": "\\ud800"}',
        b'{"type": "move", "ply": 1e999, "move": "\xff"}',
    ):
        path = f"{watched.address}/api/games/{game_id}/actions"
        answer = watched.client.post(path, content=body, headers={**ann.headers, "content-type": "application/json"})
        assert 200 <= answer.status_code < 500, body[:40]
    with ann.at(game_id) as table:
        table.hear("state")
        table.socket.send("{")
        assert table.hear("refused")["code"] == "unreadable"
    wait_for(lambda: any(line.get("method") == "SOCKET" and game_id in line["path"] for line in watched.log()), 5)
    wrong = [line for line in watched.log() if line["level"] not in ("info", "warning")]
    assert wrong == []


def test_nobody_writes_a_line_of_the_log_but_the_server() -> None:
    record = logging.LogRecord(
        "vato.server", logging.ERROR, "", 0, "%s failed.", ("GET /\nvato: All is well\x1b",), None
    )
    assert logs.ForPeople().format(record) == "vato: GET /\\nvato: All is well\\x1b failed."
    assert json.loads(logs.ForPrograms().format(record))["message"] == record.getMessage()
    assert "\n" not in logs.ForPrograms().format(record)


def test_why_a_worker_cannot_start_is_a_sentence(tmp_path: Path) -> None:
    said: list[Any] = []
    settings = Settings(tmp_path, f"postgresql://vato@/vato?host={tmp_path}", warm=False)
    watch = Watch(create_app(settings), Door(Limits(), 1, ""), None)

    async def receive() -> Any:
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        said.append(message)

    with pytest.raises(VatoError, match="cannot be used"):
        asyncio.run(watch({"type": "lifespan"}, receive, send))
    assert said[0]["type"] == "lifespan.startup.failed"
    assert said[0]["message"].startswith("The database")
    assert "\n" not in said[0]["message"]
