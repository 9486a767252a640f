"""A server killed with -9 and started again: what was acknowledged is there, and clocks are fair."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.server.backing import ON_BOTH
from tests.server.people import Person, Server, wait_for

Start = Callable[..., Server]


@ON_BOTH
def test_nothing_acknowledged_is_lost(own_server: Start) -> None:
    server = own_server()
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    game_id = ann.create("fanorona", rules="classic")
    ben.post(f"/games/{game_id}/join", {"name": "Ben"})
    ann.act(game_id, "chat", text="Hello", ref="hello")
    with ann.at(game_id) as table:
        table.hear("state")
        assert table.move("d2-e3A")["type"] == "accepted"
        server.kill()  # at once after the acknowledgement
    server.start()
    assert [turn["text"] for turn in ann.state(game_id)["turns"]] == ["d2-e3A"]
    # The network ate the acknowledgements: said again, everything is there once.
    assert ann.act(game_id, "move", ply=0, move="d2-e3A").status_code == 200
    assert ann.act(game_id, "chat", text="Hello", ref="hello").status_code == 200
    for _ in range(2):
        state = ben.state(game_id)
        person = (ann, ben)[state["scene"]["turn"]]
        option = person.state(game_id)["scene"]["options"][0]
        assert person.act(game_id, "move", ply=state["scene"]["ply"], move=option["text"]).status_code == 200
        server.kill()
        server.start()
    state = ben.state(game_id)
    assert len(state["turns"]) == 3
    assert [line["text"] for line in state["chat"]] == ["Hello"]
    assert [seat["name"] for seat in state["seats"]] == ["Ann", "Ben"]
    assert [seat["mine"] for seat in state["seats"]] == [False, True]


@ON_BOTH
def test_the_computer_answers_after_a_restart(own_server: Start) -> None:
    server = own_server()
    ann = Person(server)
    games = [ann.create("squadro", against="computer", setup={"first": "light"}, level=5) for _ in range(2)]
    for game_id in games:
        ann.act(game_id, "move", ply=0, move="1")
    children = server.children()
    server.kill()
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children), 5)  # nothing is left behind
    server.start()
    # Nobody looks at the games; the computer plays all the same.
    wait_for(lambda: all(game["plies"] == 2 for game in ann.get("/games").json()["games"]))


def timed(server: Server, initial_ms: int, moves: int) -> tuple[Person, Person, str]:
    """Return a game in which so many moves were played, with a clock that runs from the third on."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    game_id = ann.create(setup={"first": "light"}, clock={"initial_ms": initial_ms, "increment_ms": 1_000})
    ben.post(f"/games/{game_id}/join", {})
    for ply in range(moves):
        assert (ann, ben)[ply % 2].act(game_id, "move", ply=ply, move=str(1 + ply)).status_code == 200
    return ann, ben, game_id


def test_clocks(server: Server) -> None:
    ann, ben, game_id = timed(server, 60_000, 1)
    assert ann.state(game_id)["clock"]["running"] is None  # each player's first turn takes no time
    ben.act(game_id, "move", ply=1, move="2")
    time.sleep(0.3)
    clock = ann.state(game_id)["clock"]
    assert clock["running"] == 0
    assert 50_000 < clock["remaining_ms"][0] < 59_750
    assert clock["remaining_ms"][1] == 60_000
    ann.act(game_id, "move", ply=2, move="3")
    state = ben.state(game_id)
    assert 50_000 < state["clock"]["remaining_ms"][0] < 60_750
    assert state["turns"][2]["clock_ms"] == state["clock"]["remaining_ms"][0]
    # Time that was used stays used when a turn is taken back.
    ben.act(game_id, "offer_takeback", ply=3)
    ann.act(game_id, "answer_takeback", ply=3, accept=True)
    clock = ben.state(game_id)["clock"]
    assert clock["running"] == 1
    ben.act(game_id, "resign", ply=1)
    clock = ben.state(game_id)["clock"]
    assert clock["running"] is None
    time.sleep(0.05)
    assert ben.state(game_id)["clock"]["remaining_ms"] == clock["remaining_ms"]


def test_the_flag_falls_by_itself(server: Server) -> None:
    ann, ben, game_id = timed(server, 5_000, 2)
    assert ben.act(game_id, "flag", ply=2).status_code == 200  # too early: nothing happens
    assert ben.state(game_id)["outcome"] is None
    with ben.at(game_id) as table:
        outcome = table.until(lambda state: state["outcome"], within=30)["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (1, "time")
    assert ann.act(game_id, "move", ply=2, move="3").json()["error"]["code"] == "over"


@ON_BOTH
def test_time_while_the_server_is_down_does_not_count(own_server: Start) -> None:
    server = own_server()
    ann, _, game_id = timed(server, 7_000, 2)
    time.sleep(2.5)  # the server writes down every two seconds that it is alive
    server.kill()
    time.sleep(3.5)
    server.start()
    clock = ann.state(game_id)["clock"]
    assert ann.state(game_id)["outcome"] is None
    assert clock["running"] == 0
    assert 2_000 < clock["remaining_ms"][0] < 6_900  # what was written down of the turn counts
    wait_for(lambda: ann.state(game_id)["outcome"], 30)  # and the flag falls after a restart, too
    assert ann.state(game_id)["outcome"]["reason"] == "time"


def test_a_stopped_server_stops_quickly_with_open_sockets(own_server: Start) -> None:
    server = own_server()
    ann = Person(server)
    game_id = ann.create("squadro", against="computer", sides="me_second", setup={"first": "light"})
    with ann.at(game_id) as table, ann.analysing():
        table.until(lambda state: state["scene"]["options"])
        modes = {path.name: path.stat().st_mode & 0o777 for path in server.data.glob("vato.sqlite3*")}
        children = server.children()
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 10
    assert "Traceback" not in server.errors
    assert children
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children), 5)
    # The database is for its owner only.
    assert "vato.sqlite3" in modes
    assert set(modes.values()) == {0o600}


def test_a_closed_terminal_closes_the_server(own_server: Start) -> None:
    server = own_server()
    Person(server).create()
    assert (server.data / "vato.sqlite3-wal").exists()
    assert server.process is not None
    server.process.send_signal(signal.SIGHUP)
    server.process.wait(10)
    assert not (server.data / "vato.sqlite3-wal").exists()  # which is tidied up when the database is closed


def test_a_full_disk_refuses_the_move_and_the_server_lives(tmp_path: Path) -> None:
    with Server(tmp_path, largest_file=700_000) as server:
        ann = Person(server)
        game_id = ann.create("squadro", against="me2", setup={"first": "light"})
        refused = None
        for number in range(200):
            answer = ann.act(game_id, "rename", player=0, name=f"Ann {number}")
            if answer.status_code == 503:
                refused = answer.json()["error"]
                break
        assert refused is not None
        assert refused["code"] == "not_kept"
        assert "The database cannot be written: " in server.errors
        before = ann.state(game_id)
        answer = ann.act(game_id, "move", ply=0, move="1")
        state = ann.state(game_id)
        assert len(state["turns"]) == (answer.status_code == 200)
        assert state["version"] == before["version"] + (answer.status_code == 200)
        server.kill()
        server.largest_file = None
        server.start()
        assert ann.state(game_id)["version"] >= state["version"]
        assert len(ann.state(game_id)["turns"]) == len(state["turns"])
        assert ann.act(game_id, "move", ply=len(state["turns"]), move="2").status_code == 200
