"""Squadro: ten stones that cross the board and come back."""

from vato.squadro import scene
from vato.squadro.board import Board
from vato.squadro.evaluation import lead, subtlety
from vato.squadro.knowing import known
from vato.squadro.lessons import LESSONS
from vato.squadro.notation import Move
from vato.squadro.picture import illustration
from vato.squadro.rulesets import STANDARD, RuleSet
from vato.squadro.solver.solution import NotSolved, Solution, Value
from vato.squadro.words import comparison, words

__all__ = [
    "LESSONS",
    "STANDARD",
    "Board",
    "Move",
    "NotSolved",
    "RuleSet",
    "Solution",
    "Value",
    "comparison",
    "illustration",
    "known",
    "lead",
    "scene",
    "subtlety",
    "words",
]
