"""Short campaigns: bots play on two workers, or on one server and a file, and everything happens to them once."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.backing import Missing
from tests.server.campaign import Campaign, OnPostgres, OnSqlite

BEARABLE_SECONDS = 20
"""Until all go on, where other tests want the same processors; a campaign by itself wants five."""


def run(campaign: Campaign, *faults: str) -> None:
    said: list[str] = []
    campaign.longest = 0.2
    known = [name for name in faults if name in campaign.troubles]  # only root can fill a disk
    tally = asyncio.run(campaign.run(2, 0.02, 0.2, known, said.append))
    assert "Traceback" not in campaign.server.errors
    assert (tally.lost, tally.doubled, tally.stuck) == ([], [], 0), said
    assert tally.moves >= 10, said
    assert max(took for _, took, _ in tally.faults) < BEARABLE_SECONDS, said


def test_nothing_is_lost_doubled_or_stuck(tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            campaign = OnPostgres(tmp_path, 2, 1, stack)
        except Missing as missing:
            pytest.fail(str(missing))
        run(campaign, "a line dropped", "PostgreSQL crashed", "Valkey killed", "a worker killed")


def test_nothing_is_lost_doubled_or_stuck_in_a_file(tmp_path: Path) -> None:
    with ExitStack() as stack:
        run(OnSqlite(tmp_path, 1, stack), "the disk full", "the server killed")
