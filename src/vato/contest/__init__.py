"""Contests of more than one game: the match with revanches and the series of openings."""

from vato.contest.match import Match
from vato.contest.pairing import Pairing
from vato.contest.series import Series

__all__ = ["Match", "Pairing", "Series"]
