"""The engine: search, limits, the engine object, simple opponents, and other programs that think."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vato.engine.analysis import Analysis, Line, Score
    from vato.engine.engine import Engine
    from vato.engine.limits import Limit
    from vato.engine.thought import Thought
    from vato.engine.ugi_client import EngineProgram, ProgramFailed

__all__ = ["Analysis", "Engine", "EngineProgram", "Limit", "Line", "ProgramFailed", "Score", "Thought"]

_MODULES = {
    "Analysis": "analysis",
    "Engine": "engine",
    "EngineProgram": "ugi_client",
    "Limit": "limits",
    "Line": "analysis",
    "ProgramFailed": "ugi_client",
    "Score": "analysis",
    "Thought": "thought",
}


if not TYPE_CHECKING:  # a type checker would take any name for one of these

    def __getattr__(name: str) -> Any:
        # Numba takes a moment to load: the simple opponents do without it.
        if name in _MODULES:
            return getattr(import_module(f"vato.engine.{_MODULES[name]}"), name)
        raise AttributeError(f"module 'vato.engine' has no attribute {name!r}")
