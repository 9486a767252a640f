"""Members for the tests: visitors who have become one by a passkey, which takes no time, and their devices."""

from __future__ import annotations

from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed

from tests.command import run as command
from tests.server.authenticator import Authenticator
from tests.server.people import Person, Server, Table

BACK_SOON = 1012
"""What a browser is told that is to come back as who it is by now."""
PASSWORD = "four words of mine"


def session_of(answer: httpx.Response) -> str:
    """Return the token in the cookie that comes with an answer."""
    assert answer.status_code in (200, 201), answer.text
    cookie = next(text for text in answer.headers.get_list("set-cookie") if text.startswith("vato_session="))
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    return cookie.partition("=")[2].partition(";")[0]


def code_of(answer: httpx.Response) -> str:
    """Return why something was refused."""
    code: str = answer.json()["error"]["code"]
    return code


def code_of_cut(table: Table) -> int | None:
    """Wait until a line is cut, and return why."""
    while True:
        try:
            table.hear()
        except ConnectionClosed as cut:
            return None if cut.rcvd is None else cut.rcvd.code


def place_of(server: Server) -> list[str]:
    """Return the options by which a command finds the games of a server."""
    address = server.data / "address"
    return ["--database", address.read_text()] if address.exists() else ["--data", str(server.data)]


def appointed(member: Member, *options: str) -> Member:
    """Make a member a moderator, as whoever runs the server does; or none any more, by an option."""
    done = command("moderator", member.name.upper(), *place_of(member.server), *options, timeout=60)
    assert done.returncode == 0, done.stderr
    assert member.name in done.stdout
    return member


def playing(one: Person, other: Person) -> str:
    """Let two play a game, and return it."""
    game_id = one.create(setup={"first": "light"})
    assert other.post(f"/games/{game_id}/join", {"name": other.name}).status_code == 200
    return game_id


class Member(Person):
    """Somebody who was a visitor and has become a member."""

    def __init__(self, visitor: Person, name: str) -> None:
        self.device = Authenticator(visitor.server.address)
        made = self.device.make(visitor.post("/passkeys/challenge").json())
        answer = visitor.post("/sign-up/passkey", {"name": name, "passkey": made})
        super().__init__(visitor.server, name, session_of(answer))
        self.codes: list[str] = answer.json()["codes"]

    @classmethod
    def of(cls, visitor: Person, name: str, answer: httpx.Response) -> Self:
        """Return a member who has just signed in."""
        member = cls.__new__(cls)
        Person.__init__(member, visitor.server, name, session_of(answer))
        return member

    def signed_in(self, visitor: Person, **wishes: Any) -> Member:
        """Sign in on another device."""
        used = self.device.use(visitor.post("/passkeys/challenge").json())
        return Member.of(visitor, self.name, visitor.post("/sign-in/passkey", {"passkey": used, **wishes}))

    def delete(self, path: str) -> httpx.Response:
        """Do away with something."""
        return self._request("DELETE", path)
