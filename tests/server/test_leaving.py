"""A server that is told to stop: no new games, sockets handed over in good order, what was begun finished, in time."""

from __future__ import annotations

import json
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.server.people import Person, Server, Table
from vato.server.http.sockets import COME_BACK

SQUADRO = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "me2"}]}


def tell(server: Server, how: signal.Signals) -> None:
    assert server.process is not None
    server.process.send_signal(how)


def wait_for_end(server: Server, within: float) -> None:
    assert server.process is not None
    server.process.wait(within)
    assert server.process.stdout is not None
    server.process.stdout.close()
    server.process = None


def closed_with(table: Table) -> int | None:
    """Return the code with which a socket is closed, having heard everything that came before."""
    with suppress(ConnectionClosed):
        while True:
            table.hear(within=10)
    return table.socket.close_code


def test_code_that_browsers_come_back_on_is_the_standards() -> None:
    assert COME_BACK == 1012  # "Service Restart" in IANA's registry of close codes


def test_a_server_with_time_to_go_says_so_and_plays_on(tmp_path: Path) -> None:
    with Server(tmp_path, "--drain", "3") as server:
        ann = Person(server)
        game_id = ann.create("squadro", against="me2", setup={"first": "light"})
        with ann.at(game_id) as table, ann.analysing() as other:
            table.hear("state")
            tell(server, signal.SIGTERM)
            began = time.monotonic()
            while (answer := server.client.get(f"{server.address}/ready")).status_code == 200:
                assert time.monotonic() - began < 2
                time.sleep(0.02)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "leaving")
            assert server.client.get(f"{server.address}/health").status_code == 200
            refused = ann.post("/games", SQUADRO)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "leaving")
            # Whoever is here plays on, and who comes now is served as well.
            assert table.move("1")["type"] == "accepted"
            with ann.at(game_id) as late:
                late.hear("state")
                assert closed_with(late) == COME_BACK
            assert closed_with(table) == closed_with(other) == COME_BACK
        wait_for_end(server, 30)
        assert time.monotonic() - began >= 3
        assert server.errors.endswith("vato: Stopped.\n")
        assert "Traceback" not in server.errors
        server.start()
        assert len(ann.state(game_id)["turns"]) == 1


def test_what_was_begun_is_finished(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server)
        game_id = ann.create("squadro", against="me2", setup={"first": "light"})
        body = json.dumps({"type": "move", "ply": 0, "move": "1"}).encode()
        host, _, port = server.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as line, ann.at(game_id) as table:
            table.hear("state")
            head = (
                f"POST /api/games/{game_id}/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            )
            head += f"Authorization: {ann.headers['Authorization']}\r\nContent-Length: {len(body)}\r\n\r\n"
            line.sendall(head.encode() + body[:10])
            time.sleep(0.2)
            tell(server, signal.SIGHUP)
            assert closed_with(table) == COME_BACK
            line.sendall(body[10:])
            line.settimeout(10)
            assert line.recv(100).startswith(b"HTTP/1.1 200")
        wait_for_end(server, 30)
        server.start()
        assert len(ann.state(game_id)["turns"]) == 1


def test_somebody_who_does_not_listen_holds_up_nobody(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server)
        game_id = ann.create("squadro", against="me2", setup={"first": "light"})
        host, _, port = server.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as line:
            head = f"GET /api/games/{game_id}/live HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.address}\r\n"
            head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            line.sendall(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
            assert line.recv(100).startswith(b"HTTP/1.1 101")
            began = time.monotonic()
            tell(server, signal.SIGTERM)
            wait_for_end(server, 10)
            assert time.monotonic() - began < 8
