"""Every example of the rules is true: set up, played and refused under every known rule set and under changed ones.

What is expected stands in the examples themselves, written by hand from the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

import vato
from vato import catalog, scene
from vato.games import fanorona
from vato.learn import rules_page
from vato.learn.rules_page import Shown
from vato.rules import Example, RuleSet
from vato.text import Text

KNOWN = [(name, rules) for name, entry in catalog.GAMES.items() for rules in entry.rules.known.values()]
each_rule_set = pytest.mark.parametrize(("game", "rules"), KNOWN, ids=lambda value: str(value))


def some_values(field: Any) -> Iterator[object]:
    """Yield the values of a field; of a long range the ends, the usual one and its neighbours."""
    allowed = field.metadata["values"]
    if isinstance(allowed, range) and len(allowed) > 10:
        usual = field.default
        yield from sorted({value for value in (0, 1, 2, usual, 8, 9, 10, 17, 22, allowed[-1]) if value in allowed})
    else:
        yield from allowed


def changed(rules: RuleSet) -> Iterator[RuleSet]:
    """Yield the rule sets that differ in one field."""
    for field in fields(rules)[1:]:
        for value in some_values(field):
            if value != getattr(rules, field.name):
                yield rules.derive(**{field.name: value})


def pieces(board: vato.Board, player: int) -> set[str]:
    return {piece["at"] for piece in scene.scene_of(board, options=False)["pieces"] if piece["player"] == player}


def play(shown: Shown) -> None:
    """Assert that the rules do what an example says, and nothing else."""
    example = shown.example
    board, after = shown.board(), shown.after()
    mover, other = board.turn, 1 - board.turn
    assert (shown.why() is None) == (example.refused == ""), example.name
    if example.move:
        (*_, last) = scene.turn_of(board, example.move, 1)["steps"]
        assert last["to"] == example.lands, example.name
        assert example.lands in pieces(after, mover) | set(example.lost), example.name
        assert len(pieces(after, mover)) == len(pieces(board, mover)) - len(example.lost), example.name
    assert not set(example.lost) & pieces(after, mover), example.name
    assert pieces(board, other) - pieces(after, other) == set(example.captured), example.name
    assert pieces(after, other) - pieces(board, other) == set(example.sent), example.name
    if example.ends is not None:
        assert after.outcome() == example.ends, example.name
        assert board.outcome() is None or not example.move, example.name


@each_rule_set
def test_every_example_is_true(game: str, rules: RuleSet) -> None:
    for shown in rules_page.of(game, rules):
        play(shown)
        if shown.example.ends is None:
            assert shown.after().outcome() is None, shown.example.name


@each_rule_set
def test_every_example_is_true_when_a_field_is_changed(game: str, rules: RuleSet) -> None:
    for other in changed(rules):
        for shown in rules_page.of(game, other):
            play(shown)


def test_every_example_is_true_whatever_the_fields_of_fanorona_are() -> None:
    names = ("must_capture", "chain", "change_direction", "first_turn_chain", "first_turn_paika", "blocked")
    standard = fanorona.STANDARD
    allowed = {field.name: field.metadata["values"] for field in fields(standard)[1:]}
    for values in product(*(allowed[name] for name in names)):
        rules = standard.derive(**dict(zip(names, values, strict=True)))
        for other in (rules, rules.derive(phase_one=17)):
            for shown in rules_page.of("fanorona", other):
                play(shown)


def test_a_wrong_example_would_be_found() -> None:
    right = rules_page.find("fanorona", "standard", "approach")
    play(right)
    wrongs: list[dict[str, Any]] = [
        {"captured": ("c2",)},
        {"captured": ("c2", "d2", "e3")},
        {"lands": "c2"},
        {"refused": "a2-b2A"},
        {"ends": vato.Outcome(0, "all stones captured")},
    ]
    for wrong in wrongs:
        as_written = {field.name: getattr(right.example, field.name) for field in fields(Example)}
        with pytest.raises(AssertionError):
            play(Shown("fanorona", right.rules, Example(**as_written | wrong)))


# Which examples there are


@each_rule_set
def test_every_paragraph_about_moving_has_an_example(game: str, rules: RuleSet) -> None:
    shown = {
        section.title: [bool(found) for _, found in section.parts()] for section in catalog.find(game).words(rules)
    }
    assert shown["The board"].count(True) == 1
    for title in ("A step", "Jumping", "The first phase"):
        assert all(shown.get(title, ()))
    assert any(shown["A turn"])
    assert shown["The end"][0]
    if game == "squadro":
        assert shown["A turn"] == [True, True]
        assert shown["The end"] == [True, False]  # how a position comes about twice needs a whole game
    if game == "fanorona":
        first_turn = getattr(rules, "phase_one", 0) == 0
        assert shown["A turn"][:4] == [True] * 4
        assert set(shown["A turn"][4:]) <= {first_turn}
        # What never ends a game, and what is agreed on, cannot be seen on a board.
        assert shown["The end"] == [True, True, rules.name == "free", True, False]


@pytest.mark.parametrize(
    ("rules", "there", "not_there"),
    [
        ("classic,chain=obligatory", {"chain-goes-on", "first-turn-single"}, {"chain-stops", "straight-on"}),
        ("strict", {"chain-goes-on", "first-turn-paika", "blocked-draws"}, {"first-turn-capture", "blocked-loses"}),
        ("short", {"straight-on", "first-turn-chain"}, {"direction-changes", "first-turn-single"}),
        ("free", {"may-capture", "quiet"}, {"must-capture", "first-turn-capture", "first-turn-paika"}),
        ("vela", {"vela-nearest", "vela-giver", "vela-offer", "vela-no-result"}, {"first-turn-single"}),
        ("vela,phase_one_takes=farthest,phase_one_offer=no", {"vela-farthest", "vela-no-offer"}, {"vela-nearest"}),
        ("vela,phase_one=1", {"vela-nearest"}, {"vela-giver", "vela-offer"}),
        ("standard,repetition=0", {"win"}, {"repetition"}),
        ("standard,repetition=1", set(), {"start", "win"}),
        ("free,quiet_stones=1", {"repetition"}, {"quiet"}),
        ("free,quiet_turns=3", {"quiet"}, {"repetition"}),
    ],
)
def test_examples_follow_the_fields(rules: str, there: set[str], not_there: set[str]) -> None:
    names = [shown.example.name for shown in rules_page.of("fanorona", rules)]
    assert len(names) == len(set(names))
    assert there <= set(names)
    assert not not_there & set(names)


# What is said about them


@each_rule_set
def test_captions_name_what_is_played(game: str, rules: RuleSet) -> None:
    for shown in rules_page.of(game, rules):
        example = shown.example
        assert isinstance(example.caption, Text)
        said = example.caption.values
        facts = {"move": example.move, "refused": example.refused, "captured": ", ".join(example.captured)}
        assert {name: said[name] for name in said.keys() & facts.keys()} == {
            name: facts[name] for name in said.keys() & facts.keys()
        }
        if "lane" in said:
            assert str(said["lane"]) == example.move


@each_rule_set
def test_every_example_has_a_picture_in_every_theme(game: str, rules: RuleSet) -> None:
    for shown in rules_page.of(game, rules):
        for theme in ("light", "dark", "paper"):
            picture = ElementTree.fromstring(shown.svg(theme))
            kinds = {element.get("class", "") for element in picture.iter()}
            assert ("plan" in kinds) == bool(shown.example.move)
            crosses = [element.get("data-point") for element in picture.iter() if element.get("class") == "cross"]
            if any(crosses):  # on the stones that are taken off
                assert sorted(filter(None, crosses)) == sorted((*shown.example.captured, *shown.example.lost))


def test_a_refused_turn_is_drawn_where_it_leaves_the_move() -> None:
    def arrows(name: str) -> int:
        drawn = rules_page.find("fanorona", "strict", name).svg()
        group = re.search(r'<g class="refused".*?</g>', drawn, flags=re.DOTALL)
        return group[0].count('class="arrow"') if group else 0

    assert arrows("must-capture") == arrows("closed-point") == arrows("first-turn-single") == 1
    assert arrows("chain-goes-on") == 0  # what is refused there is to stop
    assert arrows("approach") == 0


def test_an_example_that_is_not_there() -> None:
    with pytest.raises(vato.UnknownName, match="no example"):
        rules_page.find("squadro", None, "castling")


# Rule sets compared: the table of the rules that are settled


def test_rule_sets_at_a_glance() -> None:
    table = catalog.find("fanorona").comparison(fanorona.STANDARD)
    assert table.columns == ("standard", "classic", "strict", "short", "free", "vela")
    rows = {row.field: " ".join(row.values) for row in table.rows}
    assert rows == {
        "must_capture": "yes yes yes yes no yes",
        "chain": "no no yes no no no",
        "change_direction": "yes yes yes no yes yes",
        "first_turn_chain": "yes no no yes yes no",
        "first_turn_paika": "no no yes no yes no",
        "blocked": "loses loses draws draws draws loses",
        "quiet_turns": "never never never never 10 never",
        "quiet_stones": "– – – – 5 –",
        "phase_one": "no no no no no 17",
        "phase_one_takes": "– – – – – the nearest stone",
        "phase_one_offer": "– – – – – yes",
    }


def test_a_rule_set_of_ones_own_stands_beside_the_others() -> None:
    entry = catalog.find("fanorona")
    table = entry.comparison(entry.read_rules("classic,chain=obligatory,agreement=no"))
    assert table.columns[-1] == "classic,chain=obligatory,agreement=no"
    assert {row.field: row.values[-1] for row in table.rows}["agreement"] == "no"
    entry = catalog.find("squadro")
    assert entry.comparison(entry.read_rules("standard")).rows == ()
    (row,) = entry.comparison(entry.read_rules("standard,stones_home=2")).rows
    assert row.values == ("4", "2")
