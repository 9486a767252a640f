"""Tournaments played to their end on a server: by many, with late entries, withdrawals, lost lines and killed servers.

Who met whom is checked by tests/contest/tournament_rules.py, which knows nothing of the code that paired them, and the
standing is worked out once more from the records that the server gives out. On PostgreSQL there are two servers.
"""

from __future__ import annotations

import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from tests.contest.tournament_rules import (
    Met,
    arena_points,
    check_balance,
    check_byes,
    check_everybody_meets,
    check_nobody_twice,
    check_rounds,
    swiss_points,
)
from tests.server.backing import ON_BOTH, Postgres, Valkey
from tests.server.conftest import ACCOUNTS
from tests.server.members import Member, appointed, code_of
from tests.server.people import Person, Server, State, choose, wait_for
from tests.server.test_challenges import bot_of, stream
from vato import catalog, record
from vato.contest.tournaments.records import tournament_of

CLOCK = {"initial_ms": 120_000, "increment_ms": 0}
GAME = "squadro"
OPENED = next(game.name for game in catalog.GAMES.values() if game.openings and game.revanche)
LARGE = "VATO_TOURNAMENTS" in os.environ
"""Whether as many play as come on a good evening; the rules of large fields are tests/contest/test_tournaments.py's."""
Servers = list[Server]
_names = itertools.count()


@pytest.fixture(scope="module")
def sqlite_halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Server(tmp_path_factory.mktemp("hall"), *ACCOUNTS) as running:
        yield [running]
        assert "Traceback" not in running.errors


@pytest.fixture(scope="module")
def postgresql_halls(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Servers]:
    shared = "--database", postgres.new_database(), "--hints", valkey.address
    with ExitStack() as stack:
        folders = (tmp_path_factory.mktemp("hall") for _ in range(2))
        running = [stack.enter_context(Server(folder, *ACCOUNTS, *shared)) for folder in folders]
        yield running
        assert not any("Traceback" in server.errors for server in running)


@pytest.fixture
def halls(request: pytest.FixtureRequest, database: str) -> Servers:
    running: Servers = request.getfixturevalue(f"{database}_halls")
    return running


def members(servers: Servers, count: int) -> list[Member]:
    """Return members, by turns of each server."""
    return [Member(Person(servers[number % len(servers)]), f"Player {next(_names)}") for number in range(count)]


class Hall:
    """A tournament, and everybody who plays in it."""

    def __init__(self, people: list[Member], chance: random.Random, **wish: Any) -> None:
        self.chance = chance
        self.organiser = people[0]
        wish = {"title": "Cup", "game": GAME, "clock": CLOCK, "pause_seconds": 0, "starts_in_seconds": 3600} | wish
        answer = self.organiser.post("/tournaments", wish)
        assert answer.status_code == 201, answer.text
        self.id = str(answer.json()["id"])
        self.people: dict[str, Member] = {}
        for person in people:
            self.enter(person)

    def enter(self, person: Member) -> None:
        assert person.post(f"/tournaments/{self.id}/enter").status_code == 200
        self.people[person.name] = person

    def leave(self, person: Member) -> None:
        assert person.post(f"/tournaments/{self.id}/leave").status_code == 200

    def begin(self) -> None:
        assert self.organiser.post(f"/tournaments/{self.id}/start").status_code == 200

    @property
    def state(self) -> State:
        answer = self.organiser.get(f"/tournaments/{self.id}")
        assert answer.status_code == 200, answer.text
        state: State = answer.json()
        return state

    def pending(self, state: State) -> list[str]:
        """Return the games that go on."""
        return [meeting["games"][-1] for meeting in state["meetings"] if meeting["points"] is None and meeting["games"]]

    def play(self, game_id: str, *, whole: bool = False) -> None:
        """Play a game to its end by its players, at random: every turn, or somebody gives up or both agree at once."""
        seats = self.players(game_id)
        if not seats:
            return
        state = seats[0].state(game_id)  # as it stands; others see it some turns later
        if len(seats) < 2:  # the computer plays by itself
            seats[0].act(game_id, "resign", ply=state["scene"]["ply"])
            time.sleep(0.1)
            return
        ply, turn = state["scene"]["ply"], state["scene"]["turn"]
        if not whole and self.chance.random() < 0.8:
            assert seats[self.chance.randrange(2)].act(game_id, "resign", ply=ply).status_code in (200, 409)
        elif not whole:
            assert seats[turn].act(game_id, "offer_draw", ply=ply).status_code in (200, 409)
            seats[1 - turn].act(game_id, "answer_draw", ply=ply, accept=True)
        while whole and (state := seats[turn].state(game_id))["outcome"] is None:
            body = {"ply": state["scene"]["ply"], "move": choose(state, self.chance)}
            assert seats[turn].post(f"/games/{game_id}/moves", body).status_code == 200
            turn = 1 - turn

    def players(self, game_id: str) -> list[Member]:
        """Return the people who play a game, in the order of their sides."""
        seats = self.organiser.state(game_id)["seats"]
        return [self.people[seat["name"]] for seat in seats if seat["kind"] == "person"]

    def move(self, game_id: str) -> str:
        """Let whoever is to move play a turn, and return it."""
        players = self.players(game_id)
        state = players[0].state(game_id)
        mover = players[state["scene"]["turn"]]
        move = choose(mover.state(game_id), self.chance)
        body = {"ply": state["scene"]["ply"], "move": move}
        assert mover.post(f"/games/{game_id}/moves", body).status_code == 200
        return move

    def play_all(self, *, until: Callable[[State], bool], whole: int = 0) -> State:
        """Play whatever there is to play until the tournament is as wanted; of the games, some to the last turn."""
        deadline = time.monotonic() + 60
        left = itertools.count()
        with ThreadPoolExecutor(4) as threads:
            while not until(state := self.state):
                assert time.monotonic() < deadline, state
                played = self.pending(state)
                list(threads.map(lambda game_id: self.play(game_id, whole=next(left) < whole), played))
                if not played:
                    time.sleep(0.05)
        return state

    def to_the_end(self, *, whole: int = 0) -> State:
        return self.play_all(until=lambda state: bool(state["phase"] == "finished"), whole=whole)

    def check_records(self, state: State) -> None:
        """The standing is the one that follows from the records, and from nothing else."""
        text = self.organiser.get(f"/tournaments/{self.id}/records").text
        records = record.read(text)
        assert len(records) == sum(len(meeting["games"]) for meeting in state["meetings"])
        value, names = tournament_of(records)
        told = [(place["place"], place["number"], place["points"], place["ties"]) for place in state["standing"]]
        assert [(each.place, each.player, each.points, list(each.ties)) for each in value.standing()] == told
        assert [place["name"] for place in state["standing"]] == [
            names[place["number"] - 1] for place in state["standing"]
        ]


def met_in(state: State) -> list[Met]:
    return [
        Met(each["round"], each["first"], each["second"], each["points"] and tuple(each["points"]))
        for each in state["meetings"]
    ]


def points_in(state: State) -> dict[int, float]:
    return {place["number"]: place["points"] for place in state["standing"]}


@ON_BOTH
def test_a_swiss_with_somebody_late_and_somebody_who_leaves(halls: Servers) -> None:
    count, rounds = (16, 5) if LARGE else (8, 4)
    *people, late = members(halls, count)
    hall = Hall(people, random.Random(1), system="swiss", rounds=rounds)
    with people[3].at_tournament(hall.id) as page:
        page.until(lambda state: state["players"] == count - 1)
        hall.begin()
        page.until(lambda state: state["round"] == 1 and state["mine"]["game"])
        played = hall.pending(hall.state)[1]
        # Shown as a small picture three turns later, whichever server they are played at.
        first, *_ = [hall.move(played) for _ in range(4)]
        board = page.hear("board")
        while board["game"] != played or board["last"] is None:
            board = page.hear("board")
        assert (board["last"]["text"], board["scene"]["ply"]) == (first, 1)
        hall.play_all(until=lambda state: bool(state["round"] >= 2), whole=1)
        hall.enter(late)  # by the link
        page.until(lambda state: state["players"] == count)
    hall.play_all(until=lambda state: bool(state["round"] >= 3))
    hall.leave(people[5])
    state = hall.to_the_end()
    assert state["round"] == rounds
    met = met_in(state)
    check_rounds(met)
    check_nobody_twice(met)
    check_byes(met, within=1.5)
    check_balance(met, 2)
    points = swiss_points(met)
    assert points_in(state) == {number: points.get(number, 0) for number in range(1, count + 1)}
    # Whoever came late is in no round before, and who left in none after the one that was played.
    assert min(each.round for each in met if count in each[1:3]) >= 2
    assert max(each.round for each in met if 6 in each[1:3]) <= 4
    hall.check_records(state)


@ON_BOTH
def test_an_arena_that_everybody_looks_at(halls: Servers) -> None:
    count = 30 if LARGE else 12
    *people, one, other = members(halls, count)
    hall = Hall(people, random.Random(2), system="arena", minutes=0.08)
    with ExitStack() as stack:
        for person in people:
            stack.enter_context(person.at_tournament(hall.id))
        hall.begin()
        hall.play_all(until=lambda state: bool(state["round"] >= count // 2 - 1))
        for person in (one, other):  # late
            stack.enter_context(person.at_tournament(hall.id))
            hall.enter(person)
        hall.leave(people[4])
        state = hall.to_the_end()
    text = hall.organiser.get(f"/tournaments/{hall.id}/records").text
    value, _ = tournament_of(record.read(text))
    met = [Met(each.round, each.first, each.second, None) for each in value.meetings]
    assert len(met) == state["round"] >= count - 2
    numbers = range(1, count + 1)
    assert {player for each in met for player in each[1:3]} == {*numbers}
    check_balance(met, 3)
    for player in numbers:
        others = [each.second if each.first == player else each.first for each in met if player in each[1:3]]
        assert all(one != other for one, other in itertools.pairwise(others))
    games = []
    for each in value.meetings:
        winner = each.outcomes[0].winner
        games.append((each.first, each.second or 0, 0.5 if winner is None else 1.0 - winner))
    points = arena_points(games)
    assert points_in(state) == {number: points.get(number, 0) for number in numbers}


@ON_BOTH
def test_a_round_robin_from_which_somebody_goes(halls: Servers) -> None:
    people = members(halls, 4)
    hall = Hall(people, random.Random(3), system="round_robin", rated=True)
    hall.begin()
    assert code_of(members(halls, 1)[0].post(f"/tournaments/{hall.id}/enter")) == "too_late"
    (game_id, _) = hall.pending(hall.state)
    assert hall.organiser.state(game_id)["rated"]
    hall.play_all(until=lambda state: bool(state["round"] >= 3))
    hall.leave(people[1])
    hall.play_all(until=lambda state: bool(state["phase"] == "finished"))
    state = hall.state
    check_rounds(met_in(state))
    check_everybody_meets(met_in(state), range(1, 5), 1)
    assert points_in(state) == {number: swiss_points(met_in(state)).get(number, 0) for number in range(1, 5)}
    hall.check_records(state)


@ON_BOTH
def test_a_knockout_goes_on_after_the_server_was_killed(own_server: Callable[..., Server]) -> None:
    server = own_server(*ACCOUNTS)
    hall = Hall(members([server], 6), random.Random(4), system="knockout", pause_seconds=1)
    hall.begin()
    # Killed while people play and resign, and again while the next round is paired.
    for _ in range(2):
        killing = threading.Timer(hall.chance.uniform(0.05, 0.8), server.kill)
        killing.start()
        with suppress(Exception):  # the line to a killed server fails in many ways
            hall.to_the_end()
        killing.join()
        server.start()
    state = hall.to_the_end()
    met = met_in(state)
    check_rounds(met)
    assert [len([each for each in met if each.round == number]) for number in (1, 2, 3)] == [4, 2, 1]
    assert sorted(each.first for each in met if each.second is None) == [1, 2]
    assert sum(place["place"] == 1 for place in state["standing"]) == 1
    hall.check_records(state)
    assert "Traceback" not in server.errors


@ON_BOTH
def test_five_people_play_a_series_by_document_004(halls: Servers) -> None:
    people = members(halls, 5)
    hall = Hall(people, random.Random(5), system="round_robin", game=OPENED, openings="drawn", cycles=2)
    hall.begin()
    state = hall.to_the_end()
    met = met_in(state)
    check_everybody_meets(met, range(1, 6), 2)
    check_balance(met, 0)  # everybody opens as often as not
    named = set(catalog.find(OPENED).openings.values())
    records = record.read(hall.organiser.get(f"/tournaments/{hall.id}/records").text)
    first_moves: dict[int, set[str]] = {}
    for each in records:
        first_moves.setdefault(int(each.headers["Round"]), set()).add(str(each.turns[0].move))
    assert all(len(moves) == 1 for moves in first_moves.values())
    in_turn = [min(first_moves[number]) for number in sorted(first_moves)]
    for cycle in (in_turn[:5], in_turn[5:]):
        assert set(cycle) == named
    hall.check_records(state)


def test_levels_fill_up_and_play_each_other(halls: Servers) -> None:
    ann = members(halls, 1)[0]
    hall = Hall([ann], random.Random(10), system="round_robin", levels=[1, 2], rated=True)
    hall.begin()
    state = hall.play_all(until=lambda state: bool(state["phase"] == "finished"))
    assert [place["level"] for place in sorted(state["standing"], key=lambda place: place["number"])] == [1, 2, None]
    check_everybody_meets(met_in(state), range(1, 4), 1)
    records = record.read(ann.get(f"/tournaments/{hall.id}/records").text)
    both = next(each for each in records if set(each.players) == {"vato level 1", "vato level 2"})
    assert len(both.turns) > 10


def test_matches_with_vela_among_three(halls: Servers) -> None:
    hall = Hall(members(halls, 3), random.Random(6), system="round_robin", game=OPENED, form="match")
    hall.begin()
    state = hall.to_the_end()
    assert any(len(meeting["games"]) > 1 for meeting in state["meetings"])
    hall.check_records(state)


def test_who_does_not_come_loses_by_the_clock_and_is_not_waited_for_again(halls: Servers) -> None:
    ann, _, eve = people = members(halls, 3)
    clock = {"initial_ms": 5_000, "increment_ms": 0}
    hall = Hall(people, random.Random(7), system="swiss", rounds=3, clock=clock)
    hall.leave(eve)
    hall.begin()
    (game_id,) = hall.pending(hall.state)
    state = ann.state(game_id)
    names = [seat["name"] for seat in state["seats"]]
    first = hall.people[names[0]]
    assert state["clock"]["running"] == 0
    wait_for(lambda: first.state(game_id)["outcome"], within=15)
    assert first.state(game_id)["outcome"]["winner"] == 1
    wait_for(lambda: hall.state["phase"] == "finished")  # as nobody is left to meet
    absent = next(place for place in hall.state["standing"] if place["name"] == names[0])
    assert absent["left"]


@ON_BOTH
def test_a_lost_line_and_a_withdrawal_in_the_middle_of_a_match(halls: Servers) -> None:
    ann, ben = people = members(halls, 2)
    hall = Hall(people, random.Random(8), system="knockout", game=OPENED, form="match")
    hall.begin()
    (game_id,) = hall.pending(hall.state)
    with ann.at(game_id) as table:
        table.hear("state")
    with ann.at(game_id) as table:  # the line was lost, and is there again
        table.hear("state")
        seat = next(player for player, seat in enumerate(table.state["seats"]) if seat["mine"])
        assert table.state["tournament"] == hall.id
        assert not table.state["may"]["takeback"]
    loser = ann if seat == 0 else ben
    assert loser.act(game_id, "resign", ply=0).status_code == 200
    wait_for(lambda: len(hall.state["meetings"][0]["games"]) == 2)  # the revanche begins by itself
    hall.leave(loser)
    revanche = hall.state["meetings"][0]["games"][1]
    assert (ann if loser is ben else ben).act(revanche, "resign", ply=0).status_code == 200
    wait_for(lambda: hall.state["phase"] == "finished")
    state = hall.state
    assert state["meetings"][0]["forfeit"] == (1 if loser is ann else 2)
    hall.check_records(state)


def test_who_may_do_what(halls: Servers) -> None:
    ann, ben = members(halls, 2)
    visitor = Person(halls[0])
    hall = Hall([ann], random.Random(9), system="swiss")
    assert code_of(visitor.post(f"/tournaments/{hall.id}/enter")) == "not_signed_in"
    assert visitor.get(f"/tournaments/{hall.id}").status_code == 200
    assert code_of(ben.post(f"/tournaments/{hall.id}/start")) == "not_yours"
    assert code_of(ben.post(f"/tournaments/{hall.id}/close")) == "not_yours"
    assert code_of(visitor.get(f"/tournaments/{hall.id}/records")) == "not_over"
    assert code_of(visitor.get("/tournaments/unknown")) == "unknown_tournament"
    assert hall.id in [each["id"] for each in visitor.get("/tournaments").json()["soon"]]
    # One cannot begin alone.
    hall.begin()
    assert hall.state["phase"] == "closed"
    for _ in range(5):
        Hall([ann], random.Random(9), system="arena")
    assert (
        code_of(ann.post("/tournaments", {"title": "X", "system": "arena", "game": GAME, "clock": CLOCK})) == "too_many"
    )
    wrong = {"title": "X", "system": "arena", "game": GAME, "clock": CLOCK, "form": "series"}
    assert ben.post("/tournaments", wrong).status_code == 422
    assert (
        code_of(ben.post("/tournaments", {"title": " ", "system": "arena", "game": GAME, "clock": CLOCK}))
        == "unreadable"
    )


def test_bots_enter_where_they_may_and_are_told_of_their_games(halls: Servers) -> None:
    ann = members(halls, 1)[0]
    bot = bot_of(ann, f"Robo {next(_names)}")
    without = Hall([ann], random.Random(11), system="arena")
    assert code_of(bot.post(f"/tournaments/{without.id}/enter")) == "bot"
    assert code_of(bot.post("/tournaments", {"title": "X", "system": "arena", "game": GAME, "clock": CLOCK})) == "bot"
    hall = Hall([ann], random.Random(11), system="arena", bots=True, rated=True)
    with stream(bot, "/stream") as events, ann.at_tournament(hall.id) as page:
        assert bot.post(f"/tournaments/{hall.id}/enter").status_code == 200
        hall.begin()
        game_id = str(events.until("game_start")["game"]["id"])
        assert page.until(lambda state: state["mine"]["game"])["mine"]["game"] == game_id
        assert not ann.state(game_id)["rated"]
        assert bot.act(game_id, "resign", ply=0).status_code == 200
        page.until(lambda state: state["standing"][0]["points"] == 2)
    for each in (without, hall):
        assert ann.post(f"/tournaments/{each.id}/close").json()["phase"] == "closed"


def test_a_moderator_closes_a_tournament_and_it_is_written_down(halls: Servers) -> None:
    ann, ben, mona = members(halls, 3)
    appointed(mona)
    hall = Hall([ann, ben], random.Random(12), system="swiss")
    hall.begin()
    (game_id,) = hall.pending(hall.state)
    assert mona.get(f"/tournaments/{hall.id}").json()["mine"]["may_close"]
    assert mona.post(f"/tournaments/{hall.id}/close").json()["phase"] == "closed"
    assert mona.get("/moderation").json()["deeds"][0]["deed"] == "tournament"
    # The game that goes on is played to its end, and nothing follows.
    assert ann.act(game_id, "resign", ply=0).status_code == 200
    time.sleep(0.5)
    assert (hall.state["phase"], hall.state["round"]) == ("closed", 1)


def test_levels_alone_begin_nothing(halls: Servers) -> None:
    ann = members(halls, 1)[0]
    wish = {"title": "Cup", "game": GAME, "clock": CLOCK, "system": "arena", "levels": [1, 2], "starts_in_seconds": 0}
    address = f"/tournaments/{ann.post('/tournaments', wish).json()['id']}"
    wait_for(lambda: ann.get(address).json()["phase"] == "closed")
    assert ann.get(address).json()["meetings"] == []


def test_nobody_waits_for_who_is_banned_and_their_bots(halls: Servers) -> None:
    ann, ben, mona = members(halls, 3)
    appointed(mona)
    hall = Hall([ann], random.Random(13), system="round_robin", levels=[1], bots=True)
    bot = bot_of(ben, f"Robo {next(_names)}")
    assert bot.post(f"/tournaments/{hall.id}/enter").status_code == 200
    hall.begin()
    for person in (ben, ann):
        assert mona.post(f"/moderation/members/{person.name}/ban", {}).status_code == 200
    wait_for(lambda: mona.get(f"/tournaments/{hall.id}").json()["phase"] == "finished", within=15)


def test_a_server_without_accounts_has_no_tournaments(server: Server) -> None:
    person = Person(server)
    assert code_of(person.get("/tournaments")) == "no_accounts"
    assert (
        code_of(person.post("/tournaments", {"title": "X", "system": "arena", "game": GAME, "clock": CLOCK}))
        == "no_accounts"
    )
