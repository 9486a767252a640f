"""Fanorona: the board, five rule sets, Vela."""

from vato.fanorona import scene
from vato.fanorona.board import Board
from vato.fanorona.evaluation import lead, subtlety
from vato.fanorona.knowing import known
from vato.fanorona.lessons import LESSONS
from vato.fanorona.notation import Move, Step
from vato.fanorona.picture import illustration
from vato.fanorona.points import SIZES
from vato.fanorona.rulesets import (
    CLASSIC,
    FREE,
    OPENINGS,
    SHORT,
    STANDARD,
    STRICT,
    VELA,
    RuleSet,
    revanche_of,
)
from vato.fanorona.solver.endgames import Endgames, NotSolved
from vato.fanorona.vela import VelaBoard
from vato.fanorona.words import comparison, words

__all__ = [
    "CLASSIC",
    "FREE",
    "LESSONS",
    "OPENINGS",
    "SHORT",
    "SIZES",
    "STANDARD",
    "STRICT",
    "VELA",
    "Board",
    "Endgames",
    "Move",
    "NotSolved",
    "RuleSet",
    "Step",
    "VelaBoard",
    "comparison",
    "illustration",
    "known",
    "lead",
    "revanche_of",
    "scene",
    "subtlety",
    "words",
]
