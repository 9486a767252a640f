"""Against the computer: whole games, undo, hints, draws, analysis, and an engine process that is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Person, Server, Table, choose


def my_turn(state: dict[str, Any]) -> bool:
    return bool(state["scene"]["options"]) or state["outcome"] is not None


@pytest.mark.parametrize("game", ["squadro", "fanorona"])
@pytest.mark.parametrize("sides", ["me_first", "me_second"])
def test_a_whole_game(ann: Person, game: str, sides: str) -> None:
    chance = random.Random(1)
    game_id = ann.create(game, against="computer", sides=sides)
    with ann.at(game_id) as table:
        while table.until(my_turn)["outcome"] is None:
            ply = table.state["scene"]["ply"]
            assert table.move(choose(table.state, chance))["type"] == "accepted"
            table.until(lambda state, ply=ply: state["scene"]["ply"] > ply)
        assert table.state["thinking"] is False
    kinds = [seat["kind"] for seat in table.state["seats"]]
    assert sorted(kinds) == ["computer", "person"]
    assert kinds.index("person") == (sides == "me_second")
    assert ann.get("/games").json()["games"][0]["outcome"] == table.state["outcome"]


def test_undo_goes_back_to_my_turn(ann: Person) -> None:
    game_id = ann.create("squadro", against="computer", setup={"first": "light"})
    with ann.at(game_id) as table:
        table.until(my_turn)
        table.move("2")
        table.until(lambda state: state["scene"]["ply"] == 2)
        assert table.state["may"]["takeback"] is True
        assert table.ask("offer_takeback", ply=2)["type"] == "accepted"
        assert table.until(lambda state: state["scene"]["ply"] == 0)["scene"]["options"]
        assert table.ask("offer_takeback", ply=0)["code"] == "nothing_to_take_back"


def test_the_computer_answers_a_draw_offer(ann: Person) -> None:
    def offered(position: str) -> dict[str, Any]:
        game_id = ann.create("fanorona", against="computer", position=position)
        answer: dict[str, Any] = ann.act(game_id, "offer_draw", ply=0).json()
        return answer | {"outcome": ann.state(game_id)["outcome"]}

    lost_for_me = offered("bbbbbbbbb/bbbbbbbbb/9/9/w8 w")
    assert lost_for_me["error"]["code"] == "draw_declined"
    assert lost_for_me["outcome"] is None
    won_by_me = offered("8b/9/9/wwwwwwwww/wwwwwwwww w")
    assert won_by_me["outcome"]["drawn"]


def test_the_computer_declines_a_draw_where_it_is_known_to_win(ann: Person) -> None:
    # Of the opening book: light is to move and loses, although it looks better for light.
    game_id = ann.create("squadro", against="computer", position="00430/02610 light")
    assert ann.act(game_id, "offer_draw", ply=0).json()["error"]["code"] == "draw_declined"
    assert ann.state(game_id)["outcome"] is None


def test_a_rematch_against_the_computer_needs_no_asking(ann: Person) -> None:
    game_id = ann.create("squadro", against="computer")
    assert ann.post(f"/games/{game_id}/next").json()["error"]["code"] == "not_over"
    with ann.at(game_id) as table:
        ply = table.until(my_turn)["scene"]["ply"]
        table.ask("resign", ply=ply)
        assert table.ask("offer_rematch")["type"] == "accepted"
        following = table.until(lambda state: state["next_id"])["next_id"]
    assert ann.post(f"/games/{game_id}/next").json()["id"] == following
    assert [seat["kind"] for seat in ann.state(following)["seats"]] == ["computer", "person"]


def test_a_hint_is_a_legal_move_and_only_for_games_without_another_person(ann: Person, ben: Person) -> None:
    game_id = ann.create("fanorona", against="computer")
    shared = ann.create("fanorona")
    ben.post(f"/games/{shared}/join", {})
    with ann.analysing() as desk:
        desk.send("hint", id="1", game_id=game_id)
        hint = desk.hear("hint")
        assert hint["id"] == "1"
        assert hint["turn"]["text"] == hint["move"]
        desk.send("hint", id="2", game_id=shared)
        assert desk.hear("refused")["code"] == "no_hint"
        desk.send("hint", id="3", game_id="nosuchgame")
        assert desk.hear("refused")["code"] == "unknown_game"
    with ben.analysing() as desk:
        desk.send("hint", game_id=game_id)
        assert desk.hear("refused")["code"] == "not_yours"
    assert ann.act(game_id, "move", ply=hint["ply"], move=hint["move"]).status_code == 200


def test_hints_do_not_hold_up_the_computer(ann: Person) -> None:
    game_id = ann.create("squadro", against="computer", setup={"first": "light"})
    other = ann.create("fanorona", against="me2")
    with ann.at(game_id) as table, ExitStack() as stack:
        table.until(my_turn)
        desks = [stack.enter_context(ann.analysing()) for _ in range(12)]
        for desk in desks:
            desk.send("hint", game_id=other)
        assert table.move("1")["type"] == "accepted"
        began = time.monotonic()
        table.until(lambda state: state["scene"]["ply"] == 2)
        assert time.monotonic() - began < 8
        answers = [desk.hear("hint", "refused") for desk in desks]
    assert [answer.get("code") for answer in answers].count("busy") >= 8


def _last(desk: Table, identity: str) -> dict[str, Any]:
    while True:
        info = desk.hear("info")
        if info["id"] == identity and info["done"]:
            return info


def test_analysis_streams_and_the_next_question_takes_the_place_of_the_last(ann: Person) -> None:
    with ann.analysing() as desk:
        desk.send("analyse", id="long", game="fanorona", rules="classic", moves=["d2-e3A"], lines=3, seconds=30)
        info = desk.hear("info")
        assert info["id"] == "long"
        assert info["done"] is False
        assert 1 <= len(info["lines"]) <= 3
        score = info["lines"][0]["score"]
        assert score["first_value"] == -score["value"]  # black is to move
        assert info["lines"][0]["first"]["text"] == info["lines"][0]["moves"][0]
        desk.send("analyse", id="short", game="squadro", seconds=0.2)
        assert _last(desk, "short")["lines"][0]["moves"]
        desk.send("analyse", id="bad", game="squadro", moves=["9"])
        assert desk.hear("refused")["code"] == "illegal_move"
        desk.send("analyse", id="greedy", game="squadro", seconds=1_000)
        assert desk.hear("refused")["code"] == "unreadable"
        desk.send("ping")
        assert desk.hear("pong")


def test_who_comes_second_waits_and_is_told(ann: Person, ben: Person) -> None:
    with ann.analysing() as first, ben.analysing() as second:
        first.send("analyse", id="long", game="fanorona", seconds=30)
        first.hear("info")
        second.send("analyse", id="next", game="squadro", seconds=0.1)
        assert second.hear()["type"] == "queued"
        first.send("stop")
        assert _last(second, "next")["lines"]
    with ann.analysing() as first:
        first.send("analyse", id="long", game="fanorona", seconds=30)
        first.hear("info")
    with ben.analysing() as second:  # the first has gone, and its question with it
        second.send("analyse", id="next", game="squadro", seconds=0.1)
        assert _last(second, "next")["lines"]


def test_a_review_of_a_game(ann: Person) -> None:
    with ann.analysing() as desk:
        desk.send("review", id="r", game="squadro", moves=["1", "2", "3"])
        turns = [desk.hear("review_turn") for _ in range(3)]
        assert desk.hear("review_done")["plies"] == 3
    assert [turn["ply"] for turn in turns] == [1, 2, 3]
    assert all(turn["loss"] >= 0 and turn["best_turn"]["text"] == turn["best"] for turn in turns)


def test_a_killed_engine_is_replaced(ann: Person, server: Server) -> None:
    game_id = ann.create("squadro", against="computer", setup={"first": "light"})
    with ann.at(game_id) as table:
        table.until(my_turn)
        table.move("1")
        table.until(lambda state: state["scene"]["ply"] == 2)  # so there is an engine
        for process in server.children():
            os.kill(process, signal.SIGKILL)
        table.move("2", ply=2)
        table.until(lambda state: state["scene"]["ply"] == 4)


def test_the_server_answers_while_the_engine_thinks(ann: Person, ben: Person) -> None:
    game_id = ann.create(setup={"first": "light"})
    ben.post(f"/games/{game_id}/join", {})
    with ann.analysing() as desk, ann.at(game_id) as table:
        table.until(my_turn)
        desk.send("analyse", id="a", game="fanorona", seconds=20, lines=4)
        desk.hear("info")
        before = desk.hear("info")["seconds"]
        assert table.move("1")["type"] == "accepted"
        table.until(lambda state: state["scene"]["ply"] == 1)
        desk.send("stop")
        assert before < 20


def test_the_engine_gets_ready_before_it_steps_back() -> None:
    command = sys.executable, "-m", "vato.server.engine.worker"
    lines = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **lines) as engine:  # type: ignore[call-overload]

        def nicest_after(job: str) -> int:
            engine.stdin.write(f'{{"job": 1, "do": "{job}", "games": []}}\n')
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["job"] == 1
            threads = Path(f"/proc/{engine.pid}/task").iterdir()
            return max(os.getpriority(os.PRIO_PROCESS, int(thread.name)) for thread in threads)

        usual = os.getpriority(os.PRIO_PROCESS, 0)
        assert nicest_after("nothing that it knows") == usual
        assert nicest_after("warm") == min(usual + 10, 19)
        engine.stdin.close()
