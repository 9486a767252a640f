"""A tournament as its records: what the headers of its games say, and the tournament read from them again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from vato.board import Outcome, Player
from vato.contest.tournaments.meetings import sides_of
from vato.contest.tournaments.plan import Entry, Form, Meeting, Openings, Plan, System, numbered
from vato.contest.tournaments.tournament import Tournament
from vato.errors import VatoError
from vato.record import Record

ENTRY = re.compile(r"(?P<name>.+?) \((?P<rating>[0-9]+)(?:, from (?P<joined>[0-9]+))?(?:, until (?P<left>[0-9]+))?\)")
UNPLAYED = re.compile(
    r"(?P<round>[0-9]+)\.(?P<board>[0-9]+) (?P<first>[0-9]+)(?:-(?P<second>[0-9]+), (?P<gone>[0-9]+))?"
)
"""A round and board, and who had a bye there, by number; or two, and who of them did not play it to its end."""
DAMAGED = re.compile(
    r"(?P<round>[0-9]+)\.(?P<board>[0-9]+)\.(?P<number>[0-9]+)"
    r" (?P<first>[0-9]+)-(?P<second>[0-9]+)(?:, (?P<won>[0-9]+))?"
)
"""A round, a board and which game there, who had the first and who the second side, and who won unless it was drawn."""
SET_ASIDE = "set aside"
"""How a game ended of which nothing else is known any more."""

Key = tuple[int, int]
"""A round and a board."""


@dataclass(frozen=True)
class SetAside:
    """A game that has ended and cannot be read any more, so that there is no record of it."""

    round: int
    board: int
    number: int
    """Which game of those who met it was, from 1."""
    players: tuple[int, int]
    """Who had which side."""
    winner: Player | None


def headers_of(title: str, meeting: Meeting, board: int) -> dict[str, str]:
    """Return what the record of a game says of its tournament."""
    return {"Tournament": title, "Round": str(meeting.round), "Board": str(board)}


def whole_headers(tournament: Tournament, names: dict[int, str], damaged: Iterable[SetAside] = ()) -> dict[str, str]:
    """Return what the first record of a file says beside: the plan, everybody who entered, what there is no game of."""
    plan = tournament.plan
    said = {
        "System": plan.system,
        "Form": plan.form,
        "Usual rules": plan.rules,
        "Openings": plan.openings,
        "Order": "; ".join(plan.order),
        "Rounds": str(plan.rounds),
        "Cycles": str(plan.cycles),
        "Seed": str(plan.seed),
        "Entries": "; ".join(_entry(entry, names) for entry in tournament.entries),
        "Unplayed": "; ".join(_unplayed(tournament)),
        "Damaged": "; ".join(map(_damaged, damaged)),
    }
    return {name: value for name, value in said.items() if value}


def _entry(entry: Entry, names: dict[int, str]) -> str:
    came = f", from {entry.joined}" if entry.joined else ""
    went = "" if entry.left is None else f", until {entry.left}"
    return f"{names[entry.number]} ({round(entry.rating)}{came}{went})"


def _unplayed(tournament: Tournament) -> Iterable[str]:
    for board, meeting in numbered(tournament.meetings):
        where = f"{meeting.round}.{board} {meeting.first}"
        if meeting.second is None:
            yield where
        elif meeting.forfeit is not None:
            yield f"{where}-{meeting.second}, {meeting.forfeit}"


def _damaged(game: SetAside) -> str:
    first, second = game.players
    won = "" if game.winner is None else f", {game.players[game.winner]}"
    return f"{game.round}.{game.board}.{game.number} {first}-{second}{won}"


def tournament_of(records: Sequence[Record]) -> tuple[Tournament, list[str]]:
    """Return the tournament that a file of records tells of, and the names of who entered, in their order."""
    if not records or "Entries" not in records[0].headers:
        raise VatoError("The first record does not say who entered; take the file of a whole tournament.")
    said = records[0].headers
    found = [_matched(ENTRY, text) for text in said["Entries"].split("; ")]
    names = [entry["name"] for entry in found]
    entries = tuple(_entry_of(number, entry) for number, entry in enumerate(found, start=1))
    plan = Plan(
        system=cast(System, said["System"]),
        game=records[0].start.game,
        rules=said.get("Usual rules", records[0].start.rules.name),
        form=cast(Form, said["Form"]),
        openings=cast(Openings, said["Openings"]),
        order=tuple(filter(None, said.get("Order", "").split("; "))),
        rounds=int(said["Rounds"]),
        cycles=int(said["Cycles"]),
        seed=int(said["Seed"]),
    )
    played: defaultdict[Key, list[tuple[tuple[int, int], Outcome]]] = defaultdict(list)
    for record in records:
        key = int(record.headers["Round"]), int(record.headers["Board"])
        if record.outcome is None:
            raise VatoError("Round {number} is not finished.", number=key[0])
        first, second = (names.index(name) + 1 for name in record.players)
        played[key].append(((first, second), record.outcome))
    for game in _damaged_of(said.get("Damaged", "")):
        lost = game.players, Outcome(game.winner, SET_ASIDE)
        played[game.round, game.board].insert(game.number - 1, lost)
    boards = dict(_unplayed_of(said.get("Unplayed", "")))
    for key, games in played.items():
        boards[key] = _met(plan, boards.get(key) or Meeting(key[0], *games[0][0]), games)
    return Tournament(plan, entries, tuple(boards[key] for key in sorted(boards))), names


def _met(plan: Plan, meeting: Meeting, games: Iterable[tuple[tuple[int, int], Outcome]]) -> Meeting:
    """Return a meeting with its games, of each of which is said who had which side."""
    for players, outcome in games:
        meeting = replace(meeting, outcomes=(*meeting.outcomes, outcome))
        sides = sides_of(plan, replace(meeting, forfeit=None), len(meeting.outcomes) - 1)
        if tuple(meeting.players[side] for side in sides) != players:
            raise VatoError("In round {number} the sides are not those of the tournament.", number=meeting.round)
    return meeting


def _entry_of(number: int, found: re.Match[str]) -> Entry:
    left = found["left"]
    return Entry(number, float(found["rating"]), int(found["joined"] or 0), None if left is None else int(left))


def _unplayed_of(text: str) -> Iterable[tuple[tuple[int, int], Meeting]]:
    for part in filter(None, text.split("; ")):
        found = _matched(UNPLAYED, part)
        second, gone = (None if found[name] is None else int(found[name]) for name in ("second", "gone"))
        number = int(found["round"])
        yield (number, int(found["board"])), Meeting(number, int(found["first"]), second, forfeit=gone)


def _damaged_of(text: str) -> Iterable[SetAside]:
    for part in filter(None, text.split("; ")):
        found = _matched(DAMAGED, part)
        place, board, number, first, second = (
            int(found[name]) for name in ("round", "board", "number", "first", "second")
        )
        winner = None if found["won"] is None else (first, second).index(int(found["won"]))
        yield SetAside(place, board, number, (first, second), winner)


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    if (found := pattern.fullmatch(text)) is None:
        raise VatoError("{text!r} says nothing of a tournament that can be read.", text=text)
    return found
