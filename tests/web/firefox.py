"""A real Firefox, driven over WebDriver BiDi, with a push service of the tests' own: headless Chromium can have none.

Firefox speaks to its maker's push service by messages in JSON on a WebSocket; here it is told of one on loopback, and
all the rest, keys, decrypting, waking the service worker and showing what it is told, is the browser's own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import Server as WebSocketServer
from websockets.sync.server import ServerConnection, serve

from tests.server.people import wait_for
from tests.server.push_service import PushService, written

WITHIN_SECONDS = 40
"""For a browser that begins, and for an answer of it."""


class FirefoxPushService(PushService):
    """A push service with a line to each Firefox, on which it hands on what it cannot read."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[str] = []
        """What browsers said they have received."""
        self._lines: dict[str, ServerConnection] = {}
        self._sockets: WebSocketServer = serve(self._listen, "127.0.0.1", 0)
        self._listener = threading.Thread(target=self._sockets.serve_forever)
        self._listener.start()

    @property
    def line_address(self) -> str:
        return f"ws://127.0.0.1:{self._sockets.socket.getsockname()[1]}/"

    def _listen(self, line: ServerConnection) -> None:
        for text in line:
            said = json.loads(text)
            kind = said.get("messageType")
            answer = {"messageType": kind, "status": 200}
            if kind == "hello":
                answer |= {"uaid": said.get("uaid") or os.urandom(16).hex(), "use_webpush": True, "broadcasts": {}}
            elif kind == "register":
                channel = said["channelID"]
                self._lines[f"/{channel}"] = line
                answer |= {"channelID": channel, "pushEndpoint": f"{self.address}/{channel}"}
            elif kind == "unregister":
                answer |= {"channelID": said["channelID"]}
            elif kind == "ack":
                self.taken += [update["channelID"] for update in said["updates"]]
                continue
            else:
                continue
            line.send(json.dumps(answer))

    def hear(self, path: str, headers: dict[str, str], body: bytes) -> int:
        status = super().hear(path, headers, body)
        if status == self.status and path in self._lines:
            message = {
                "messageType": "notification",
                "channelID": path[1:],
                "version": str(len(self.heard)),
                "data": written(body),
                "headers": {"encoding": headers["content-encoding"]},
            }
            self._lines[path].send(json.dumps(message))
        return status

    def __exit__(self, *raised: object) -> None:
        self._sockets.shutdown()
        self._listener.join()
        super().__exit__(*raised)


class Firefox:
    """A page of a Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._count = 0
        self._ask("session.new", capabilities={})
        self._page: str = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **wanted: Any) -> dict[str, Any]:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": wanted}))
        while True:
            said = json.loads(self._line.recv(timeout=WITHIN_SECONDS))
            if said.get("id") == self._count:
                assert said["type"] == "success", said
                result: dict[str, Any] = said["result"]
                return result

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return what an expression is in the page, as JSON has it; what is promised is waited for."""
        found = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._page},
            awaitPromise=True,
            userActivation=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def click(self, selector: str) -> None:
        """Click on the first that a selector finds, as soon as it is there."""
        wanted = json.dumps(selector)
        wait_for(lambda: self.evaluate(f"document.querySelector({wanted}) !== null"), WITHIN_SECONDS)
        self.evaluate(f"document.querySelector({wanted}).click()")

    def close(self) -> None:
        self._ask("browser.close")


@contextmanager
def firefox(folder: Path, service: FirefoxPushService) -> Iterator[Firefox]:
    """Start the system's Firefox with a new profile; where it is missing, the test fails and says so."""
    command = shutil.which("firefox-esr") or shutil.which("firefox")
    if command is None:
        pytest.fail("This test needs Firefox; on Debian: apt-get install firefox-esr")
    prefs = {
        "dom.push.serverURL": service.line_address,
        "dom.push.testing.allowInsecureServerURL": True,
        "permissions.default.desktop-notification": 1,
        "alerts.useSystemBackend": False,
        "remote.prefs.recommended": False,  # those would turn push off
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.normandy.enabled": False,
        "services.settings.server": "http://127.0.0.1:9/",
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "browser.safebrowsing.update.enabled": False,
    }
    (folder / "user.js").write_text(
        "".join(f"user_pref({json.dumps(n)}, {json.dumps(v)});\n" for n, v in prefs.items())
    )
    said = folder / "said.txt"
    with said.open("w") as output:
        running = subprocess.Popen(
            [command, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
            stdout=output,
            stderr=output,
            env=os.environ | {"HOME": str(folder)},
        )
    listening = "WebDriver BiDi listening on "
    try:
        wait_for(lambda: listening in said.read_text(), WITHIN_SECONDS)
        address = said.read_text().partition(listening)[2].split()[0]
        with connect(f"{address}/session", max_size=None, open_timeout=WITHIN_SECONDS) as line:
            page = Firefox(line)
            yield page
            page.close()
        running.wait(WITHIN_SECONDS)
    finally:
        running.kill()
        running.wait()
