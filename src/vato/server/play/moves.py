"""What players do on the board and about its end: move, resign, offer and answer draws, take back.

Every handler is called while the game is held, and returns what happens, or None if there was nothing left to do, or
refuses; see actions.py.
"""

from __future__ import annotations

from dataclasses import replace

from vato.board import AGREEMENT, RESIGNATION, Outcome, Player
from vato.errors import IllegalMove
from vato.server.http.refusals import Refusal, stale
from vato.server.play.deed import Deed, fallen, finished, offered, played, taken_back
from vato.server.play.games import Games
from vato.server.play.permission import (
    Actor,
    acting_for,
    is_played_out,
    refuse_if_over,
    refuse_unless_offered,
    refuse_unless_under_way,
    seats_of,
    taken_back_to,
)
from vato.server.play.snapshot import Snapshot
from vato.server.wire import live as wire


def move(snapshot: Snapshot, actor: Actor, message: wire.MakeMove) -> Deed | None:
    """Play a move; one that was committed already is acknowledged again."""
    mine = seats_of(snapshot, actor)
    if message.ply < snapshot.game.plies and _was_played(snapshot, mine, message):
        return None
    refuse_unless_under_way(snapshot, message.ply)
    if snapshot.game.turn not in mine:
        raise Refusal("It is the other player's turn.", code="not_your_turn")
    if (end := fallen(snapshot)) is not None:
        return replace(end, refusal=Refusal("Your time is up.", code="over"))
    return played(snapshot, message.move)


def computer_move(snapshot: Snapshot, actor: Actor, message: wire.ComputerMove) -> Deed | None:
    """Play for the computer, as whoever plays against it has thought for it; nobody else may be concerned."""
    seats_of(snapshot, actor)
    game = snapshot.game
    if game.computer is None or not game.alone or game.counts:
        raise Refusal("Nobody but the computer moves for itself here.", code="not_yours", status=403)
    if message.ply < game.plies and _was_played(snapshot, (game.computer,), message):
        return None
    refuse_unless_under_way(snapshot, message.ply)
    if not game.computer_to_move:
        raise Refusal("It is not the computer's turn.", code="not_your_turn")
    return played(snapshot, message.move)


def _was_played(snapshot: Snapshot, mine: tuple[Player, ...], message: wire.MakeMove | wire.ComputerMove) -> bool:
    board = snapshot.board.root(message.ply)
    if board.turn not in mine:
        return False
    try:
        return str(board.read(message.move)) == snapshot.moves[message.ply].text
    except IllegalMove:
        return False


def resign(snapshot: Snapshot, actor: Actor, message: wire.Resign) -> Deed | None:
    """Give the game up."""
    player = acting_for(snapshot, actor)
    resigned = Outcome(1 - player, RESIGNATION)
    if snapshot.game.outcome == resigned:
        return None
    refuse_unless_under_way(snapshot, message.ply)
    return finished(snapshot, resigned)


def flag(snapshot: Snapshot, actor: Actor, message: wire.Flag) -> Deed | None:
    """Look whether somebody's time is up."""
    return fallen(snapshot)


# Draws


async def with_opinion(games: Games, game_id: str, actor: Actor, message: wire.OfferDraw) -> Actor:
    """Return the actor with what the computer says to the draw, if it is to be asked."""
    snapshot = await games.snapshot(game_id)
    if snapshot.game.computer is None:
        return actor
    _check_offer(snapshot, actor, message)
    return replace(actor, computer_accepts=await actor.ask_computer(snapshot))


def _check_offer(snapshot: Snapshot, actor: Actor, message: wire.OfferDraw) -> Player:
    """Return who offers a draw, which is allowed once a turn where the rules know such a thing."""
    player = acting_for(snapshot, actor)
    game = snapshot.game
    # The computer does not move because of the offer: one made while it thought stands after its move.
    moved_on = game.computer == 1 - player and game.turn == player and game.plies == message.ply + 1
    refuse_unless_under_way(snapshot, game.plies if moved_on else message.ply)
    if is_played_out(game):
        if not game.rated:
            raise Refusal("The computer plays games of a tournament to their end.", code="draw_declined")
        raise Refusal("The computer plays rated games to their end.", code="draw_declined")
    snapshot.board.copy().declare(Outcome(None, AGREEMENT))
    if game.offers.draw_plies[player] == message.ply and game.offers.draw is None:
        raise Refusal("You have offered a draw on this turn already.", code="draw_declined")
    return player


def offer_draw(snapshot: Snapshot, actor: Actor, message: wire.OfferDraw) -> Deed | None:
    """Offer a draw, or accept the other's offer by making the same."""
    player = _check_offer(snapshot, actor, message)
    if (end := fallen(snapshot)) is not None:
        return end
    game = snapshot.game
    if game.offers.draw == player:
        return None
    agreed = Outcome(None, AGREEMENT)
    if game.offers.draw == 1 - player or (game.alone and game.computer is None):
        return finished(snapshot, agreed)
    plies = list(game.offers.draw_plies)
    plies[player] = message.ply
    offers = replace(game.offers, draw_plies=(plies[0], plies[1]))
    if game.computer is not None:
        if actor.computer_accepts:
            return finished(snapshot, agreed)
        declined = Refusal("The computer declines the draw.", code="draw_declined")
        return replace(offered(snapshot, offers), refusal=declined)
    return offered(snapshot, replace(offers, draw=player))


def answer_draw(snapshot: Snapshot, actor: Actor, message: wire.AnswerDraw) -> Deed | None:
    """Accept or decline the other player's draw."""
    player = acting_for(snapshot, actor)
    if message.accept and snapshot.game.outcome == Outcome(None, AGREEMENT):
        return None
    refuse_if_over(snapshot)
    refuse_unless_offered(snapshot.game.offers.draw, player)
    # The offer stands after a move of whoever made it; an answer from before it is not meant for it.
    if message.ply < snapshot.game.offers.draw_plies[1 - player]:
        raise stale()
    if message.accept:
        return finished(snapshot, Outcome(None, AGREEMENT))
    return offered(snapshot, replace(snapshot.game.offers, draw=None))


# Taking back


def offer_takeback(snapshot: Snapshot, actor: Actor, message: wire.OfferTakeback) -> Deed | None:
    """Ask to take back one's last turn; where nobody needs to be asked, take it back."""
    mine = seats_of(snapshot, actor)
    player = acting_for(snapshot, actor)
    refuse_unless_under_way(snapshot, message.ply)
    plies = taken_back_to(snapshot.game, mine)
    if snapshot.game.tournament_id is not None:
        raise Refusal("In a tournament no turn is taken back.", code="nothing_to_take_back")
    if snapshot.game.rated:
        raise Refusal("In a rated game no turn is taken back.", code="nothing_to_take_back")
    if plies is None:
        raise Refusal("There is no turn of yours to take back.", code="nothing_to_take_back")
    if snapshot.game.alone:
        return taken_back(snapshot, plies)
    if snapshot.game.offers.takeback == player:
        return None
    if snapshot.game.offers.takeback is not None:
        raise Refusal("The other player asks to take back a turn; answer that first.", code="answer_first")
    return offered(snapshot, replace(snapshot.game.offers, takeback=player))


def answer_takeback(snapshot: Snapshot, actor: Actor, message: wire.AnswerTakeback) -> Deed | None:
    """Let the other player take back a turn, or do not."""
    player = acting_for(snapshot, actor)
    refuse_unless_under_way(snapshot, message.ply)
    refuse_unless_offered(snapshot.game.offers.takeback, player)
    if not message.accept:
        return offered(snapshot, replace(snapshot.game.offers, takeback=None))
    plies = taken_back_to(snapshot.game, (1 - player,))
    assert plies is not None
    return taken_back(snapshot, plies)
