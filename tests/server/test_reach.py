"""By which address others are invited."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.people import Person
from vato.server import reach
from vato.server.settings import Settings


def test_who_comes_by_this_machines_own_address_is_told_the_one_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_host", lambda: "192.168.1.5")
    everywhere = Settings(Path("games"), host="0.0.0.0")
    assert reach.address_for_others(everywhere, "http://127.0.0.1:8000/game/x") == "http://192.168.1.5:8000"
    assert reach.address_for_others(everywhere, "http://[::1]:8000/game/x") == "http://192.168.1.5:8000"
    assert reach.address_for_others(everywhere, "http://hall:8000/game/x") == "http://hall:8000"


def test_a_machine_in_no_network_invites_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_host", lambda: None)
    assert reach.address_for_others(Settings(Path("games"), host="0.0.0.0"), "http://localhost/") is None


def test_a_server_for_this_machine_only_has_no_link_for_others(ann: Person) -> None:
    game_id = ann.create()
    assert ann.get(f"/games/{game_id}/invitation").json() == {"address": None, "code": []}
