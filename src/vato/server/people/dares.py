"""Challenges: a member asks another one to play, who accepts, declines or lets it expire; it can be taken back.

With a clock both have to be there, so such a challenge stands for ten minutes; without one, or by post, for a day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.server.http.refusals import Refusal
from vato.server.people.company import Company, body
from vato.server.play import new_game
from vato.server.play.games import Games
from vato.server.play.positions import begun
from vato.server.store.dares import MOST_ASKED, Answer, Apart, Dare, Dares, TooMany
from vato.server.store.model import PERSON, Seat, StoredGame
from vato.server.store.times import now_ms
from vato.server.wire import company as wire

if TYPE_CHECKING:
    from vato.server.people.members import People

LIVE_MS, PATIENT_MS = 10 * 60 * 1000, 24 * 3600 * 1000
SIDES = {"first": 0, "second": 1}


class Challenges:
    """The challenges of this server's members."""

    def __init__(self, people: People, games: Games) -> None:
        self._people = people
        self._games = games
        self._rows = Dares(games.store)
        self.company = Company(games)

    async def challenge(self, challenger: str, wanted: wire.NewChallenge) -> wire.GameChallenge:
        """Ask somebody to play, instead of what the same was asked before."""
        other = await self._people.named(wanted.member)
        if other.id == challenger:
            raise Refusal("Challenge somebody else than yourself.", code="apart", status=409)
        clock, now = wanted.clock, now_ms()
        control = None if clock is None else clock.control
        dare = Dare(
            id=new_game.new_id(),
            challenger=challenger,
            challenged=other.id,
            game=wanted.game,
            rules=begun(wanted.game, wanted.rules, None, {}).rules.name,
            control=control,
            side=None if wanted.side is None else SIDES[wanted.side],
            created_ms=now,
            until_ms=now + (PATIENT_MS if control is None or control.per_turn else LIVE_MS),
        )
        try:
            await self._rows.put(dare, now)
        except Apart as apart:
            raise Refusal("{name} cannot be challenged.", code="apart", status=403, name=other.name) from apart
        except TooMany as many:
            raise Refusal(
                "Too many challenges wait for an answer; at most {count} of yours may.",
                code="too_many",
                status=429,
                count=MOST_ASKED,
            ) from many
        return body(await self._told(dare), challenger)

    async def of(self, member: str) -> list[wire.GameChallenge]:
        """Return the challenges by and to a member that stand, or were answered just now."""
        return [body(dare, member) for dare in await self._rows.of([member], now_ms())]

    async def answer(self, member: str, dare_id: str, answer: Answer) -> wire.GameChallenge:
        """Accept or decline a challenge, or take back one's own."""
        try:
            done = await self._rows.answer(dare_id, member, answer, now_ms(), _game)
        except Apart:
            done = None
        if done is None:
            raise Refusal("This challenge does not stand any more.", code="not_offered", status=409)
        if done.game_id is not None:
            await self._games.snapshot(done.game_id)
        return body(await self._told(done), member)

    async def _told(self, dare: Dare) -> Dare:
        self.company.changed()
        return await self._rows.one(dare.id) or dare


def _game(dare: Dare) -> StoredGame:
    one = Seat(PERSON, dare.challenger_name, dare.challenger)
    other = Seat(PERSON, dare.challenged_name, dare.challenged)
    people = new_game.in_some_order((one, other))
    if dare.side is not None:
        people = (one, other) if dare.side == 0 else (other, one)
    return new_game.between(dare.game, dare.rules, dare.control, people)
