"""What players do on the board and about its end: move, resign, offer and answer draws, take back.

Every handler is called while the game is held, and returns the committed new version, or the same one if there was
nothing left to do, or refuses.
"""

from __future__ import annotations

from dataclasses import replace

from vato.board import AGREEMENT, RESIGNATION, Outcome, Player
from vato.errors import IllegalMove
from vato.server.http.refusals import Refusal
from vato.server.play.games import Games, stale
from vato.server.play.permission import (
    Actor,
    acting_for,
    refuse_if_over,
    refuse_unless_offered,
    refuse_unless_under_way,
    seats_of,
)
from vato.server.play.snapshot import Standing
from vato.server.play.view import taken_back_to
from vato.server.store.model import Change
from vato.server.store.times import now_ms
from vato.server.wire import messages


async def move(games: Games, standing: Standing, actor: Actor, message: messages.MakeMove) -> Standing:
    """Play a move; one that was committed already is acknowledged again."""
    mine = seats_of(standing, actor)
    if message.ply < standing.game.plies and _was_played(standing, mine, message):
        return standing
    refuse_unless_under_way(standing, message.ply)
    if standing.game.turn not in mine:
        raise Refusal("It is the other player's turn.", code="not_your_turn")
    if (fallen := await games.fall(standing)) is not None:
        games.announce(fallen)
        raise Refusal("Your time is up.", code="over")
    return await games.play(standing, message.move)


def _was_played(standing: Standing, mine: tuple[Player, ...], message: messages.MakeMove) -> bool:
    board = standing.board.copy()
    while len(board.played) > message.ply:
        board.pop()
    if board.turn not in mine:
        return False
    try:
        return str(board.read(message.move)) == standing.moves[message.ply].text
    except IllegalMove:
        return False


async def resign(games: Games, standing: Standing, actor: Actor, message: messages.Resign) -> Standing:
    """Give the game up."""
    player = acting_for(standing, actor)
    resigned = Outcome(1 - player, RESIGNATION)
    if standing.game.outcome == resigned:
        return standing
    refuse_unless_under_way(standing, message.ply)
    return await games.finish(standing, resigned)


async def flag(games: Games, standing: Standing, actor: Actor, message: messages.Flag) -> Standing:  # noqa: ARG001
    """Look whether somebody's time is up."""
    return await games.fall(standing) or standing


# Draws


async def with_opinion(games: Games, game_id: str, actor: Actor, message: messages.OfferDraw) -> Actor:
    """Return the actor with what the computer says to the draw, if it is to be asked."""
    standing = await games.standing(game_id)
    if standing.game.computer is None or games.done_before(game_id, actor.visitor, message) is not None:
        return actor
    _check_offer(standing, actor, message)
    return replace(actor, computer_accepts=await actor.ask_computer(standing))


def _check_offer(standing: Standing, actor: Actor, message: messages.OfferDraw) -> Player:
    """Return who offers a draw, which is allowed once a turn where the rules know such a thing."""
    player = acting_for(standing, actor)
    game = standing.game
    # The computer does not move because of the offer: one made while it thought stands after its move.
    moved_on = game.computer == 1 - player and game.turn == player and game.plies == message.ply + 1
    refuse_unless_under_way(standing, game.plies if moved_on else message.ply)
    standing.board.copy().declare(Outcome(None, AGREEMENT))
    if game.offers.draw_plies[player] == message.ply and game.offers.draw is None:
        raise Refusal("You have offered a draw on this turn already.", code="draw_declined")
    return player


async def offer_draw(games: Games, standing: Standing, actor: Actor, message: messages.OfferDraw) -> Standing:
    """Offer a draw, or accept the other's offer by making the same."""
    player = _check_offer(standing, actor, message)
    if (fallen := await games.fall(standing)) is not None:
        return fallen
    game = standing.game
    if game.offers.draw == player:
        return standing
    agreed = Outcome(None, AGREEMENT)
    if game.offers.draw == 1 - player or (game.alone and game.computer is None):
        return await games.finish(standing, agreed)
    plies = list(game.offers.draw_plies)
    plies[player] = message.ply
    offers = replace(game.offers, draw_plies=(plies[0], plies[1]))
    if game.computer is not None:
        if actor.computer_accepts:
            return await games.finish(standing, agreed)
        declined = await games.offer(standing, offers)
        games.announce(declined)
        raise Refusal("The computer declines the draw.", code="draw_declined")
    return await games.offer(standing, replace(offers, draw=player))


async def answer_draw(games: Games, standing: Standing, actor: Actor, message: messages.AnswerDraw) -> Standing:
    """Accept or decline the other player's draw."""
    player = acting_for(standing, actor)
    if message.accept and standing.game.outcome == Outcome(None, AGREEMENT):
        return standing
    refuse_if_over(standing)
    refuse_unless_offered(standing.game.offers.draw, player)
    # The offer stands after a move of whoever made it; an answer from before it is not meant for it.
    if message.ply < standing.game.offers.draw_plies[1 - player]:
        raise stale()
    if message.accept:
        return await games.finish(standing, Outcome(None, AGREEMENT))
    return await games.offer(standing, replace(standing.game.offers, draw=None))


# Taking back


async def offer_takeback(games: Games, standing: Standing, actor: Actor, message: messages.OfferTakeback) -> Standing:
    """Ask to take back one's last turn; where nobody needs to be asked, take it back."""
    mine = seats_of(standing, actor)
    player = acting_for(standing, actor)
    refuse_unless_under_way(standing, message.ply)
    plies = taken_back_to(standing.game, mine)
    if plies is None:
        raise Refusal("There is no turn of yours to take back.", code="nothing_to_take_back")
    if standing.game.alone:
        return await _take_back(games, standing, plies)
    if standing.game.offers.takeback == player:
        return standing
    if standing.game.offers.takeback is not None:
        raise Refusal("The other player asks to take back a turn; answer that first.", code="answer_first")
    return await games.offer(standing, replace(standing.game.offers, takeback=player))


async def answer_takeback(games: Games, standing: Standing, actor: Actor, message: messages.AnswerTakeback) -> Standing:
    """Let the other player take back a turn, or do not."""
    player = acting_for(standing, actor)
    refuse_unless_under_way(standing, message.ply)
    refuse_unless_offered(standing.game.offers.takeback, player)
    if not message.accept:
        return await games.offer(standing, replace(standing.game.offers, takeback=None))
    plies = taken_back_to(standing.game, (1 - player,))
    assert plies is not None
    return await _take_back(games, standing, plies)


async def _take_back(games: Games, standing: Standing, plies: int) -> Standing:
    board = standing.board.copy()
    while len(board.played) > plies:
        board.pop()
    game, now = standing.game, now_ms()
    clock = game.clock
    if clock is not None and clock.running is not None:
        # Time that was used stays used.
        clock = clock.start(board.turn, now)
    offers = replace(game.offers, draw=None, takeback=None, draw_plies=(-1, -1))
    taken = replace(game, position=board.position, turn=board.turn, plies=plies, clock=clock, offers=offers)
    return await games.commit(standing, Change(taken, keep_plies=plies), board)
