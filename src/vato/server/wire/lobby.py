"""The lobby's socket: what somebody who looks for an opponent says, and what everybody in the lobby is told."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from vato.contest.clock import Control
from vato.server.wire.fields import GameName, Name, RulesName, sent
from vato.server.wire.game import ClockWish
from vato.server.wire.live import Message, Ping, Pong, Refused

SeekId = Annotated[str, Field(max_length=40)]


class SeekOpponent(Message):
    """Pair me with whoever wants the same game; it stands, instead of any other of mine, for as long as I listen."""

    type: Literal["seek"]
    game: GameName
    rules: RulesName | None = None
    clock: ClockWish | None = None
    rated: bool = False
    """Whether it is to count for one's rating; then one is a member, and meets others who want that."""
    name: Name = ""


class StopSeeking(Message):
    """I do not look for anybody any more."""

    type: Literal["stop"]


class TakeSeek(Message):
    """I play with whoever waits there."""

    type: Literal["take"]
    seek: SeekId
    name: Name = ""


class Here(Message):
    """I am still there; the answer to `still_there`."""

    type: Literal["here"]


class SeenGame(Message):
    """I know of the game that I was paired for."""

    type: Literal["seen"]
    game: Annotated[str, Field(max_length=40)]


LobbyMessage = Annotated[SeekOpponent | StopSeeking | TakeSeek | Here | SeenGame | Ping, Field(discriminator="type")]
LOBBY: TypeAdapter[SeekOpponent | StopSeeking | TakeSeek | Here | SeenGame | Ping] = TypeAdapter(LobbyMessage)


# What is told


@sent
class TimeControl(TypedDict):
    """Time for each player."""

    initial_ms: int
    increment_ms: int
    delay_ms: NotRequired[int]
    """Where there is one."""
    per_turn: NotRequired[Literal[True]]
    """The time, in whole days, is for each turn: a game by post."""


def time_control(control: Control) -> TimeControl:
    """Return a time control as it is told."""
    told: TimeControl = {"initial_ms": control.initial_ms, "increment_ms": control.increment_ms}
    if control.delay_ms:
        told["delay_ms"] = control.delay_ms
    if control.per_turn:
        told["per_turn"] = True
    return told


@sent
class OpenSeek(TypedDict):
    """Somebody who waits for an opponent."""

    id: str
    name: str
    game: str
    rules: str
    clock: TimeControl | None
    rated: bool
    rating: int | None
    """Of a member, by this clock."""
    provisional: bool
    """Whether little is known of that rating yet."""


@sent
class LobbyState(TypedDict):
    """The lobby as one visitor sees it, whole."""

    type: Literal["lobby"]
    seeks: list[OpenSeek]
    """Who waits, those first who have waited longest; not more than can be looked through."""
    mine: OpenSeek | None
    """What I wait for."""
    level: int | None
    """The level of the computer that is offered to me, as I have waited for a while."""
    game: str | None
    """The game that I was paired for."""
    clocks: list[TimeControl | None]
    """What to choose from; null is a game without a clock."""


@sent
class StillThere(TypedDict):
    """Is somebody there? Asked now and then of who waits; who does not answer is paired with nobody."""

    type: Literal["still_there"]


LobbyAnswer = Annotated[LobbyState | StillThere | Refused | Pong, Field(discriminator="type")]
