"""Setting up positions by hand."""

from __future__ import annotations

from typing import Any

import pytest

from vato import scene
from vato.errors import IllegalMove, InvalidPosition


@pytest.mark.parametrize(
    ("position", "edit", "after"),
    [
        ("9/9/4w4/9/9 w", {"turn": 1}, "9/9/4w4/9/9 b"),
        ("9/9/4w4/9/9 w", {"point": "e3", "player": 1}, "9/9/4b4/9/9 w"),
        ("9/9/4w4/9/9 w", {"point": "e3", "player": None}, "9/9/9/9/9 w"),
        ("9/9/9/9/9 w", {"point": "a1", "player": 0}, "9/9/9/9/w8 w"),
        ("9/9/4w4/9/8b w", {"point": "i1", "from": "e3"}, "9/9/9/9/8w w"),
        ("3/bw1/3 b", {"clear": True}, "3/3/3 b"),
        ("3/bw1/3 b", {"point": "a1", "from": None, "player": 0}, "3/bw1/w2 b"),
    ],
)
def test_fanorona(position: str, edit: Any, after: str) -> None:
    assert scene.edited("fanorona", None, position, edit).position == after


@pytest.mark.parametrize(
    ("position", "edit", "after"),
    [
        ("00000/00000 light", {"turn": 1}, "00000/00000 dark"),
        ("00000/00000 light", {"point": "2-3", "from": "2-0"}, "03000/00000 light"),
        ("06000/00000 light", {"point": "2-4", "from": "2-6"}, "08000/00000 light"),  # on its way back
        ("08000/00000 light", {"point": "2-0", "from": "2-4"}, "00000/00000 light"),  # a fresh one
        ("00000/00000 light", {"point": "6-1", "from": "0-1"}, "00000/60000 light"),
        ("03000/00000 light", {"point": "2-3", "player": None}, "09000/00000 light"),  # turned round
        ("00000/00000 light", {"point": "0-5", "player": 1}, "00000/0000c light"),  # home, and fresh again
        ("00000/0000c light", {"point": "0-5", "player": 1}, "00000/00000 light"),
        ("12345/00000 dark", {"clear": True}, "00000/00000 dark"),
    ],
)
def test_squadro(position: str, edit: Any, after: str) -> None:
    assert scene.edited("squadro", None, position, edit).position == after


@pytest.mark.parametrize(
    ("game", "position", "edit"),
    [
        ("fanorona", "9/9/4w4/9/9 w", {"point": "z9", "player": 0}),
        ("fanorona", "9/9/4w4/9/9 w", {"point": "a1", "from": "a2"}),
        ("squadro", None, {"point": "3-3", "player": 0}),
        ("squadro", None, {"point": "3-3", "from": "2-0"}),
        ("squadro", "02000/00000 light", {"point": "2-2", "from": "0-2"}),
    ],
)
def test_what_makes_no_sense(game: str, position: str | None, edit: Any) -> None:
    with pytest.raises(IllegalMove):
        scene.edited(game, None, position, edit)


def test_a_text_that_is_no_position_stays_one() -> None:
    with pytest.raises(InvalidPosition):
        scene.edited("fanorona", None, "nonsense", {"turn": 1})
