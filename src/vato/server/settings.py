"""What whoever starts the server may choose, and the limits it keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path

from vato.engine.levels import PACE_SECONDS

DEFAULT_PORT = 8700
LOCK = "server.lock"
"""In the folder of the games, held by whoever uses them."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Limits:
    """How much one visitor, one address and one message may ask for."""

    games_per_hour: int = 120
    """Of one visitor, as with chats and analyses; an address, behind which several people may sit, has four times as
    many."""
    connections: int = 4_000
    """All that are open, sockets and others, of everybody together."""
    sockets_per_address: int = 64
    messages_per_second: int = 10
    """On one socket, in the long run; a few more at once are no crime."""
    requests_per_second: int = 40
    """To the API, from one address, in the long run."""
    chats_per_minute: int = 20
    analyses_per_minute: int = 60
    edits_per_minute: int = 600
    """Of studies."""
    waiting_analyses: int = 64
    """How many analyses may wait for the engine at once, all visitors together."""
    proofs_per_hour: int = 60
    """Of one address: how often somebody there signs up, signs in or recovers; of one name a third as often."""
    body_bytes: int = 64 * 1024
    study_bytes: int = 512 * 1024
    """Of a request by which a study is sent as text."""
    message_bytes: int = 16 * 1024


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    data: Path
    """The folder of the database, unless that is elsewhere, and of solutions."""
    database: str = ""
    """The address of a PostgreSQL database, if games are to be kept there."""
    hints: str = ""
    """The address of a Valkey or Redis, by which servers of the same database tell each other what happens."""
    workers: int = 1
    """How many processes serve the same port."""
    name: str = ""
    """What this server is called among those of its database, if whoever started it wants to know it again."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    origins: tuple[str, ...] = ()
    """Other addresses under which the server is reached, such as https://vato.example.org behind a proxy."""
    proxies: str = ""
    """The addresses of proxies in front of it that are to be believed about who comes from where."""
    limits: Limits = field(default_factory=Limits)
    players: int = 2
    """How many games the computer thinks about at once, each in a process of its own."""
    analysts: int = 1
    """How many analyses run at once, each in a process of its own."""
    helpers_token: str = ""
    """What engines on other machines must know to help; without it none may."""
    pace_seconds: float = PACE_SECONDS
    """How long the computer's turn takes at least, so that a person can follow."""
    accounts: bool = False
    """Whether visitors can become members."""
    lobby: bool = False
    """Whether visitors who do not know each other are brought together."""
    push: str = ""
    """Whom a push service can ask about this server, as mailto:me@example.org; without it nothing is pushed."""
    push_anywhere: bool = False
    """Whether push services may be on this machine and its network, as in tests."""
    drain_seconds: float = 0.0
    """How long the server goes on after it was told to stop, so that those who send it visitors notice."""
    warm: bool = True
    """Whether the engine gets ready when the server starts, and not when it is first asked."""

    @property
    def place(self) -> Path | str:
        """Where games are kept: a folder or an address."""
        return self.database or self.data

    @property
    def offers(self) -> tuple[str, ...]:
        """What not every server has, as its page is told."""
        return tuple(name for name in ("accounts", "lobby", "push") if getattr(self, name))

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


class Form(StrEnum):
    """How something is written down."""

    text = "text"
    json = "json"


@dataclass(frozen=True)
class Log:
    """What is written down, and how."""

    form: Form = Form.text
    deeds: bool = True
    """Whether what its operator does to the server is written down, and not only what goes wrong."""
    requests: bool = False


def is_loopback(host: str) -> bool:
    """Return whether a host names this machine itself.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
