"""Watching: public games that are being played, and how any game stands that is shown small beside others."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vato.board import Player
from vato.contest.clock import Speed
from vato.server.wire.board import Scene, Turn
from vato.server.wire.fields import sent
from vato.server.wire.game import Seat
from vato.server.wire.live import Pong, Refused
from vato.server.wire.lobby import TimeControl


@sent
class SmallBoard(TypedDict):
    """A game as a small picture shows it to everybody; told again with every turn, and when it is over."""

    type: Literal["board"]
    game: str
    version: int
    layout: str
    scene: Scene
    last: Turn | None
    """The turn that led there."""
    over: bool
    winner: Player | None
    """Null while it goes on, too."""


@sent
class WatchedGame(TypedDict):
    """A public game that is being played: all that does not change while it is."""

    id: str
    game: str
    rules: str
    seats: tuple[Seat, Seat]
    rated: bool
    clock: TimeControl
    speed: Speed
    tournament: str | None


@sent
class WatchState(TypedDict):
    """The games that are shown, each in its place; how they stand is told of each by itself."""

    type: Literal["watch"]
    games: list[WatchedGame]
    """One that is over stays for some seconds, then another one takes its place."""
    count: int
    """How many are being played of those that were asked for."""


WatchAnswer = Annotated[WatchState | SmallBoard | Refused | Pong, Field(discriminator="type")]
