"""What members have to do with each other: blocks, reports, challenges, and what bots are told."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vato.server.wire.fields import Body, GameName, Name, RulesName, sent
from vato.server.wire.game import ClockWish
from vato.server.wire.live import Pong, Refused
from vato.server.wire.lobby import TimeControl

Reason = Literal["engine", "chat", "name", "stalling", "other"]
Answered = Literal["accepted", "declined", "withdrawn"]


class BlockMember(Body):
    """Somebody whom one does not want to meet."""

    name: Name


class NewReport(Body):
    """What the moderators should look at: a member, a game, or both."""

    member: Name = ""
    game: Annotated[str, Field(max_length=40)] = ""
    reason: Reason
    text: Annotated[str, Field(max_length=4_000)] = ""


class NewChallenge(Body):
    """A member whom one asks to play."""

    member: Name
    game: GameName
    rules: RulesName | None = None
    clock: ClockWish | None = None
    side: Literal["first", "second"] | None = None
    """Which one wants to have; otherwise it is drawn"""


class NewBot(Body):
    """A bot that a member makes."""

    name: Name


@sent
class MemberNames(TypedDict):
    """Members by their names."""

    names: list[str]


@sent
class Reported(TypedDict):
    """A report that the moderators will see."""

    id: str


@sent
class GameChallenge(TypedDict):
    """A challenge of one member to another."""

    id: str
    challenger: str
    challenged: str
    mine: bool
    """Whether whoever is told made it; otherwise it is for them to answer."""
    bot: bool
    """Whether the other one is a bot."""
    game: str
    rules: str
    clock: TimeControl | None
    side: int | None
    """Which the challenger is to have; null if it is drawn."""
    until: int
    """When it expires."""
    answer: Answered | None
    """Null while it waits."""
    game_id: str | None
    """The game that it became."""


@sent
class BegunRound(TypedDict):
    """A game of a tournament that a member plays, in which not both have moved yet."""

    game: str
    """Its address."""
    tournament: str
    title: str
    """Of the tournament."""
    opponent: str
    level: int | None
    """Of the computer, who has no name."""


@sent
class CompanyState(TypedDict):
    """What waits for a member, whole: challenges by and to them that wait, or were answered just now, and rounds."""

    type: Literal["company"]
    challenges: list[GameChallenge]
    rounds: list[BegunRound]


CompanyAnswer = Annotated[CompanyState | Refused | Pong, Field(discriminator="type")]


# Bots


@sent
class BotEntry(TypedDict):
    """A bot of a member."""

    name: str
    created: int
    token: int | None
    """When its token was made; null if it was revoked."""


@sent
class BotList(TypedDict):
    """The bots of a member."""

    bots: list[BotEntry]


@sent
class BotToken(TypedDict):
    """A bot's token, which is told once."""

    name: str
    token: str


@sent
class BotGame(TypedDict):
    """A game that a bot plays."""

    id: str
    game: str
    rules: str
    start: str
    side: int
    opponent: str
    """Empty for somebody without a name."""


@sent
class ChallengeComes(TypedDict):
    """Somebody challenges the bot, or the bot somebody."""

    type: Literal["challenge"]
    challenge: GameChallenge


@sent
class ChallengeGoes(TypedDict):
    """A challenge was answered or taken back, which `answer` says, or has expired."""

    type: Literal["challenge_gone"]
    challenge: GameChallenge


@sent
class GameBegins(TypedDict):
    """A game of the bot has begun, or was under way when it came."""

    type: Literal["game_start"]
    game: BotGame


@sent
class GameEnds(TypedDict):
    """A game of the bot is over."""

    type: Literal["game_finish"]
    id: str


BotHears = Annotated[ChallengeComes | ChallengeGoes | GameBegins | GameEnds, Field(discriminator="type")]
