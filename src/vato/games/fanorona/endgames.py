"""Fanorona's endings: for which rules there can be tables, and where they are looked up; made by the lattice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vato.games.fanorona.board import Board
from vato.games.fanorona.notation import Placement, write_position
from vato.games.fanorona.rulesets import STANDARD, RuleSet
from vato.lattice.endgames import endgames
from vato.lattice.endgames.contract import NotSolvable, Program, StoneGame
from vato.lattice.endgames.knowledge import EndgameKnowledge
from vato.lattice.endgames.samples import EndgameSamples
from vato.lattice.points import Points, Stones
from vato.lattice.proofs.proven import Proofs
from vato.solve.contract import NotSolved

if TYPE_CHECKING:
    from vato.compiled.contract import Kernel


def essence(rules: RuleSet) -> RuleSet:
    """Return the rules that tables for these rules are named by; raise `NotSolvable` where there can be none.

    Only what matters once both players have had their first turn is told apart.

    >>> essence(RuleSet.known["classic"])
    RuleSet('standard')
    """
    # In a Vela stones captured before matter, elsewhere the turns without a capture.
    if rules.phase_one or rules.quiet_turns:
        raise NotSolvable(
            "There are no tables for {rules}: how a position ends depends on what was played before.", rules=rules.name
        )
    # Captures are settled before quiet turns.
    if not rules.must_capture:
        raise NotSolvable(
            "There are no tables for {rules}: they need rules by which a player who can capture must.", rules=rules.name
        )
    matters = "chain", "change_direction", "blocked"
    for known in RuleSet.known.values():
        if all(getattr(known, name) == getattr(rules, name) for name in matters):
            return known
    return STANDARD.derive(**{name: getattr(rules, name) for name in matters})


def _start(rules: RuleSet, points: Points) -> Board:
    return Board(rules, size=points.size)


def _placed(rules: RuleSet, points: Points, stones: Stones) -> Board:
    return Board(rules, Placement(points, stones, 0, {}))


def _written(points: Points, stones: Stones) -> str:
    return write_position(points, stones, 0, {})


def _check(board: Board) -> None:
    if board.rules.first_turn_differs and board.first_turn:
        raise NotSolved("A first turn has rules of its own, which the tables do not know.")


def _never(_rules: RuleSet) -> bool:
    return False


def _kernel() -> Kernel:
    from vato.games.fanorona import compiled

    return compiled


def _names(rules: RuleSet) -> Mapping[str, object]:
    return {
        "OBLIGATORY": int(rules.chain == "obligatory"),
        "CHANGE_DIRECTION": int(rules.change_direction),
        "BLOCKED_LOSES": int(rules.blocked == "loses"),
    }


ENDINGS = StoneGame(
    name=Board.game,
    rules=RuleSet,
    usual_rules=STANDARD,
    usual_board="9x5",
    usual_stones=5,
    essence=essence,
    waits=_never,
    start=_start,
    placed=_placed,
    written=_written,
    check=_check,
    kernel=_kernel,
    carried=Path(__file__).with_name("endings.xz"),
    program=Program(Path(__file__).with_name("captures.cu"), _names),
)
PROOFS = Proofs(
    {
        name: Path(__file__).parent / "certificates" / f"{name.replace(' ', '-')}.txt.xz"
        for name in ("9x5 standard", "9x5 strict", "7x5 strict", "7x5 short", "3x9 strict")
    }
)
SAMPLES = EndgameSamples(
    ENDINGS, stones=range(4, 7), trained=((2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3)), soonest=3
)


class Endgames(endgames.Endgames):
    """The endings in a folder. Close it, or use it with `with`."""

    def __init__(self, folder: str | Path) -> None:
        super().__init__(ENDINGS, folder)


def known(folder: Path | None) -> EndgameKnowledge:
    """Return what is known: beside what every copy has, in a folder or, without one, in the usual ones."""
    return EndgameKnowledge(ENDINGS, folder, PROOFS)
