"""vato: board games played, analysed and solved. The games are in `vato.games`."""

from typing import TYPE_CHECKING, Any

from vato.board import Board, Outcome, Player
from vato.catalog import known, new
from vato.contest import Match, Series
from vato.errors import AmbiguousMove, IllegalMove, InvalidPosition, UnknownName, UnreadableMove, VatoError
from vato.moves import Continuations, LegalMoves, Move
from vato.perft import divide, perft
from vato.playouts import Playouts, playouts
from vato.record import InvalidRecord, Record

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine, Limit, Line, Score, Thought

__all__ = [
    "AmbiguousMove",
    "Analysis",
    "Board",
    "Continuations",
    "Engine",
    "IllegalMove",
    "InvalidPosition",
    "InvalidRecord",
    "LegalMoves",
    "Limit",
    "Line",
    "Match",
    "Move",
    "Outcome",
    "Player",
    "Playouts",
    "Record",
    "Score",
    "Series",
    "Thought",
    "UnknownName",
    "UnreadableMove",
    "VatoError",
    "divide",
    "known",
    "new",
    "perft",
    "playouts",
]


def __getattr__(name: str) -> Any:
    # The engine needs Numba, which takes a moment to load: only those wait who use it.
    if name in ("Analysis", "Engine", "Limit", "Line", "Score", "Thought"):
        from vato import engine

        return getattr(engine, name)
    raise AttributeError(f"module 'vato' has no attribute {name!r}")
