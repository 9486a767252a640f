"""The match with revanches: whoever loses a game claims one by the game's rules for it; who loses that too has lost.

Only a game that has such rules can be played so (`revanche` in the catalogue).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vato import catalog
from vato.board import Outcome
from vato.contest.pairing import Contest, Pairing
from vato.errors import UnknownName
from vato.rules import RuleSet


def _first_with_revanche() -> str:
    return next((game.name for game in catalog.GAMES.values() if game.revanche), next(iter(catalog.GAMES)))


@dataclass(frozen=True)
class Match(Contest):
    """A match with revanches.

    >>> match = Match(("Ann", "Ben")).after(Outcome(1, "resignation"))
    >>> match.next.rules, match.next.players  # Ann lost with the first side, and has it again in the revanche
    (RuleSet('vela'), (0, 1))
    >>> match.after(Outcome(1, "resignation")).winner
    1
    """

    game: str = field(default_factory=_first_with_revanche)

    def __post_init__(self) -> None:
        self._revanche_rules()

    def _follow(self, before: tuple[Pairing, Outcome] | None, number: int) -> Pairing | None:
        if before is None:
            return self._usual(opener=0)
        pairing, outcome = before
        if pairing.rules != self._revanche_rules():
            if outcome.winner is None:
                return self._usual(opener=pairing.players[1])
            loser = pairing.players[1 - outcome.winner]
            return Pairing(self.game, self._revanche_rules(), (loser, 1 - loser))
        if outcome.drawn:
            return pairing
        if outcome.winner == 1:
            return None
        # The revanche was won, which makes the score level, or had no result: a usual game follows. Decision: as in a
        # series players take turns to open, and the claimant has just opened.
        return self._usual(opener=pairing.players[1])

    def _usual(self, opener: int) -> Pairing:
        return Pairing(self.game, self.usual_rules, (opener, 1 - opener))

    def _revanche_rules(self) -> RuleSet:
        entry = catalog.find(self.game)
        if entry.revanche is None:
            raise UnknownName("{game} knows no revanche game; play a series instead.", game=self.game)
        return entry.revanche(self.usual_rules)

    @property
    def winner(self) -> int | None:
        """The contestant who won the match: the giver of a revanche that the claimant lost."""
        if not self.over:
            return None
        *_, (pairing, _) = self.played()
        return pairing.players[1]
