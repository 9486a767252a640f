"""Golden playthroughs: a short game for each rule set, with all that is legal on the way, to be read by people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs import generate
from vato import catalog, record

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.vato")), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    (game,) = record.load(path)
    assert generate.playthrough(game) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_rule_set_has_one() -> None:
    played = {
        (game.start.game, str(game.start.rules).split(",")[0])
        for path in FOLDER.glob("*.vato")
        for game in record.load(path)
    }
    assert played == {(name, rules) for name, entry in catalog.GAMES.items() for rules in entry.rules.known}
