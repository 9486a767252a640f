"""Tournaments of every system at once on real servers: late entries, withdrawals, lost lines and killed servers."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from functools import partial

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.contest import standing_of_file
from tests.contest.tournament_rules import check_everybody_meets, check_nobody_twice, check_rounds
from tests.server.backing import ON_BOTH
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member
from tests.server.people import Server, State, wait_for
from tests.server.test_tournaments import OPENED, Hall, members, met_in

TROUBLES = httpx.HTTPError, OSError, AssertionError, ValueError, KeyError
"""What a player meets who asks a server that has just been killed, or starts."""


class Present:
    """Pages of a tournament that are open, each again as soon as its line is lost; one thread for all."""

    def __init__(self, tournament_id: str) -> None:
        self._path = f"/api/tournaments/{tournament_id}/live"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._open: dict[str, ClientConnection] = {}
        self.lost = 0

    async def _stay(self, person: Member) -> None:
        while True:
            with suppress(OSError, WebSocketException):
                address = person.server.address.replace("http", "ws")
                async with connect(f"{address}{self._path}", additional_headers=person.headers, max_size=None) as line:
                    self._open[person.name] = line
                    async for _ in line:
                        pass
            self.lost += 1
            await asyncio.sleep(0.1)

    def come(self, person: Member) -> None:
        asyncio.run_coroutine_threadsafe(self._stay(person), self._loop)

    def lose_line(self, person: Member) -> None:
        """Cut the line of somebody without a word."""
        if person.name in self._open:
            self._loop.call_soon_threadsafe(self._open[person.name].transport.abort)

    def __enter__(self) -> Present:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        async def end() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def insist(deed: Callable[[], object]) -> None:
    """Do something again and again until a server has taken it."""

    def done() -> bool:
        with suppress(*TROUBLES):
            deed()
            return True
        return False

    wait_for(done)


class Fates:
    """What happens once, as soon as a tournament has come to some round."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Hall, int, Callable[[], None]]] = []

    def when(self, hall: Hall, number: int, deed: Callable[[], None]) -> None:
        self._waiting.append((hall, number, deed))

    def look(self, hall: Hall, state: State) -> None:
        for waiting in tuple(self._waiting):
            if waiting[0] is hall and state["round"] >= waiting[1]:
                self._waiting.remove(waiting)
                waiting[2]()

    @property
    def all_met(self) -> bool:
        return not self._waiting


@ON_BOTH
def test_every_system_is_played_to_its_end_whoever_comes_goes_or_is_killed(
    request: pytest.FixtureRequest, database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A Swiss of 16, an arena of 30, a round robin, a knock-out and five by document 004, all at once.

    With late entries, withdrawals, lost lines, and a server that is killed twice; on PostgreSQL another one goes on.
    """
    shared: tuple[str, ...] = ()
    if database == "postgresql":
        postgres, valkey = (request.getfixturevalue(name) for name in ("postgres", "valkey"))
        shared = "--database", postgres.new_database(), "--hints", valkey.address
    chance, fates = random.Random(8), Fates()
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("all") for _ in range(2 if shared else 1)]
        servers = [stack.enter_context(Server(folder, *ACCOUNTS, *shared)) for folder in folders]
        people = members(servers, 30)

        def killed() -> None:
            servers[0].kill()
            servers[0].start()

        def come(late: Member) -> None:
            insist(partial(arena.enter, late))
            present.come(late)

        def close() -> None:
            assert arena.organiser.post(f"/tournaments/{arena.id}/close").status_code == 200

        arena = Hall(people[:28], chance, system="arena", minutes=60)
        swiss = Hall(people[:15], chance, system="swiss", rounds=5)
        robin = Hall(people[15:20], chance, system="round_robin", cycles=2)
        knockout = Hall(people[20:27], chance, system="knockout", pause_seconds=1)
        by_004 = Hall(people[25:], chance, system="round_robin", game=OPENED, openings="rotate")
        halls = [arena, swiss, robin, knockout, by_004]
        present = stack.enter_context(Present(arena.id))
        for person in people[:28]:
            present.come(person)
        happens: list[tuple[Hall, int, Callable[[], None]]] = [
            (swiss, 2, killed),
            (swiss, 2, partial(insist, partial(swiss.enter, people[15]))),
            (swiss, 3, partial(insist, partial(swiss.leave, people[5]))),
            (swiss, 4, killed),
            *((arena, 5, partial(come, late)) for late in people[28:]),
            (arena, 6, partial(insist, partial(arena.leave, people[4]))),
            *((arena, 10, partial(present.lose_line, unlucky)) for unlucky in people[10:14]),
            (arena, 45, partial(insist, close)),
            (robin, 7, partial(insist, partial(robin.leave, people[16]))),
            (knockout, 2, partial(insist, partial(knockout.leave, people[20]))),
        ]
        for hall, number, deed in happens:
            fates.when(hall, number, deed)
        for hall in halls:
            hall.begin()
        states = played_to_the_end(halls, fates)
        assert fates.all_met
        assert present.lost >= 4
        for hall, state in zip(halls, states, strict=True):
            text = hall.organiser.get(f"/tournaments/{hall.id}/records").text
            told = [(place["place"], place["number"], place["points"], place["ties"]) for place in state["standing"]]
            assert standing_of_file.standing(text) == told
        for state in states[1:]:
            check_rounds(met_in(state))
        check_nobody_twice(met_in(states[1]))
        assert (states[1]["round"], states[1]["players"]) == (5, 15)
        assert len(states[0]["standing"]) == 30
        check_everybody_meets(met_in(states[4]), range(1, 6), 1)
        assert sum(place["place"] == 1 for place in states[3]["standing"]) == 1
        assert not any("Traceback" in server.errors for server in servers)


def played_to_the_end(halls: list[Hall], fates: Fates) -> list[State]:
    """Play whatever there is to play in all tournaments until they are over, and return how they stand then."""
    deadline = time.monotonic() + 180
    over: dict[str, State] = {}
    done: set[str] = set()

    def play(hall: Hall, game_id: str) -> None:
        with suppress(*TROUBLES):
            hall.play(game_id)
            if hall.organiser.state(game_id)["outcome"]:  # or it is tried again
                done.add(game_id)

    with ThreadPoolExecutor(6) as threads:
        while len(over) < len(halls):
            assert time.monotonic() < deadline, over.keys()
            playing = []
            for hall in halls:
                try:
                    state = hall.state
                except TROUBLES:
                    continue
                fates.look(hall, state)
                pending = hall.pending(state)
                playing += [threads.submit(play, hall, game_id) for game_id in pending if game_id not in done]
                if state["phase"] in ("finished", "closed") and not pending:
                    over[hall.id] = state
            wait(playing)
            if not playing:
                time.sleep(0.05)
    return [over[hall.id] for hall in halls]
