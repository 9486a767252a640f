"""Alquerque: the board, four rule sets."""

from vato.games.alquerque.board import Board
from vato.games.alquerque.endgames import Endgames, known
from vato.games.alquerque.game import GAME
from vato.games.alquerque.notation import Move, Step
from vato.games.alquerque.rulesets import ALFONSO, BELL, HUFFING, MODERN, RuleSet
from vato.games.alquerque.setup import SIZES

__all__ = [
    "ALFONSO",
    "BELL",
    "GAME",
    "HUFFING",
    "MODERN",
    "SIZES",
    "Board",
    "Endgames",
    "Move",
    "RuleSet",
    "Step",
    "known",
]
