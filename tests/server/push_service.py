"""A push service of the tests' own, on loopback, and a browser that subscribes: it reads what only it can read."""

from __future__ import annotations

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.people import Person


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """What browsers' makers run: it takes encrypted messages for browsers, and cannot read them."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        """The path, headers and body of each."""
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Browser:
    """A browser at a push service."""

    def __init__(self, service: PushService, path: str) -> None:
        self.service = service
        self.path = f"/{path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        public = self._key.public_key().public_bytes(*form)
        endpoint = f"{self.service.address}{self.path}"
        return {"endpoint": endpoint, "p256dh": written(public), "auth": written(self._secret)}

    def subscribe(self, person: Person, language: str = "en") -> None:
        answer = person.post("/push", self.subscription, headers={"accept-language": language})
        assert answer.status_code == 200, answer.text

    @property
    def read(self) -> list[dict[str, Any]]:
        """What was pushed to it, decrypted with its own key."""
        bodies = [body for path, _, body in self.service.heard if path == self.path]
        return [json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)) for body in bodies]
