"""Contests on the server: the arithmetic of vato.contest, fed from the games that the database keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from vato import contest
from vato.board import AGREEMENT, RESIGNATION, Outcome
from vato.contest.pairing import Contest, Pairing
from vato.server.store.model import MATCH, SERIES, ContestKind, Round, Seat, StoredContest, StoredGame

POSSIBLE = (Outcome(0, RESIGNATION), Outcome(1, RESIGNATION), Outcome(None, AGREEMENT))
"""One outcome of each kind, to see whether what follows depends on it."""

Make = Callable[[tuple[str, str], StoredContest, tuple[Outcome, ...]], Contest]


def _match(names: tuple[str, str], row: StoredContest, outcomes: tuple[Outcome, ...]) -> Contest:
    return contest.Match(names, row.rules, row.game, outcomes)


def _series(names: tuple[str, str], row: StoredContest, outcomes: tuple[Outcome, ...]) -> Contest:
    return contest.Series(names, row.rules, row.game, outcomes, row.order, row.cycles)


KINDS: dict[ContestKind, Make] = {MATCH: _match, SERIES: _series}


def contest_of(row: StoredContest, rounds: tuple[Round, ...], seats: tuple[Seat, Seat]) -> Contest:
    """Return a contest with the outcomes so far."""
    by_contestant = sorted(seats, key=lambda seat: seat.contestant or 0)
    names = by_contestant[0].name, by_contestant[1].name
    return KINDS[row.kind](names, row, tuple(played.outcome for played in rounds if played.outcome is not None))


def seats_for(pairing: Pairing, seats: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """Return who sits where in a game of a contest, given who sat where in another one."""
    by_contestant = {seat.contestant: seat for seat in seats}
    first, second = pairing.players
    return by_contestant[first], by_contestant[second]


@dataclass(frozen=True)
class Progress:
    """Where a contest stands."""

    players: tuple[str, str]
    score: tuple[float, float]
    rounds: int | None
    """How many games it has, or None where that depends on how they end."""
    coming: Pairing | None
    """The game after the one being played or, if that is over, the next one; None if there is none or nobody knows."""
    beginner: Seat | None
    """Who begins it."""
    over: bool
    winner: int | None
    winners: tuple[int | None, ...]
    """The contestant who won each game that is over, or None where nobody did."""


@lru_cache(maxsize=2_000)
def progress_of(row: StoredContest, rounds: tuple[Round, ...], seats: tuple[Seat, Seat]) -> Progress:
    """Return where a contest stands; a long one takes a while to work out, so it is done once."""
    value = contest_of(row, rounds, seats)
    over = all(played.outcome is not None for played in rounds)
    following = value.next if over else _coming(value)
    return Progress(
        players=value.players,
        score=value.score,
        rounds=value.cycles * len(value.openings) if isinstance(value, contest.Series) else None,
        coming=following,
        beginner=None if following is None else seats_for(following, seats)[0],
        over=value.over,
        winner=value.winner,
        winners=tuple(
            None if outcome.winner is None else pairing.players[outcome.winner] for pairing, outcome in value.played()
        ),
    )


def _coming(value: Contest) -> Pairing | None:
    """Return the game that comes after the one being played, if it does not depend on how that ends."""
    following = [value.after(outcome).next for outcome in POSSIBLE]
    return following[0] if following.count(following[0]) == len(following) else None


def is_current(game: StoredGame, rounds: tuple[Round, ...]) -> bool:
    """Return whether a game is the last one of its contest so far."""
    return bool(rounds) and rounds[-1].id == game.id
