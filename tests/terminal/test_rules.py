"""`vato rules`: rule sets listed, compared and explained with examples."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_rules_lists_rule_sets_and_explains_one(vato: Run) -> None:
    listed = vato("rules").stdout
    assert all(
        name in listed for name in ("fanorona", "squadro", "standard", "classic", "strict", "short", "free", "vela")
    )
    summaries = json.loads(vato("rules", "fanorona", "--json").stdout)
    assert set(summaries["fanorona"]) == {"standard", "classic", "strict", "short", "free", "vela"}
    explained = vato("rules", "fanorona", "classic").stdout
    assert "approach" in explained
    assert max(map(len, explained.splitlines())) <= 80
    words = json.loads(vato("rules", "fanorona", "classic,chain=obligatory", "--json").stdout)
    assert words["rules"] == "classic,chain=obligatory"
    assert all(section["paragraphs"] for section in words["sections"])
    (turn,) = (section for section in words["sections"] if section["title"] == "A turn")
    assert "chain-goes-on" in [example["name"] for example in turn["examples"]]


def test_rules_are_compared_and_their_examples_drawn_before_and_after(vato: Run) -> None:
    compared = vato("rules", "fanorona").stdout
    assert max(map(len, compared.splitlines())) <= 80
    assert re.search("^A blocked player +loses +loses +draws +draws +draws +loses$", compared, re.MULTILINE)
    for game, rules in (("fanorona", "vela"), ("squadro", "standard")):
        explained = vato("rules", game, rules).stdout
        assert max(map(len, explained.splitlines())) <= 80
    drawn = vato("rules", "fanorona", "standard").stdout
    approach = drawn[: drawn.index("By approach a2-b2A takes c2, d2.")].splitlines()[-8:-1]
    assert approach[2] == " 2  ○───┼───●───●───┤      2  ├───○───×───×───┤"
    assert "→" in approach[3]


def test_a_game_with_one_rule_set_is_explained_at_once(vato: Run) -> None:
    assert vato("rules", "squadro").stdout == vato("rules", "squadro", "standard").stdout
