"""Tournaments: thousands of random ones, with late entries and withdrawals, kept to the rules of their systems."""

from __future__ import annotations

import itertools
import os
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contest.tournament_rules import (
    Met,
    arena_points,
    check_balance,
    check_byes,
    check_everybody_meets,
    check_nobody_twice,
    check_rounds,
    sides,
    swiss_points,
)
from vato import catalog
from vato.board import Outcome
from vato.contest.tournaments import arena, knockout
from vato.contest.tournaments.meetings import next_game, opening_of, openings_of, points_of
from vato.contest.tournaments.plan import Entry, Meeting, Plan
from vato.contest.tournaments.tournament import Tournament
from vato.errors import VatoError

MORE = int(os.environ.get("VATO_TOURNAMENTS", "1"))
"""So many times as many tournaments are played."""
CHANCES = st.integers(0, 1 << 40).map(random.Random)
GAME = "squadro"
OPENED = next(game.name for game in catalog.GAMES.values() if game.openings and game.revanche)
RULES = {name: catalog.find(name).contest_rules for name in (GAME, OPENED)}


def plan(system: Any, **more: Any) -> Plan:
    game = str(more.pop("game", GAME))
    return Plan(system=system, game=game, rules=str(RULES[game]), **more)


def entered(count: int, chance: random.Random) -> tuple[Entry, ...]:
    return tuple(Entry(number, float(chance.randrange(1000, 2200))) for number in range(1, count + 1))


def ended(chance: random.Random, drawn: float = 0.2) -> Outcome:
    winner = None if chance.random() < drawn else chance.randrange(2)
    return Outcome(winner, "agreement" if winner is None else "resignation")


def play(tournament: Tournament, meeting: Meeting, chance: random.Random) -> Meeting:
    """Return a meeting played to its end."""
    while next_game(tournament.plan, meeting) is not None:
        meeting = replace(meeting, outcomes=(*meeting.outcomes, ended(chance)))
    return meeting


def moved(tournament: Tournament, chance: random.Random, often: float) -> Tournament:
    """Return a tournament to which somebody came, or from which somebody went, while a round was played."""
    entries = list(tournament.entries)
    for place, entry in enumerate(entries):
        if entry.is_in and chance.random() < often:
            entries[place] = replace(entry, left=tournament.begun)
    if tournament.may_enter() and chance.random() < 3 * often:
        entries.append(Entry(len(entries) + 1, float(chance.randrange(1000, 2200)), joined=tournament.begun))
    return replace(tournament, entries=tuple(entries))


def played(tournament: Tournament, chance: random.Random, often: float) -> Tournament:
    """Return a tournament of rounds played to its end."""
    while pairs := tournament.next_round():
        played = tuple(play(tournament, meeting, chance) for meeting in pairs)
        tournament = replace(tournament, meetings=(*tournament.meetings, *played))
        tournament = moved(tournament, chance, often)
    return tournament


def met_in(tournament: Tournament) -> list[Met]:
    return [
        Met(each.round, each.first, each.second, points_of(tournament.plan, each), each.forfeit is not None)
        for each in tournament.meetings
    ]


@settings(max_examples=60 * MORE, deadline=None)
@given(st.integers(2, 20), st.integers(1, 9), st.sampled_from([0.0, 0.0, 0.05, 0.2]), CHANCES)
def test_a_swiss_pairs_nobody_twice_and_balances_sides(
    count: int, rounds: int, often: float, chance: random.Random
) -> None:
    tournament = played(Tournament(plan("swiss", rounds=rounds), entered(count, chance)), chance, often)
    met = met_in(tournament)
    check_rounds(met)
    check_nobody_twice(met)
    check_byes(met)
    # Where few are left, sides can be as uneven as the pairs that are left make them; who may win the tournament meets
    # others who may in the last round, whatever their sides.
    many = count >= 2 * rounds and not often
    check_balance([each for each in met if each.round < rounds], 2 if many else 5)
    check_balance(met, 3 if many else 5)
    if count >= 2 * rounds and not often:  # by Dirac's theorem there is a pairing without repeats
        check_byes(met, within=1.0)
        assert tournament.begun == rounds
    # Everybody who is in has an opponent or the bye.
    for number in range(1, tournament.begun + 1):
        there = {player for each in met if each.round == number for player in (each.first, each.second)} - {None}
        counted_on = {
            entry.number
            for entry in tournament.entries
            if entry.joined < number and (entry.left is None or entry.left >= number)
        }
        assert there == counted_on
    points = swiss_points(met)
    places = tournament.standing()
    assert {place.player: place.points for place in places} == {
        entry.number: points.get(entry.number, 0.0) for entry in tournament.entries
    }
    # Buchholz, once more: the sum over all who were met, oneself for a bye.
    for place in places:
        others = [
            each.second if each.first == place.player else each.first for each in met if place.player in each[1:3]
        ]
        assert place.ties[0] == sum(points.get(other or place.player, 0.0) for other in others)


@settings(max_examples=100 * MORE, deadline=None)
@given(st.integers(2, 12), st.integers(1, 3), CHANCES)
def test_in_a_round_robin_everybody_meets_everybody(count: int, cycles: int, chance: random.Random) -> None:
    tournament = played(Tournament(plan("round_robin", cycles=cycles), entered(count, chance)), chance, 0)
    met = met_in(tournament)
    check_rounds(met)
    check_everybody_meets(met, range(1, count + 1), cycles)
    check_balance(met, 1)
    # Of an odd number everybody has a bye in each cycle, which is worth nothing.
    byes = [each.first for each in met if each.second is None]
    assert sorted(byes) == sorted([*range(1, count + 1)] * cycles if count % 2 else [])
    assert sum(place.points for place in tournament.standing()) == cycles * count * (count - 1) / 2


@settings(max_examples=100 * MORE, deadline=None)
@given(st.integers(3, 10), CHANCES)
def test_who_leaves_a_round_robin_early_counts_for_nobody(count: int, chance: random.Random) -> None:
    tournament = played(Tournament(plan("round_robin"), entered(count, chance)), chance, 0.1)
    met = met_in(tournament)
    check_rounds(met)
    # Whoever left before the first round was over is not in the table at all, or plays nothing but forfeits.
    rounds = count - 1 + count % 2
    annulled = {
        entry.number
        for entry in tournament.entries
        if entry.left is not None and sum(entry.number in each[1:3] and not each.forfeit for each in met) < rounds / 2
    }
    expected = swiss_points([each for each in met if not annulled & {each.first, each.second}])
    assert {place.player: place.points for place in tournament.standing()} == {
        number: expected.get(number, 0.0) for number in range(1, count + 1)
    }


@settings(max_examples=100 * MORE, deadline=None)
@given(st.integers(2, 40), st.sampled_from([0.0, 0.0, 0.1]), CHANCES)
def test_a_knockout_leaves_one_and_byes_to_the_best(count: int, often: float, chance: random.Random) -> None:
    tournament = played(Tournament(plan("knockout"), entered(count, chance)), chance, often)
    met = met_in(tournament)
    check_rounds(met)
    seeds = sorted(tournament.entries, key=lambda entry: (-entry.rating, entry.number))
    byes = sorted(each.first for each in met if each.second is None)
    full = 1
    while full < count:
        full *= 2
    assert byes == sorted(entry.number for entry in seeds[: full - count])
    assert all(each.round == 1 for each in met if each.second is None)
    assert len([each for each in met if each.second is not None]) == count - 1
    places = tournament.standing()
    assert [place.place for place in places].count(1) == 1
    # Each round leaves half of who was in: whoever lost in the same one shares a place.
    lost_in = {place.player: place.points for place in places}
    for place in places:
        assert place.place == 1 + sum(other > lost_in[place.player] for other in lost_in.values())
    # The two best seeds can meet only in the final.
    best = {entry.number for entry in seeds[:2]}
    assert all({each.first, each.second} != best or each.round == tournament.begun for each in met)


def test_a_draw_in_a_knockout_is_played_again_with_sides_exchanged() -> None:
    tournament = Tournament(plan("knockout"), (Entry(1, 1600), Entry(2, 1500)))
    (meeting,) = tournament.next_round()
    firsts = []
    while (game := next_game(tournament.plan, meeting)) is not None:
        firsts.append(game.players[0])
        meeting = replace(meeting, outcomes=(*meeting.outcomes, Outcome(None, "agreement")))
    assert firsts == [0, 1, 0, 1]
    assert knockout.winner_of(tournament.plan, tournament.entries, meeting) == 1


@settings(max_examples=15 * MORE, deadline=None)
@given(st.integers(2, 30), CHANCES)
def test_an_arena_keeps_everybody_busy_and_nobody_with_the_same(count: int, chance: random.Random) -> None:
    tournament = Tournament(plan("arena"), entered(count, chance))
    games: list[tuple[int, int, float]] = []
    for _ in range(60):
        present = {entry.number for entry in tournament.entries if entry.is_in and chance.random() < 0.9}
        playing = {player for each in tournament.under_way() for player in each.players}
        pairs = tournament.next_pairs(present)
        had = sides(met_in(tournament))
        for pair in pairs:
            assert pair.second is not None
            # Who had the first side less often has it, and among equals who had not the last one.
            often = [(2 * had[each].count(0) - len(had[each]), had[each][-1:] == [0]) for each in pair.players]
            assert often[0] <= often[1]
            assert {pair.first, pair.second} <= present - playing
            for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
                before = [each.other(one) for each in tournament.meetings if one in each.players]
                assert before[-1:] != [other] or len(present | playing) == 2
        waiting = (present - playing) - {player for pair in pairs for player in pair.players}
        # Who waits on is the odd one, or has just met all the others who wait.
        assert len(waiting) <= 3
        meetings = [*tournament.meetings, *pairs]
        for place, meeting in enumerate(meetings):
            if not meeting.outcomes and chance.random() < 0.5:
                outcome = ended(chance)
                meetings[place] = replace(meeting, outcomes=(outcome,))
        tournament = replace(tournament, meetings=tuple(meetings))
    for meeting in tournament.meetings:
        if meeting.outcomes:
            assert meeting.second is not None
            winner = meeting.outcomes[0].winner
            games.append((meeting.first, meeting.second, 0.5 if winner is None else 1.0 - winner))
    met = [Met(each.round, each.first, each.second, None) for each in tournament.meetings]
    check_balance(met, 3)
    points = arena_points(games)
    assert {place.player: place.points for place in tournament.standing()} == {
        number: points.get(number, 0) for number in range(1, count + 1)
    }


@settings(max_examples=30 * MORE, deadline=None)
@given(CHANCES)
def test_an_arena_pairs_as_near_as_any_pairing_could(chance: random.Random) -> None:
    """Compared with all pairings there are, of those who have not met."""
    ranking = list(range(1, 7))
    found = arena.pair(ranking, ranking, 6, [])
    spread = sum((each.first - (each.second or 0)) ** 2 for each in found)
    pairings = ([tuple(order[place : place + 2]) for place in (0, 2, 4)] for order in itertools.permutations(ranking))
    assert spread == min(sum((one - other) ** 2 for one, other in pairs) for pairs in pairings)
    assert {player for each in found for player in each.players} == {*ranking}
    chance.shuffle(ranking)
    assert len(arena.pair(ranking, ranking[:5], 6, [])) == 2


@settings(max_examples=30 * MORE, deadline=None)
@given(st.integers(3, 7), st.sampled_from(["rotate", "drawn"]), st.integers(0, 1 << 30), CHANCES)
def test_openings_are_played_one_after_the_other_by_everybody(
    count: int, openings: str, seed: int, chance: random.Random
) -> None:
    """Document 004: players take turns to open, and the possible first moves are played in an agreed order."""
    agreed = plan("round_robin", game=OPENED, openings=openings, seed=seed, cycles=2)
    tournament = played(Tournament(agreed, entered(count, chance)), chance, 0)
    named = catalog.find(OPENED).openings
    moves = [opening_of(agreed, number) for number in range(1, tournament.begun + 1)]
    for cycle in range(0, len(moves), len(named)):
        part = moves[cycle : cycle + len(named)]
        assert len(set(part)) == len(part)
        assert set(part) <= set(named.values())
    if openings == "rotate":
        assert moves == [move for move, _ in zip(itertools.cycle(named.values()), moves, strict=False)]
    check_balance(met_in(tournament), 0 if count % 2 else 1)
    check_everybody_meets(met_in(tournament), range(1, count + 1), 2)


@settings(max_examples=4 * MORE, deadline=None)
@given(st.integers(2, 5), st.sampled_from(["match", "series"]), CHANCES)
def test_matches_with_revanches_and_series_for_more_than_two(count: int, form: str, chance: random.Random) -> None:
    tournament = Tournament(plan("round_robin", game=OPENED, form=form), entered(count, chance))
    tournament = played(tournament, chance, 0)
    check_everybody_meets(met_in(tournament), range(1, count + 1), 1)
    each = 2 * len(catalog.find(OPENED).openings) if form == "series" else 1
    assert sum(place.points for place in tournament.standing()) == each * count * (count - 1) / 2
    if form == "series":
        assert all(len(meeting.outcomes) == each for meeting in tournament.meetings if meeting.second is not None)


def test_a_match_is_won_by_who_wins_a_game_and_the_revanche() -> None:
    agreed = plan("round_robin", game=OPENED, form="match")
    meeting = Meeting(1, 7, 9)
    following = next_game(agreed, meeting)
    assert following is not None
    assert following.players == (0, 1)
    lost = replace(meeting, outcomes=(Outcome(1, "resignation"),))
    revanche = next_game(agreed, lost)
    assert revanche is not None
    assert catalog.find(OPENED).is_revanche(revanche.rules)
    assert revanche.players == (0, 1)  # who lost claims, and has the first side
    assert points_of(agreed, lost) is None
    assert points_of(agreed, replace(lost, outcomes=(*lost.outcomes, Outcome(1, "resignation")))) == (0, 1)
    level = replace(lost, outcomes=(*lost.outcomes, Outcome(0, "resignation")))
    assert next_game(agreed, level) is not None
    assert points_of(agreed, replace(level, forfeit=9)) == (1, 0)


def test_drawn_openings_are_the_same_for_everybody_and_another_order_each_cycle() -> None:
    agreed = plan("swiss", game=OPENED, openings="drawn", seed=7)
    orders = {openings_of(agreed, cycle) for cycle in range(20)}
    assert len(orders) > 5
    assert openings_of(agreed, 3) == openings_of(replace(agreed), 3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"system": "swiss", "form": "match"},
        {"system": "swiss", "openings": "rotate"},
        {"system": "round_robin", "game": OPENED, "form": "match", "openings": "drawn"},
        {"system": "arena", "game": OPENED, "form": "series"},
        {"system": "swiss", "rounds": 0},
        {"system": "round_robin", "cycles": 99},
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(VatoError, match=r"^[^\n]+\.$"):
        plan(**wrong)
