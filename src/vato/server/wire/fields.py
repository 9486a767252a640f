"""Fields that many messages have, with their limits, and what all descriptions share. No message of its own."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, with_config

from vato import catalog

MOST_PLIES = 2_000
"""Turns of a game that is imported or analysed."""

_USUAL = next(iter(catalog.GAMES.values()))
"""The game that examples are from."""

Ply = Annotated[int, Field(ge=0, le=100_000, description="How many turns had been played on the board it is meant for")]
MoveText = Annotated[
    str, Field(min_length=1, max_length=400, examples=[str(next(iter(catalog.new(_USUAL).legal_moves)))])
]
Name = Annotated[str, Field(max_length=200)]
GameName = Annotated[str, Field(max_length=40, examples=[_USUAL.name])]
RulesName = Annotated[str, Field(max_length=400, examples=[_USUAL.read_rules().name])]
PositionText = Annotated[str, Field(max_length=400)]
PointName = Annotated[str, Field(max_length=40)]
Reference = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None
Moves = Annotated[list[MoveText], Field(max_length=MOST_PLIES)]
SetupChoice = Annotated[str, Field(max_length=40)]
Setup = Annotated[
    dict[SetupChoice, SetupChoice],
    Field(
        max_length=20,
        description="What is chosen of the game's set-up options, by their names",
        examples=[{option.name: option.values[0] for option in _USUAL.setup}],
    ),
]

sent = with_config(ConfigDict(use_attribute_docstrings=True))
"""Marks what the server sends, so that what is written under a field is its description."""


def sent_too(*kinds: type[Any]) -> None:
    """Mark what the library describes and the server sends as it is."""
    for kind in kinds:
        sent(kind)


class Body(BaseModel):
    """A request's body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)
