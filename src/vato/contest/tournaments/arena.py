"""The arena: for a while, whoever is free is paired with somebody near in the standing whom they did not meet just now.

A win is two points and a draw one; after two wins in a row everything counts double until a game is not won.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import rustworkx

from vato.contest.tournaments.plan import Meeting, firsts

WIN, DRAW = 2, 1
STREAK = 2
"""So many wins in a row make the next games count double."""
RECENT = 3
"""So many games back it is looked whom somebody has met."""
AGAIN = 12
"""Meeting the last opponent but one is worth being so many places nearer; those before, less."""


@dataclass(frozen=True)
class Form:
    """How somebody does in an arena."""

    points: int = 0
    wins: int = 0
    games: int = 0
    row: int = 0
    """Games won in a row, up to now."""

    @property
    def fire(self) -> bool:
        """Whether the next game counts double."""
        return self.row >= STREAK

    def after(self, won: bool | None) -> Form:
        """Return how they do after a game that was won, lost or, if None, drawn.

        >>> form = Form()
        >>> for won in (True, True, True, None, True):
        ...     form = form.after(won)
        >>> form.points, form.fire
        (12, False)
        """
        worth = (WIN if won else DRAW if won is None else 0) * (2 if self.fire else 1)
        return Form(self.points + worth, self.wins + bool(won), self.games + 1, self.row + 1 if won else 0)


def forms_of(players: Collection[int], meetings: Sequence[Meeting]) -> dict[int, Form]:
    """Return how everybody does, from the games that have ended."""
    forms = dict.fromkeys(players, Form())
    for meeting in sorted(meetings, key=lambda each: each.round):
        if meeting.second is None or not meeting.outcomes:
            continue
        winner = meeting.outcomes[0].winner
        for side, player in enumerate((meeting.first, meeting.second)):
            forms[player] = forms[player].after(None if winner is None else winner == side)
    return forms


def pair(ranking: Sequence[int], waiting: Collection[int], present: int, meetings: Sequence[Meeting]) -> list[Meeting]:
    """Return who of those who wait meets whom; `ranking` has everybody, the leader first, and `present` counts them.

    As many as can are paired, near each other in the standing, and not with whom they met just now; the last opponent
    is met again at once only where nobody else is there. Of an odd number whoever has played most waits on.
    """
    free = [player for player in ranking if player in waiting]
    opponents = {player: _opponents(player, meetings) for player in free}
    if len(free) % 2:
        free.remove(max(free, key=lambda player: (len(opponents[player]), ranking.index(player))))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(free)
    for place, one in enumerate(free):
        for beside, other in enumerate(free[place + 1 :], place + 1):
            last = opponents[one][-1:] == [other] or opponents[other][-1:] == [one]
            if not last or present <= 2:
                graph.add_edge(place, beside, 1_000_000 - _cost(beside - place, opponents, one, other))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    number = max((meeting.round for meeting in meetings), default=0)
    pairs = sorted(tuple(sorted(pair)) for pair in found)
    return [
        Meeting(number + place, *_sides(free[one], free[other], meetings))
        for place, (one, other) in enumerate(pairs, start=1)
    ]


def _opponents(player: int, meetings: Sequence[Meeting]) -> list[int]:
    """Return whom somebody has met, the last one last."""
    met = sorted((meeting.round, meeting.other(player)) for meeting in meetings if player in meeting.players)
    return [other for _, other in met if other is not None]


def _cost(distance: int, opponents: dict[int, list[int]], one: int, other: int) -> int:
    """Return what speaks against pairing two: how far apart they stand, and how lately they met."""
    lately = opponents[one][-RECENT:]
    recency = lately[::-1].index(other) if other in lately else RECENT
    return distance**2 + AGAIN * (RECENT - recency)


def _sides(one: int, other: int, meetings: Sequence[Meeting]) -> tuple[int, int]:
    """Return two with who is to have the first side first: who had it less often, or not the last time."""
    return (one, other) if firsts(one, meetings) <= firsts(other, meetings) else (other, one)
