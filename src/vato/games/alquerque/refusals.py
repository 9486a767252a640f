"""Reading an Alquerque turn against a position, and saying which rule refuses it. The rules are in board.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.errors import IllegalMove, UnreadableMove, shorten
from vato.games.alquerque.notation import Move, Step, read_points, read_steps
from vato.lattice.points import BoardLine, Point
from vato.text import Listing, Text, by_number

if TYPE_CHECKING:
    from vato.games.alquerque.board import Board
    from vato.lattice.points import Stones


def resolve(board: Board, turn: object) -> tuple[tuple[Step, ...], Stones]:
    """Return the steps of a turn or of its beginning, with what each captures, and the stones they lead to."""
    stones = board.stones
    steps: tuple[Step, ...] = ()
    for wanted in _wanted(board, turn):
        if steps:
            _check_onward(steps, wanted)
        else:
            _check_owner(board, wanted.origin)
        step = _found(board, stones, wanted)
        if wanted.captured and wanted.captured != step.captured:
            raise IllegalMove("{step} does not capture {point} here.", step=step, point=wanted.captured[0])
        if not step.captured:
            _check_step(board, steps, step)
        elif steps and step not in board.jumps_on(stones, steps):
            raise IllegalMove("The stone has already stood on {point} in this turn.", point=step.target)
        _check_most(board, stones, (*steps, step))
        stones = board.after(stones, step)
        steps = (*steps, step)
    return steps, stones


def check_end(board: Board, steps: tuple[Step, ...], stones: Stones) -> None:
    """Refuse a turn that may not end where it does."""
    onward = board.onward(stones, steps)
    if not board.may_stop(onward):
        raise IllegalMove(
            "The stone must jump on, for instance {step}.", bare=Text("The stone must jump on."), step=onward[0]
        )


def refuse(board: Board, text: str) -> None:
    """Refuse a point from which the player to move can begin no turn, or steps with which no turn begins."""
    points = read_points(text, board.points)
    _check_point(board, points[0])
    if len(points) > 1:
        resolve(board, text)


def _check_point(board: Board, point: Point) -> None:
    """Refuse a point that holds no stone with which a turn may begin."""
    _check_owner(board, point)
    able = sorted({step.origin for step in board.first_steps()})
    if point in able:
        return
    if board.all_jumps() and board.rules.must_capture and not any(board.jumps(board.stones, point)):
        raise IllegalMove(
            by_number(
                "You must capture; one stone can: {points}.",
                "You must capture; {count} stones can: {points}.",
                len(able),
            ),
            bare=Text("You must capture."),
            count=len(able),
            points=Listing(able),
        )
    for jump in board.jumps(board.stones, point):
        _check_most(board, board.stones, (jump,))
    free = [line.target for line in board.points.lines[point].values() if board.stones[line.target] is None]
    if not free:
        raise IllegalMove("The stone on {point} is blocked: it can neither step nor jump.", point=point)
    # What is left is a rule about steps, so any of them says which.
    resolve(board, (Step(point, free[0]),))


def _wanted(board: Board, turn: object) -> tuple[Step, ...]:
    if isinstance(turn, str):
        return tuple(read_steps(turn, board.points))
    steps = turn.steps if isinstance(turn, Move) else turn
    if not isinstance(steps, list | tuple) or not steps or not all(isinstance(step, Step) for step in steps):
        raise UnreadableMove("A move is a text such as c2-c3, a Move, or steps.")
    for step in steps:
        if step.origin not in board.points.lines or step.target not in board.points.lines:
            raise UnreadableMove("{step} leaves this board.", step=shorten(str(step)))
    return tuple(steps)


def _check_owner(board: Board, point: Point) -> None:
    owner = board.stones[point]
    if owner is None:
        raise IllegalMove("There is no stone on {point}.", point=point)
    if owner != board.turn:
        raise IllegalMove(
            "The stone on {point} is not yours: it is {side}'s turn.", point=point, side=board.sides[board.turn]
        )


def _check_onward(steps: tuple[Step, ...], wanted: Step) -> None:
    before = steps[-1]
    if not before.captured:
        raise IllegalMove("{step} captures nothing, so the turn ends there.", step=before)
    if wanted.origin != before.target:
        raise IllegalMove("The turn goes on from {point}, with the same stone.", point=before.target)


def _found(board: Board, stones: Stones, wanted: Step) -> Step:
    """Return the step or jump that leads to a point, whether or not the rules allow it now."""
    lines = board.points.lines[wanted.origin]
    over = next((line for line in lines.values() if line.ahead[:1] == (wanted.target,)), None)
    if over is None and wanted.target not in lines:
        raise IllegalMove(
            "No single step or jump leads from {origin} to {target}: stones go along the lines.",
            origin=wanted.origin,
            target=wanted.target,
        )
    if stones[wanted.target] is not None:
        raise IllegalMove("There is a stone on {point} already.", point=wanted.target)
    if over is None:
        return Step(wanted.origin, wanted.target)
    _check_jump(board, stones, over)
    return Step(wanted.origin, wanted.target, (over.target,))


def _check_jump(board: Board, stones: Stones, over: BoardLine) -> None:
    if stones[over.target] is None:
        raise IllegalMove("There is no stone on {point} to jump over.", point=over.target)
    if stones[over.target] == board.turn:
        raise IllegalMove(
            "The stone on {point} is your own: only the other side's stones can be jumped over.", point=over.target
        )
    if board.rules.backward == "never" and board.goes_back(over):
        raise IllegalMove("Stones do not go back, not even to capture.")


def _check_step(board: Board, before: tuple[Step, ...], step: Step) -> None:
    if before:
        raise IllegalMove("After a jump only jumps may follow, and {step} captures nothing.", step=step)
    jumps = [jump for jump in board.first_steps() if jump.captured]
    if jumps and board.rules.must_capture:
        raise IllegalMove("You must capture, for instance {example}.", bare=Text("You must capture."), example=jumps[0])
    if not board.may_step(step.origin):
        raise IllegalMove("The stone on {point} has come to the last row and may only capture.", point=step.origin)
    line = board.points.lines[step.origin][step.target]
    if board.turns_back(step.origin, line):
        raise IllegalMove(
            "The stone on {point} came from {target} and may not step back there yet.",
            point=step.origin,
            target=step.target,
        )
    if not board.way_is_open(step.origin, line):
        if board.rules.backward == "never":
            raise IllegalMove("Stones do not go back: {step} leads towards your own side.", step=step)
        raise IllegalMove("Stones go back only to capture: {step} leads towards your own side.", step=step)


def _check_most(board: Board, stones: Stones, steps: tuple[Step, ...]) -> None:
    """Refuse a turn that begins so that it cannot capture as many stones as must be captured."""
    least = board.least_captures()
    if steps[-1].captured and least and board.captures_after(stones, steps) < least:
        raise IllegalMove(
            "You must capture as many stones as you can, {count}; begin, for instance, with {example}.",
            bare=Text("You must capture as many stones as you can, {count}.", count=least),
            count=least,
            example=next(step for step in board.first_steps() if step.captured),
        )
