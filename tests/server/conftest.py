"""One server for most tests of a worker, and fresh ones for those that kill theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.people import Person, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = "--games-per-hour", "100000", "--requests-per-second", "10000", "--sockets-per-address", "1000"
    with Server(tmp_path_factory.mktemp("server"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server of one's own."""
    with ExitStack() as stack:
        yield lambda *options: stack.enter_context(Server(tmp_path, *options))


@pytest.fixture
def ann(server: Server) -> Person:
    return Person(server, "Ann")


@pytest.fixture
def ben(server: Server) -> Person:
    return Person(server, "Ben")


@pytest.fixture
def eve(server: Server) -> Person:
    """Somebody who has no seat."""
    return Person(server, "Eve")
