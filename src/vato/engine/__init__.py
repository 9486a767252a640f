"""The engine: search, limits, the engine object, simple opponents."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vato.engine.analysis import Analysis, Line, Score
    from vato.engine.engine import Engine
    from vato.engine.limits import Limit

__all__ = ["Analysis", "Engine", "Limit", "Line", "Score"]


def __getattr__(name: str) -> Any:
    # Numba takes a moment to load: the simple opponents do without it.
    if name == "Limit":
        from vato.engine.limits import Limit

        return Limit
    if name in __all__:
        from vato.engine import analysis, engine

        return getattr(engine if name == "Engine" else analysis, name)
    raise AttributeError(f"module 'vato.engine' has no attribute {name!r}")
