"""Games in which the page of whoever plays thinks for the computer: by its word and for as long as its line lasts."""

from __future__ import annotations

from tests.server.people import Person, Table, wait_for


def begin(ann: Person) -> str:
    return ann.create("squadro", against="computer", setup={"first": "light"}, sides="me_first")


def stand_in(table: Table) -> None:
    """Say that this line thinks for the computer, and wait until that is heard."""
    table.until(lambda state: state)
    table.send("think_here", here=True)
    table.send("ping")
    table.hear("pong")


def test_its_moves_come_from_the_page_once(ann: Person) -> None:
    game_id = begin(ann)
    with ann.at(game_id) as table:
        stand_in(table)
        assert table.ask("computer_move", ply=0, move="1")["code"] == "not_your_turn"
        assert table.move("2")["type"] == "accepted"
        assert table.until(lambda state: state["scene"]["ply"] == 1)["thinking"]
        assert table.ask("computer_move", ply=1, move="7")["type"] == "refused"
        for _ in range(2):
            assert table.ask("computer_move", ply=1, move="4")["type"] == "accepted"
        table.until(lambda state: state["scene"]["ply"] == 2)
        assert [turn["text"] for turn in table.state["turns"]] == ["2", "4"]
        assert table.ask("computer_move", ply=1, move="5")["code"] == "stale"


def test_the_server_plays_when_the_page_is_gone(ann: Person) -> None:
    game_id = begin(ann)
    with ann.at(game_id) as table:
        stand_in(table)
        assert table.move("2")["type"] == "accepted"
    wait_for(lambda: ann.state(game_id)["scene"]["ply"] == 2)


def test_the_server_plays_when_the_page_says_that_it_cannot(ann: Person) -> None:
    game_id = begin(ann)
    with ann.at(game_id) as table:
        stand_in(table)
        assert table.move("2")["type"] == "accepted"
        table.send("think_here", here=False)
        table.until(lambda state: state["scene"]["ply"] == 2)


def test_nobody_else_moves_for_the_computer(ann: Person, ben: Person) -> None:
    game_id = begin(ann)
    with ann.at(game_id) as table, ben.at(game_id) as watching:
        stand_in(table)
        stand_in(watching)
        assert table.move("2")["type"] == "accepted"
        assert watching.ask("computer_move", ply=1, move="4")["code"] == "not_yours"
        table.send("think_here", here=False)
        table.until(lambda state: state["scene"]["ply"] == 2)


def test_people_are_not_moved_for(ann: Person, ben: Person) -> None:
    game_id = ann.create("squadro", setup={"first": "light"}, sides="me_first")
    assert ben.act(game_id, "join").status_code == 200
    with ann.at(game_id) as table:
        assert table.move("2", ply=0)["type"] == "accepted"
        assert table.ask("computer_move", ply=1, move="4")["code"] == "not_yours"
