"""Fanorona's compiled code as the house asks for it: all that `vato.compiled.contract.Kernel` names.

Who loads this has the search's overloads, too (search.py).
"""

from vato.games.fanorona import book_key as book_key  # gives the book its overload
from vato.games.fanorona import search as search  # gives the search its overloads
from vato.games.fanorona.figures import OUTCOMES, position_of, rules_of, table_of, weights
from vato.games.fanorona.kernel import move_of
from vato.games.fanorona.whole_games import count, play_games

__all__ = ["OUTCOMES", "count", "move_of", "play_games", "position_of", "rules_of", "table_of", "weights"]
