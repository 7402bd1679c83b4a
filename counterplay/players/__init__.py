"""The players of a match, one file a kind; all of them answer `think`."""

from __future__ import annotations

import difflib

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.engine.dfpn.engine import unfit_without_depth
from counterplay.players.base import Player, Thought
from counterplay.players.casual import CASUAL, CasualPlayer
from counterplay.players.engine import METHODS, EnginePlayer
from counterplay.players.evaluation import with_evaluation
from counterplay.players.gtp import GtpPartner
from counterplay.players.own import OwnPlayer
from counterplay.players.program import ProgramPlayer, Start
from counterplay.players.random_mover import RandomPlayer
from counterplay.players.spec import PROGRAMS, RANDOM, TEXTBOOK, Spec
from counterplay.players.textbook import TextbookPlayer
from counterplay.players.uci import UciPartner
from counterplay.players.ugi import UgiPartner

__all__ = ["Player", "Thought", "make_player"]

AUTO = "auto"
STARTS: dict[str, Start] = {"uci": UciPartner, "ugi": UgiPartner, "gtp": GtpPartner}
assert tuple(STARTS) == PROGRAMS


def make_player(spec: Spec, game: Game, match_limit: Limit) -> Player:
    """The player that a spec describes, ready to play the game."""
    if spec.kind.endswith(".py"):
        return OwnPlayer(spec, game)
    if spec.kind == RANDOM:
        return RandomPlayer(spec)
    if spec.kind == CASUAL:
        return CasualPlayer(spec, game)
    if spec.kind in STARTS:
        return ProgramPlayer(spec, game, match_limit, STARTS[spec.kind])
    if spec.kind == TEXTBOOK:
        return TextbookPlayer(spec, with_evaluation(game, spec), match_limit)
    if spec.kind == AUTO or spec.kind in METHODS:
        method = None if spec.kind == AUTO else spec.kind
        if method == "dfpn" and (spec.limit or match_limit).depth is None:
            reason = unfit_without_depth(game)
            if reason is not None:
                raise UnfitError(f"player {spec.text!r}: {reason}")
        return EnginePlayer(spec, with_evaluation(game, spec), method)
    named = (AUTO, *METHODS, RANDOM, CASUAL, TEXTBOOK, *PROGRAMS)
    near = difflib.get_close_matches(spec.kind, named, 2, 0.5)
    nearest = f"did you mean {' or '.join(near)}? " if near else ""
    plain = ", ".join((AUTO, *METHODS, RANDOM, CASUAL))
    raise InputError(
        f"there is no player {spec.kind!r}: {nearest}Players are {plain}, "
        "textbook:NAME, uci:PROGRAM, ugi:PROGRAM, gtp:PROGRAM, and FILE.py for one of your own"
    )
