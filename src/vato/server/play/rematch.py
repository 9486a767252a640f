"""What follows a finished game: the rematch that both want, or the next game of a contest."""

from __future__ import annotations

from dataclasses import replace

from vato.server.http.refusals import Refusal
from vato.server.play import contests, new_game
from vato.server.play.games import Games
from vato.server.play.permission import Actor, acting_for, refuse_unless_offered, seats_of
from vato.server.play.snapshot import Standing
from vato.server.store.model import Change, Game
from vato.server.wire import messages


async def offer_rematch(games: Games, standing: Standing, actor: Actor, message: messages.OfferRematch) -> Standing:
    """Ask for another game with sides exchanged; where nobody needs to be asked, create it."""
    player = acting_for(standing, actor)
    game = standing.game
    _refuse_unless_rematch(game)
    if game.next_id is not None or (game.offers.rematch == player and not game.alone):
        return standing
    if game.alone or game.offers.rematch == 1 - player:
        return await _rematch(games, standing)
    return await games.offer(standing, replace(game.offers, rematch=player))


async def answer_rematch(games: Games, standing: Standing, actor: Actor, message: messages.AnswerRematch) -> Standing:
    """Accept or decline another game."""
    player = acting_for(standing, actor)
    _refuse_unless_rematch(standing.game)
    if standing.game.next_id is not None:
        return standing
    refuse_unless_offered(standing.game.offers.rematch, player)
    if message.accept:
        return await _rematch(games, standing)
    return await games.offer(standing, replace(standing.game.offers, rematch=None))


def _refuse_unless_rematch(game: Game) -> None:
    if game.outcome is None:
        raise Refusal("The game is not over yet.", code="not_over")
    if game.contest_id is not None or game.imported is not None or not game.full:
        raise Refusal("This game has no rematch.", code="no_rematch")


async def _rematch(games: Games, standing: Standing) -> Standing:
    created = new_game.rematch(standing.game)
    game = replace(standing.game, next_id=created.id, offers=replace(standing.game.offers, rematch=None))
    return await games.commit(standing, Change(game, created=created))


async def next_game(games: Games, game_id: str, actor: Actor) -> str:
    """Return the game that follows a finished one, creating it if nobody has: a contest's next, or the rematch."""
    async with games.changing(game_id) as standing:
        game = standing.game
        seats_of(standing, actor)
        if game.next_id is not None:
            return game.next_id
        if game.contest_id is None:
            _refuse_unless_rematch(game)
            if not game.alone:
                raise Refusal("The other player has not agreed to a rematch yet.", code="not_offered")
            following = await _rematch(games, standing)
        else:
            following = await _next_round(games, standing)
        games.announce(following)
    assert following.game.next_id is not None
    return following.game.next_id


async def _next_round(games: Games, standing: Standing) -> Standing:
    game = standing.game
    if game.outcome is None:
        raise Refusal("The game is not over yet.", code="not_over")
    assert standing.contest is not None
    pairing = contests.contest_of(standing.contest, standing.rounds, game.seats).next
    if pairing is None or not contests.is_current(game, standing.rounds):
        raise Refusal("The contest is over; no game is left to play.", code="over")
    created, moves = new_game.next_round(game, pairing)
    change = Change(replace(game, next_id=created.id), created=created, created_moves=moves)
    return await games.commit(standing, change)
