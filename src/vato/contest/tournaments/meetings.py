"""What two who meet play, game after game, and what comes of it. A meeting is all that is known of it (`plan.py`)."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from vato import catalog
from vato.contest.match import Match
from vato.contest.pairing import Contest, Pairing
from vato.contest.series import Series
from vato.contest.tournaments.plan import DRAWN, FREE, GAME, KNOCKOUT, MATCH, ROUND_ROBIN, SERIES, Meeting, Plan

MOST_DRAWN = 4
"""So many drawn games are played in a knock-out before the better seed goes on."""
LONGEST_MATCH = 12
"""So many games of a match with revanches are played before it is drawn."""

Points = tuple[float, float]


@lru_cache(maxsize=200)
def openings_of(plan: Plan, cycle: int) -> tuple[str, ...]:
    """Return the first moves that are played one after the other, in their order; each cycle may draw another one."""
    named = catalog.find(plan.game).openings
    board = catalog.new(plan.game, rules=plan.rules)
    moves = [str(board.read(named.get(opening, opening))) for opening in plan.order or named]
    if plan.openings == DRAWN:
        Random(f"{plan.seed} {cycle}").shuffle(moves)
    return tuple(moves)


def refuse_unplayable(plan: Plan) -> None:
    """Refuse a plan whose games could not begin: by openings that are none, or rules that do not go with its form."""
    if plan.form == SERIES or plan.openings != FREE:
        openings_of(plan, 0)
    pairing = next_game(plan, Meeting(1, 1, 2))
    assert pairing is not None
    pairing.board()


def opening_of(plan: Plan, round_number: int) -> str | None:
    """Return the first move that is assigned to all games of a round, if any is."""
    if plan.form != GAME or plan.openings == FREE:
        return None
    many = len(openings_of(plan, 0))
    cycle, place = divmod(round_number - 1, many)
    return openings_of(plan, cycle)[place]


def next_game(plan: Plan, meeting: Meeting) -> Pairing | None:
    """Return the game that two who meet play next, or None when nothing is left to play.

    In its `players`, 0 is who is first in the meeting, and 1 the other.
    """
    if meeting.second is None or meeting.forfeit is not None:
        return None
    played = len(meeting.outcomes)
    if plan.form == GAME:
        is_undecided = plan.system == KNOCKOUT and 0 < played < MOST_DRAWN and not _last_won(meeting)
        return _single(plan, meeting) if played == 0 or is_undecided else None
    if plan.form == MATCH and played >= LONGEST_MATCH:
        return None
    return _contest(plan, meeting).next


def _last_won(meeting: Meeting) -> bool:
    return meeting.outcomes[-1].winner is not None


def _single(plan: Plan, meeting: Meeting) -> Pairing:
    first = len(meeting.outcomes) % 2
    rules = catalog.find(plan.game).read_rules(plan.rules)
    return Pairing(plan.game, rules, (first, 1 - first), opening_of(plan, meeting.round))


def _contest(plan: Plan, meeting: Meeting) -> Contest:
    names = "", ""
    if plan.form == MATCH:
        return Match(names, plan.rules, plan.game, meeting.outcomes)
    return Series(names, plan.rules, plan.game, meeting.outcomes, openings_of(plan, meeting.round))


def is_over(plan: Plan, meeting: Meeting) -> bool:
    """Return whether a meeting is decided, or drawn for good."""
    return next_game(plan, meeting) is None


def points_of(plan: Plan, meeting: Meeting) -> Points | None:
    """Return what a meeting is worth to both, once it is over; to who has a bye, what that is worth.

    A win is one point and a draw half of one, of however many games it is made; but in a round robin of series every
    game of them counts.
    """
    if meeting.second is None:
        return (0.0 if plan.system == ROUND_ROBIN else 1.0), 0.0
    if meeting.forfeit is not None:
        whole = float(_most(plan))
        return (0.0, whole) if meeting.forfeit == meeting.first else (whole, 0.0)
    if not is_over(plan, meeting):
        return None
    first, second = scored(plan, meeting)
    if plan.form == SERIES and plan.system == ROUND_ROBIN:
        return first, second
    if plan.form == MATCH:
        winner = _contest(plan, meeting).winner
        return (0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1))
    return (0.5, 0.5) if first == second else (float(first > second), float(first < second))


def _most(plan: Plan) -> int:
    """Return what can be won in a meeting."""
    return 2 * len(openings_of(plan, 0)) if plan.form == SERIES and plan.system == ROUND_ROBIN else 1


def scored(plan: Plan, meeting: Meeting) -> Points:
    """Return the points of the games that two who met have played: one for a game won, half for one drawn."""
    points = [0.0, 0.0]
    for number, outcome in enumerate(meeting.outcomes):
        sides = sides_of(plan, meeting, number)
        if outcome.winner is None:
            points = [point + 0.5 for point in points]
        else:
            points[sides[outcome.winner]] += 1
    return points[0], points[1]


def sides_of(plan: Plan, meeting: Meeting, number: int) -> tuple[int, int]:
    """Return who has which side in a game of a meeting: 0 is who is first there, and 1 the other."""
    before = Meeting(meeting.round, meeting.first, meeting.second, meeting.outcomes[:number])
    game = next_game(plan, before)
    assert game is not None
    return game.players
