"""The database that measurements fill: what is written in bulk is what a server finds, on both kinds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import vato
from tests.server.backing import ON_BOTH
from tools import filled_archive
from tools.filled_archive import FilledPostgreSQL, FilledSQLite, Games, start_of
from vato.book import key_of
from vato.server.store.archive import place_of
from vato.server.store.search import Archive, Wanted
from vato.server.store.store import Store


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    """Some games of Squadro, of which twenty are written at a time."""
    for name, value in {"GAMES": {"squadro": 1.0}, "CHUNK": 10, "PART": 20, "MEMBERS": 30}.items():
        monkeypatch.setattr(filled_archive, name, value)
    found = Games(tmp_path / "played", with_moves=True)
    found.folder.mkdir()
    for chunk in range(5):
        filled_archive._play(found.folder, chunk, moves=True)
    return found


@ON_BOTH
def test_what_is_written_in_bulk_is_found_and_grows(place: Path | str, games: Games) -> None:
    filled = FilledSQLite(place, games) if isinstance(place, Path) else FilledPostgreSQL(place, games)
    told: list[str] = []
    filled.fill(30, told.append)
    filled.fill(50, told.append)
    assert told == [f"{done} of {count} games are written" for done, count in ((20, 30), (30, 30), (50, 50))]
    assert filled.size() > 0
    start = start_of("squadro")

    async def look() -> None:
        store = await Store.open(place)
        try:
            (ends,) = (await Archive(store).ends("squadro", start.rules.name, [key_of(start)])).values()
            played = [each for _, _, each in games.read(0, 50)]
            assert ends[:3] == tuple(sum(each.winner == winner for each in played) for winner in (0, 1, None))
            for each in played[::7]:
                board = vato.new("squadro", position=start.position)
                for move in each.moves[:20]:
                    board.push(move)
                at = place_of("squadro", board.rules.name, key_of(board))
                found = (await Archive(store).find(Wanted(place=at))).games
                whole = [await store.load(game.id) for game, _ in found]
                assert each.moves in [tuple(move.text for move in loaded.moves) for loaded in whole]
                assert all(loaded.game.rated and loaded.game.outcome for loaded in whole)
        finally:
            await store.close()

    asyncio.run(look())
