"""What is worth looking at in a first whole game of Alquerque, by the rules alone.

Who plays against the learner, and what looking ahead tells, is for `vato.learn.first_game`.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.games.alquerque.board import Board
from vato.games.alquerque.setup import start_of
from vato.lattice.threats import taken_by, threatened
from vato.learn.lesson import Lesson, Look, WholeGame
from vato.text import Listing, Text, by_number

MANY = 2
"""Of so many stones in one turn it is said that they can be taken."""
FEW = 3


def looks(board: Board) -> Iterator[Look]:
    """Yield what is worth looking at for who is to move, what matters most first."""
    turns = list(board.legal_moves)
    jumps = [turn for turn in turns if taken_by(turn)]
    most = max(len(taken_by(turn)) for turn in turns)
    left = board.count(1 - board.turn)
    if most == left:
        yield Look("win", Text("You can win with this turn."), always=True)
    if board.stones == start_of(board.points):
        yield Look(
            "opening",
            Text("Only the middle is empty. Before you step there, look at the point that you leave: it opens a way."),
            ("c3",),
        )
    elif not jumps:
        yield Look("offer", Text("Black must jump, too: a stone that you offer can lead a black one astray."))
    if jumps:
        movers = tuple(dict.fromkeys(turn.steps[0].origin for turn in jumps))
        yield Look("must", Text("You can jump, so you must."), movers, always=True)
    lost = threatened(board)
    if lost:
        message = by_number(
            "Black threatens to jump over one of your stones: {points}.",
            "Black threatens to jump over {count} of your stones: {points}.",
            len(lost),
        )
        yield Look("threat", Text(message, count=len(lost), points=Listing(lost)), lost, always=True)
        yield Look("behind", Text("A stone is safe where the point behind it is not empty."))
    if MANY <= most < left:
        yield Look("many", Text("You can take {count} stones in one turn. Do you see how?", count=most), always=True)
    if left <= FEW < board.count(board.turn):
        yield Look("few", Text("Few black stones are left: leave them no point to go to."))
    if not jumps and not lost:
        yield Look("quiet", Text("Nobody threatens anything: look for a point where Black cannot jump over you."))


FIRST_GAME = Lesson(
    "first-game",
    Text("A first whole game"),
    Text("From the first turn to the last, against a gentle opponent; every turn can be taken back."),
    whole=WholeGame(Text("Play a whole game: take all black stones."), "modern", looks),
)
