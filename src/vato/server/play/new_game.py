"""How games come to be: by a visitor's wish, in the lobby or a tournament, as a contest's next, or once more."""

from __future__ import annotations

import secrets
import string
from dataclasses import replace
from random import SystemRandom

from vato import catalog
from vato.board import Board
from vato.contest.clock import Clock, Control
from vato.contest.pairing import Pairing
from vato.engine.levels import levels_of
from vato.errors import UnknownName, VatoError
from vato.server.engine.thinking import refuse_without_engine
from vato.server.http.refusals import Refusal
from vato.server.http.visitors import LONGEST_NAME, clean
from vato.server.play import contests
from vato.server.play.deed import by_post_begun
from vato.server.play.positions import begun
from vato.server.play.rated import rated
from vato.server.play.snapshot import start_of
from vato.server.store.model import COMPUTER, OPEN, PERSON, Offers, Seat, StoredContest, StoredGame, StoredMove
from vato.server.store.times import now_ms
from vato.server.wire.game import NewGame, SeatWish

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 10
ME, SAME_SCREEN = "me", "me2"
DRAW = "draw"
USUAL_LEVEL = 3

chance = SystemRandom()


def new_id() -> str:
    """Return the address of a new game; it opens no seat but an open one, and cannot be guessed either."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def create(wish: NewGame, visitor: str) -> tuple[StoredGame, tuple[StoredMove, ...], StoredContest | None]:
    """Return the game somebody wishes for, with its moves so far and its contest, ready to be committed."""
    if sum(seat.kind == ME for seat in wish.seats) != 1:
        raise VatoError("One seat of a new game is yours, and the other is not: give one the kind 'me'.")
    entry = catalog.find(wish.game)
    seats = _seated([seat_of(entry.name, seat, visitor) for seat in wish.seats], wish)
    clock = None if wish.clock is None else Clock.of(wish.clock.control)
    if wish.rated and (wish.contest is not None or wish.position is not None or decided(wish)):
        raise Refusal("A rated game is a single one from the usual start.", code="not_rated")
    if wish.contest is not None:
        return _contest(wish, seats, clock, visitor)
    board = board_of(wish)
    if board.outcome() is not None:
        raise Refusal("In this position the game is over already.", code="invalid_position", status=422)
    game = _game(entry.name, board, seats, clock, visitor)
    return rated(game) if wish.rated else game, (), None


def board_of(wish: NewGame) -> Board:
    """Return the board a wish begins with; where either side may begin and none is named, it is drawn."""
    chosen = decided(wish)
    return begun(wish.game, wish.rules, wish.position, chosen if wish.position else _drawn_beginner(wish.game) | chosen)


def between(game: str, rules: str, control: Control | None, people: tuple[Seat, Seat]) -> StoredGame:
    """Return the game of two who found each other, in the order of their sides; who begins may be drawn."""
    board = begun(game, rules, None, _drawn_beginner(game))
    return _game(game, board, people, None if control is None else Clock.of(control), None)


def in_tournament(
    pairing: Pairing, seats: tuple[Seat, Seat], control: Control
) -> tuple[StoredGame, tuple[StoredMove, ...]]:
    """Return a game of a tournament with the opening assigned to it; whoever does not come loses by the clock."""
    board, moves = _opened(pairing)
    game = _game(pairing.game, board, seats, Clock.of(control).start(board.turn, now_ms()), None)
    return replace(game, base_plies=len(moves)), moves


def in_some_order(people: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """Return two whose sides are drawn."""
    first = chance.randrange(2)
    return people[first], people[1 - first]


def _drawn_beginner(game: str) -> dict[str, str]:
    """Return who begins, where either side may: drawn, as a choice among the set-up options."""
    return {option.name: chance.choice(option.values) for option in catalog.find(game).setup if option.decides_beginner}


def decided(wish: NewGame) -> dict[str, str]:
    """Return what a wish decides about the set-up: all but who begins where that is to be drawn."""
    drawn = {option.name for option in catalog.find(wish.game).setup if option.decides_beginner}
    return {name: value for name, value in wish.setup.items() if name not in drawn or value != DRAW}


def brought(board: Board, seats: tuple[Seat, Seat], owner: str, created_ms: int, updated_ms: int) -> StoredGame:
    """Return the game that was played on a board elsewhere."""
    game = _game(board.game, board, seats, None, owner)
    return replace(game, outcome=board.outcome(), created_ms=created_ms, updated_ms=updated_ms, brought=True)


def _following(game: StoredGame, seats: tuple[Seat, Seat], board: Board) -> StoredGame:
    """Return a game that follows another: the same clock, played from a board by whoever sits there."""
    clock = None if game.clock is None else Clock.of(game.clock.control)
    return _game(game.game, board, seats, clock, game.owner)


def rematch(game: StoredGame) -> StoredGame:
    """Return the same game with sides exchanged, and so with the other player beginning; rated if that was."""
    following = _following(game, (game.seats[1], game.seats[0]), start_of(game))
    return rated(following) if game.rated else following


def next_round(game: StoredGame, pairing: Pairing) -> tuple[StoredGame, tuple[StoredMove, ...]]:
    """Return the next game of a contest, with the opening move that is assigned to it."""
    board, moves = _opened(pairing)
    following = _following(game, contests.seats_for(pairing, game.seats), board)
    assert game.round is not None
    return replace(following, contest_id=game.contest_id, round=game.round + 1, base_plies=len(moves)), moves


def _contest(
    wish: NewGame, seats: tuple[Seat, Seat], clock: Clock | None, visitor: str
) -> tuple[StoredGame, tuple[StoredMove, ...], StoredContest]:
    assert wish.contest is not None
    if wish.position is not None or decided(wish):
        raise VatoError("A contest is played from the usual start on the usual board.")
    rules = catalog.find(wish.game).contest_rules if wish.rules is None else wish.rules
    kept = catalog.find(wish.game).read_rules(rules).name
    row = StoredContest(new_id(), wish.contest.kind, wish.game, kept, tuple(wish.contest.order), wish.contest.cycles)
    first, second = (replace(seat, contestant=number) for number, seat in enumerate(seats))
    pairing = contests.contest_of(row, (), (first, second)).next
    assert pairing is not None
    board, moves = _opened(pairing)
    game = _game(wish.game, board, contests.seats_for(pairing, (first, second)), clock, visitor)
    return replace(game, contest_id=row.id, round=1, base_plies=len(moves)), moves, row


def _opened(pairing: Pairing) -> tuple[Board, tuple[StoredMove, ...]]:
    board = pairing.board()
    return board, tuple(StoredMove(str(move), now_ms()) for move in board.played)


def _game(game: str, board: Board, seats: tuple[Seat, Seat], clock: Clock | None, owner: str | None) -> StoredGame:
    now = now_ms()
    made = StoredGame(
        id=new_id(),
        game=game,
        rules=board.rules.name,
        start=board.root().position,
        position=board.position,
        seats=seats,
        turn=board.turn,
        plies=len(board.played),
        created_ms=now,
        updated_ms=now,
        clock=clock,
        offers=Offers(),
        owner=owner,
    )
    return by_post_begun(made)


def seat_of(game: str, wish: SeatWish, visitor: str) -> Seat:
    """Return the seat that somebody wishes for."""
    name = clean(wish.name, LONGEST_NAME)
    if wish.kind == COMPUTER:
        return Seat(COMPUTER, name, level=_level(game, wish.level))
    if wish.kind == OPEN:
        return Seat(OPEN)
    return Seat(PERSON, name, visitor)


def _level(game: str, wanted: int | None) -> int | None:
    """Return the level at which the computer plays; None where a game has none, and it plays as well as it can."""
    refuse_without_engine(game)
    most = len(levels_of(game))
    if most == 0:
        if wanted is not None:
            raise VatoError(
                "There are no levels of {game} to choose from: the computer plays as well as it can.", game=game
            )
        return None
    if wanted is not None and wanted > most:
        raise UnknownName("There is no level {number}; levels go from 1 to {most}.", number=wanted, most=most)
    return wanted or min(USUAL_LEVEL, most)


def _seated(seats: list[Seat], wish: NewGame) -> tuple[Seat, Seat]:
    """Return the seats in the order of the sides."""
    mine = next(number for number, seat in enumerate(wish.seats) if seat.kind == ME)
    first = {"me_first": mine, "me_second": 1 - mine}.get(wish.sides)
    if first is None:
        first = chance.randrange(2)
    return seats[first], seats[1 - first]
