"""Tournaments beside what is worked out in another way: the handbook tried out, published tables, files read again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contest import standing_of_file
from tests.contest.dutch import Pairs, Round, check_best
from tests.contest.test_tournaments import CHANCES, GAME, MORE, OPENED, entered, met_in, moved, plan, play, played
from tests.contest.tournament_rules import Met, sides
from vato import catalog
from vato.board import Outcome
from vato.contest.tournaments.meetings import next_game
from vato.contest.tournaments.plan import Entry, Meeting, numbered
from vato.contest.tournaments.records import SetAside, headers_of, tournament_of, whole_headers
from vato.contest.tournaments.round_robin import berger
from vato.contest.tournaments.tournament import Tournament
from vato.record import Record, read, write

# Published by FIDE (C.05, annex 1).
BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4"
    " | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3"
    " | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5"
    " | 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8"
    " | 12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4"
    " | 4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11"
    " | 12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1",
}


def before(tournament: Tournament) -> Round:
    """Return what the handbook asks before the next round, from who met whom alone."""
    order = sorted(tournament.entries, key=lambda entry: (-entry.rating, entry.number))
    present = {entry.number for entry in tournament.entries if entry.is_in}
    return Round([entry.number for entry in order], present, met_in(tournament), tournament.plan.rounds)


def swiss_rounds(count: int, rounds: int, often: float, chance: random.Random) -> Iterator[tuple[Round, list[Meeting]]]:
    """Play a Swiss, and yield each round before it is played: what is known of everybody, and who is paired."""
    tournament = Tournament(plan("swiss", rounds=rounds), entered(count, chance))
    while tournament.begun < rounds and sum(entry.is_in for entry in tournament.entries) > 1:
        paired = tournament.next_round()
        yield before(tournament), paired
        if not paired:
            return
        done = (play(tournament, meeting, chance) for meeting in paired)
        tournament = moved(replace(tournament, meetings=(*tournament.meetings, *done)), chance, often)


def pairs_of(paired: list[Meeting]) -> Pairs:
    return frozenset(frozenset(meeting.players) for meeting in paired if meeting.second is not None)


def ways(pairing: Round, players: list[int]) -> Iterator[list[tuple[int, int | None]]]:
    """Yield all ways to pair everybody without a second meeting or bye, whatever their sides."""
    if not players:
        yield []
        return
    one, *others = players
    if len(players) % 2 and pairing.may_rest(one):
        yield from ([(one, None), *rest] for rest in ways(pairing, others))
    for other in others:
        if other not in pairing.players[one].opponents:
            left = [each for each in others if each != other]
            yield from ([(one, other), *rest] for rest in ways(pairing, left))


def unevenness(pairing: Round, pairs: list[tuple[int, int | None]]) -> tuple[float, float]:
    """Return by how much two who meet have had the same side more often, and then how far they are apart in points."""
    known = pairing.players
    uneven = sum(abs(known[one].difference + known[other].difference) for one, other in pairs if other is not None)
    apart = sum(abs(known[one].score - (known[other].score if other is not None else 0)) for one, other in pairs)
    return uneven, apart


@settings(max_examples=60 * MORE, deadline=None)
@given(st.integers(2, 8), st.integers(1, 7), st.sampled_from([0.0, 0.05, 0.15]), CHANCES)
def test_no_round_of_a_small_swiss_could_have_been_paired_better(
    count: int, rounds: int, often: float, chance: random.Random
) -> None:
    """Compared with all pairings there are, by the criteria of the handbook: floats, sides, the bye."""
    check_swiss(swiss_rounds(count, rounds, often, chance))


def test_where_the_handbook_has_no_pairing_points_count_after_sides() -> None:
    """A tournament of eight in which several pairings are left whose sides are equally even."""
    check_swiss(swiss_rounds(8, 7, 0.0, random.Random(299)))


def check_swiss(played: Iterator[tuple[Round, list[Meeting]]]) -> None:
    for pairing, paired in played:
        if len(pairing.players) > 8:
            return
        if pairing.can_be_completed(pairing.players):
            check_best(pairing, pairs_of(paired))
            for meeting in paired:
                if meeting.second is not None:
                    assert pairing.first_of(meeting.first, meeting.second) == meeting.first
            continue
        # By the handbook nothing can be paired: sides give way, and nobody meets or rests twice.
        possible = [unevenness(pairing, way) for way in ways(pairing, sorted(pairing.players))]
        if not paired:
            assert not possible
            continue
        found = [(meeting.first, meeting.second) for meeting in paired]
        assert {player for meeting in paired for player in meeting.players} == set(pairing.players)
        assert unevenness(pairing, found) == min(possible)


@settings(max_examples=4 * MORE, deadline=None)
@given(st.integers(18, 26), st.integers(7, 12), CHANCES)
def test_sides_of_a_larger_swiss_are_those_of_the_handbook(count: int, rounds: int, chance: random.Random) -> None:
    for pairing, paired in swiss_rounds(count, rounds, 0.01, chance):
        if not all(meeting.second is None or pairing.may_meet(*meeting.players) for meeting in paired):
            assert not pairing.can_be_completed(pairing.players)
            continue
        for meeting in paired:
            if meeting.second is None:
                assert pairing.may_rest(meeting.first)
                continue
            one, other = (pairing.players[player] for player in meeting.players)
            assert pairing.first_of(*meeting.players) == meeting.first
            for past, side in ((one, 0), (other, 1)):
                if not (one.top or other.top):  # who may win the tournament in its last round
                    assert past.colours[-2:] != (side, side)
                    assert abs(past.difference + (1 if side == 0 else -1)) <= 2


@pytest.mark.parametrize(
    ("worse", "why"),
    [
        (((1, 5), (2, 6), (3, 4)), "nobody who has won meets another one who has"),
        (((1, 2), (3, 5), (4, 6)), "two meet who wish for the same side, though others do not"),
        (((1, 4), (2, 3), (5, 6)), "two meet again"),
        (((1, 2), (5, 6)), "two are left over"),
    ],
)
def test_what_is_worse_is_refused(worse: tuple[tuple[int, int], ...], why: str) -> None:
    """After a round in which 1, 2 and 3 have won: so that the comparison is known to see something."""
    met = [Met(1, 1, 4, (1.0, 0.0)), Met(1, 5, 2, (0.0, 1.0)), Met(1, 3, 6, (1.0, 0.0))]
    pairing = Round(range(1, 7), range(1, 7), met, 5)
    check_best(pairing, frozenset(map(frozenset, ((1, 2), (3, 4), (5, 6)))))
    with pytest.raises(AssertionError):
        check_best(pairing, frozenset(map(frozenset, worse)))
    assert why


@pytest.mark.parametrize("count", BERGER)
def test_the_tables_are_those_that_are_published(count: int) -> None:
    rounds = [[tuple(map(int, pair.split("-"))) for pair in each.split()] for each in BERGER[count].split(" | ")]
    assert berger(count) == rounds
    assert berger(count - 1) == rounds


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("count", [3, 5, 6, 8, 9, 10])
def test_in_a_round_robin_nobody_has_a_side_three_times_in_a_row(count: int, cycles: int) -> None:
    chance = random.Random(count)
    tournament = played(Tournament(plan("round_robin", cycles=cycles), entered(count, chance)), chance, 0)
    for had in sides(met_in(tournament)).values():
        assert not any(one == other == third for (one, other), third in zip(pairwise(had), had[2:], strict=False))


@pytest.mark.parametrize("count", range(2, 18))
def test_who_is_seeded_better_meets_who_is_seeded_worse(count: int) -> None:
    """Where the better one always wins, the seeds of two who meet add up to one more than there are places left."""
    tournament = Tournament(plan("knockout"), tuple(Entry(number, 3000.0 - number) for number in range(1, count + 1)))
    places = 1 << (count - 1).bit_length()
    while paired := tournament.next_round():
        assert len(paired) == places / 2
        byes = [meeting.first for meeting in paired if meeting.second is None]
        assert sorted(byes) == list(range(1, places - count + 1) if tournament.begun == 0 else [])
        done = []
        for meeting in paired:
            if meeting.second is not None:
                assert meeting.first + meeting.second == places + 1
                meeting = replace(meeting, outcomes=(Outcome(int(meeting.second < meeting.first), "resignation"),))
            done.append(meeting)
        tournament = replace(tournament, meetings=(*tournament.meetings, *done))
        places //= 2
    assert places == 1


# Standings from files


def filed(tournament: Tournament, aside: float, chance: random.Random) -> str:
    """Return a tournament that is over as its file, with some games set aside as they cannot be read any more."""
    names = {entry.number: f"Player {entry.number}" for entry in tournament.entries}
    records, damaged = [], []
    for board, meeting in numbered(tournament.meetings):
        for number, outcome in enumerate(meeting.outcomes, start=1):
            pairing = next_game(
                tournament.plan, replace(meeting, outcomes=meeting.outcomes[: number - 1], forfeit=None)
            )
            assert pairing is not None
            first, second = (meeting.players[side] for side in pairing.players)
            if chance.random() < aside:
                damaged.append(SetAside(meeting.round, board, number, (first, second), outcome.winner))
                continue
            played = pairing.board()
            played.declare(outcome)
            headers = headers_of("Cup", meeting, board)
            records.append(Record.of(played, (names[first], names[second]), "2026-11-15", headers))
    if not records:
        return ""
    records[0].headers |= whole_headers(tournament, names, damaged)
    return write(records)


def an_arena(count: int, chance: random.Random) -> Tournament:
    tournament = Tournament(plan("arena"), entered(count, chance))
    for _ in range(8):
        paired = tournament.next_pairs([entry.number for entry in tournament.entries if chance.random() < 0.9])
        done = (play(tournament, meeting, chance) for meeting in paired)
        tournament = moved(replace(tournament, meetings=(*tournament.meetings, *done)), chance, 0.05)
    return tournament


KINDS = [
    ("arena", GAME, "game"),
    ("swiss", GAME, "game"),
    ("round_robin", GAME, "game"),
    ("knockout", GAME, "game"),
    *((system, OPENED, form) for system in ("swiss", "round_robin", "knockout") for form in ("match", "series")),
]


@settings(max_examples=60 * MORE, deadline=None)
@given(st.sampled_from(KINDS), st.integers(2, 7), st.sampled_from([0.0, 0.1]), st.sampled_from([0.0, 0.2]), CHANCES)
def test_the_standing_follows_from_the_file_alone(
    kind: tuple[str, str, str], count: int, often: float, aside: float, chance: random.Random
) -> None:
    """By a reader that has nothing of vato; also where somebody left, and where games cannot be read any more."""
    system, game, form = kind
    if system == "arena":
        tournament = an_arena(count, chance)
    else:
        agreed = plan(system, game=game, form=form, rounds=3)
        tournament = played(Tournament(agreed, entered(count, chance)), chance, often)
    if not (text := filed(tournament, aside, chance)):
        return
    wanted = [(each.place, each.player, each.points, list(each.ties)) for each in tournament.standing()]
    assert standing_of_file.standing(text, len(catalog.find(game).openings)) == wanted
    again, _ = tournament_of(read(text))
    assert [(each.place, each.player, each.points, list(each.ties)) for each in again.standing()] == wanted
