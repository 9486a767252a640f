"""What the search and a game's compiled code say to each other. Imports no game.

A game that has the engine gives a `Kernel`: a module with the functions named below. Beside them it gives the search
its overloads of the functions from `turns_of` to `reversible`, each on its own type of position: a named tuple with at
least `own`, `enemy` and `player` (0 or 1, who is to move), seen by the player to move.

In compiled code, `table` is the address of the game's table, `rules` and `position` are the kernel's own named tuples,
and a turn is two words. The second word is below `SECOND_WORDS` and says enough of the turn to remember whether such a
turn was good elsewhere; the first may be anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vato.board import Outcome

SECOND_WORDS = 4096
"""The second word of a turn is below this: the search keeps a number for each."""


class Figures(Protocol):
    """A game in numbers, as its compiled code reads it; nothing of this is compiled, nor loads what is."""

    OUTCOMES: tuple[Outcome | None, ...]
    """What the numbers that `stand` returns mean; the first one is that the game goes on."""

    def table_of(self, board: Any) -> NDArray[np.uint64]:
        """Return what compiled code must know of a board's geometry; it takes the address of its first word."""

    def rules_of(self, board: Any) -> Any:
        """Return a board's rules as the game's own named tuple of numbers."""

    def position_of(self, board: Any) -> Any:
        """Return the position on a board as the game's own named tuple."""

    def weights(self) -> NDArray[np.uint64]:
        """Return what `judge` weighs by: any words that compiled code reads by the address of the first."""


class Kernel(Figures, Protocol):
    """A game's compiled code as the house asks for it."""

    def move_of(self, board: Any, first: int, second: int) -> Any:
        """Return a legal move of the board for a turn's two words."""

    def count(self, board: Any, depth: int) -> int:
        """Return the number of sequences of turns of a length: what `vato.perft` asks for."""

    def play_games(self, board: Any, games: int, seed: int) -> tuple[NDArray[np.int64], int]:
        """Play random games; return how many each side won and nobody did, and how many turns they had in all."""


# What the search asks: each is an empty function that a game overloads (numba.extending.overload) for its position.


def turns_of(table: Any, rules: Any, position: Any, turns: Any, room: Any) -> Any:
    """Write the legal turns to the address `turns`, as far as there is room, and return how many there are."""


def after(table: Any, rules: Any, position: Any, first: Any, second: Any) -> Any:
    """Return the position after a turn."""


def key_of(table: Any, position: Any) -> Any:
    """Return a 64-bit key of a position: equal for equal positions, but not the board's own `key`."""


def end_of(table: Any, rules: Any, position: Any) -> Any:
    """Return how the game stands for the player to move, repetition apart: GOING_ON, LOST, WON or DRAWN."""


def is_tense(table: Any, rules: Any, position: Any) -> Any:
    """Return whether the position must be played on before it can be judged."""


def gain_of(table: Any, position: Any, first: Any, second: Any) -> Any:
    """Return how promising a turn looks, from 0 to 255; 0 is a quiet one."""


def judge(table: Any, rules: Any, position: Any, weights: Any) -> Any:
    """Return how good the position is for the player to move, in hundredths of a stone or place."""


def probe(table: Any, rules: Any, position: Any, known: Any) -> Any:
    """Return the value of a position for the player to move if it is known at the address `known`, or UNKNOWN.

    A win is told as WIN less the turns it takes, a loss as the opposite, a draw as 0.
    """


def result_of(table: Any, rules: Any, position: Any, known: Any) -> Any:
    """Return how a position ends for the player to move, 1, 0 or -1, if that is known at `known`, or UNKNOWN.

    More may be known than `probe` tells: who wins, but not how soon. The search itself does not ask.
    """


def distinct(position: Any) -> Any:
    """Return whether no two turns of a position lead to the same one."""


def reversible(position: Any, length: Any) -> Any:
    """Return how many of the last turns could be part of a repetition."""


# What is asked to show a position and to play on it, where there is no Python. A game overloads these, too, if it can.


def write_scene(table: Any, rules: Any, position: Any, most: Any, page: Any, room: Any) -> Any:
    """Write a position as `vato.scene.scene_of` tells it, in JSON, and return how many bytes that is.

    `page` is the address of memory of PAGE_TEXT bytes and `room` more, to which the JSON is written as far as there is
    room. It lacks `ply`. An option that may `stop` also has `turn`, the turn's two words in figures with a comma
    between them, and `subtle`, two numbers: how much about the turn is hard to see, and how many stones it takes.

    If there are more turns than `most`, there are no options, and the scene is `crowded`. With a negative `most` it is
    only to be looked at, without options: for whoever knows that the game is over though no rule tells by the position.
    """


def stand(table: Any, rules: Any, position: Any, keys: Any, count: Any) -> Any:
    """Return how the game stands: GOING_ON, or a number that the game's `OUTCOMES` tell the meaning of.

    At the address `keys` are the keys of `count` positions before this one: all that could be the same.
    """


def book_key(table: Any, position: Any) -> Any:
    """Return the number of a position in an opening book, which is that of `vato.book.key_of`: a game with one can."""


PAGE_TEXT = 8 * (4 + 64)
"""Where the text on a page begins, in bytes; before it are the words of `vato.compiled.page`."""

KNOWN_AT = 1 << 20
"""Where in a module's memory what is known exactly lies: it points into itself, so it is written for one place."""

GOING_ON, LOST, WON, DRAWN = 0, 1, 2, 3
WIN = 30_000
"""The value of a game won at once; a win in n turns is worth n less."""
SURE = WIN - 1_000
"""Beyond this a value means a forced win or loss."""
UNKNOWN = -(1 << 20)
"""What `probe` returns where it does not know: no value is as low."""

TOO_LITTLE_ROOM = -1
"""What counting functions return in place of a count when the memory they were given is too small."""
LONGEST_GAME = 100_000
"""A random game that has had so many turns is given up and has no winner: rules without repetition promise no end."""


def takes(position: Any, kind: type) -> bool:
    """Return whether an overload is meant: the compiled type of `position` is that of the kernel's `kind`."""
    from numba import types  # here, so that who needs only a number of this file does not wait for Numba

    return isinstance(position, types.BaseNamedTuple) and position.instance_class is kind
