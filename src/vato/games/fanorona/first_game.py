"""What is worth looking at in a first whole game of Fanorona, by the rules alone.

Who plays against the learner, and what looking ahead tells, is for `vato.learn.first_game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vato.games.fanorona.board import Board
from vato.games.fanorona.notation import Move
from vato.games.fanorona.setup import start_of
from vato.lattice.points import Point
from vato.lattice.threats import taken_by, threatened
from vato.learn.lesson import Lesson, Look, WholeGame
from vato.text import Listing, Text, by_number

MANY = 3
"""Of so many stones in one turn it is said that they can be taken."""
FEW = 3


def looks(board: Board) -> Iterator[Look]:
    """Yield what is worth looking at for who is to move, what matters most first."""
    turns = list(board.legal_moves)
    captures = [turn for turn in turns if taken_by(turn)]
    most = max(len(taken_by(turn)) for turn in turns)
    left = board.count(1 - board.turn)
    if most == left:
        yield Look("win", Text("You can win with this turn."), always=True)
    if board.stones == start_of(board.points):
        yield Look(
            "opening",
            Text("Only the middle is empty. Five turns lead there; look at what each of them takes."),
            ("e3",),
        )
    if captures:
        movers = tuple(dict.fromkeys(turn.steps[0].origin for turn in captures))
        yield Look("must", Text("You can capture, so you must; with which stone is up to you."), movers)
        yield from _chains(captures)
    else:
        yield Look("paika", Text("You can capture nothing now: step to where Black takes little."))
    lost = threatened(board)
    if lost:
        message = by_number(
            "Black threatens one of your stones: {points}.",
            "Black threatens {count} of your stones: {points}.",
            len(lost),
        )
        yield Look("threat", Text(message, count=len(lost), points=Listing(lost)), lost, always=True)
    if MANY <= most < left:
        yield Look("many", Text("You can take {count} stones in one turn. Do you see how?", count=most), always=True)
    if left <= FEW < board.count(board.turn):
        yield Look("few", Text("Few black stones are left: hold the middle, and hunt them down together."))
    if not captures and not lost:
        yield Look("quiet", Text("Nobody threatens anything: come nearer, but stay out of reach."))


def _chains(captures: Sequence[Move]) -> Iterator[Look]:
    """Yield what is to be said of captures that go on, and of those that could be made in two ways."""
    chain = max(captures, key=lambda turn: len(turn.steps)).steps
    if len(chain) > 1:
        message = Text(
            "The stone on {point} can capture again and again. You may stop after any step.", point=chain[0].origin
        )
        yield Look("chain", message, (chain[0].origin,))
    ways: dict[tuple[Point, Point], set[str]] = {}
    for step in (turn.steps[0] for turn in captures):
        ways.setdefault((step.origin, step.target), set()).add(step.kind)
    for (origin, target), kinds in ways.items():
        if len(kinds) > 1:
            message = Text(
                "From {origin} to {target} stones could be taken on either side: you choose one.",
                origin=origin,
                target=target,
            )
            yield Look("choice", message, (origin, target))
            return


FIRST_GAME = Lesson(
    "first-game",
    Text("A first whole game"),
    Text("From the first turn to the last, against a gentle opponent; every turn can be taken back."),
    whole=WholeGame(Text("Play a whole game: take all black stones."), "standard", looks),
)
