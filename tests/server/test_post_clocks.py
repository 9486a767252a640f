"""Clocks that people expect on a real server: with a delay, and with days for each turn, over restarts and outages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.backing import ON_BOTH
from tests.server.people import Person, Server, wait_for
from tests.server.post import DAY_MS, HOUR_MS, by_post, do, let_pass, play
from tests.server.test_trouble import House, in_a_house, new_game
from vato.server.play import alarms
from vato.server.play.deed import Deed
from vato.server.store.model import StoredGame

Start = Callable[..., Server]


def test_a_delay_costs_nothing_and_comes_back_every_turn(ann: Person, ben: Person) -> None:
    clock = {"initial_ms": 60_000, "delay_ms": 1_500}
    game_id = ann.create(setup={"first": "light"}, clock=clock)
    ben.post(f"/games/{game_id}/join", {})
    play(ann, ben, game_id, "1", "1")
    told = ann.state(game_id)["clock"]
    assert told["running"] == 0
    assert 0 < told["stands_ms"] <= 1_500
    assert told["remaining_ms"] == [60_000, 60_000]
    play(ann, ben, game_id, "2")  # within the delay
    assert ann.state(game_id)["clock"]["remaining_ms"] == [60_000, 60_000]
    time.sleep(1.8)
    told = ben.state(game_id)["clock"]
    assert told["stands_ms"] == 0
    assert 55_000 < told["remaining_ms"][1] <= 59_700
    play(ann, ben, game_id, "2")
    told = ben.state(game_id)["clock"]
    assert told["remaining_ms"][1] <= 59_700  # what went beyond the delay is gone: nothing is given back
    assert told["stands_ms"] > 0


@pytest.mark.parametrize(
    "clock",
    [
        {"initial_ms": 60_000, "delay_ms": 1_000, "increment_ms": 1_000},
        {"initial_ms": 60_000, "delay_ms": -1},
        {"initial_ms": 60_000, "per_turn": True},
        {"initial_ms": 15 * DAY_MS, "per_turn": True},
        {"initial_ms": DAY_MS, "per_turn": True, "increment_ms": 1_000},
        {"initial_ms": 2 * DAY_MS},
    ],
)
def test_clocks_that_there_are_not(ann: Person, clock: dict[str, int]) -> None:
    wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": clock}
    answer = ann.post("/games", wish)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["message"].endswith(".")


def test_by_post_the_clock_runs_from_the_moment_both_are_there(ann: Person, ben: Person) -> None:
    clock = {"initial_ms": 3 * DAY_MS, "per_turn": True}
    game_id = ann.create(setup={"first": "light"}, clock=clock)
    assert ann.state(game_id)["clock"]["running"] is None
    ben.post(f"/games/{game_id}/join", {})
    told = ann.state(game_id)["clock"]
    assert told["running"] == 0
    assert 3 * DAY_MS - 60_000 < told["remaining_ms"][0] <= 3 * DAY_MS
    play(ann, ben, game_id, "1")
    assert ann.state(game_id)["turns"][0].get("clock_ms") is None
    assert ann.state(game_id)["clock"]["running"] == 1


@ON_BOTH
def test_days_go_on_over_a_restart_and_begin_anew_with_every_turn(own_server: Start, place: Path | str) -> None:
    server = own_server()
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    game_id = by_post(ann, ben)
    let_pass(server, place, game_id, 30 * HOUR_MS)
    left = ann.state(game_id)["clock"]["remaining_ms"][0]
    assert 17.9 * HOUR_MS < left <= 18 * HOUR_MS
    play(ann, ben, game_id, "1")
    assert ben.state(game_id)["clock"]["remaining_ms"][0] == 2 * DAY_MS
    let_pass(server, place, game_id, 49 * HOUR_MS)
    # Nobody looks; who let two days pass has lost.
    wait_for(lambda: do(place, "SELECT reason FROM games WHERE id = :id", id=game_id)[0][0] == "time", 10)
    assert ann.state(game_id)["outcome"]["winner"] == 0


@ON_BOTH
def test_a_long_outage_is_nobodys_time_and_a_short_one_does_not_matter(own_server: Start, place: Path | str) -> None:
    server = own_server()
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    game_id = by_post(ann, ben)
    version = ann.state(game_id)["version"]
    let_pass(server, place, game_id, HOUR_MS // 2, awake=False)
    told = ann.state(game_id)
    assert 47.4 * HOUR_MS < told["clock"]["remaining_ms"][0] <= 47.5 * HOUR_MS
    assert told["version"] == version  # none of all the games by post was touched
    let_pass(server, place, game_id, 60 * HOUR_MS, awake=False)
    told = ann.state(game_id)
    assert told["outcome"] is None
    assert 47.4 * HOUR_MS < told["clock"]["remaining_ms"][0] <= 47.6 * HOUR_MS
    # Who had little left is not the one to pay for the short one.
    let_pass(server, place, game_id, 47 * HOUR_MS)
    let_pass(server, place, game_id, 50 * 60_000, awake=False)
    assert ann.state(game_id)["outcome"] is None
    assert ann.act(game_id, "move", ply=0, move="1").status_code == 200


@ON_BOTH
def test_what_is_up_late_has_no_timer_until_it_is_soon(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarms, "SOON_MS", 1_000)
    monkeypatch.setattr(alarms, "LOOK_SECONDS", 0.2)

    async def work(house: House) -> None:
        watch = alarms.Alarms(house.games)
        game_id = await new_game(house.games, "me2", clock={"initial_ms": DAY_MS, "per_turn": True})
        assert not watch.any_set
        assert watch.any_later
        # A day but for a moment passes.
        await house.games.change(game_id, lambda snapshot: Deed.of(_late(snapshot.game, DAY_MS - 4_000)))
        assert not watch.any_set
        looking = asyncio.create_task(watch.look_ahead())
        async with asyncio.timeout(15):
            while (await house.games.snapshot(game_id)).game.outcome is None:
                house.games.pulse.tick()  # all is well
                await asyncio.sleep(0.05)
        looking.cancel()
        watch.close()

    in_a_house(place, work)


def _late(game: StoredGame, by_ms: int) -> StoredGame:
    assert game.clock is not None
    return replace(game, clock=replace(game.clock, since_ms=game.clock.since_ms - by_ms))


def test_a_game_by_post_is_not_rated(ann: Person) -> None:
    clock = {"initial_ms": DAY_MS, "per_turn": True}
    wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}], "clock": clock}
    assert ann.post("/games", wish | {"rated": True}).status_code in (401, 403, 409)
