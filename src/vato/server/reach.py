"""How others reach this server: by its own name, or by this machine's address in its network; and a link as a picture.

Nothing is sent to find that out. Who asks by a name that others can use gets that one back.
"""

from __future__ import annotations

import socket
from urllib.parse import SplitResult, urlsplit

import segno

from vato.server.settings import Settings, is_loopback

ALL_ADDRESSES = ("0.0.0.0", "::")
ELSEWHERE = ("192.0.2.1", 9)
"""Nobody is there (RFC 5737), and nothing goes there: a socket of datagrams only says where it would send from."""


def network_host() -> str | None:
    """Return this machine's address in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as never_used:
        try:
            never_used.connect(ELSEWHERE)
        except OSError:
            return None
        host: str = never_used.getsockname()[0]
    return None if is_loopback(host) else host


def network_address(host: str, port: int) -> str | None:
    """Return where others in the network find a server that listens on every address; None for any other server."""
    if host not in ALL_ADDRESSES:
        return None
    found = network_host()
    return None if found is None else f"http://{found}:{port}"


def address_for_others(settings: Settings, seen: str) -> str | None:
    """Return the address by which others reach the server, whose page was asked for by `seen`; None if nobody can.

    >>> from pathlib import Path
    >>> here = Settings(Path("games"))
    >>> address_for_others(here, "http://127.0.0.1:8000/") is None
    True
    >>> address_for_others(Settings(Path("games"), host="0.0.0.0"), "http://192.168.1.5:8000/game")
    'http://192.168.1.5:8000'
    >>> address_for_others(Settings(Path("games"), origins=("https://vato.example.org",)), "http://localhost:8000/")
    'https://vato.example.org'
    """
    parts: SplitResult = urlsplit(seen)
    if not is_loopback(parts.hostname or ""):
        return f"{parts.scheme}://{parts.netloc}"
    if settings.origins:
        return settings.origins[0]
    return network_address(settings.host, parts.port or 80)


def squares(address: str) -> list[str]:
    """Return an address as a QR code, a text of 0 and 1 for each row; 1 is dark."""
    return ["".join(map(str, row)) for row in segno.make_qr(address, error="m").matrix]
