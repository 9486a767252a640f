"""Squadro: ten stones that cross the board and come back."""

from vato.games.squadro import scene
from vato.games.squadro.board import Board
from vato.games.squadro.game import GAME
from vato.games.squadro.knowledge import known
from vato.games.squadro.lead import lead, subtlety
from vato.games.squadro.lessons import LESSONS
from vato.games.squadro.notation import Move
from vato.games.squadro.picture import illustration
from vato.games.squadro.rulesets import STANDARD, RuleSet
from vato.games.squadro.solution.solution import Solution, Value
from vato.games.squadro.words import comparison, words
from vato.solve.contract import NotSolved

__all__ = [
    "GAME",
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
