"""What requests have worked out: paid for by what it costs, in fair turns, and the same question only once."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.people import Server
from vato import scene
from vato.board import Board
from vato.server.desk import UNIT_SECONDS, Desk
from vato.server.fair_queue import Asker
from vato.server.http import lesson_routes, library_routes, puzzle_routes
from vato.server.http.app import create_app
from vato.server.http.limits import Rate, place_of
from vato.server.http.refusals import Refusal
from vato.server.settings import Settings


def computing(units: float) -> None:
    """Keep the processor busy for as long as so many requests may cost."""
    end = time.thread_time() + units * UNIT_SECONDS
    while time.thread_time() < end:
        pass


def test_who_has_much_worked_out_pays_for_it() -> None:
    async def work() -> int:
        desk = Desk(Rate(20, 0.001))
        greedy, modest = Asker("greedy", "here"), Asker("modest", "elsewhere")
        asked = [desk.do(greedy, lambda: computing(8)) for _ in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        await desk.do(modest, lambda: None)
        desk.close()
        assert all(isinstance(answer, Refusal | None) for answer in answers)
        return answers.count(None)

    assert asyncio.run(work()) in (2, 3)  # of 20 tokens, at 7 and a little more each


def test_one_piece_of_work_at_a_time_and_fair_turns() -> None:
    order: list[str] = []

    async def work() -> None:
        desk = Desk(Rate(10_000, 1))
        crowd = [Asker(f"{number}", "crowd") for number in range(30)]
        asking = [asyncio.create_task(desk.do(asker, lambda: order.append("crowd"))) for asker in crowd]
        await asyncio.sleep(0)
        asking.append(asyncio.create_task(desk.do(Asker("Ann", "elsewhere"), lambda: order.append("Ann"))))
        await asyncio.gather(*asking)
        desk.close()

    asyncio.run(work())
    assert order.index("Ann") <= 2
    assert len(order) == 31


def test_whoever_goes_away_frees_the_desk() -> None:
    async def work() -> None:
        desk = Desk(Rate(10_000, 1))
        ann = Asker("Ann", "here")
        slow = asyncio.create_task(desk.do(ann, lambda: time.sleep(0.05)))
        waiting = [asyncio.create_task(desk.do(ann, lambda: None)) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in (slow, *waiting):
            task.cancel()
        async with asyncio.timeout(5):
            await desk.do(ann, lambda: None)
        desk.close()

    asyncio.run(work())


def test_dear_requests_count_for_more_than_cheap_ones(own_server: Any) -> None:
    server: Server = own_server("--requests-per-second", "1")
    shuffle = ("a1-a2", "i5-i4", "a2-a1", "i4-i5")
    wanted = {"game": "fanorona", "rules": "standard,repetition=0", "position": "8b/9/9/9/w8 w"}

    def reach(plies: int) -> int:
        body = wanted | {"moves": [shuffle[ply % 4] for ply in range(plies)]}
        return server.client.post(f"{server.address}/api/positions", json=body).status_code

    assert [reach(ply) for ply in range(8)] == [200] * 8  # of cheap ones many more are allowed at once
    codes = [reach(900 - ply) for ply in range(6)]
    assert codes[0] == 200
    assert codes[-1] == 429


def test_the_same_position_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    scene_of = scene.scene_of

    def counted(board: Board) -> scene.Scene:
        made.append(board)
        return scene_of(board)

    monkeypatch.setattr(scene, "scene_of", counted)
    library_routes._reach.cache_clear()
    asked = "squadro", None, None, ("1", "1"), (("first", "light"),), "en"
    assert library_routes._reach(*asked) == library_routes._reach(*asked)
    assert len(made) == 1


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:0:7::1", "2001:db8:0:7::/64"),
        ("2001:db8:0:7:ffff::", "2001:db8:0:7::/64"),
        ("2001:db8:0:8::1", "2001:db8:0:8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(host: str, place: str) -> None:
    assert place_of(host) == place


@pytest.mark.parametrize(
    ("routes", "name", "path", "body"),
    [
        (lesson_routes, "_lesson", "/lessons/squadro/speed", None),
        (lesson_routes, "_tried", "/lessons/squadro/speed/try", {"exercise": 0, "moves": [], "move": "1"}),
        (puzzle_routes, "_puzzle", "/puzzles/squadro/1", None),
        (puzzle_routes, "_tried", "/puzzles/squadro/1/try", {"move": "1"}),
    ],
)
def test_whoever_learns_leaves_the_threads_of_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, routes: Any, name: str, path: str, body: Any
) -> None:
    monkeypatch.setattr(routes, name, lambda *_: threading.current_thread().name)

    async def ask() -> httpx.Response:
        app = create_app(Settings(tmp_path, warm=False))
        line = httpx.ASGITransport(app)
        address = f"http://localhost/api{path}"
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=line) as client:
            return await (client.post(address, json=body) if body else client.get(address))

    answer = asyncio.run(ask())
    assert answer.status_code == 200, answer.text
    assert answer.json().startswith("vato desk")
