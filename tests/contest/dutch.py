"""The Dutch system as FIDE's handbook tells it (C.04.3, till January 2026): what is best is found by trying all.

Knows nothing of the code that pairs, and is for as few players as one can look through. A round is looked at bracket by
bracket, as the handbook pairs it. Of candidates that are equally good by C.5 to C.19 the handbook takes the one that it
comes to first (D), which is not asked here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.contest.tournament_rules import Met

WHITE, BLACK = 0, 1
NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP = -1, 1

Pair = frozenset[int]
Pairs = frozenset[Pair]
Quality = tuple[object, ...]


@dataclass(frozen=True)
class Past:
    """What the handbook asks of a player before a round."""

    number: int
    """In the order of the initial ranking."""
    score: float
    colours: tuple[int, ...]
    """Of the games that were played."""
    opponents: frozenset[int]
    had_bye: bool
    floats: tuple[int, int]
    """In the last round, and in the one before."""
    top: bool

    @property
    def difference(self) -> int:
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @property
    def in_a_row(self) -> bool:
        return len(self.colours) > 1 and self.colours[-1] == self.colours[-2]

    @property
    def preference(self) -> tuple[int, int | None]:
        """How strong, and for which colour (A.6)."""
        if self.difference > 1 or (self.in_a_row and self.colours[-1] == WHITE):
            return ABSOLUTE, BLACK
        if self.difference < -1 or self.in_a_row:
            return ABSOLUTE, WHITE
        if self.difference:
            return STRONG, BLACK if self.difference > 0 else WHITE
        return (MILD, 1 - self.colours[-1]) if self.colours else (NONE, None)

    @property
    def rank(self) -> tuple[float, int]:
        """What puts who is ranked higher first (A.2)."""
        return -self.score, self.number


class Round:
    """Who is to be paired, and what is known of them."""

    def __init__(self, order: Sequence[int], present: Collection[int], met: Sequence[Met], last: int) -> None:
        """`order` is the initial ranking with all who ever entered, `last` the number of the last round."""
        self.number = max((each.round for each in met), default=0) + 1
        scores = [_scores(order, met, number) for number in range(1, self.number + 1)]
        half = (self.number - 1) / 2
        self.players = {
            player: Past(
                order.index(player) + 1,
                scores[-1][player],
                tuple(_colours(player, met)),
                frozenset(_opponents(player, met)),
                any(each.first == player and each.second is None for each in met),
                (_float(player, met, scores, self.number - 1), _float(player, met, scores, self.number - 2)),
                self.number == last and scores[-1][player] > half,
            )
            for player in order
            if player in present
        }

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two may be paired (C.1, C.3)."""
        first, second = self.players[one], self.players[other]
        is_clash = first.preference == second.preference and first.preference[0] == ABSOLUTE
        return other not in first.opponents and (not is_clash or first.top or second.top)

    def may_rest(self, player: int) -> bool:
        """Return whether somebody may have the bye (C.2)."""
        return not self.players[player].had_bye

    def can_be_completed(self, players: Collection[int]) -> bool:
        """Return whether all of some players can be paired, with a bye if their number is odd."""
        rest = sorted(players)
        if not rest:
            return True
        one, *others = rest
        if len(rest) % 2 and self.may_rest(one) and self.can_be_completed(others):
            return True
        return any(
            self.may_meet(one, other) and self.can_be_completed([each for each in others if each != other])
            for other in others
        )

    def first_of(self, one: int, other: int) -> int:
        """Return who of two has the first side (E)."""
        higher, lower = sorted((one, other), key=lambda player: self.players[player].rank)
        (strength, wish), (other_strength, other_wish) = (self.players[each].preference for each in (higher, lower))
        if wish != other_wish:  # E.1, or one of the two has none
            white = wish == WHITE or other_wish == BLACK
        elif strength != other_strength:
            white = (wish == WHITE) == (strength > other_strength)
        elif strength == ABSOLUTE and abs(self.players[higher].difference) != abs(self.players[lower].difference):
            wider = abs(self.players[higher].difference) > abs(self.players[lower].difference)
            white = (wish == WHITE) == wider
        else:
            white = self._alternating(higher, lower, wish)
        return higher if white else lower

    def _alternating(self, higher: int, lower: int, wish: int | None) -> bool:
        """Return whether who is ranked higher has the first side of two who wish the same as much (E.3 to E.5)."""
        mine, theirs = self.players[higher].colours, self.players[lower].colours
        for one, other in zip(reversed(mine), reversed(theirs), strict=False):
            if one != other:
                return one == BLACK
        return self.players[higher].number % 2 == 1 if wish is None else wish == WHITE

    @cached_property
    def groups(self) -> list[list[int]]:
        """Who has the same score, the leaders first."""
        scores = sorted({past.score for past in self.players.values()}, reverse=True)
        return [[player for player, past in self.players.items() if past.score == score] for score in scores]


def check_best(pairing: Round, pairs: Pairs) -> None:
    """Refuse a round, without its bye, of which some bracket could have been paired better."""
    moved: list[int] = []
    left = list(pairing.groups)
    is_collapsed = False
    while left:
        residents, *below = left
        rest = [player for group in below for player in group]
        bracket = _Bracket(pairing, moved, residents, below[0] if below and not is_collapsed else [])
        chosen = frozenset(pair for pair in pairs if pair <= set(bracket.players))
        downfloaters = bracket.without(chosen)
        candidates = [each for each in bracket.candidates() if below or bracket.ends(each)]
        qualities = {each: bracket.quality(each, looks_on=bool(below)) for each in candidates}
        best = min(qualities.values())
        fine = [each for each in candidates if qualities[each] == best]
        completes = {each: pairing.can_be_completed([*bracket.without(each), *rest]) for each in fine}
        if chosen not in fine or not completes[chosen]:
            assert below, ("the last bracket", bracket.players, chosen, fine)
            assert not all(completes.values()), (bracket.players, chosen, fine)
            # The bracket is the penultimate one, and all below it are one (A.9).
            good = [each for each in bracket.candidates() if pairing.can_be_completed([*bracket.without(each), *rest])]
            wanted = min(bracket.quality(each, looks_on=False) for each in good)
            assert bracket.quality(chosen, looks_on=False) == wanted, (bracket.players, chosen)
            below, is_collapsed = [rest], True
        moved, left = downfloaters, below
    assert len(moved) == len(pairing.players) % 2


class _Bracket:
    def __init__(self, pairing: Round, moved: list[int], residents: list[int], following: list[int]) -> None:
        self._pairing = pairing
        self._moved = moved
        self._residents = residents
        self._following = following
        self.players = [*moved, *residents]
        self._outlooks: dict[frozenset[int], Quality] = {}

    def candidates(self) -> list[Pairs]:
        """Return all ways to pair some of the bracket; those who were moved down do not meet each other (B.3)."""
        return [frozenset(pairs) for pairs in self._pairings(self.players)]

    def _pairings(self, players: Sequence[int]) -> Iterator[list[Pair]]:
        if not players:
            yield []
            return
        one, *others = players
        yield from self._pairings(others)
        for other in others:
            both_moved = one in self._moved and other in self._moved
            if not both_moved and self._pairing.may_meet(one, other):
                for rest in self._pairings([each for each in others if each != other]):
                    yield [frozenset((one, other)), *rest]

    def without(self, pairs: Pairs) -> list[int]:
        """Return who is left over."""
        return [player for player in self.players if not any(player in pair for pair in pairs)]

    def ends(self, pairs: Pairs) -> bool:
        """Return whether nobody is left over but who may have the bye."""
        over = self.without(pairs)
        return not over or (len(over) == 1 and self._pairing.may_rest(over[0]))

    def differences(self, pairs: Pairs) -> list[float]:
        """Return the score differences, the greatest first (A.8)."""
        return sorted((gap for _, gap, _ in self._floats(pairs)), reverse=True)

    def _floats(self, pairs: Pairs) -> list[tuple[int | None, float, int | None]]:
        """Return who floats down, by how much, and who floats up because of it."""
        past = self._pairing.players
        least = min(past[player].score for player in self.players) - 1
        found: list[tuple[int | None, float, int | None]] = []
        for pair in pairs:
            high, low = sorted(pair, key=lambda player: -past[player].score)
            gap = past[high].score - past[low].score
            found.append((high, gap, low) if gap else (None, 0, None))
        return found + [(player, past[player].score - least, None) for player in self.without(pairs)]

    def quality(self, pairs: Pairs, *, looks_on: bool) -> Quality:
        """Return how good a candidate is by C.5 to C.19: the lower, the better."""
        past = self._pairing.players
        floats = self._floats(pairs)
        first = {pair: self._pairing.first_of(*pair) for pair in pairs}
        given = {player: WHITE if player == first[pair] else BLACK for pair in pairs for player in pair}
        wide = threes = unwished = strong = 0
        for pair in pairs:
            with_top = any(past[player].top for player in pair)
            for player in pair:
                after = past[player].difference + (1 if given[player] == WHITE else -1)
                wide += with_top and abs(after) > 2
                threes += with_top and past[player].in_a_row and past[player].colours[-1] == given[player]
                strength, wish = past[player].preference
                unwished += wish is not None and wish != given[player]
                strong += strength >= STRONG and wish != given[player]
        again: list[object] = []
        for back in (0, 1):
            down = [gap for who, gap, _ in floats if who is not None and past[who].floats[back] == DOWN]
            up = [gap for _, gap, who in floats if who is not None and past[who].floats[back] == UP]
            again += [down, up]
        counts = [len(gaps) for gaps in again]  # type: ignore[arg-type]
        gaps = [sorted(each, reverse=True) for each in again]  # type: ignore[call-overload]
        outlook = self._outlook(frozenset(self.without(pairs))) if looks_on and self._following else ()
        differences = self.differences(pairs)
        return (-len(pairs), differences, outlook, wide, threes, unwished, strong, *counts, *gaps)

    def _outlook(self, moved: frozenset[int]) -> Quality:
        """Return how well the next bracket could be paired: pairs, then score differences (C.7)."""
        if moved not in self._outlooks:
            following = _Bracket(self._pairing, sorted(moved), self._following, [])
            self._outlooks[moved] = min((-len(each), following.differences(each)) for each in following.candidates())
        return self._outlooks[moved]


def _scores(order: Sequence[int], met: Sequence[Met], number: int) -> dict[int, float]:
    """Return what everybody had before a round."""
    scores = dict.fromkeys(order, 0.0)
    for each in met:
        if each.round < number and each.points is not None:
            for player, scored in zip((each.first, each.second), each.points, strict=True):
                if player is not None:
                    scores[player] += scored
    return scores


def _colours(player: int, met: Sequence[Met]) -> Iterator[int]:
    for each in sorted(met):
        if each.second is not None and player in (each.first, each.second):
            yield WHITE if each.first == player else BLACK


def _opponents(player: int, met: Sequence[Met]) -> Iterator[int]:
    for each in met:
        if each.second is not None and player in (each.first, each.second):
            yield each.second if each.first == player else each.first


def _float(player: int, met: Sequence[Met], scores: Sequence[dict[int, float]], number: int) -> int:
    """Return how somebody floated in a round (A.4); who did not play has floated down."""
    if number < 1:
        return 0
    here = next((each for each in met if each.round == number and player in (each.first, each.second)), None)
    if here is None or here.second is None:
        return DOWN
    other = here.second if here.first == player else here.first
    mine, theirs = scores[number - 1][player], scores[number - 1][other]
    return DOWN if mine > theirs else UP if mine < theirs else 0
