"""Engines on other machines: real helpers, killed while they think, and impostors who know less or answer nonsense."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import vato
from tests.command import PIPE, Command
from tests.server.people import LIMIT_SECONDS, Person, Server, wait_for
from vato import scene
from vato.server.engine.checking import Checked, Unfit
from vato.server.engine.signature import signature
from vato.server.wire.helping import HelperFindings

TOKEN = "engines.token"
ENGINE = {"type": "hello", "version": version("vato"), "signature": signature()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets engines on other machines help."""
    options = "--engines", "--requests-per-second", "1000"
    with Server(tmp_path_factory.mktemp("helped"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


def token(server: Server) -> str:
    return (server.data / TOKEN).read_text().strip()


@contextmanager
def claiming(
    server: Server, hello: dict[str, Any] | None = None, secret: str | None = None
) -> Iterator[ClientConnection]:
    """Come as an engine."""
    address = f"{server.address.replace('http', 'ws')}/api/engines"
    headers = {"Authorization": f"Bearer {token(server) if secret is None else secret}"}
    with connect(address, additional_headers=headers) as line:
        line.send(json.dumps(ENGINE if hello is None else hello))
        yield line


def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message, which is of a kind."""
    message: dict[str, Any] = json.loads(line.recv(timeout=LIMIT_SECONDS))
    assert message["type"] == kind, message
    return message


def be_ready(line: ClientConnection) -> None:
    """Be let in, and get ready."""
    assert heard(line, "welcome")["stay"]
    line.send(json.dumps({"type": "ready"}))


def closed(line: ClientConnection) -> bool:
    """Return whether the server hangs up."""
    with pytest.raises(ConnectionClosed):
        line.recv(timeout=LIMIT_SECONDS)
    return True


@contextmanager
def helping(server: Server) -> Iterator[Command]:
    """Let a real helper think for a server."""
    with (server.data / "helper").open("w") as errors:
        helper = Command(
            "think", "--for", server.address, "--token", str(server.data / TOKEN), stdout=PIPE, stderr=errors
        )
    try:
        wait_for(lambda: "thinks for the server" in (server.data / "helper").read_text())
        yield helper
    finally:
        if helper.poll() is None:
            helper.send_signal(signal.SIGKILL)
        helper.wait(LIMIT_SECONDS)
        assert helper.stdout is not None
        helper.stdout.close()


def test_the_token_is_for_the_operator_alone(server: Server) -> None:
    assert (server.data / TOKEN).stat().st_mode & 0o777 == 0o600
    assert len(token(server)) > 40


@pytest.mark.parametrize("secret", ["", "a" * 43])
def test_a_wrong_token_is_refused(server: Server, secret: str) -> None:
    with claiming(server, secret=secret) as line:
        assert heard(line, "refused")["message"] == "This is not the token of the server's operator."
        assert closed(line)


def test_another_engine_is_refused(server: Server) -> None:
    with claiming(server, ENGINE | {"signature": "0" * 64}) as line:
        said = heard(line, "refused")
        assert said["code"] == "other_engine"
        assert version("vato") in said["message"]
        assert closed(line)


def test_a_server_that_wants_no_helpers_says_so(own_server: Callable[..., Server]) -> None:
    with claiming(own_server(), secret="a" * 43) as line:
        assert "--engines" in heard(line, "refused")["message"]


def test_a_helper_that_is_refused_ends_with_the_sentence(server: Server, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("a" * 43)
    with Command("think", "--for", server.address, "--token", str(wrong), stderr=PIPE) as helper:
        assert helper.stderr is not None
        said = helper.stderr.read().decode()
        assert helper.wait(LIMIT_SECONDS) == 2
    assert said.strip().endswith("This is not the token of the server's operator.")


def test_a_helper_finds_the_computers_move(server: Server) -> None:
    ann = Person(server, "Ann")
    with claiming(server) as line:
        be_ready(line)
        game_id = ann.create("squadro", against="computer", setup={"first": "light"})
        ann.act(game_id, "move", ply=0, move="1")
        question = heard(line, "question")
        assert (question["job"]["do"], question["job"]["moves"]) == ("play", ["1"])
        line.send(json.dumps({"type": "done", "number": question["number"], "found": {"move": "4", "seconds": 0.1}}))
        wait_for(lambda: [turn["text"] for turn in ann.state(game_id)["turns"]] == ["1", "4"])


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "done", "found": {"move": "9", "seconds": 0.1}},
        {"type": "done", "found": {"move": "1", "seconds": -1}},
        {"type": "done", "found": {"depth": 1, "nodes": 1, "seconds": 0, "lines": [], "known": None}},
        {"type": "failed"},
        None,
    ],
)
def test_what_a_helper_does_not_answer_rightly_another_engine_does(
    server: Server, answer: dict[str, Any] | None
) -> None:
    ann = Person(server, "Ann")
    with claiming(server) as line:
        be_ready(line)
        game_id = ann.create("squadro", against="computer", setup={"first": "light"})
        ann.act(game_id, "move", ply=0, move="1")
        number = heard(line, "question")["number"]
        if answer is None:
            line.close()
        else:
            line.send(json.dumps(answer | {"number": number}))
            while True:  # a refusal may come first
                try:
                    line.recv(timeout=LIMIT_SECONDS)
                except ConnectionClosed:
                    break
        wait_for(lambda: len(ann.state(game_id)["turns"]) == 2)


JOB: dict[str, Any] = {
    "do": "analyse",
    "game": "squadro",
    "rules": "standard",
    "start": "00000/00000 light",
    "moves": ["1"],
}
SCORE = {"value": 10, "first_value": -10, "wins_in": None, "loses_in": None, "text": "+0.10"}
LINE = {"score": SCORE, "moves": ["2", "3"], "fact": None}
FOUND: dict[str, Any] = {"depth": 3, "nodes": 100, "seconds": 0.5, "lines": [LINE], "known": None}


def checked(found: dict[str, Any]) -> dict[str, Any]:
    """Return what an analysis of one line is taken for, which took a second."""
    return Checked(JOB | {"lines": 1}).answer(HelperFindings.model_validate(found), 1.0)


def test_the_first_turn_of_a_line_is_shown_as_the_server_knows_it() -> None:
    board = vato.new("squadro", position=JOB["start"])
    board.push("1")
    assert checked(FOUND) == FOUND | {"lines": [LINE | {"first": scene.turn_of(board, "2", 2)}]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"lines": [LINE | {"moves": ["9"]}]},
        {"lines": [LINE | {"moves": ["2", "9"]}]},
        {"lines": [LINE, LINE]},
        {"lines": []},
        {"lines": [LINE | {"score": SCORE | {"text": "x" * 1_000}}]},
        {"known": {"winner": 0, "turns": 1, "keeping": ["9"]}},
    ],
)
def test_what_cannot_be_found_is_not_believed(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unfit):
        checked(FOUND | wrong)


def test_thinking_took_no_longer_than_the_server_waited() -> None:
    assert checked(FOUND | {"seconds": 3_000})["seconds"] == 1.0


def test_more_than_a_helper_may_say_ends_the_line(server: Server) -> None:
    with claiming(server) as line:
        be_ready(line)
        line.send(json.dumps({"type": "failed", "number": 1, "why": "x" * 100_000}))
        assert closed(line)


def test_a_message_that_is_no_text_ends_the_line_in_a_sentence(server: Server) -> None:
    with claiming(server) as line:
        be_ready(line)
        line.send(b"\x00\xff")
        assert heard(line, "refused")["code"] == "unreadable"
        assert closed(line)
    assert "Traceback" not in server.errors


def test_a_helper_that_never_falls_silent_is_let_go(server: Server) -> None:
    with claiming(server) as line:
        be_ready(line)
        endless = (json.dumps({"type": "failed", "number": 1}) for _ in range(10_000))
        with pytest.raises(ConnectionClosed):
            deque(map(line.send, endless))


def test_a_helper_killed_while_it_thinks_loses_no_question(server: Server) -> None:
    ann = Person(server, "Ann")
    with helping(server) as helper, ann.analysing() as table:
        table.send("analyse", id="a", game="squadro", seconds=2, lines=2)
        first = table.hear("info")
        assert not first["done"]
        os.kill(helper.pid, signal.SIGKILL)
        begin = time.monotonic()
        while not (last := table.hear("info", "refused")).get("done"):
            assert last["type"] == "info", last
        assert time.monotonic() - begin > 1  # it was thought about anew
        assert len(last["lines"]) == 2
    wait_for(lambda: "has gone" in server.errors)


def test_a_helper_comes_back_to_a_server_that_was_killed(own_server: Callable[..., Server]) -> None:
    server = own_server("--engines")
    port = server.address.rpartition(":")[2]
    with helping(server):
        server.kill()
        server._options += "--port", port
        server.start()
        wait_for(lambda: server.errors.count("helps") == 2)
