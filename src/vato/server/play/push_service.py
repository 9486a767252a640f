"""The line to a push service: a message is encrypted for one browser, signed by this server, and handed over.

The address comes from a visitor, so it is never believed: it is https, leads out into the open network and nowhere
else, and the line goes to the very address that was looked at. All of it is for threads, as it waits.
"""

from __future__ import annotations

import base64
import json
import socket
import ssl
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from vato.server.http.refusals import Refusal
from vato.server.store.pushes import Subscription

LIMIT_SECONDS = 10.0
"""For all of it: whoever drips hangs up."""
VALID_SECONDS = 12 * 3600
KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a message for a browser that is away."""
GONE = 404, 410
"""What a push service says of a browser that does not want to be told any more."""


class Undelivered(Exception):
    """A push service could not be reached, or may not be."""


def new_key() -> str:
    """Return a private key for this server."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    made = ec.generate_private_key(ec.SECP256R1())
    plain = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return made.private_bytes(*plain).decode()


class Signer:
    """This server, as push services know it."""

    def __init__(self, private_key: str, contact: str) -> None:
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_pem(private_key.encode())
        self._contact = contact

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        from cryptography.hazmat.primitives import serialization

        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return _written(self._vapid.public_key.public_bytes(*form))

    def headers(self, address: SplitResult) -> dict[str, str]:
        """Return what says to a push service who speaks."""
        claims = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(time.time()) + VALID_SECONDS,
            "sub": self._contact,
        }
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed


def check_endpoint(endpoint: str, *, anywhere: bool) -> SplitResult:
    """Return the address of a push service in its parts; refuse one that cannot be one."""
    try:
        address = urlsplit(endpoint)
        port = address.port
    except ValueError:
        address, port = urlsplit(""), None
    is_plain = address.scheme == "https" and port in (None, 443) and address.username is None
    is_right = is_plain and _may_be_open(address.hostname or "")
    if not address.hostname or not (is_right or (anywhere and address.scheme in ("http", "https"))):
        raise Refusal("This is not the address of a push service.", code="not_a_push_service", status=422)
    return address


def check_keys(public_key: str, secret: str) -> None:
    """Refuse keys that no browser has made."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _read(public_key))
        if len(_read(secret)) != 16:
            raise ValueError
    except ValueError as error:
        raise Refusal("These keys are none of a browser's.", code="not_a_push_service", status=422) from error


def deliver(subscription: Subscription, message: dict[str, Any], topic: str, signer: Signer, *, anywhere: bool) -> int:
    """Hand a message for a browser to its push service; return the status that it answers with."""
    from pywebpush import WebPusher

    address = check_endpoint(subscription.endpoint, anywhere=anywhere)
    keys = {"p256dh": subscription.public_key, "auth": subscription.secret}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    encoded = pusher.encode(json.dumps(message, ensure_ascii=False).encode(), content_encoding="aes128gcm")
    headers = {
        **signer.headers(address),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEPT_SECONDS),
        "topic": topic,
        "urgency": "normal",
    }
    return _post(address, encoded["body"], headers, anywhere=anywhere)


def _post(address: SplitResult, body: bytes, headers: dict[str, str], *, anywhere: bool) -> int:
    """Send something to an address and return the status of the answer, which is not read; nothing is followed."""
    try:
        with _line(address, anywhere=anywhere) as line:
            deadline = threading.Timer(LIMIT_SECONDS, _cut, [line])
            deadline.daemon = True
            deadline.start()
            try:
                connection = HTTPConnection(address.netloc)
                connection.sock = line
                connection.request("POST", address._replace(scheme="", netloc="", fragment="").geturl(), body, headers)
                return connection.getresponse().status
            finally:
                deadline.cancel()
    except (OSError, HTTPException, ValueError) as error:
        raise Undelivered(str(error)) from error


def _line(address: SplitResult, *, anywhere: bool) -> socket.socket:
    """Return a line to an address that leads out into the open network."""
    host, secure = address.hostname or "", address.scheme == "https"
    found = socket.getaddrinfo(host, address.port or (443 if secure else 80), type=socket.SOCK_STREAM)
    places = [(str(place[0]), int(place[1])) for *_, place in found]
    if not anywhere and not all(_is_open(where) for where, _ in places):
        raise Undelivered(f"{host} does not lead out into the open network.")
    line = socket.create_connection(places[0], timeout=LIMIT_SECONDS)
    if not secure:
        return line
    try:
        return ssl.create_default_context().wrap_socket(line, server_hostname=host)
    except BaseException:
        line.close()
        raise


def _is_open(place: str) -> bool:
    address = ip_address(place.partition("%")[0])
    inner = getattr(address, "ipv4_mapped", None)
    return (inner or address).is_global and not address.is_multicast


def _may_be_open(host: str) -> bool:
    """Return whether a host may be in the open network: a name may, until it is looked up."""
    try:
        return _is_open(host)
    except ValueError:
        return True


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
