"""Matches and tournaments: who is stronger, and how certain that is."""

from counterplay.arena.ladder import levels_of
from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.arena.sprt import Sprt
from counterplay.arena.standings import TournamentResult
from counterplay.arena.tournaments import tournament
from counterplay.players.levels import Level

__all__ = [
    "Level", "MatchResult", "Sprt", "TournamentResult", "levels_of", "match", "tournament",
]  # fmt: skip
