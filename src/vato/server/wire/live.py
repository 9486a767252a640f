"""The live socket: what players say, and what they are told. Requests take the same actions.

`ply` is the number of turns that had been played on the board the message is meant for (`scene.ply` of a state).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from vato.server.wire.fields import MoveText, Name, Ply, Reference, sent
from vato.server.wire.game import State, StateChange


class Message(BaseModel):
    """Anything a client sends: unknown fields are refused, `ref` comes back with the answer."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    ref: Reference = None


class MakeMove(Message):
    """Play a move."""

    type: Literal["move"]
    ply: Ply
    move: MoveText


class ComputerMove(Message):
    """Play a move for the computer, in a game in which nobody else plays."""

    type: Literal["computer_move"]
    ply: Ply
    move: MoveText


class Resign(Message):
    """Give the game up."""

    type: Literal["resign"]
    ply: Ply


class OfferDraw(Message):
    """Offer a draw; the computer answers at once."""

    type: Literal["offer_draw"]
    ply: Ply


class AnswerDraw(Message):
    """Accept or decline a draw."""

    type: Literal["answer_draw"]
    ply: Ply
    accept: bool


class OfferTakeback(Message):
    """Ask to take back the last turn of one's own; where nobody needs to be asked, it is taken back."""

    type: Literal["offer_takeback"]
    ply: Ply


class AnswerTakeback(Message):
    """Let the other player take back a turn, or do not."""

    type: Literal["answer_takeback"]
    ply: Ply
    accept: bool


class OfferRematch(Message):
    """Ask for another game with sides exchanged."""

    type: Literal["offer_rematch"]


class AnswerRematch(Message):
    """Accept or decline another game."""

    type: Literal["answer_rematch"]
    accept: bool


class Chat(Message):
    """Say something."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=2_000)]


class Rename(Message):
    """Give one's own seat a name."""

    type: Literal["rename"]
    player: Annotated[int, Field(ge=0, le=1)]
    name: Name


class Flag(Message):
    """Say that somebody's time is up; the server looks for itself."""

    type: Literal["flag"]
    ply: Ply


class Join(Message):
    """Take the open seat."""

    type: Literal["join"]
    name: Name = ""


class Withdraw(Message):
    """Take back the invitation to a game of one's own that nobody has joined."""

    type: Literal["withdraw"]


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


class SendState(Message):
    """Send me everything."""

    type: Literal["state"]


class ThinkHere(Message):
    """I think for the computer, or no longer; it is so for as long as the line lasts."""

    type: Literal["think_here"]
    here: bool


Action = (
    MakeMove
    | ComputerMove
    | Resign
    | OfferDraw
    | AnswerDraw
    | OfferTakeback
    | AnswerTakeback
    | OfferRematch
    | AnswerRematch
    | Chat
    | Rename
    | Flag
    | Join
    | Withdraw
)
AnyAction = Annotated[Action, Field(discriminator="type")]
LiveMessage = Annotated[Action | Ping | SendState | ThinkHere, Field(discriminator="type")]
LIVE: TypeAdapter[Action | Ping | SendState | ThinkHere] = TypeAdapter(LiveMessage)


# What is told


@sent
class Accepted(TypedDict):
    """Something is done and kept."""

    type: Literal["accepted"]
    ref: str | int | None
    version: int


@sent
class Refused(TypedDict):
    """Something was not done."""

    type: Literal["refused"]
    ref: str | int | None
    ply: int | None
    """The board it was meant for, if it was meant for one."""
    message: str
    """One sentence, in the language of the socket."""
    code: str


@sent
class Pong(TypedDict):
    """Somebody is there."""

    type: Literal["pong"]
    ref: str | int | None


@sent
class Presence(TypedDict):
    """Who is there now; passes and is not kept, so it has no version."""

    type: Literal["presence"]
    online: tuple[bool, bool]
    watchers: int
    thinking: bool


LiveAnswer = Annotated[State | StateChange | Presence | Accepted | Refused | Pong, Field(discriminator="type")]
