"""vato: board games played, analysed and solved. The games are in `vato.games`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vato.board import Board, Outcome, Player
from vato.catalog import known, new
from vato.contest import Match, Series
from vato.errors import AmbiguousMove, IllegalMove, InvalidPosition, UnknownName, UnreadableMove, VatoError
from vato.game import Game
from vato.knowledge import Fact, Facts, Knowledge, Result
from vato.moves import Continuations, LegalMoves, Move
from vato.perft import divide, perft
from vato.playouts import Playouts, playouts
from vato.record import InvalidRecord, Record
from vato.rules import RuleSet

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine, EngineProgram, Limit, Line, ProgramFailed, Score, Thought

__all__ = [
    "AmbiguousMove",
    "Analysis",
    "Board",
    "Continuations",
    "Engine",
    "EngineProgram",
    "Fact",
    "Facts",
    "Game",
    "IllegalMove",
    "InvalidPosition",
    "InvalidRecord",
    "Knowledge",
    "LegalMoves",
    "Limit",
    "Line",
    "Match",
    "Move",
    "Outcome",
    "Player",
    "Playouts",
    "ProgramFailed",
    "Record",
    "Result",
    "RuleSet",
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


if not TYPE_CHECKING:  # a type checker would take any name for one of these

    def __getattr__(name: str) -> Any:
        # The engine needs Numba, which takes a moment to load: only those wait who use it.
        engine = import_module("vato.engine")
        if name in engine.__all__:
            return getattr(engine, name)
        raise AttributeError(f"module 'vato' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
