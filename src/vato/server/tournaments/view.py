"""A tournament as somebody sees it: what is the same for all is worked out once."""

from __future__ import annotations

from vato.contest.tournaments.meetings import is_over, points_of
from vato.contest.tournaments.plan import ARENA, Meeting, Place, numbered
from vato.contest.tournaments.standing import TIE_BREAKS
from vato.server.http.visitors import is_bot
from vato.server.store.tournament_model import OPEN, RUNNING, KnownTournament, StoredEntry, StoredTournament
from vato.server.wire import tournaments as wire
from vato.server.wire.text import dump

MOST_BOARDS = 12
LAST_SHOWN = 24
"""Games of an arena that are over."""


class Sight:
    """A tournament at one moment."""

    def __init__(self, known: KnownTournament, now_ms: int) -> None:
        self._known = known
        self._now_ms = now_ms
        self._all: str | None = None

    def text(self, visitor: str | None, *, moderates: bool = False) -> str:
        """Return it as a visitor sees it: a `wire.TournamentState`."""
        if self._all is None:
            self._all = dump(self._common())
        return f'{self._all[:-1]},"mine":{dump(self._mine(visitor, moderates=moderates))}}}'

    def _common(self) -> dict[str, object]:
        known, row = self._known, self._known.row
        value = known.value
        return {
            "type": "tournament",
            **head(row, sum(entry.is_in for entry in value.entries), value.rounds),
            "version": row.version,
            "round": value.begun,
            "next": row.due_ms if row.state == RUNNING and row.plan.system != ARENA else None,
            "now": self._now_ms,
            "tie_breaks": list(TIE_BREAKS[row.plan.system]),
            "standing": [self._place(place) for place in value.standing()],
            "meetings": self._meetings(),
        }

    def _place(self, place: Place) -> wire.TournamentPlace:
        person = self._person(place.player)
        return {
            "place": place.place,
            "number": place.player,
            "name": person.name if person.level is None else "",
            "member": person.member is not None,
            "level": person.level,
            "bot": is_bot(person.member),
            "rating": round(person.entry.rating),
            "points": place.points,
            "ties": list(place.ties),
            "fire": place.fire,
            "left": not person.entry.is_in,
        }

    def _person(self, number: int) -> StoredEntry:
        return self._known.people[number - 1]

    def _meetings(self) -> list[wire.TournamentMeeting]:
        known, value = self._known, self._known.value
        shown = set(map(id, value.meetings))
        if value.plan.system == ARENA:
            over = [meeting for meeting in value.meetings if is_over(value.plan, meeting)]
            shown -= set(map(id, over[:-LAST_SHOWN]))
        return [
            _meeting(known.row, meeting, board, [game.id for game in known.games_of(meeting)])
            for board, meeting in numbered(value.meetings)
            if id(meeting) in shown
        ]

    def _mine(self, visitor: str | None, *, moderates: bool) -> wire.MyTournament:
        known, row = self._known, self._known.row
        me = known.of(visitor)
        organises = visitor is not None and row.organiser == visitor
        number = None if me is None else me.entry.number
        is_in = me is not None and me.entry.is_in
        going_on = (game.id for game in known.games if game.outcome is None and number in game.players)
        return {
            "number": number,
            "taking_part": is_in,
            "game": next(going_on, None),
            "may_enter": not row.is_over and not is_in and may_come(known, me),
            "may_leave": not row.is_over and is_in,
            "may_start": organises and row.state == OPEN,
            "may_close": (organises or moderates) and not row.is_over,
        }


def boards_of(known: KnownTournament) -> list[str]:
    """Return the games that are shown as small pictures: those that go on, of who stands highest."""
    ranks = {place.player: rank for rank, place in enumerate(known.value.standing())}
    going_on = [game for game in known.games if game.outcome is None]
    going_on.sort(key=lambda game: min(ranks[player] for player in game.players))
    return [game.id for game in going_on[:MOST_BOARDS]]


def may_come(known: KnownTournament, me: StoredEntry | None) -> bool:
    """Return whether somebody may enter now, who has never or who has left."""
    if known.row.plan.system == ARENA and known.row.state == RUNNING:
        return True
    value = known.value
    # Who left a Swiss may come back as long as others may come; who is out of a knock-out is out.
    return value.may_enter() and (me is None or known.row.state == OPEN or not me.is_gone)


def head(row: StoredTournament, players: int, rounds: int | None) -> wire.TournamentHead:
    """Return a tournament as a list shows it."""
    plan = row.plan
    return {
        "id": row.id,
        "title": row.title,
        "organiser": row.organiser_name,
        "system": plan.system,
        "game": plan.game,
        "rules": plan.rules,
        "form": plan.form,
        "openings": plan.openings,
        "clock": {"initial_ms": row.control.initial_ms, "increment_ms": row.control.increment_ms},
        "rated": row.rated,
        "bots": row.bots,
        "rounds": rounds,
        "phase": row.state,
        "starts": row.begun_ms or row.starts_ms,
        "ends": row.ended_ms or (row.ends_ms if plan.system == ARENA else None),
        "players": players,
    }


def _meeting(row: StoredTournament, meeting: Meeting, board: int, games: list[str]) -> wire.TournamentMeeting:
    return {
        "round": meeting.round,
        "board": board,
        "first": meeting.first,
        "second": meeting.second,
        "points": points_of(row.plan, meeting),
        "forfeit": meeting.forfeit,
        "games": games,
    }
