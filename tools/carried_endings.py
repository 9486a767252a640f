"""Makes the endings that every copy of vato has of a game: `python -m tools.carried_endings GAME FOLDER`.

From a folder that `vato solve GAME` has filled it writes the usual tables, one after the other and squeezed, into
endings.xz in the game's room.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from importlib import import_module
from pathlib import Path

from vato import catalog
from vato.errors import VatoError
from vato.lattice.endgames.carried import carried_for, carried_pairs
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.endgames.solver import read_tables
from vato.solve.folder import Folder
from vato.solve.packed import Packed

SQUEEZING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]
"""Distances in which neighbours are alike: what came just before says nothing about the next byte's letters."""


def make(game: StoneGame, path: Path) -> bytes:
    """Return the content of the file."""
    folder, chosen = Folder(path), carried_for(game)
    folder.expect(game.name, chosen)
    tables = []
    for pair in carried_pairs(game):
        with Packed(folder.file(pair.name)) as file:
            tables += [table.tobytes() for table in read_tables(file, chosen, pair)]
    return lzma.compress(b"".join(tables), filters=SQUEEZING)


def main(arguments: list[str] | None = None) -> None:
    """Make the file again."""
    parser = argparse.ArgumentParser(
        prog="tools.carried_endings",
        description="Make the endings that every copy of vato has of a game.",
        epilog="Example: python -m tools.carried_endings fanorona ~/.local/share/vato/fanorona-solution/9x5-standard",
    )
    parser.add_argument("game", choices=[name for name, game in catalog.GAMES.items() if game.samples is not None])
    parser.add_argument("solution", type=Path, help="the folder that `vato solve GAME` has filled")
    parser.add_argument("--out", type=Path, help="without it, the file that is shipped")
    wishes = parser.parse_args(arguments)
    try:
        game: StoneGame = import_module(f"vato.games.{wishes.game}.endgames").ENDINGS
        content = make(game, wishes.solution)
    except (VatoError, ImportError) as error:
        sys.exit(f"vato: {error}")
    out = wishes.out or game.carried
    out.write_bytes(content)
    print(f"{out}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
