"""Lines of information: what a search has found, as UCI writes it."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.protocols.scores import show_score
from counterplay.protocols.uci.moves import show_line

SAMPLE = 1000
"""Entries of the table that are looked at to say how full it is."""
NOBODY = -1


def begin(engine: AlphaBeta) -> None:
    """Before a search: no ply has been reached."""
    for context in engine.contexts:
        context.record.mover[:] = NOBODY


def deepest(engine: AlphaBeta) -> int:
    """The most plies from the root that the search has been at since `begin`."""
    return max(int((context.record.mover != NOBODY).sum()) for context in engine.contexts)


def fullness(engine: AlphaBeta) -> int:
    """How much of the whole table this search has filled, in thousandths."""
    table, age = engine.table, int(engine.context.record.table_age)
    data = table.words[1 : 2 * SAMPLE : 2]
    used = int(((data != 0) & (data >> 58 == age)).sum())
    return 1000 * used * table.size // (len(data) * len(table.words))


def counts(engine: AlphaBeta, seconds: float) -> str:
    """How much was looked at, and how fast."""
    nodes = sum(int(context.record.nodes) for context in engine.contexts)
    probes = sum(int(context.record.probes) for context in engine.contexts)
    speed = round(nodes / max(seconds, 1e-3))
    return (
        f"nodes {nodes} nps {speed} hashfull {fullness(engine)} tbhits {probes} "
        f"time {round(seconds * 1000)}"
    )


def show_result(engine: AlphaBeta, found: Result, seconds: float, is_960: bool) -> list[str]:
    """One line of information for each line of play."""
    told, reached = counts(engine, seconds), max(deepest(engine), len(found.line))
    return [
        f"info depth {max(found.depth, 1)} seldepth {reached} multipv {number} "
        f"score {show_score(line)} {told} pv {show_pv(line, is_960)}"
        for number, line in enumerate((found, *found.alternatives), 1)
    ]


def show_mate(found: Result, plies: int, is_960: bool) -> str:
    """A mate within so many plies that was proven: its line, where that goes to the end."""
    end = found.position
    for move in found.line:
        end = end.play(move)
    within = len(found.line) if end.over else plies
    nodes, seconds = found.nodes, found.seconds
    return (
        f"info depth {within} seldepth {found.depth} multipv 1 score mate {(within + 1) // 2} "
        f"nodes {nodes} nps {round(nodes / max(seconds, 1e-3))} hashfull 0 tbhits 0 "
        f"time {round(seconds * 1000)} pv {show_pv(found, is_960)}"
    )


def show_known(found: Result, is_960: bool) -> str:
    """What a table has answered."""
    return (
        f"info depth {max(found.depth, 1)} seldepth {max(found.depth, 1)} multipv 1 "
        f"score {show_score(found)} nodes 0 nps 0 hashfull 0 tbhits 1 time 0 "
        f"pv {show_pv(found, is_960)}"
    )


def show_pv(found: Result, is_960: bool) -> str:
    return " ".join(show_line(found.position.state, found.line, is_960))


def show_best(state: object, line: Sequence[int], is_960: bool) -> str:
    """The answer: a move, and the reply that is expected."""
    shown = show_line(state, line[:2], is_960)
    return " ponder ".join(["bestmove " + shown[0], *shown[1:]])
