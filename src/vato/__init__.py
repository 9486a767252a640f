"""vato: Fanorona and Squadro, played, analysed and solved."""

from vato.catalog import new
from vato.contest import Match, Series
from vato.game import (
    AmbiguousMove,
    Board,
    Continuations,
    IllegalMove,
    InvalidPosition,
    Move,
    Outcome,
    Player,
    UnknownName,
    UnreadableMove,
    VatoError,
)
from vato.perft import divide, perft
from vato.record import InvalidRecord, Record

__all__ = [
    "AmbiguousMove",
    "Board",
    "Continuations",
    "IllegalMove",
    "InvalidPosition",
    "InvalidRecord",
    "Match",
    "Move",
    "Outcome",
    "Player",
    "Record",
    "Series",
    "UnknownName",
    "UnreadableMove",
    "VatoError",
    "divide",
    "new",
    "perft",
]
