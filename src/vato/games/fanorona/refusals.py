"""Reading a Fanorona turn against a position, and saying which rule refuses it. The rules are in board.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.errors import AmbiguousMove, IllegalMove, UnreadableMove, shorten
from vato.games.fanorona.notation import APPROACH, PAIKA, UNSAID, WITHDRAWAL, Move, Step, read_steps
from vato.lattice.points import BoardLine, Point
from vato.text import Listing, Text, by_number, either

if TYPE_CHECKING:
    from vato.games.fanorona.board import Board
    from vato.lattice.points import Stones

KIND_NAMES = {APPROACH: Text("approach"), WITHDRAWAL: Text("withdrawal")}


def resolve(board: Board, turn: object) -> tuple[tuple[Step, ...], Stones]:
    """Return the steps of a turn or of its beginning, with what each captures, and the stones they lead to."""
    stones = board.stones
    steps: tuple[Step, ...] = ()
    for wanted in _wanted(board, turn):
        if steps:
            _check_onward(board, steps, wanted)
        else:
            _check_owner(board, wanted.origin)
        step = _capture(board, stones, _line(board, stones, wanted), wanted)
        if wanted.captured and wanted.captured != step.captured:
            raise IllegalMove(
                "{step} captures {captured} here.", step=step, captured=Listing(step.captured) or Text("nothing")
            )
        if steps and not step.kind:
            raise IllegalMove("{step} captures nothing, and every step of a chain must capture.", step=step)
        if not step.kind:
            _check_paika(board, step)
        stones = board.after(stones, step)
        steps = (*steps, step)
    return steps, stones


def check_end(board: Board, steps: tuple[Step, ...], stones: Stones) -> None:
    """Refuse a turn that may not end where it does."""
    onward = board.onward(stones, steps)
    if not board.may_stop(onward):
        raise IllegalMove(
            "The chain must be played to its end; it can go on, for instance, {step}.",
            bare=Text("The chain must be played to its end."),
            step=onward[0],
        )


def refuse(board: Board, text: str) -> None:
    """Refuse a point from which the player to move can begin no turn, or steps with which no turn begins."""
    points = text.lower().split("-")
    if len(points) == 1:
        _check_point(board, points[0].strip())
        return
    if points[0].strip() in board.points.lines:
        _check_point(board, points[0].strip())
    resolve(board, text)


def _check_point(board: Board, point: Point) -> None:
    """Refuse a point that holds no stone with which a turn may begin."""
    if point not in board.points.lines:
        raise UnreadableMove("There is no point {point} on this board.", point=shorten(point))
    _check_owner(board, point)
    targets = [target for target in board.points.lines[point] if board.stones[target] is None]
    if not targets:
        raise IllegalMove("The stone on {point} is blocked: there is no empty point beside it.", point=point)
    able = sorted({step.origin for step in board.first_steps()})
    if point in able:
        return
    if not board.paika_allowed() and any(board.all_capturing_steps(board.stones, board.turn)):
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
    # What is left is a rule about paikas, so any step says which.
    resolve(board, (Step(point, targets[0], PAIKA),))


def _wanted(board: Board, turn: object) -> tuple[Step, ...]:
    if isinstance(turn, str):
        return tuple(read_steps(turn, board.points))
    steps = turn.steps if isinstance(turn, Move) else turn
    if not isinstance(steps, list | tuple) or not steps or not all(isinstance(step, Step) for step in steps):
        raise UnreadableMove("A move is a text such as d2-e3A, a Move, or steps.")
    for step in steps:
        if step.origin not in board.points.lines or step.target not in board.points.lines:
            raise UnreadableMove("{step} leaves this board.", step=step)
    return tuple(steps)


def _check_owner(board: Board, point: Point) -> None:
    owner = board.stones[point]
    if owner is None:
        raise IllegalMove("There is no stone on {point}.", point=point)
    if owner != board.turn:
        raise IllegalMove(
            "The stone on {point} is not yours: it is {side}'s turn.", point=point, side=board.sides[board.turn]
        )


def _check_onward(board: Board, steps: tuple[Step, ...], wanted: Step) -> None:
    before = steps[-1]
    if wanted.origin != before.target:
        raise IllegalMove("A chain goes on from {point}, with the same stone.", point=before.target)
    if not before.kind:
        raise IllegalMove("{step} captures nothing, so the turn ends there.", step=before)
    if board.chain_forbidden():
        if board.phase == 1:
            raise IllegalMove("Chains are not allowed in the first phase of a Vela.")
        raise IllegalMove("Chains are not allowed on your first turn.")
    if wanted.target in {steps[0].origin, *(step.target for step in steps)}:
        raise IllegalMove("{point} was already visited in this chain.", point=wanted.target)
    if wanted.target in board.points.lines[wanted.origin] and board.goes_straight_on(before, wanted):
        raise IllegalMove(
            "A chain must change direction with every step: {origin}-{target} goes straight on.",
            origin=wanted.origin,
            target=wanted.target,
        )


def _line(board: Board, stones: Stones, wanted: Step) -> BoardLine:
    line = board.points.lines[wanted.origin].get(wanted.target)
    if line is None:
        raise IllegalMove("No line joins {origin} and {target}.", origin=wanted.origin, target=wanted.target)
    if stones[wanted.target] is not None:
        raise IllegalMove("There is a stone on {point} already.", point=wanted.target)
    return line


def _capture(board: Board, stones: Stones, line: BoardLine, wanted: Step) -> Step:
    """Return the step with what it captures, the kind being the one wanted or the only one there is."""
    options = dict(board.captures(stones, line, board.turn))
    step = f"{wanted.origin}-{wanted.target}"
    choices = either(f"{step}{kind}" for kind in options) if options else ""
    if wanted.kind == UNSAID:
        if len(options) == 2:
            raise AmbiguousMove(
                "{step} can capture by approach and by withdrawal: write {choices}.", step=step, choices=choices
            )
        kind = next(iter(options), PAIKA)
    elif wanted.kind in options or (wanted.kind == PAIKA and not options):
        kind = wanted.kind
    elif wanted.kind == PAIKA:
        raise IllegalMove("{step} can capture, so it must: write {choices}.", step=step, choices=choices)
    elif options:
        raise IllegalMove(
            "{step} captures nothing by {kind}: write {choices}.",
            step=step,
            kind=KIND_NAMES.get(wanted.kind, wanted.kind),
            choices=choices,
        )
    else:
        raise IllegalMove(
            "{step} takes no stone by {kind}: write {step}.",
            step=step,
            kind=KIND_NAMES.get(wanted.kind, wanted.kind),
        )
    return Step(wanted.origin, wanted.target, kind, options.get(kind, ()))


def _check_paika(board: Board, step: Step) -> None:
    capture = next(board.all_capturing_steps(board.stones, board.turn), None)
    if capture is not None and not board.paika_allowed():
        raise IllegalMove("You must capture, for instance {example}.", bare=Text("You must capture."), example=capture)
    allowed = list(board.paikas())
    if step not in allowed:
        raise IllegalMove(
            "Your step must leave the claimant a capture, for instance {example}.",
            bare=Text("Your step must leave the claimant a capture."),
            example=allowed[0],
        )
