"""The standing of a tournament worked out from the text of its records by docs/tournaments.md, with nothing of vato."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

Points = dict[int, float]


class Game(NamedTuple):
    """A game: who, by number, had which side, and who won."""

    first: int
    second: int
    winner: int | None


class Met(NamedTuple):
    """A meeting that is over: two, or one who had a bye; the games, and who did not play it to its end."""

    round: int
    first: int
    second: int | None
    games: tuple[Game, ...]
    gone: int | None

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


Standing = list[tuple[int, int, float, list[float]]]
"""Place, number, points, and what decides between equal points; the leader first."""


class File:
    """What a file of a tournament's records says."""

    def __init__(self, text: str) -> None:
        blocks = [_headers(part) for part in re.split(r"^(?=Game: )", text, flags=re.MULTILINE) if part.strip()]
        self.head = blocks[0]
        entered = [
            re.fullmatch(r"(.+) \((\d+)(?:, from (\d+))?(?:, until (\d+))?\)", part) for part in self._list("Entries")
        ]
        self.names = [str(found and found[1]) for found in entered]
        self.ratings = {number: int(found[2]) for number, found in enumerate(entered, start=1) if found}
        self.joined = {number: int(found[3] or 0) for number, found in enumerate(entered, start=1) if found}
        self.left = {number: int(found[4]) for number, found in enumerate(entered, start=1) if found and found[4]}
        self.games: defaultdict[tuple[int, int], list[Game]] = defaultdict(list)
        for block in blocks:
            self.games[int(block["Round"]), int(block["Board"])].append(self._game(block))
        for part in self._list("Damaged"):
            place, board, number, first, second, won = map(int, re.findall(r"\d+", f"{part}, 0")[:6])
            self.games[place, board].insert(number - 1, Game(first, second, won or None))
        self.meetings = self._meetings()

    def _list(self, name: str) -> list[str]:
        return [part for part in self.head.get(name, "").split("; ") if part]

    def _game(self, block: dict[str, str]) -> Game:
        names = list(block)
        sides = names[names.index("Date") - 2 : names.index("Date")]
        first, second = (self.names.index(block[side]) + 1 for side in sides)
        won = (
            [side.lower() for side in sides].index(block["Result"]) if block["Result"] not in ("draw", "none") else None
        )
        return Game(first, second, None if won is None else (first, second)[won])

    def _meetings(self) -> list[Met]:
        found: dict[tuple[int, int], Met] = {}
        for key, games in self.games.items():
            found[key] = Met(key[0], games[0].first, games[0].second, tuple(games), None)
        for part in self._list("Unplayed"):
            place, board, first, *more = map(int, re.findall(r"\d+", part))
            second, gone = more or (None, None)
            found[place, board] = Met(place, first, second, tuple(self.games.get((place, board), ())), gone)
        return [found[key] for key in sorted(found)]

    @property
    def was_there(self) -> list[int]:
        """Who was there when the first round began."""
        return [number for number in self.ratings if self.joined[number] == 0 and self.left.get(number) != 0]


def _headers(block: str) -> dict[str, str]:
    lines = block.split("\n\n")[0].splitlines()
    return {name: value for name, _, value in (line.partition(": ") for line in lines)}


def standing(text: str, openings: int = 0) -> Standing:
    """Return the standing that follows from a file; `openings` are those of its game, of which a series is made."""
    file = File(text)
    system = file.head["System"]
    if system == "arena":
        return _arena(file)
    if system == "knockout":
        return _knockout(file)
    meetings, last = file.meetings, set()
    if system == "round_robin":
        there = len(file.was_there)
        rounds = int(file.head["Cycles"]) * (there - 1 + there % 2)
        for number in file.was_there:
            played = [each for each in meetings if number in each.players and each.gone is None]
            if number in file.left and 2 * len(played) < rounds:
                last.add(number)
        meetings = [each for each in meetings if not last & set(each.players)]
    points: Points = dict.fromkeys(file.ratings, 0.0)
    against: defaultdict[int, list[tuple[int | None, float]]] = defaultdict(list)
    for each in meetings:
        mine, theirs = scored(file, each, openings)
        points[each.first] += mine
        against[each.first].append((each.second, mine))
        if each.second is not None:
            points[each.second] += theirs
            against[each.second].append((each.first, theirs))
    whole = 2.0 * openings if system == "round_robin" and file.head["Form"] == "series" else 1.0
    ties: dict[int, list[float]] = {}
    for number, met in against.items():
        others = [(other, won) for other, won in met if other is not None]
        wins = float(sum(won > whole / 2 for _, won in others))
        berger = sum(won * points[other] for other, won in others)
        direct = sum(won for other, won in others if points[other] == points[number])
        buchholz = sum(points[number if other is None else other] for other, _ in met)
        ties[number] = [direct if system == "round_robin" else buchholz, berger, wins]
    return _placed(points, {number: ties.get(number, [0.0, 0.0, 0.0]) for number in points}, last)


def scored(file: File, met: Met, openings: int) -> tuple[float, float]:
    """Return what a meeting was worth to both."""
    every_game_counts = file.head["System"] == "round_robin" and file.head["Form"] == "series"
    if met.second is None:
        return (0.0 if file.head["System"] == "round_robin" else 1.0), 0.0
    if met.gone is not None:
        whole = 2.0 * openings if every_game_counts else 1.0
        return (0.0, whole) if met.gone == met.first else (whole, 0.0)
    if file.head["Form"] == "match":
        winner = _of_match(met.games)
        return (0.5, 0.5) if winner is None else (float(winner == met.first), float(winner == met.second))
    mine = sum(0.5 if game.winner is None else float(game.winner == met.first) for game in met.games)
    if every_game_counts:
        return mine, len(met.games) - mine
    half = len(met.games) / 2
    return (0.5, 0.5) if mine == half else (float(mine > half), float(mine < half))


def _of_match(games: Sequence[Game]) -> int | None:
    """Return who won a match: who loses a game claims a revanche, with the first side, and loses all by losing it."""
    is_revanche = False
    for game in games:
        if is_revanche and game.winner == game.second:
            return game.second
        # A drawn revanche is played again; one that is won is followed by a usual game.
        is_revanche = game.winner is None if is_revanche else game.winner is not None
    return None


def _arena(file: File) -> Standing:
    points: Points = dict.fromkeys(file.ratings, 0.0)
    past: defaultdict[int, list[bool]] = defaultdict(list)
    for met in file.meetings:
        (game,) = met.games
        for player in (game.first, game.second):
            doubled = 2 if past[player][-2:] == [True, True] else 1
            points[player] += doubled * (1 if game.winner is None else 2 if game.winner == player else 0)
            past[player].append(game.winner == player)
    return _placed(points, {player: [float(sum(past[player]))] for player in points}, set())


def _knockout(file: File) -> Standing:
    seeds = sorted(file.was_there, key=lambda number: (-file.ratings[number], number))
    points: Points = dict.fromkeys(file.ratings, 0.0)
    out = set(points) - {player for met in file.meetings for player in met.players}
    for met in file.meetings:
        mine, theirs = scored(file, met, 0)
        if met.second is None or mine > theirs:
            winner = met.first
        else:
            winner = met.second if mine < theirs else min(met.players, key=seeds.index)
        points[winner] += 1
        out |= set(met.players) - {winner}
    placed = _placed(points, {player: [float(player not in out)] for player in points}, set())
    return [(place, player, scored, []) for place, player, scored, _ in placed]


def _placed(points: Points, ties: dict[int, list[float]], last: set[int]) -> Standing:
    def worth(player: int) -> list[float]:
        return [float(player not in last), points[player], *ties[player]]

    order = sorted(points, key=lambda player: ([-value for value in worth(player)], player))
    return [
        (1 + sum(worth(other) > worth(player) for other in order), player, points[player], ties[player])
        for player in order
    ]
