"""What is to be done in a tournament next, worked out from how it stands: begin, pair, play on, forfeit, end.

Nothing here waits or writes. Whatever is killed between two steps, the next one follows from the database alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from vato.board import TIME
from vato.contest.pairing import Pairing
from vato.contest.tournaments.meetings import next_game
from vato.contest.tournaments.plan import ARENA, GAME, Meeting, numbered
from vato.contest.tournaments.tournament import Tournament
from vato.server.http.refusals import Refusal
from vato.server.play import new_game
from vato.server.play.rated import rated
from vato.server.store.model import COMPUTER, PERSON, Seat, StoredGame, StoredMove
from vato.server.store.tournament_model import CLOSED, FINISHED, OPEN, RUNNING, Change, KnownTournament, StoredEntry

PRESENT_MS = 6_000
"""Who was not heard of for so long is paired with nobody in an arena."""
FEWEST = 2


def next_step(known: KnownTournament, now_ms: int) -> Change:
    """Return what is to be done now; nothing, if there is nothing."""
    row = known.row
    if row.state == OPEN:
        return _opened(known, now_ms)
    if row.state != RUNNING:
        return Change()
    change = Change()
    ended = sum(game.outcome is not None for game in known.games)
    if ended != row.settled:
        change.values["settled"] = ended
    value = _without_absent(known, change)
    is_busy = _played_on(known, value, change)
    value = _with_forfeits(value, change.forfeited)
    if row.plan.system == ARENA:
        _pair_arena(known, value, change, now_ms, is_busy=is_busy)
    else:
        _pair_round(known, value, change, now_ms, is_busy=is_busy)
    return change


def _opened(known: KnownTournament, now_ms: int) -> Change:
    """Begin when it is time, if there are two at least, and not levels alone."""
    if now_ms < known.row.starts_ms:
        return Change()
    there = sum(person.entry.is_in and not person.is_gone for person in known.people)
    if there < FEWEST or not any(person.level is None and person.entry.is_in for person in known.people):
        return _over(CLOSED, now_ms)
    gone = {person.entry.number: 0 for person in known.people if person.entry.is_in and person.is_gone}
    return Change(values={"state": RUNNING, "begun_ms": now_ms, "due_ms": now_ms}, left=gone)


def _over(state: str, now_ms: int) -> Change:
    return Change(values={"state": state, "ended_ms": now_ms, "due_ms": None})


def _without_absent(known: KnownTournament, change: Change) -> Tournament:
    """Let those go who have gone, or did not come to a game."""
    value = known.value
    for person in known.people:
        if person.entry.is_in and (person.is_gone or _did_not_come(known, person)):
            change.left[person.entry.number] = value.begun
    entries = (
        replace(entry, left=change.left[entry.number]) if entry.number in change.left else entry
        for entry in value.entries
    )
    return replace(value, entries=tuple(entries))


def _did_not_come(known: KnownTournament, person: StoredEntry) -> bool:
    """Return whether somebody lost by the clock without having moved, since they last entered."""
    return any(
        game.outcome is not None
        and game.outcome.reason == f"{TIME}"
        and game.played < 2  # whose time was up was to move, and so had not moved before
        and game.outcome.winner is not None
        and game.players[1 - game.outcome.winner] == person.entry.number
        and game.round > person.since_round
        for game in known.games
    )


def _played_on(known: KnownTournament, value: Tournament, change: Change) -> bool:
    """Let those who meet play their next game; return whether anybody plays."""
    is_in = {entry.number for entry in value.entries if entry.is_in}
    is_busy = False
    for meeting in value.under_way():
        if any(game.outcome is None for game in known.games_of(meeting)):
            is_busy = True
            continue
        gone = next((player for player in meeting.players if player not in is_in), None)
        if gone is not None:
            change.forfeited.append(replace(meeting, forfeit=gone))
        elif (pairing := next_game(value.plan, meeting)) is not None:
            change.created.append(_game(known, meeting, pairing))
            is_busy = True
    return is_busy


def _with_forfeits(value: Tournament, forfeited: list[Meeting]) -> Tournament:
    """Return a tournament in which it is known which meetings are not played to their end."""
    gone = {(meeting.round, meeting.players): meeting.forfeit for meeting in forfeited}
    meetings = (
        replace(meeting, forfeit=gone.get((meeting.round, meeting.players), meeting.forfeit))
        for meeting in value.meetings
    )
    return replace(value, meetings=tuple(meetings)) if gone else value


def _pair_round(known: KnownTournament, value: Tournament, change: Change, now_ms: int, *, is_busy: bool) -> None:
    due_ms: int | None = None
    if not is_busy:
        pairs = value.next_round()
        if not pairs:
            change.values |= _over(FINISHED, now_ms).values
            return
        # The pause begins when it is first seen that a round is over, and ends when it was said that it would.
        plays = any(next_game(value.plan, meeting) is not None for meeting in pairs)
        is_paused = plays and value.begun > 0 and known.row.pause_ms > 0
        due_ms = (known.row.due_ms or now_ms + known.row.pause_ms) if is_paused else now_ms
        if due_ms <= now_ms:
            # Of a round in which nobody plays no game will end, after which somebody looks again.
            due_ms = None if plays else now_ms
            _meet(known, value, pairs, change)
    if due_ms != known.row.due_ms:
        change.values["due_ms"] = due_ms


def _pair_arena(known: KnownTournament, value: Tournament, change: Change, now_ms: int, *, is_busy: bool) -> None:
    if now_ms < known.row.ends_ms:
        present = {
            person.entry.number
            for person in known.people
            if person.level is not None or person.alive_ms >= now_ms - PRESENT_MS
        }
        # Levels do not play each other while nobody is there.
        if any(person.level is None and person.entry.number in present for person in known.people):
            _meet(known, value, value.next_pairs(present), change)
    elif not is_busy:
        change.values |= _over(FINISHED, now_ms).values


def _meet(known: KnownTournament, value: Tournament, pairs: list[Meeting], change: Change) -> None:
    for board, meeting in numbered(pairs):
        change.met.append((board, meeting))
        if (pairing := next_game(value.plan, meeting)) is not None:
            change.created.append(_game(known, meeting, pairing))


def _game(known: KnownTournament, meeting: Meeting, pairing: Pairing) -> tuple[StoredGame, tuple[StoredMove, ...]]:
    """Return the next game of two who meet, rated where it can be."""
    row, by_number = known.row, {person.entry.number: person for person in known.people}
    first, second = (_seat(by_number[meeting.players[contestant]]) for contestant in pairing.players)
    game, moves = new_game.in_tournament(pairing, (first, second), row.control)
    if row.rated and row.plan.form == GAME and not moves and PERSON in (first.kind, second.kind):
        with suppress(Refusal):  # bots and made-up rules have no rating
            game = rated(game)
    return replace(game, tournament_id=row.id, round=meeting.round), moves


def _seat(person: StoredEntry) -> Seat:
    number = person.entry.number
    if person.level is not None:
        return Seat(COMPUTER, level=person.level, contestant=number)
    return Seat(PERSON, person.name, person.member, contestant=number)
