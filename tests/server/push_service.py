"""A push service of the tests' own, on loopback, and a browser that subscribes: it reads what only it can read.

What is checked here knows nothing of the libraries that encrypt and sign for the server: encryption is read back by
RFC 8188 and 8291, the signature of who speaks by RFC 8292, the rest by RFC 8030, as services of browsers' makers do.
"""

from __future__ import annotations

import base64
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.server.people import Person

CURVE = ec.SECP256R1()
MOST_BYTES = 4096
"""That every push service takes."""
LONGEST_SECONDS = 24 * 3600
"""For which a signature may be good."""


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def opened(body: bytes, private_key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Return what was encrypted for a browser, with its own keys."""
    salt, length, size = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + size], body[21 + size :]
    assert len(sealed) <= length, "there is one record, and it is the last"
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
    shared = private_key.exchange(ec.ECDH(), theirs)
    key = _derived(shared, secret, b"WebPush: info\0" + point_of(private_key) + sender, 32)
    plain = AESGCM(_derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
        _derived(key, salt, b"Content-Encoding: nonce\0", 12), sealed, None
    )
    text, end, padding = plain.rpartition(b"\x02")
    assert end, "the last record ends with a 2"
    assert not padding.strip(b"\0"), "and what follows it is padding"
    return text


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(*form)


def speaker_of(authorization: str, origin: str) -> str:
    """Return the key of whoever speaks to a push service; refuse a signature that is none, or for somewhere else."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)", authorization)
    if found is None:
        raise ValueError(authorization)
    head, claims, signature, key = found.groups()
    assert json.loads(read(head)) == {"typ": "JWT", "alg": "ES256"}
    both = read(signature)
    halves = (int.from_bytes(half, "big") for half in (both[:32], both[32:]))
    signed = encode_dss_signature(*halves), f"{head}.{claims}".encode()
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(key)).verify(*signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise ValueError(authorization) from error
    said = json.loads(read(claims))
    if said["aud"] != origin or not 0 < said["exp"] - time.time() <= LONGEST_SECONDS:
        raise ValueError(said)
    assert re.match("(mailto|https):", said["sub"])
    return key


def check(headers: dict[str, str], body: bytes) -> None:
    """Refuse a message that no push service would take."""
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) >= 0
    assert headers["urgency"] in ("very-low", "low", "normal", "high")
    assert re.fullmatch(r"[\w-]{1,32}", headers["topic"])
    assert len(body) <= MOST_BYTES


class PushService:
    """What browsers' makers run: it takes encrypted messages for browsers, and cannot read them."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        """The path, headers and body of each."""
        self.speakers: set[str] = set()
        """The keys of those who have spoken."""
        self.refused: list[Exception] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(
                    service.hear(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                )
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def hear(self, path: str, headers: dict[str, str], body: bytes) -> int:
        try:
            check(headers, body)
            self.speakers.add(speaker_of(headers["authorization"], self.address))
        except (ValueError, KeyError, AssertionError) as error:
            self.refused.append(error)
            return 400
        self.heard.append((path, headers, body))
        return self.status

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
        assert self.refused == []


class Browser:
    """A browser at a push service."""

    def __init__(self, service: PushService, path: str) -> None:
        self.service = service
        self.path = f"/{path}"
        self._key = ec.generate_private_key(CURVE)
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        endpoint = f"{self.service.address}{self.path}"
        return {"endpoint": endpoint, "p256dh": written(point_of(self._key)), "auth": written(self._secret)}

    def subscribe(self, person: Person, language: str = "en") -> None:
        answer = person.post("/push", self.subscription, headers={"accept-language": language})
        assert answer.status_code == 200, answer.text

    @property
    def read(self) -> list[dict[str, Any]]:
        """What was pushed to it, decrypted with its own key."""
        return [self.opened(body) for path, _, body in self.service.heard if path == self.path]

    def opened(self, body: bytes) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(opened(body, self._key, self._secret))
        return told
