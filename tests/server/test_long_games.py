"""Long games: what a move costs does not grow with the moves before it, and their number has an end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_trouble import ME, House, in_a_house, move, new_game
from vato.board import Board
from vato.server.play import deed
from vato.server.play.actions import act
from vato.server.play.permission import Actor
from vato.server.wire.live import MakeMove

TO_AND_FRO = {"game": "fanorona", "rules": "standard,repetition=0", "position": "8b/9/9/9/w8 w"}
"""Two stones far from each other, under rules by which a repetition ends nothing."""
SHUFFLE = ("a1-a2", "i5-i4", "a2-a1", "i4-i5")


async def shuffle(house: House, plies: int, **wishes: Any) -> str:
    game_id = await new_game(house.games, "me2", setup={}, **TO_AND_FRO, **wishes)
    for ply in range(plies):
        await move(house.games, game_id, SHUFFLE[ply % 4])
    return game_id


async def said_again(house: House, game_id: str, ply: int) -> int:
    again = MakeMove(type="move", ply=ply, move=SHUFFLE[ply % 4].upper())
    actor = Actor(ME, lambda _: asyncio.sleep(0, result=False))
    return (await act(house.games, game_id, actor, again)).game.plies


def test_a_move_said_again_is_looked_up_and_not_played_back_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = []

    async def work(house: House) -> None:
        game_id = await shuffle(house, 40)
        monkeypatch.setattr(Board, "pop", lambda *_: walked.append("back"))
        monkeypatch.setattr(Board, "played", property(lambda _: walked.append("all")))
        assert [await said_again(house, game_id, ply) for ply in (0, 1, 39)] == [40, 40, 40]

    in_a_house(tmp_path, work)
    assert walked == []


def test_a_game_that_never_ends_is_adjudicated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deed, "LONGEST_GAME", 10)

    async def work(house: House) -> None:
        game_id = await shuffle(house, 9)
        assert (await house.games.snapshot(game_id)).game.outcome is None
        await move(house.games, game_id, SHUFFLE[9 % 4])
        house.games._snapshots.clear()  # and so it is read back
        game = (await house.games.snapshot(game_id)).game
        assert game.outcome is not None
        assert (game.outcome.reason, game.outcome.drawn, game.plies) == ("adjudication", True, 10)

    in_a_house(tmp_path, work)
