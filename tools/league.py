"""What the levels are worth: a league of each game's levels, in which neighbours and those two apart meet.

Each opening of four random turns is played by both sides. Every pair of games is kept in docs/levels.json at once, so
that the league can be stopped at any time and goes on from there. When a level in a room's `levels.py` is changed, its
matches begin anew, and those of the settings before still tell how strong their opponents are. Full strength plays with
one thread and a number of positions, not by the clock, so that nothing depends on the machine; it has its tables and
its book.

Run `python -m tools.league --games 200`. It ends with what the rooms' `levels.py` then say; a test compares both.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from tools.level_ratings import Match, measured, read, sees_all, settings_of, standings, write
from vato import catalog
from vato.board import Board
from vato.contest.arena import Arena
from vato.contest.contestants import Contestant
from vato.engine import Engine
from vato.engine.levels import Level, LevelPlayer, levels_of
from vato.engine.limits import Limit
from vato.moves import Move


class Setting(Contestant):
    """A level with an engine that is kept from game to game."""

    def __init__(self, game: str, level: Level) -> None:
        super().__init__(settings_of(level))
        self._game, self._level = game, measured(level)
        if level.is_full:
            self._engine = Engine(game, hash_mb=16, book=catalog.book(game))
        else:
            self._engine = Engine(game, hash_mb=1, knowledge=None)  # room enough for how little it looks at

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game."""
        self._player = LevelPlayer(self._game, self._level, seed, self._engine)
        self.score = None

    def play(self, board: Board, limit: Limit) -> Move:
        """Return the move this level plays."""
        with self._player.start(board) as thought:
            found = thought.result()
        if sees_all(self._level):
            self.score = found.score
        return self._player.choose(found)


@cache
def player_of(game: str, level: Level) -> Setting:
    """Return a level as a player; loading what full strength knows takes a while."""
    return Setting(game, level)


def play_pair(game: str, one: Level, other: Level, number: int) -> int:
    """Play an opening, counted from 1, from both sides; return how many half points the first player gets."""
    start = catalog.new(game)
    players = player_of(game, one), player_of(game, other)
    names = players[0].name, players[1].name
    seed = zlib.crc32(" - ".join(names).encode())
    arena = Arena(names, game, start.rules.name, start.position, Limit(nodes=1), seed=seed)
    return round(2 * sum(arena.points(arena.play(2 * number - 1 + turned, players)) for turned in (0, 1)))


def meetings_of(game: str, kept: Sequence[Match]) -> list[tuple[Level, Level, Match]]:
    """Return who meets whom with what they have played: neighbours, and those two apart, the stronger one first."""
    levels, played = levels_of(game), {match.players: match for match in kept}
    found = []
    for low, high in [*pairwise(levels), *zip(levels, levels[2:], strict=False)]:
        players = settings_of(high), settings_of(low)
        found.append((high, low, played.get(players) or Match(players, [0] * 5)))
    return found


def play_on(game: str, league: dict[str, list[Match]], games: int, full_games: int) -> None:
    """Play what is missing of a game's matches, always in the one of which least is played."""
    kept = league.get(game, [])
    meetings = meetings_of(game, kept)
    league[game] = kept + [match for _, _, match in meetings if match not in kept]

    def share(meeting: tuple[Level, Level, Match]) -> float:
        one, _, match = meeting
        return 2 * sum(match.pairs) / (full_games if one.is_full else games)

    while share(least := min(meetings, key=share)) < 1:
        one, other, match = least
        match.pairs[play_pair(game, one, other, sum(match.pairs) + 1)] += 1
        write(league)
        done = 2 * sum(sum(match.pairs) for match in league[game])
        print(f"\r{game}: {done} games, {one.number} against {other.number}  ", end="", flush=True)
    print()


def main(arguments: list[str] | None = None) -> None:
    """Play and print."""
    known = [game.name for game in catalog.GAMES.values() if game.levels]
    parser = argparse.ArgumentParser(
        prog="python -m tools.league",
        description="Play the levels of each game against each other, and say what they are worth.",
        epilog="Example: python -m tools.league --game squadro --games 200",
    )
    parser.add_argument("--game", choices=known, action="append", help="which game; all")
    parser.add_argument("--games", type=int, default=200, help="how many in each match; 200")
    parser.add_argument("--full-games", type=int, default=80, help="how many in each match of full strength; 80")
    wishes = parser.parse_args(arguments)
    if wishes.games < 2 or wishes.full_games < 2:
        parser.error("A match has two games or more.")
    league = read()
    for game in wishes.game or known:
        play_on(game, league, wishes.games, wishes.full_games)
        print("level, rating, above the one below, games, settings; errors are those of 95 %")
        for level, rating, error, step, step_error, games in standings(game, league[game]):
            told = f"{level.number:4} {rating:6.0f} ± {error:.0f} {step:+6.0f} ± {step_error:.0f} {games:6}"
            print(told, settings_of(level), sep="  ")


if __name__ == "__main__":
    main()
