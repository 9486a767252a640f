"""The API keeps what its description promises, whatever is sent to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.members import Member, appointed
from tests.server.people import Person, Server
from vato.server.http.app import create_app
from vato.server.http.lines import MOST_HEAD
from vato.server.settings import Settings

EXAMPLES = 10
DESCRIBED = create_app(Settings(data=Path("nowhere"))).openapi()
schema = schemathesis.openapi.from_dict(DESCRIBED)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_nothing_breaks_the_promise(case: Any, server: Server, sqlite_company: Server, name: str) -> None:
    tokens = ["B" * 43]
    if of_members(case):
        server = sqlite_company
        tokens += [somebody.token for somebody in people_for(case, server, name)]
    for token in tokens:
        answer = case.call(base_url=server.address, headers={"Authorization": f"Bearer {token}"}, timeout=30)
        # Refused before anybody looked into it.
        if answer.status_code != 413 and not (answer.status_code == 400 and len(answer.request.url) > MOST_HEAD):
            # A game or a position that does not exist fits the description all the same.
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])
    assert server.process is not None
    assert server.process.poll() is None


def of_members(case: Any) -> bool:
    return bool({"members", "company", "bots", "moderation"} & set(case.operation.tags))


def people_for(case: Any, server: Server, name: str) -> list[Member]:
    """Return as whom something is tried beside nobody: a member and a moderator; who goes by it is one of its own."""
    if case.path in ("/api/stream", "/api/games/{game_id}/stream"):
        return []  # which do not end
    member, other = member_called(name, server), member_called(f"{name} too", server)
    if case.path.startswith(("/api/me", "/api/sign")):
        return [member]
    if "name" in (case.path_parameters or {}) and len(case.path_parameters["name"]) % 2:
        case.path_parameters["name"] = other.name  # so that it happens to somebody
    return [member, moderator_of(server)]


@cache
def member_called(name: str, server: Server) -> Member:
    """Return a member for all that is tried at one address."""
    return Member(Person(server), name)


@cache
def moderator_of(server: Server) -> Member:
    """Return a moderator for all that is tried."""
    return appointed(Member(Person(server), "Mona of the schema"))


@pytest.mark.parametrize("wishes", [{"game": "fanorona", "contest": {"kind": "series"}}, {"game": "squadro"}])
def test_a_real_state_is_as_described(ann: Person, wishes: dict[str, Any]) -> None:
    state = ann.state(ann.create(against="me2", clock={"initial_ms": 60_000, "increment_ms": 0}, **wishes))
    described = DESCRIBED["components"]["schemas"]["State"]
    assert set(described["required"]) == set(described["properties"]) == set(state)
    assert state["scene"]["options"]


def test_every_operation_says_what_it_does(server: Server) -> None:
    described = Person(server).get("/openapi.json").json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], f"{method} {path}"
            assert "200" in operation["responses"] or "201" in operation["responses"]
