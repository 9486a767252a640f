"""Time controls as columns of the tables that keep one, and back."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from vato.contest.clock import Control


def columns() -> list[sql.Column[Any]]:
    """Return the columns of a time control; all are empty where there is no clock."""
    return [
        sql.Column("initial_ms", sql.BigInteger),
        sql.Column("increment_ms", sql.BigInteger),
        sql.Column("delay_ms", sql.BigInteger),
        sql.Column("per_turn", sql.Boolean),
    ]


def values_of(control: Control | None) -> dict[str, Any]:
    """Return a time control as columns."""
    return {
        "initial_ms": control and control.initial_ms,
        "increment_ms": control and control.increment_ms,
        "delay_ms": control and control.delay_ms,
        "per_turn": control and control.per_turn,
    }


def control_of(row: Any) -> Control | None:
    """Return a time control, from the row that has it; older ones know neither a delay nor days."""
    if row.initial_ms is None:
        return None
    return Control(row.initial_ms, row.increment_ms, row.delay_ms or 0, bool(row.per_turn))
