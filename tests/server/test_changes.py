"""States sent as what has changed: put together by whoever has the one before, they are what the server would say."""

from __future__ import annotations

import random
from contextlib import ExitStack

from tests.server.people import Person, State, Table, choose


def test_changes_add_up_to_the_state(ann: Person, ben: Person, eve: Person) -> None:
    game_id = ann.create("fanorona")
    assert ben.post(f"/games/{game_id}/join", {"name": "Ben"}).status_code == 200
    people = (ann, ben, eve)
    with ExitStack() as stack:
        tables = [stack.enter_context(person.at(game_id, changes=True)) for person in people]
        first, second, _ = tables
        for table in tables:
            assert table.hear("state", "change")["type"] == "state"

        def all_see(done: State) -> None:
            """Compare what each has put together with what the server says to them."""
            assert done["type"] == "accepted"
            for person, table in zip(people, tables, strict=True):
                table.until(lambda state: state["version"] == done["version"])
                assert timeless(table.state) == timeless(person.state(game_id))

        all_see(first.ask("chat", text="Hello."))
        chance = random.Random(3)
        for ply in range(6):
            all_see(tables[ply % 2].move(choose(tables[ply % 2].state, chance)))
        all_see(first.ask("offer_takeback", ply=6))
        all_see(second.ask("answer_takeback", ply=6, accept=True))
        assert len(first.state["turns"]) == 4
        all_see(first.move(choose(first.state, chance)))
        all_see(second.ask("resign", ply=5))


def timeless(state: State) -> State:
    """Return a state without who is there, which is told on its own some time later."""
    seats = [{**seat, "online": None} for seat in state["seats"]]
    return state | {"seats": seats, "watchers": None}


def test_a_change_tells_only_what_is_new(ann: Person) -> None:
    game_id = ann.create("squadro", against="me2", setup={"first": "light"})
    with ann.at(game_id, changes=True) as table, ann.at(game_id) as other:
        for at in (table, other):
            at.hear("state")
        for lane in "123":
            assert table.move(lane)["type"] == "accepted"
            change = next_told(table)
            assert change["type"] == "change"
            assert [turn["text"] for turn in change["turns"]] == [lane]
            assert "chat" not in change
            assert next_told(other)["type"] == "state"


def next_told(table: Table) -> State:
    """Return the next message about the state of the game."""
    return table.hear("state", "change")


def test_after_a_stale_move_the_state_comes_whole_and_changes_go_on(ann: Person) -> None:
    game_id = ann.create("squadro", against="me2", setup={"first": "light"})
    with ann.at(game_id, changes=True) as table:
        table.hear("state")
        assert table.move("1", ply=5)["code"] == "stale"
        assert next_told(table)["type"] == "state"
        assert table.move("1")["type"] == "accepted"
        assert next_told(table)["type"] == "change"
