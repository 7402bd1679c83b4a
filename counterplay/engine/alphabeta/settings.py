"""The one frozen configuration of alpha-beta: what is switched on, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass, fields

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.kernel import switches as techniques
from counterplay.engine.settings import option

SELECTIVE = (
    "singular", "late_reductions", "late_cuts", "null_move", "futility", "probcut", "threats",
    "deeper_entries",
)  # fmt: skip
"""Techniques by which some moves are looked at less deep, or deeper, than others."""

NEEDS = {
    "bounds": "bounds",
    "sufficient_moves": "sufficient_moves",
    "symmetry": "canonical",
    "order": "order",
    "quiescence": "noisy",
    "null_move": "null",
    "threats": "in_check",
}
"""The function of a game without which a technique has nothing to work on."""

NEEDS_EVALUATOR = (*SELECTIVE[:-2], "evaluation_order", "quiescence", "bias")


@dataclass(frozen=True)
class Settings:
    """Settings of alpha-beta. A switch whose hook the game lacks does nothing by default, and is
    refused when it is asked for.
    """

    memory: int = option(64, "megabytes of transposition table", 1, 2**20)
    threads: int = option(1, "threads that share the work and the table", 1, 256)
    lines: int = option(1, "how many best lines to find", 1, 64)
    exact: bool = option(False, "search to the end of the game: value and distance are exact")
    seed: int = option(1, "seed of everything random", 0, 2**63 - 1)

    scout: bool = option(True, "principal variation search: later moves get a closed window first")
    aspiration: bool = option(True, "windows around the value of the depth before")
    table: bool = option(True, "the transposition table")
    deeper_entries: bool = option(True, "what the table knows of deeper searches serves, too")
    paths: bool = option(True, "entries hold for the path to a state, where rules look at it")
    table_cuts: bool = option(True, "look children up in the table before searching any")
    bounds: bool = option(True, "the game's own proven bounds")
    sufficient_moves: bool = option(True, "the moves that the game says suffice")
    symmetry: bool = option(True, "one table entry for states alike by symmetry")
    order: bool = option(True, "the game's own move order")
    evaluation_order: bool = option(True, "moves in order of the evaluation they lead to")
    killers: bool = option(True, "moves that cut at this ply before")
    history: bool = option(True, "moves that have cut anywhere")
    countermoves: bool = option(True, "moves that answered the opponent's last move before")
    internal_deepening: bool = option(True, "a shallower search where the table knows no move")

    quiescence: bool = option(True, "follow noisy moves beyond the horizon")
    bias: bool = option(False, "make evaluations after either side's move comparable")
    rollouts: int = option(0, "random games in place of the evaluator at each leaf", 0, 10**6)

    selective: bool = option(True, "off: every state is looked at to the same depth, and whole")
    singular: bool = option(True, "a ply more for a move far better than the rest")
    threats: bool = option(True, "a ply more where the side to move is threatened")
    late_reductions: bool = option(True, "fewer plies for moves late in the order")
    late_cuts: bool = option(False, "near the horizon, no quiet moves late in the order")
    null_move: bool = option(True, "cut where even passing is good enough")
    futility: bool = option(True, "cut where a few plies cannot change the verdict")
    probcut: bool = option(True, "cut what a shallow search makes improbable; needs calibration")
    beam: int = option(0, "at most so many moves at each state", 0, 65_535)

    margin: int = option(0, "score points that matter; 0: measured on the evaluator", 0, 2**30)
    cut_deviations: float = option(1.5, "standard deviations that ProbCut keeps away", 0.1, 10.0)
    calibration: str = option("", "a calibration of ProbCut; the game's own if nothing is said")
    order_depth: int = option(1, "least depth at which moves are sorted", 0, 255)
    table_depth: int = option(1, "least depth at which the table is used", 0, 255)
    table_cut_depth: int = option(4, "least depth for table_cuts", 0, 255)
    table_left: int = option(1, "exact: least moves left at which the table is used", 0, 255)
    table_cut_left: int = option(4, "exact: least moves left for table_cuts", 0, 255)
    symmetry_plies: int = option(12, "plies from the root at which symmetry is used", 0, 255)
    symmetry_left: int = option(0, "least moves left at which symmetry is used", 0, 10**6)


SWITCHES = {
    field.name: getattr(techniques, field.name.upper())
    for field in fields(Settings)
    if hasattr(techniques, field.name.upper()) and field.name != "selective"
}
"""The bit of each technique; `selective` has none of its own, it switches several off."""


def bits_of(settings: Settings, game: Game) -> int:
    """The techniques in force: those switched on that the game has what it takes for."""
    use = 0
    for name, flag in SWITCHES.items():
        if getattr(settings, name) and lacking(name, game) is None:
            is_off = name in SELECTIVE and (not settings.selective or settings.exact)
            use |= 0 if is_off else flag
    return int(use)


def lacking(name: str, game: Game) -> str | None:
    """What a game lacks for a technique, in words; None where nothing."""
    hook = NEEDS.get(name)
    if hook is not None and hook not in game.functions:
        return f"a function {hook}(s, …)"
    if name in NEEDS_EVALUATOR and game.evaluator is None:
        return "an evaluator"
    return None


def require_hooks(settings: Settings, asked: frozenset[str], game: Game) -> None:
    """Refuse a technique that was asked for where the game lacks what it needs."""
    for name in sorted(asked & {*SWITCHES, "rollouts"}):
        missing = lacking(name, game)
        if getattr(settings, name) and missing is not None:
            raise UnfitError(f"{name}=on: {game.name} has not got what it needs, {missing}")
    if settings.rollouts and game.shape.is_record:
        raise UnfitError(f"rollouts={settings.rollouts}: not for {game.name}, a game of records")
