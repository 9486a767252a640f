"""All that is sent and received, in one place, as JSON Schema: for what is made from the description, and for tests."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from typing_extensions import is_typeddict

from vato.server.wire import (
    analysis,
    archive,
    board,
    company,
    engine,
    explorer,
    failure,
    fields,
    front,
    game,
    helping,
    kept,
    lessons,
    library,
    live,
    lobby,
    moderation,
    people,
    post,
    ratings,
    study,
    tournaments,
    watching,
)

MATTERS: tuple[ModuleType, ...] = (
    *(failure, board, game, live, lobby, analysis, library, explorer, engine, lessons, kept),
    *(people, ratings, archive, company, moderation, post, watching, tournaments, front, study, helping),
)
"""The files of the description, in the order of reading."""
UNIONS: dict[str, Any] = {
    "LiveMessage": live.LiveMessage,
    "LiveAnswer": live.LiveAnswer,
    "LobbyMessage": lobby.LobbyMessage,
    "LobbyAnswer": lobby.LobbyAnswer,
    "AnalysisMessage": analysis.AnalysisMessage,
    "AnalysisAnswer": analysis.AnalysisAnswer,
    "CompanyAnswer": company.CompanyAnswer,
    "BotHears": company.BotHears,
    "StudyMessage": study.StudyMessage,
    "StudyAnswer": study.StudyAnswer,
    "TournamentAnswer": tournaments.TournamentAnswer,
    "WatchAnswer": watching.WatchAnswer,
    "HelperSays": helping.HelperSays,
    "HelperHears": helping.HelperHears,
}
"""What comes over each socket, in each direction."""
BASES = (
    fields.Body,
    live.Message,
    analysis.Question,
    game.StateNews,
    helping.HelperMessage,
    people.SignIn,
    lessons.TryOut,
)
"""What several messages, or the parts of one, have in common; none is sent by itself."""


def described() -> dict[str, Any]:
    """Return every type by its name, in the order of reading."""
    found: dict[str, Any] = {}
    for matter in MATTERS:
        for name, value in vars(matter).items():
            if is_described(value) and value not in BASES:
                assert found.setdefault(name, value) is value, f"two types are called {name}"
    return found


def is_described(value: object) -> bool:
    """Return whether something is a type of ours that says what is sent or received."""
    if not isinstance(value, type) or not value.__module__.startswith("vato."):
        return False
    return is_typeddict(value) or issubclass(value, BaseModel)


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of every type by its name."""
    everything = described() | UNIONS
    inputs = [(name, _mode(kind), TypeAdapter[Any](kind)) for name, kind in everything.items()]
    roots, shared = TypeAdapter.json_schemas(inputs, ref_template="{model}")
    definitions: dict[str, dict[str, Any]] = shared["$defs"]
    # A union is no definition of its own.
    found = {name: definitions.get(name) or dict(roots[name, mode]) for name, mode, _ in inputs}
    for name, kind in described().items():
        _inherit(kind, found[name])
    return found


def _mode(kind: Any) -> JsonSchemaMode:
    return "validation" if isinstance(kind, type) and issubclass(kind, BaseModel) else "serialization"


def _inherit(kind: Any, schema: dict[str, Any]) -> None:
    """Describe the fields that a type has from another one, which pydantic does not find described."""
    for base in getattr(kind, "__orig_bases__", ()):
        if is_typeddict(base):
            inherited = TypeAdapter(base).json_schema()
            _inherit(base, inherited)
            for field, described in inherited["properties"].items():
                if "description" in described:
                    schema["properties"][field].setdefault("description", described["description"])
