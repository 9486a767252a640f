"""Servers and people for the tests: a real server process, and visitors who talk to it as browsers and bots do."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from tests.command import PIPE, Command
from tests.server import agreed

TOADS = sys.executable, "-m", "tests.toads"
"""The command with another game in the catalogue, which no process forked from one without it has."""
LIMIT_SECONDS = 60
"""Long enough for a slow machine that compiles the engine first."""

State = dict[str, Any]


class Server:
    """A server in a process of its own, with the games that there are, or with `toads` as well.

    With `web` it has the browser app's files from another folder (tests/web/other_files.py).
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        largest_file: int | None = None,
        toads: bool = False,
        web: Path | None = None,
    ) -> None:
        self.data = data
        self.largest_file = largest_file
        """In bytes; a disk that is full sooner."""
        self._options = options
        self._toads = toads
        self._web = web
        self.process: Command | subprocess.Popen[bytes] | None = None
        self.client = httpx.Client(timeout=30, trust_env=False, verify=False)
        # Many people share it, so it must not keep anybody's cookie.
        self.client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        """For requests without a cookie; opening one for each request takes long."""
        self.start()

    def start(self) -> None:
        """Start, or start again with the same games."""
        arguments = ["serve", "--port", "0", "--no-warm", "--pace", "0", "--data", str(self.data), *self._options]
        with (self.data / "errors").open("a") as errors:
            if self._toads:
                self.process = subprocess.Popen([*TOADS, *arguments], stdout=PIPE, stderr=errors)
            else:
                self.process = Command(
                    *arguments, stdout=PIPE, stderr=errors, largest_file=self.largest_file, web=self._web
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert line.startswith("vato is at http://"), self.errors
        self.address = line.split()[3]

    @property
    def errors(self) -> str:
        """What the server wrote on its standard error."""
        return (self.data / "errors").read_text()

    def kill(self) -> None:
        """End it as nothing can prevent."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as Ctrl-C does, and return its exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(LIMIT_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def children(self) -> list[int]:
        """Return the processes that the server has started."""
        assert self.process is not None
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in found.split()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process is not None:
            self.kill()


class Person:
    """A visitor with a token."""

    def __init__(self, server: Server, name: str = "", token: str | None = None) -> None:
        self.server = server
        self.name = name
        if token is None:
            token = server.client.post(f"{server.address}/api/visitors").json()["token"]
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        return self._request("GET", path, **options)

    def post(self, path: str, body: object = None, **options: Any) -> httpx.Response:
        """Send something."""
        return self._request("POST", path, json={} if body is None else body, **options)

    def _request(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = self.headers | options.pop("headers", {})
        answer = self.server.client.request(method, f"{self.server.address}/api{path}", headers=headers, **options)
        if answer.headers.get("content-type") == "application/json":
            agreed.check_answer(method, answer.url.path, answer.status_code, answer.text)
        return answer

    def create(self, game: str = "squadro", against: str = "open", **wishes: Any) -> str:
        """Create a game and return its address."""
        seat: dict[str, Any] = {"kind": against}
        if against == "computer":
            seat["level"] = wishes.pop("level", 1)
        wishes = {"game": game, "sides": "me_first", "seats": [{"kind": "me", "name": self.name}, seat]} | wishes
        answer = self.post("/games", wishes)
        assert answer.status_code == 201, answer.text
        game_id: str = answer.json()["id"]
        return game_id

    def state(self, game_id: str) -> State:
        """Return a game's state."""
        answer = self.get(f"/games/{game_id}")
        assert answer.status_code == 200, answer.text
        state: State = answer.json()
        return state

    def act(self, game_id: str, kind: str, **fields: Any) -> httpx.Response:
        """Do something by a request."""
        return self.post(f"/games/{game_id}/actions", {"type": kind, **fields})

    @contextlib.contextmanager
    def at(self, game_id: str, *, changes: bool = False, **options: Any) -> Iterator[Table]:
        """Sit down at a game, to be sent whole states or, as the app is, changes."""
        address = self.server.address.replace("http", "ws")
        path = f"{address}/api/games/{game_id}/live{'?changes=true' if changes else ''}"
        with connect(path, additional_headers=self.headers, max_size=None, **options) as socket:
            yield Table(socket, agreed.LIVE)

    @contextlib.contextmanager
    def analysing(self) -> Iterator[Table]:
        """Open the analysis socket."""
        address = self.server.address.replace("http", "ws")
        with connect(f"{address}/api/analysis", additional_headers=self.headers, max_size=None) as socket:
            yield Table(socket, agreed.ANALYSIS)

    @contextlib.contextmanager
    def in_lobby(self) -> Iterator[Table]:
        """Be in the lobby."""
        address = self.server.address.replace("http", "ws")
        with connect(f"{address}/api/lobby", additional_headers=self.headers) as socket:
            yield Table(socket, agreed.LOBBY, "lobby")

    @contextlib.contextmanager
    def at_study(self, study_id: str) -> Iterator[Table]:
        """Open a study, but follow nothing yet."""
        address = self.server.address.replace("http", "ws")
        path = f"{address}/api/studies/{study_id}/live"
        with connect(path, additional_headers=self.headers, max_size=None, max_queue=None) as socket:
            yield Table(socket, agreed.STUDY)

    @contextlib.contextmanager
    def at_tournament(self, tournament_id: str) -> Iterator[Table]:
        """Look at a tournament."""
        address = self.server.address.replace("http", "ws")
        path = f"{address}/api/tournaments/{tournament_id}/live"
        # Who does not listen must not hold up the line, or closing it takes long.
        with connect(path, additional_headers=self.headers, max_size=None, max_queue=None) as socket:
            yield Table(socket, agreed.TOURNAMENT, "tournament")

    @contextlib.contextmanager
    def watching(self, **asked: Any) -> Iterator[Table]:
        """Look at what is being played."""
        address = self.server.address.replace("http", "ws")
        path = f"{address}/api/watch?{urlencode(asked)}"
        with connect(path, additional_headers=self.headers, max_size=None, max_queue=None) as socket:
            yield Table(socket, agreed.WATCH, "watch")


class Table:
    """An open socket: what was said, and the newest state, which has a kind of its own."""

    def __init__(self, socket: ClientConnection, answers: TypeAdapter[Any], whole: str = "state") -> None:
        self.socket = socket
        self._answers = answers
        self._whole = whole
        self.state: State = {}
        self._numbers = iter(range(1_000_000))

    def hear(self, *kinds: str, within: float = LIMIT_SECONDS) -> State:
        """Return the next message, or the next of these kinds; every state is remembered."""
        deadline = time.monotonic() + within
        while True:
            said = self.socket.recv(timeout=max(0.0, deadline - time.monotonic()))
            message: State = agreed.check(self._answers, said)
            if message["type"] == self._whole:
                self.state = message
            elif message["type"] == "change":
                self.state = taken(self.state, message)
            elif message["type"] == "still_there":
                self.send("here")
            if not kinds or message["type"] in kinds:
                return message

    def until(self, wanted: Any, within: float = LIMIT_SECONDS) -> State:
        """Return the newest state as soon as it is as wanted."""
        deadline = time.monotonic() + within
        while not self.state or not wanted(self.state):
            self.hear(self._whole, "change", within=max(0.0, deadline - time.monotonic()))
        return self.state

    def send(self, kind: str, **fields: Any) -> None:
        """Say something."""
        self.socket.send(json.dumps({"type": kind, **fields}))

    def ask(self, kind: str, **fields: Any) -> State:
        """Say something and return the answer to it."""
        ref = fields.pop("ref", f"r{next(self._numbers)}")
        self.send(kind, ref=ref, **fields)
        while True:
            answer = self.hear("accepted", "refused")
            if answer["ref"] == ref:
                return answer

    def move(self, text: str, ply: int | None = None, ref: str | None = None) -> State:
        """Play a move and return the answer."""
        if ply is None:
            ply = self.state["scene"]["ply"]
        while True:
            answer = self.ask("move", move=text, ply=ply, **({} if ref is None else {"ref": ref}))
            if answer.get("code") != "too_fast":
                return answer
            time.sleep(0.2)  # no person plays a whole game in a few seconds


def taken(state: State, message: State) -> State:
    """Return the state after a message that is a whole one or what has changed since the one before."""
    if message["type"] == "state":
        return message
    assert state["version"] == message["before"], "a change of another version than the one that is known"
    told = {name: value for name, value in message.items() if name not in ("before", "kept")}
    return state | told | {"type": "state", "turns": state["turns"][: message["kept"]] + message["turns"]}


def choose(state: State, chance: random.Random) -> str:
    """Return one of the turns that a state offers."""
    option = chance.choice(state["scene"]["options"])
    while not option.get("stop") or (option.get("next") and chance.random() < 0.5):
        option = chance.choice(option["next"])
    text: str = option["text"]
    return text


def wait_for(condition: Any, within: float = LIMIT_SECONDS) -> None:
    """Wait until something is so."""
    began = time.monotonic()
    while not condition():
        waited = time.monotonic() - began
        assert waited < within, "it did not happen"
        # What takes long need not be asked for all the time: asking is what costs.
        time.sleep(0.02 + min(0.2, waited / 10))
