"""How quickly public games are found, and how that grows with their number: by position, player, opening and result.

Databases of both kinds are filled with games that were played for it (tools/filled_archive.py), further and further,
and after each step a server is asked, one question after the other. Games that were played are kept while this runs,
so that it goes on where it was interrupted; at its end everything is removed but what was found, which is written to
docs/archive.json, from which `scripts/docs` draws its plots and tables.

Run `scripts/bench archive`, which takes an hour or two, up to 6 GB of memory and 20 GB of disk for a million games, or
`python -m bench.archive --games 10000 50000 --on sqlite`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from bench.live import HERE, at_share
from tests.server.backing import Postgres
from tests.server.people import Server
from tools.filled_archive import (
    APART_MS,
    BEGAN_MS,
    GAMES,
    Filled,
    FilledPostgreSQL,
    FilledSQLite,
    Games,
    Members,
    start_of,
)
from tools.random_games import PLIES
from vato import catalog

FOUND = HERE / "docs" / "archive.json"
FOLDER = Path(tempfile.gettempdir()) / "vato-bench-archive"
OPTIONS = "--accounts", "--requests-per-second", "100000"
SETTINGS = "listen_addresses=", "shared_buffers=1GB", "max_wal_size=8GB", "autovacuum=off", "fsync=off"
"""Of the PostgreSQL; it is read, mostly, and what it is written in one go is vacuumed after it."""
ASKED = 200
"""Questions of each kind."""
SHARES = 50, 90, 99


class Question(NamedTuple):
    """Something that a server is asked."""

    path: str
    wanted: dict[str, str]
    is_explored: bool = False


def questions(games: Games, count: int, chance: random.Random) -> Iterator[tuple[str, list[Question]]]:
    """Yield questions about a database of so many games, by their kinds."""
    names = Members().names

    def asked(make: Callable[[], Question]) -> list[Question]:
        return [make() for _ in range(ASKED)]

    def common() -> dict[str, str]:
        """Return a position after a few turns, as many games have it."""
        name = chance.choices(list(GAMES), list(GAMES.values()))[0]
        board = start_of(name).copy()
        for _ in range(chance.randrange(4)):
            turns = list(board.legal_moves)
            board.push(turns[int(len(turns) * chance.random() ** 3)])
        return {"game": name, "position": board.position}

    def rare() -> dict[str, str]:
        """Return the end of a game."""
        while True:
            number = chance.randrange(count)
            (_, name, each), *_ = games.read(number, number + 1)
            if each.plies <= PLIES:
                return {"game": name, "position": each.position}

    openings = [(name, opening) for name in GAMES for opening in catalog.find(name).openings]

    def middle() -> str:
        """Return a place in the order of the archive."""
        return f"{BEGAN_MS + chance.randrange(count) * APART_MS}-0"

    def search(**wanted: str) -> Question:
        return Question("/api/archive", wanted)

    yield "any game", asked(lambda: search(before=middle()))
    yield "common position", asked(lambda: search(**common()))
    yield "rare position", asked(lambda: search(**rare()))
    yield "player", asked(lambda: search(player=chance.choice(names)))
    yield "opening", asked(lambda: _named(search, chance.choice(openings)))
    yield "result", asked(lambda: search(game=chance.choice(list(GAMES)), result=chance.choice(["first", "drawn"])))
    yield "position and result", asked(lambda: search(**common(), result="drawn"))
    yield "position and player", asked(lambda: search(**common(), player=chance.choice(names)))
    yield "position, further on", asked(lambda: search(**common(), before=middle()))
    yield "explorer", asked(lambda: Question("/api/explorer", common(), is_explored=True))


def _named(search: Callable[..., Question], opening: tuple[str, str]) -> Question:
    return search(game=opening[0], opening=opening[1])


def measure(server: Server, games: Games, count: int) -> dict[str, dict[str, float]]:
    """Ask a server one question after the other, and return how long the answers took, by kind."""
    found = {}
    with httpx.Client(base_url=server.address, timeout=60, trust_env=False) as client:
        client.get("/api/archive").raise_for_status()  # what is loaded once
        client.post("/api/explorer", json={"game": next(iter(GAMES))}).raise_for_status()
        for kind, asked in questions(games, count, random.Random(count)):
            took = []
            for path, wanted, is_explored in asked:
                begin = time.perf_counter()
                answer = client.post(path, json=wanted) if is_explored else client.get(path, params=wanted)
                took.append(time.perf_counter() - begin)
                answer.raise_for_status()
                if kind == "rare position" and not answer.json()["games"]:
                    raise RuntimeError(f"A game that came by {wanted} is not found.")
            found[kind] = {str(share): round(1000 * at_share(took, share), 1) for share in SHARES}
    return found


def grow(filled: Filled, games: Games, wishes: argparse.Namespace, data: Path, *options: str) -> list[dict[str, Any]]:
    """Fill a database further and further, and return what was measured on the way."""
    found = []
    for count in sorted(wishes.games):
        begin = time.monotonic()
        filled.fill(count, tell)
        took = time.monotonic() - begin
        with Server(data, *OPTIONS, *options) as server:
            measured = measure(server, games, count)
        found.append({"games": count, "bytes": filled.size(), "filled_seconds": round(took), "milliseconds": measured})
        worst = max(each["99"] for each in measured.values())
        slowest = next(kind for kind, each in measured.items() if each["99"] == worst)
        tell(f"{count:,} games: 99 of 100 answers of every kind within {worst} ms ({slowest})", end="\n")
    return found


def tell(text: str, end: str = "") -> None:
    """Show how far it is."""
    print(f"\r\033[K{text}", end=end, flush=True)


def main() -> None:
    """Measure, print and write down."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench archive",
        description="Measure how quickly public games are found, and how that grows with their number.",
        epilog="Example: python -m bench.archive --games 10000 50000 --on sqlite --folder /var/tmp/games --keep",
    )
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], help="10000 to 1000000")
    parser.add_argument("--on", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite", "postgresql"])
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"for games and databases; {FOLDER}")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="that play; one for each core")
    parser.add_argument("--moves", action="store_true", help="keep the moves, too, as a server does: slower by far")
    parser.add_argument("--keep", action="store_true", help="remove neither the games nor the file of SQLite")
    parser.add_argument("--out", type=Path, default=FOUND, help="where to write; docs/archive.json")
    wishes = parser.parse_args()
    games = Games(wishes.folder / "played", wishes.moves)
    games.play(max(wishes.games), wishes.processes, tell)
    print()
    found: dict[str, Any] = json.loads(wishes.out.read_text()) if wishes.out.exists() else {}
    for kind in wishes.on:
        print(f"{kind}:")
        with ExitStack() as stack:
            data = wishes.folder / kind
            shutil.rmtree(data, ignore_errors=True)
            data.mkdir()
            if kind == "sqlite":
                found[kind] = grow(FilledSQLite(data, games), games, wishes, data)
            else:
                place = stack.enter_context(Postgres(wishes.folder, SETTINGS)).new_database()
                found[kind] = grow(FilledPostgreSQL(place, games), games, wishes, data, "--database", place)
    wishes.out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"What was found is in {wishes.out}.")
    if wishes.keep:
        print(f"To look at the games: vato serve --accounts --data {wishes.folder / 'sqlite'}")
    else:
        shutil.rmtree(wishes.folder)


if __name__ == "__main__":
    main()
