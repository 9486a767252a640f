"""The database's tables, for SQLite and PostgreSQL alike, and rows of them as the values of model.py and back."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from vato.board import Outcome
from vato.contest.clock import Clock, Control
from vato.server.store.model import Offers, Said, Seat, SeatRating, StoredContest, StoredGame, StoredMove

Values = dict[str, Any]
"""A row to be written, by its columns."""

metadata = sql.MetaData()

contests = sql.Table(
    "contests",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("opening_order", sql.JSON, nullable=False),
    sql.Column("cycles", sql.Integer, nullable=False),
)

games = sql.Table(
    "games",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("start", sql.String(400), nullable=False),
    sql.Column("position", sql.String(400), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("turn", sql.Integer, nullable=False),
    sql.Column("plies", sql.Integer, nullable=False),
    sql.Column("base_plies", sql.Integer, nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("updated_ms", sql.BigInteger, nullable=False),
    sql.Column("initial_ms", sql.BigInteger),
    sql.Column("increment_ms", sql.BigInteger),
    sql.Column("clock_first_ms", sql.BigInteger),
    sql.Column("clock_second_ms", sql.BigInteger),
    sql.Column("clock_running", sql.Integer),
    sql.Column("clock_since_ms", sql.BigInteger),
    sql.Column("winner", sql.Integer),
    sql.Column("reason", sql.String(200)),
    sql.Column("no_result", sql.Boolean, nullable=False, default=False),
    sql.Column("offers", sql.JSON, nullable=False),
    sql.Column("owner", sql.String(64)),
    sql.Column("next_id", sql.String(16)),
    sql.Column("contest_id", sql.String(16), sql.ForeignKey("contests.id", ondelete="CASCADE")),
    sql.Column("round", sql.Integer),
    sql.Column("imported", sql.Text),
    # Played, or partly played, where nobody but its player saw it.
    sql.Column("brought", sql.Boolean, nullable=False, default=False),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    # With a round, and with who of those who entered sits where as the contestants.
    sql.Column("tournament_id", sql.String(16)),
    # Which server sees to what must happen by itself; see roster.py.
    sql.Column("worker", sql.String(32)),
    sql.UniqueConstraint("contest_id", "round", name="one_game_a_round"),
    sql.Index("games_by_owner", "owner", "updated_ms"),
    sql.Index("games_going_on", "reason", "updated_ms"),
    sql.Index("games_by_worker", "worker"),
    sql.Index("games_by_tournament", "tournament_id", "reason"),
)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("side", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("visitor", sql.String(64)),
    sql.Column("level", sql.Integer),
    sql.Column("contestant", sql.Integer),
    # Of a rated game: what it was when the game began, and what the game did to it.
    sql.Column("rating", sql.Integer),
    sql.Column("provisional", sql.Boolean),
    sql.Column("rating_change", sql.Integer),
    sql.Index("seats_by_visitor", "visitor"),
)

moves = sql.Table(
    "moves",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The primary key is what makes it impossible to play the same turn twice, whoever tries.
    sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("text", sql.String(400), nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("clock_ms", sql.BigInteger),
)

chat = sql.Table(
    "chat",
    metadata,
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seat", sql.Integer),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("text", sql.String(1000), nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    # What the sender calls it: said again because the line was lost, it is not said twice.
    sql.Column("ref", sql.String(160)),
    sql.UniqueConstraint("game_id", "ref", name="said_once"),
)

brought = sql.Table(
    "brought",
    metadata,
    # The primary key is what makes it impossible to bring the same game twice.
    sql.Column("visitor", sql.String(64), primary_key=True),
    sql.Column("key", sql.String(36), primary_key=True),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
)

ends = sql.Table(
    "ends",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("rules", sql.String(400), primary_key=True),
    # The number that a book gives to a position.
    sql.Column("position", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("first", sql.Integer, nullable=False),
    sql.Column("second", sql.Integer, nullable=False),
    sql.Column("drawn", sql.Integer, nullable=False),
)

seeks = sql.Table(
    "seeks",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    # One at a time, from however many tabs.
    sql.Column("visitor", sql.String(64), nullable=False, unique=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("rules", sql.String(400), nullable=False),
    sql.Column("initial_ms", sql.BigInteger),
    sql.Column("increment_ms", sql.BigInteger),
    sql.Column("rating", sql.Float),
    sql.Column("provisional", sql.Boolean),
    sql.Column("rated", sql.Boolean, nullable=False, default=False),
    # What pairing asks of somebody's games before.
    sql.Column("last_opponent", sql.String(64)),
    sql.Column("first_sides", sql.Integer, nullable=False, default=0),
    sql.Column("since_ms", sql.BigInteger, nullable=False),
    # When its page was last known to listen.
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
    # What came of it, until its page has said that it knows.
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="CASCADE")),
)

workers = sql.Table(
    "workers",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
    # Whether it can be told nothing by others, so that there must be none.
    sql.Column("alone", sql.Boolean, nullable=False),
)

heartbeat = sql.Table(
    "heartbeat",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
)

members = sql.Table(
    "members",
    metadata,
    # What seats know them by; no token has it for a hash.
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("password", sql.String(200)),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
)


def _member(*, primary_key: bool = False) -> sql.Column[str]:
    """Return the column that says whose a row is; it goes with its member."""
    key = sql.ForeignKey("members.id", ondelete="CASCADE")
    return sql.Column("member", sql.String(64), key, nullable=False, primary_key=primary_key)


looks = sql.Table(
    "looks",
    metadata,
    # The primary key is what makes it impossible that two members look alike by their names.
    sql.Column("look", sql.String(200), primary_key=True),
    _member(),
    sql.Index("looks_by_member", "member"),
)

passkeys = sql.Table(
    "passkeys",
    metadata,
    sql.Column("id", sql.String(1400), primary_key=True),
    _member(),
    sql.Column("public_key", sql.Text, nullable=False),
    sql.Column("uses", sql.BigInteger, nullable=False),
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Index("passkeys_by_member", "member"),
)

sessions = sql.Table(
    "sessions",
    metadata,
    # The hash of the token, which nobody here knows.
    sql.Column("token", sql.String(64), primary_key=True),
    _member(),
    # What its member calls it by to end it.
    sql.Column("id", sql.String(16), nullable=False),
    sql.Column("device", sql.String(80), nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("seen_ms", sql.BigInteger, nullable=False),
    sql.Index("sessions_by_member", "member"),
)

recovery_codes = sql.Table(
    "recovery_codes",
    metadata,
    _member(primary_key=True),
    sql.Column("code", sql.String(64), primary_key=True),
)

challenges = sql.Table(
    "challenges",
    metadata,
    sql.Column("challenge", sql.String(64), primary_key=True),
    # For whom a passkey made with it would be: a member, or who may become one by it.
    sql.Column("member", sql.String(64), nullable=False),
    # To whom it was given, as a hash of what they came with.
    sql.Column("asker", sql.String(64), nullable=False),
    sql.Column("until_ms", sql.BigInteger, nullable=False),
)


def _strength() -> list[sql.Column[Any]]:
    """Return the columns of what is known of a strength."""
    return [
        *(sql.Column(name, sql.Float, nullable=False) for name in ("rating", "deviation", "volatility")),
        sql.Column("since_ms", sql.BigInteger, nullable=False),
    ]


ratings = sql.Table(
    "ratings",
    metadata,
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    # How fast it is played, or what else is rated of a game.
    sql.Column("kind", sql.String(16), primary_key=True),
    *_strength(),
    # How many games have made it.
    sql.Column("games", sql.Integer, nullable=False),
    sql.Index("ratings_by_rating", "game", "kind", "rating"),
)

rating_history = sql.Table(
    "rating_history",
    metadata,
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("game_id", sql.String(16), sql.ForeignKey("games.id", ondelete="SET NULL")),
    # What makes it impossible that a game changes the same rating twice.
    sql.UniqueConstraint("game_id", "member", name="rated_once"),
)

sides = sql.Table(
    "sides",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("rules", sql.String(400), primary_key=True),
    *_strength(),
)


exercises = sql.Table(
    "exercises",
    metadata,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("position", sql.String(400), primary_key=True),
    *_strength(),
    sql.Column("attempts", sql.Integer, nullable=False),
)

attempts = sql.Table(
    "attempts",
    metadata,
    # The primary key is what makes it impossible that a second attempt counts.
    _member(primary_key=True),
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("position", sql.String(400), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
)


def game_values(game: StoredGame) -> Values:
    """Return a game as a row."""
    clock, outcome, offers = game.clock, game.outcome, game.offers
    return {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "start": game.start,
        "position": game.position,
        "version": game.version,
        "turn": game.turn,
        "plies": game.plies,
        "base_plies": game.base_plies,
        "created_ms": game.created_ms,
        "updated_ms": game.updated_ms,
        "initial_ms": clock.control.initial_ms if clock else None,
        "increment_ms": clock.control.increment_ms if clock else None,
        "clock_first_ms": clock.remaining_ms[0] if clock else None,
        "clock_second_ms": clock.remaining_ms[1] if clock else None,
        "clock_running": clock.running if clock else None,
        "clock_since_ms": clock.since_ms if clock else None,
        "winner": outcome.winner if outcome else None,
        "reason": f"{outcome.reason}" if outcome else None,
        "no_result": outcome.no_result if outcome else False,
        "offers": {
            "draw": offers.draw,
            "takeback": offers.takeback,
            "rematch": offers.rematch,
            "draw_plies": list(offers.draw_plies),
        },
        "owner": game.owner,
        "next_id": game.next_id,
        "contest_id": game.contest_id,
        "round": game.round,
        "imported": game.imported,
        "brought": game.brought,
        "rated": game.rated,
        "tournament_id": game.tournament_id,
        "worker": game.worker,
    }


def seat_values(game: StoredGame) -> list[Values]:
    """Return a game's seats as rows."""
    return [
        {
            "game_id": game.id,
            "side": side,
            "kind": seat.kind,
            "name": seat.name,
            "visitor": seat.visitor,
            "level": seat.level,
            "contestant": seat.contestant,
            "rating": seat.rating and seat.rating.value,
            "provisional": seat.rating and seat.rating.provisional,
            "rating_change": seat.rating and seat.rating.change,
        }
        for side, seat in enumerate(game.seats)
    ]


def move_values(game_id: str, before: int, added: tuple[StoredMove, ...]) -> list[Values]:
    """Return moves as rows; `before` is how many were played before them."""
    return [
        {"game_id": game_id, "ply": ply, "text": move.text, "at_ms": move.at_ms, "clock_ms": move.clock_ms}
        for ply, move in enumerate(added, start=before + 1)
    ]


def outcome_of(row: Any) -> Outcome | None:
    """Return how a game ended, from its row."""
    return None if row.reason is None else Outcome(row.winner, row.reason, no_result=bool(row.no_result))


def clock_of(row: Any) -> Clock | None:
    """Return a game's clock, from its row."""
    if row.initial_ms is None:
        return None
    return Clock(
        Control(row.initial_ms, row.increment_ms),
        (row.clock_first_ms, row.clock_second_ms),
        row.clock_running,
        row.clock_since_ms,
    )


def game_of(row: Any, seat_rows: list[Any]) -> StoredGame:
    """Return the game that rows describe; the seats are in the order of their sides."""
    first, second = map(_seat_of, seat_rows)
    first_ply, second_ply = row.offers["draw_plies"]
    return StoredGame(
        id=row.id,
        game=row.game,
        rules=row.rules,
        start=row.start,
        position=row.position,
        seats=(first, second),
        turn=row.turn,
        plies=row.plies,
        created_ms=row.created_ms,
        updated_ms=row.updated_ms,
        version=row.version,
        base_plies=row.base_plies,
        clock=clock_of(row),
        outcome=outcome_of(row),
        offers=Offers(row.offers["draw"], row.offers["takeback"], row.offers["rematch"], (first_ply, second_ply)),
        owner=row.owner,
        next_id=row.next_id,
        contest_id=row.contest_id,
        round=row.round,
        imported=row.imported,
        brought=row.brought,
        rated=row.rated,
        tournament_id=row.tournament_id,
        worker=row.worker,
    )


def _seat_of(row: Any) -> Seat:
    rating = None if row.rating is None else SeatRating(row.rating, bool(row.provisional), row.rating_change)
    return Seat(row.kind, row.name, row.visitor, row.level, row.contestant, rating)


def said_of(row: Any) -> Said:
    """Return a chat message, from its row."""
    return Said(row.number, row.seat, row.name, row.text, row.at_ms, row.ref)


def contest_of(row: Any) -> StoredContest:
    """Return a contest, from its row."""
    return StoredContest(row.id, row.kind, row.game, row.rules, tuple(row.opening_order), row.cycles)
