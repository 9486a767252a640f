"""Between a server and the engines that think for it on other machines: what a helper says, and what it is asked.

`number` is the server's name for a question.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from vato.server.wire.analysis import Fact, Known, Score
from vato.server.wire.fields import MOST_PLIES, MoveText, sent

Number = Annotated[int, Field(ge=1, le=2**53)]
Count = Annotated[int, Field(ge=0, le=2**53)]
Seconds = Annotated[float, Field(ge=0, le=3_600, allow_inf_nan=False)]


class HelperMessage(BaseModel):
    """Anything a helper says: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Hello(HelperMessage):
    """Which engine it is; the first thing that is said."""

    type: Literal["hello"]
    version: Annotated[str, Field(max_length=40)]
    signature: Annotated[str, Field(max_length=64)]


class HelperReady(HelperMessage):
    """It can be asked from now on."""

    type: Literal["ready"]


class HelperLine(HelperMessage):
    """How the game may go on."""

    score: Score
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=MOST_PLIES)]
    fact: Fact | None


class HelperFindings(HelperMessage):
    """What the engine has found."""

    depth: Count
    nodes: Count
    seconds: Seconds
    lines: list[HelperLine]
    known: Known | None


class HelperJudgement(HelperMessage):
    """What the engine has found, and what it is worth by the engine alone."""

    found: HelperFindings
    alone: Annotated[int, Field(ge=-(2**31), le=2**31)]


class HelperMove(HelperMessage):
    """A move, and how long it took to find it."""

    move: MoveText
    seconds: Seconds


class HelperInfo(HelperMessage):
    """What was found so far."""

    type: Literal["info"]
    number: Number
    found: HelperFindings


class HelperDone(HelperMessage):
    """The answer to a question."""

    type: Literal["done"]
    number: Number
    found: HelperFindings | HelperJudgement | HelperMove


class HelperFailed(HelperMessage):
    """A question is not answered here."""

    type: Literal["failed"]
    number: Number


Reply = HelperInfo | HelperDone | HelperFailed
HelperSays = Annotated[Hello | HelperReady | Reply, Field(discriminator="type")]
HELPER: TypeAdapter[Hello | HelperReady | Reply] = TypeAdapter(HelperSays)


# What it is told


@sent
class Welcome(TypedDict):
    """It is the same engine: questions follow when it is ready."""

    type: Literal["welcome"]
    stay: bool
    """Whether this is the only server of its games; else a helper that is not asked looks whether others need it."""


@sent
class HelperJob(TypedDict):
    """What is asked about a position, as the server asks a process of its own."""

    do: Literal["play", "analyse", "judge"]
    game: str
    rules: str
    start: str
    moves: list[str]
    """Played from there."""
    seconds: float
    level: NotRequired[int | None]
    lines: NotRequired[int]
    report: NotRequired[bool]
    """Whether what is found on the way is told."""
    nodes: NotRequired[int]


@sent
class HelperQuestion(TypedDict):
    """Think about this."""

    type: Literal["question"]
    number: int
    job: HelperJob


@sent
class HelperStop(TypedDict):
    """End a question soon, with what was found."""

    type: Literal["stop"]
    number: int


@sent
class HelperRefused(TypedDict):
    """Nothing will be asked of this helper."""

    type: Literal["refused"]
    message: str
    code: str


HelperHears = Annotated[Welcome | HelperQuestion | HelperStop | HelperRefused, Field(discriminator="type")]
