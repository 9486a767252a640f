"""Squadro's compiled code as the house asks for it: all that `vato.compiled.contract.Kernel` names.

Who loads this has the search's overloads, too (search.py).
"""

from vato.games.squadro import search as search  # gives the search its overloads
from vato.games.squadro.figures import OUTCOMES, position_of, rules_of, table_of, weights
from vato.games.squadro.kernel import move_of
from vato.games.squadro.whole_games import count, play_games

__all__ = ["OUTCOMES", "count", "move_of", "play_games", "position_of", "rules_of", "table_of", "weights"]
