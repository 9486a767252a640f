"""Certificates as text, checked on a board that the catalogue makes."""

from __future__ import annotations

from vato import catalog
from vato.lattice.proofs import checker
from vato.lattice.proofs.checker import Ends, Wrong

__all__ = ["Wrong", "check"]


def check(game: str, text: str, ends: Ends) -> tuple[str, int]:
    """Return who wins, and how many positions were looked at; raise `Wrong` unless the certificate shows it."""
    fields = dict(line.split(": ", 1) for line in text.splitlines()[1:4])
    return checker.check(catalog.new(game, rules=fields["rules"], board=fields["board"]), text, ends)
