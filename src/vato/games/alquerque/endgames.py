"""Alquerque's endings: for which rules there can be tables, and where they are looked up; made by the lattice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vato.games.alquerque.board import WHITE, Board
from vato.games.alquerque.notation import Placement, write_position
from vato.games.alquerque.rulesets import MODERN, RuleSet
from vato.lattice.endgames import endgames
from vato.lattice.endgames.contract import NotSolvable, Program, StoneGame
from vato.lattice.endgames.knowledge import EndgameKnowledge
from vato.lattice.endgames.samples import EndgameSamples
from vato.lattice.points import Points, Stones

if TYPE_CHECKING:
    from vato.compiled.contract import Kernel


def essence(rules: RuleSet) -> RuleSet:
    """Return the rules that tables for these rules are named by; raise `NotSolvable` where there can be none.

    >>> essence(RuleSet.read("alfonso,repetition=5,agreement=no"))
    RuleSet('alfonso')
    """
    if rules.quiet_turns or not rules.turn_back:
        raise NotSolvable(
            "There are no tables for {rules}: how a position ends depends on what was played before.", rules=rules.name
        )
    # A position and its image upside down would be two, and a step could not be taken back.
    if rules.directed:
        raise NotSolvable(
            "There are no tables for {rules}: they need rules by which stones may go any way.", rules=rules.name
        )
    matters = "must_capture", "huff", "chain", "most", "revisit", "blocked"
    for known in RuleSet.known.values():
        if not known.directed and all(getattr(known, name) == getattr(rules, name) for name in matters):
            return known
    return MODERN.derive(**{name: getattr(rules, name) for name in matters})


def waits(rules: RuleSet) -> bool:
    """Return whether a player who can capture may also step, and lose nothing by that."""
    return not rules.must_capture and not rules.huff


def _start(rules: RuleSet, points: Points) -> Board:
    return Board(rules, size=points.size)


def _placed(rules: RuleSet, points: Points, stones: Stones) -> Board:
    return Board(rules, Placement(points, stones, WHITE, 0, {}))


def _written(points: Points, stones: Stones) -> str:
    return write_position(Placement(points, stones, WHITE, 0, {}))


def _check(_board: Board) -> None:
    """Every position by such rules is like any other with the same stones."""


def _kernel() -> Kernel:
    from vato.games.alquerque import compiled

    return compiled


def _names(rules: RuleSet) -> Mapping[str, object]:
    if rules.most or not rules.revisit:
        raise NotSolvable("There is no GPU program for {rules}; leave out --gpu.", rules=rules.name)
    return {
        "OBLIGATORY": int(rules.chain == "obligatory"),
        "HUFF": int(rules.huff and not rules.must_capture),
        "BLOCKED_LOSES": int(rules.blocked == "loses"),
    }


ENDINGS = StoneGame(
    name=Board.game,
    rules=RuleSet,
    usual_rules=MODERN,
    usual_board="5x5",
    usual_stones=6,
    essence=essence,
    waits=waits,
    start=_start,
    placed=_placed,
    written=_written,
    check=_check,
    kernel=_kernel,
    program=Program(Path(__file__).with_name("captures.cu"), _names),
)
SAMPLES = EndgameSamples(
    ENDINGS,
    stones=range(4, 8),
    trained=((2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
    soonest=5,
)


class Endgames(endgames.Endgames):
    """The endings in a folder. Close it, or use it with `with`."""

    def __init__(self, folder: str | Path) -> None:
        super().__init__(ENDINGS, folder)


def known(folder: Path | None) -> EndgameKnowledge:
    """Return what is known: in a folder or, without one, in the usual folders if anything was solved there."""
    return EndgameKnowledge(ENDINGS, folder)
