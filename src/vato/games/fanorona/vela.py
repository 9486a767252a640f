"""Vela, the revanche game of document 004: a first phase in which only the claimant captures, then the usual rules.

The claimant, who lost the game before, has White and moves first; the giver has Black.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from vato.board import Outcome, Player
from vato.errors import InvalidPosition
from vato.games.fanorona.board import BLACK, WHITE, Board
from vato.games.fanorona.notation import Move, Placement, Step
from vato.games.fanorona.rulesets import VELA, RuleSet
from vato.lattice.points import BoardLine, Point, Stones
from vato.text import Text

CLAIMANT, GIVER = WHITE, BLACK
NO_CAPTURE = Text("nothing to capture in the first phase")


class VelaBoard(Board):
    """A Vela in play."""

    def __init__(self, rules: RuleSet = VELA, placement: Placement | None = None, size: str = "9x5") -> None:
        super().__init__(rules, placement, size)
        self.phase = (placement.fields if placement else {}).get("phase", self._phase_by_count())

    @classmethod
    def new(cls, rules: RuleSet, position: str | None = None, *, board: str | None = None) -> Self:
        """Return a Vela at its start, or with the position a text describes."""
        vela = super().new(rules, position, board=board)
        if vela.phase < vela._phase_by_count():
            raise InvalidPosition(
                "Phase one is over once {count} of Black's stones are gone",
                column=(position or "").index("phase") + 1,
                count=rules.phase_one,
            )
        return vela

    def _phase_by_count(self) -> int:
        return 1 if self.points.stones_each - self.count(GIVER) < self.rules.phase_one else 2

    def captures(self, stones: Stones, line: BoardLine, player: Player) -> Iterator[tuple[str, tuple[Point, ...]]]:
        """Yield what a step may capture: in phase one nothing for the giver, one stone for the claimant."""
        if self.phase == 2:
            yield from super().captures(stones, line, player)
        elif player == CLAIMANT:
            taken = 0 if self.rules.phase_one_takes == "nearest" else -1
            for kind, row in super().captures(stones, line, player):
                yield kind, (row[taken],)

    def paika_allowed(self) -> bool:
        """Return whether a player who can capture may make a paika; the claimant must capture in phase one."""
        return super().paika_allowed() and not (self.phase == 1 and self.turn == CLAIMANT)

    def chain_forbidden(self) -> bool:
        """Return whether a turn may hold only one capture; 004: in phase one no chains."""
        return self.phase == 1 or super().chain_forbidden()

    def paikas(self) -> Iterator[Step]:
        """Yield the steps that capture nothing; 004: the giver's must leave the claimant a capture."""
        steps = list(super().paikas())
        if self.phase == 1 and self.turn == GIVER and self.rules.phase_one_offer:
            offers = [step for step in steps if self._can_capture(self.after(self.stones, step), CLAIMANT)]
            # Decision: a giver who cannot leave a capture may play any step.
            steps = offers or steps
        yield from steps

    def _can_capture(self, stones: Stones, player: Player) -> bool:
        return any(self.all_capturing_steps(stones, player))

    def _outcome(self) -> Outcome | None:
        both_have_stones = self.count(CLAIMANT) and self.count(GIVER)
        claims = self.phase == 1 and self.turn == CLAIMANT and both_have_stones
        if claims and not self._can_capture(self.stones, CLAIMANT):
            # 004: the claimant has not won the revanche, but a normal game follows.
            return Outcome(None, NO_CAPTURE, no_result=True)
        return super()._outcome()

    def _play(self, move: Move) -> None:
        super()._play(move)
        if self.phase == 1:
            self.phase = self._phase_by_count()

    def _fields(self) -> dict[str, int]:
        return super()._fields() | {"phase": self.phase}
