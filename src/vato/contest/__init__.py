"""Contests and opponents: the match with revanches, the series of openings, ratings, the lobby, the arena."""

from vato.contest.match import Match
from vato.contest.pairing import Pairing
from vato.contest.series import Series

__all__ = ["Match", "Pairing", "Series"]
