"""Matches: players against each other from varied openings, and what the score says of them."""

from counterplay.arena.result import MatchResult
from counterplay.arena.run import match
from counterplay.arena.sprt import Sprt

__all__ = ["MatchResult", "Sprt", "match"]
