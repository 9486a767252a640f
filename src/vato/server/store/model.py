"""What the database keeps of a game, as plain values: a game, its seats, moves and chat, and the contest it is part of.

Nothing here changes in place: a change is a new value with the next version, which the store commits or does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from vato.board import Outcome, Player
from vato.contest.clock import Clock
from vato.text import Text

if TYPE_CHECKING:
    from vato.server.store.plans import PlanChange

SeatKind = Literal["person", "computer", "open"]
ContestKind = Literal["match", "series"]
PERSON: Final = "person"
COMPUTER: Final = "computer"
OPEN: Final = "open"
MATCH: Final = "match"
SERIES: Final = "series"
WITHDRAWN: Final = Text("the invitation was taken back")
"""Why a game ended to which its owner took the invitation back."""


@dataclass(frozen=True, slots=True)
class SeatRating:
    """The rating that somebody had when a rated game began, and what the game did to it."""

    value: int
    provisional: bool = False
    change: int | None = None
    """None until the game has ended, of a level of the computer, and where the end did not count."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side."""

    kind: SeatKind
    name: str = ""
    visitor: str | None = None
    """The person's token, hashed."""
    level: int | None = None
    """How well the computer plays here."""
    contestant: int | None = None
    """Which contestant of the contest sits here."""
    rating: SeatRating | None = None
    """In a rated game."""
    away_until_ms: int | None = None
    """Until when the time of a member who has taken days off stands still, in a game by post."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What one player has offered and the other has not answered."""

    draw: Player | None = None
    takeback: Player | None = None
    rematch: Player | None = None
    draw_plies: tuple[int, int] = (-1, -1)
    """When each player last offered a draw: once a turn is enough."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it stands."""

    id: str
    game: str
    rules: str
    start: str
    """The position it began from."""
    position: str
    """The position now."""
    seats: tuple[Seat, Seat]
    turn: Player
    plies: int
    created_ms: int
    updated_ms: int
    version: int = 1
    base_plies: int = 0
    """How many of its moves were played before it began, such as an opening that was assigned."""
    clock: Clock | None = None
    outcome: Outcome | None = None
    offers: Offers = field(default_factory=Offers)
    owner: str | None = None
    """The visitor who created it."""
    next_id: str | None = None
    contest_id: str | None = None
    round: int | None = None
    imported: str | None = None
    """The record it was imported from, comments and all."""
    brought: bool = False
    """Whether some of it was played on a visitor's device, without this server."""
    rated: bool = False
    """Whether its end changes the ratings of its players; it has a clock, and people in it are members."""
    tournament_id: str | None = None
    """The tournament that it is part of; `round` is one of its rounds, contestants are who entered, by number."""
    worker: str | None = None
    """The server that sees to what must happen by itself, a flag that falls or the computer's turn; None if nothing."""

    @property
    def by_post(self) -> bool:
        """Whether each turn has days."""
        return self.clock is not None and self.clock.control.per_turn

    def seats_of(self, visitor: str | None) -> tuple[Player, ...]:
        """Return the sides a visitor plays: none, one, or both on the same screen."""
        if visitor is None:
            return ()
        return tuple(player for player, seat in enumerate(self.seats) if seat.visitor == visitor)

    @property
    def counts(self) -> bool:
        """Whether more hangs on its end than the game: a rating, or a tournament."""
        return self.rated or self.tournament_id is not None

    @property
    def full(self) -> bool:
        """Whether both sides have somebody to play them."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def withdrawn(self) -> bool:
        """Whether nobody may come to it any more, as the invitation was taken back."""
        return self.outcome is not None and self.outcome.reason == WITHDRAWN

    @property
    def computer(self) -> Player | None:
        """The side the computer plays, if any."""
        return next((player for player, seat in enumerate(self.seats) if seat.kind == COMPUTER), None)

    @property
    def alone(self) -> bool:
        """Whether there is nobody else to ask: one visitor plays both sides, or plays against the computer."""
        people = {seat.visitor for seat in self.seats if seat.kind != COMPUTER}
        return len(people) == 1 and None not in people

    @property
    def needs_care(self) -> bool:
        """Whether something must happen by itself: somebody's time runs, or the computer is to move."""
        return self.outcome is None and (
            self.computer_to_move or (self.clock is not None and self.clock.running is not None)
        )

    @property
    def computer_to_move(self) -> bool:
        """Whether it is the computer that plays next."""
        return self.outcome is None and self.full and self.seats[self.turn].kind == COMPUTER


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move that was played."""

    text: str
    at_ms: int
    clock_ms: int | None = None
    """What was left to the player after it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message in a game's chat."""

    number: int
    seat: Player | None
    """Who said it; None for somebody who watches."""
    name: str
    text: str
    at_ms: int
    ref: str | None = None
    """What the sender calls it."""


@dataclass(frozen=True, slots=True)
class StoredContest:
    """A contest of several games. Who won what follows from its games."""

    id: str
    kind: ContestKind
    game: str
    rules: str
    order: tuple[str, ...] = ()
    cycles: int = 2


@dataclass(frozen=True, slots=True)
class Round:
    """One game of a contest."""

    id: str
    rules: str
    outcome: Outcome | None


class Ends(NamedTuple):
    """How many of the games that came by a position each side has won, and how many were drawn."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    more: bool = False
    """Whether there are older ones, which were not counted."""


@dataclass(frozen=True, slots=True)
class Archived:
    """What the archive keeps of a public game, beside what the game says itself."""

    opening: str | None
    """The traditional name of its first move."""
    positions: tuple[int, ...]
    """Those it came by, by their numbers."""


class Conflict(Exception):
    """Somebody else changed the game first; what was to be committed no longer fits."""


class BroughtKey(NamedTuple):
    """What a visitor calls a game that is brought from their device, or may be: one that was wished for, too."""

    visitor: str
    key: str


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything that is committed together: the game's next version and what goes with it."""

    game: StoredGame
    moves: tuple[StoredMove, ...] = ()
    """Moves to add; the last of them makes the game's `plies`."""
    keep_plies: int | None = None
    """Forget the moves after this one."""
    said: Said | None = None
    created: StoredGame | None = None
    """The game that follows this one, with the moves assigned to it."""
    created_moves: tuple[StoredMove, ...] = ()
    passed: tuple[int, ...] = ()
    """The positions, by their numbers, for which the game's end counts."""
    archived: Archived | None = None
    """What the archive keeps of a public game, when it has ended."""
    brought: BroughtKey | None = None
    """What its visitor calls what was brought; it is kept which version that made."""
    plan: PlanChange | None = None
    """What becomes of what was planned, where this makes a difference to it."""

    @property
    def is_turn(self) -> bool:
        """Whether there is nothing to it but moves on the board."""
        return Commit(self.game, self.moves) == self


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with all that belongs to it."""

    game: StoredGame
    moves: tuple[StoredMove, ...]
    said: tuple[Said, ...]
    contest: StoredContest | None = None
    rounds: tuple[Round, ...] = ()
