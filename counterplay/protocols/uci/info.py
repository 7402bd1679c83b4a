"""Info lines: the findings of a search in the form of UCI."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Progress
from counterplay.protocols.scores import show_score
from counterplay.protocols.uci.moves import show_line


def counts(done: Progress, seconds: float) -> str:
    """How many nodes were searched, and how fast."""
    speed = round(done.nodes / max(seconds, 1e-3))
    return (
        f"nodes {done.nodes} nps {speed} hashfull {done.fullness} tbhits {done.table_hits} "
        f"time {round(seconds * 1000)}"
    )


def show_result(done: Progress, found: Result, seconds: float, is_960: bool) -> list[str]:
    """One info line for each line of play."""
    told, reached = counts(done, seconds), max(done.deepest, len(found.line))
    return [
        f"info depth {max(found.depth, 1)} seldepth {reached} multipv {number} "
        f"score {show_score(line)} {told} pv {show_pv(line, is_960)}"
        for number, line in enumerate((found, *found.alternatives), 1)
    ]


def show_mate(found: Result, plies: int, is_960: bool) -> str:
    """The info line of a mate that was proven within `plies`."""
    end = found.position
    for move in found.line:
        end = end.play(move)
    within = len(found.line) if end.is_over else plies
    nodes, seconds = found.nodes, found.seconds
    return (
        f"info depth {within} seldepth {found.depth} multipv 1 score mate {(within + 1) // 2} "
        f"nodes {nodes} nps {round(nodes / max(seconds, 1e-3))} hashfull 0 tbhits 0 "
        f"time {round(seconds * 1000)} pv {show_pv(found, is_960)}"
    )


def show_known(found: Result, is_960: bool) -> str:
    """The info line of an answer from endgame tables."""
    return (
        f"info depth {max(found.depth, 1)} seldepth {max(found.depth, 1)} multipv 1 "
        f"score {show_score(found)} nodes 0 nps 0 hashfull 0 tbhits 1 time 0 "
        f"pv {show_pv(found, is_960)}"
    )


def show_pv(found: Result, is_960: bool) -> str:
    return " ".join(show_line(found.position.state, found.line, is_960))


def show_best(state: object, line: Sequence[int], is_960: bool) -> str:
    """The answer: the best move, and the expected reply."""
    shown = show_line(state, line[:2], is_960)
    return " ponder ".join(["bestmove " + shown[0], *shown[1:]])
