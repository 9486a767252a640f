"""What the board shows of jumps and of stones that are lost, and what its pictures and words say."""

from __future__ import annotations

import pytest

import vato
from vato import catalog, scene
from vato.games.alquerque import RuleSet
from vato.learn import rules_page

SQUARE = "5/2b2/5/1b2b/w3w w"


def test_a_jump_goes_over_what_it_takes() -> None:
    option, *_ = scene.scene_of(vato.new("alquerque", position=SQUARE))["options"]
    assert (option["path"], option["struck"]) == (["a1", "b2", "c3"], ["b2"])
    assert "stop" not in option
    (later,) = option["next"]
    assert (later["text"], later["path"], later["counts"]) == ("a1xc3xc5", ["c3", "c4", "c5"], {"stones": [2, 1]})


def test_a_stone_that_is_lost_is_told_apart_from_those_that_are_taken() -> None:
    options = scene.scene_of(vato.new("alquerque", rules="huffing", position=SQUARE))["options"]
    step = next(option for option in options if option["text"] == "e1-d1")
    assert step["changes"] == [{"from": "e1", "to": "d1"}, {"from": "a1"}, {"from": "d1"}]
    assert (step["lost"], step["counts"]) == (["a1", "d1"], {"stones": [0, 3]})
    assert "struck" not in step


def test_jumps_are_drawn_as_jumps() -> None:
    board = vato.new("alquerque", position=SQUARE)
    arrows = [line for line in board.svg(move="a1xc3xc5").splitlines() if 'class="arrow"' in line]
    assert len(arrows) == 2
    assert all("Q" in line for line in arrows)
    step = vato.new("alquerque").svg(move="c2-c3")
    assert not any("Q" in line for line in step.splitlines() if 'class="arrow"' in line)


def test_the_last_move_is_marked_in_the_diagram() -> None:
    board = vato.new("alquerque", position=SQUARE)
    board.push("a1xc3xc5")
    assert str(board).splitlines()[0] == "5  ┌───┬───○───┬───┐"
    assert str(board).splitlines()[2] == "4  ├───┼───×───┼───┤"
    roles = {role for line in board.diagram() for _, role in line}
    assert {"captured", "first last", "empty last"} <= roles


def test_rule_sets_at_a_glance() -> None:
    table = catalog.find("alquerque").comparison(RuleSet.known["modern"])
    assert table.columns == ("modern", "alfonso", "huffing", "bell")
    assert {row.field: " | ".join(row.values) for row in table.rows} == {
        "must_capture": "yes | no | no | yes",
        "huff": "– | no | yes | –",
        "chain": "yes | no | no | yes",
        "backward": "yes | yes | yes | only to capture",
        "last_row": "yes | yes | yes | no",
        "turn_back": "yes | yes | yes | no",
    }


@pytest.mark.parametrize(
    ("rules", "there", "not_there"),
    [
        ("modern", {"must-capture", "jumps-go-on", "fewer", "round", "back"}, {"huffed", "last-row", "quiet"}),
        ("alfonso", {"may-capture", "jumps-stop"}, {"must-capture", "huffed"}),
        ("huffing", {"huffed", "jumps-stop"}, {"may-capture"}),
        ("bell", {"no-step-back", "jump-back", "last-row", "no-turning-back"}, {"back", "repetition"}),
        ("bell,backward=never", {"no-jump-back"}, {"round", "not-round", "jump-back"}),
        ("modern,most=yes", {"most"}, {"fewer", "jumps-go-on"}),
        ("modern,quiet_turns=3,blocked=draws", {"quiet", "blocked-draws"}, {"repetition", "blocked-loses"}),
        ("bell,backward=free", {"repetition"}, {"no-step-back"}),
    ],
)
def test_examples_follow_the_fields(rules: str, there: set[str], not_there: set[str]) -> None:
    names = [shown.example.name for shown in rules_page.of("alquerque", rules)]
    assert len(names) == len(set(names))
    assert there <= set(names)
    assert not not_there & set(names)


def test_the_rules_tell_how_the_games_are_related() -> None:
    sections = {
        section.title: " ".join(section.paragraphs)
        for section in catalog.find("alquerque").words(RuleSet.known["modern"])
    }
    assert all(word in sections["Its family"] for word in ("Fanorona", "Squadro", "document 004"))
