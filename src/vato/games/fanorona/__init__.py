"""Fanorona: the board, five rule sets, Vela."""

from vato.games.fanorona import scene
from vato.games.fanorona.board import Board
from vato.games.fanorona.endgames import Endgames, known
from vato.games.fanorona.game import GAME
from vato.games.fanorona.lead import lead, subtlety
from vato.games.fanorona.notation import Move, Step
from vato.games.fanorona.picture import illustration
from vato.games.fanorona.rulesets import CLASSIC, FREE, OPENINGS, SHORT, STANDARD, STRICT, VELA, RuleSet, revanche_of
from vato.games.fanorona.setup import SIZES
from vato.games.fanorona.vela import VelaBoard
from vato.games.fanorona.words import comparison, words
from vato.solve.contract import NotSolved

__all__ = [
    "CLASSIC",
    "FREE",
    "GAME",
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
