"""Whether a level plays on the visitor's device as it does on the server: paired games between the two, in Chromium.

Each opening, some random turns, is played twice, with colours exchanged. What is expected is half of the points; the
interval holds the true share with 95 % certainty. Run `scripts/bench levels`, or
`python -m bench.levels --games 200 --levels 2 5 8 --game fanorona`.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Page

import vato
from tests.chromium import launched
from tests.server.people import Server
from vato import catalog
from vato.board import Board
from vato.engine.levels import Level, LevelPlayer, levels_of

OPENING_TURNS = 6
MOST_TURNS = 300
"""Who has not won by then has drawn."""
CHOOSE = """async ({ game, rules, start, moves, level }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const { choose, traitsOf } = await import(new URL("engine/opponent.js", base));
    return choose({ game, rules, start }, moves, await traitsOf(game, level), new AbortController().signal);
}"""


def play(page: Page, player: LevelPlayer, board: Board, device: int) -> float:
    """Play a game to its end, and return what the device gets: 1, a half or 0."""
    asked = {
        "game": board.game,
        "rules": board.rules.name,
        "start": board.root().position,
        "level": player.level.number,
    }
    while (outcome := board.outcome()) is None and len(board.played) < MOST_TURNS:
        if board.turn == device:
            board.push(page.evaluate(CHOOSE, {**asked, "moves": [str(move) for move in board.played]}))
        else:
            board.push(player.play(board))
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == device)


def opened(game: str, chance: random.Random) -> Board:
    """Return a board after some random turns."""
    while True:
        board = vato.new(game)
        for _ in range(OPENING_TURNS):
            if board.outcome() is None:
                board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            return board


def match(page: Page, game: str, level: Level, games: int) -> str:
    """Play a match, and return how it ended."""
    chance, points = random.Random(f"{game} {level.number}"), []
    player = LevelPlayer(game, level, seed=1)
    for _ in range(games // 2):
        board = opened(game, chance)
        points += [play(page, player, board.copy(), device) for device in (0, 1)]
    player.close()
    won, drawn, lost = (points.count(each) for each in (1.0, 0.5, 0.0))
    share = sum(points) / len(points)
    margin = 1.96 * math.sqrt(sum((each - share) ** 2 for each in points)) / len(points)
    return (
        f"+{won} ={drawn} -{lost}  {100 * share:.1f} %  {100 * (share - margin):.1f} to {100 * (share + margin):.1f} %"
    )


def main() -> None:
    """Play and print."""
    known = [game.name for game in catalog.GAMES.values() if game.is_portable]
    parser = argparse.ArgumentParser(
        prog="scripts/bench levels",
        description="Play a level on the device against the same on the server.",
        epilog="Example: python -m bench.levels --games 200 --levels 2 5 --game squadro",
    )
    parser.add_argument("--games", type=int, default=200, help="how many for each level; 200")
    parser.add_argument("--levels", type=int, nargs="+", default=[2, 5, 8], help="which; 2, 5 and 8")
    parser.add_argument("--game", choices=known, help="of which game; all")
    wishes = parser.parse_args()
    print("a level on the device against the same on the server: games, the device's share, 95 %")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, launched() as browser:
        page = browser.new_page()
        page.goto(server.address)
        page.wait_for_selector("h1")
        for game in [wishes.game] if wishes.game else known:
            for number in wishes.levels:
                print(f"  {game} {number}: {match(page, game, levels_of(game)[number - 1], wishes.games)}", flush=True)


if __name__ == "__main__":
    main()
