"""The players of matches, levels and the page, one file per kind. All of them answer `think`."""

from __future__ import annotations

from counterplay.players.base import Player, Thought
from counterplay.players.kinds import make_player

__all__ = ["Player", "Thought", "make_player"]
