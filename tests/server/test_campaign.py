"""A short campaign: bots play on two workers, and everything is killed once."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.backing import Missing
from tests.server.campaign import Campaign

FAULTS = "a worker killed", "Valkey killed", "PostgreSQL crashed"
BEARABLE_SECONDS = 20
"""Until all go on, where other tests want the same processors; a campaign by itself wants five."""


def test_nothing_is_lost_doubled_or_stuck(tmp_path: Path) -> None:
    said: list[str] = []
    with ExitStack() as stack:
        try:
            campaign = Campaign(tmp_path, 2, 1, stack)
        except Missing as missing:
            pytest.fail(str(missing))
        tally = asyncio.run(campaign.run(2, 0.1, FAULTS, said.append))
        assert "Traceback" not in campaign.server.errors
    assert sum(map(len, tally.games.values())) >= 10, said
    assert tally.slowest < BEARABLE_SECONDS, said
