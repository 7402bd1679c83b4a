"""The numbers of the worked examples: those that a text states, with its line, and our own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from counterplay.drawing.explanation import Explanation
from counterplay.experiments.figures.worked_trees import explanations
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.dynamic import distinct_states
from counterplay.textbook.examples import COOPERATION, THREE_PLAYERS, MisereNim, Raid
from counterplay.textbook.learned import expected_value
from counterplay.textbook.maxn import maxn
from counterplay.textbook.minimax import minimax
from counterplay.textbook.tictactoe import TicTacToe, count_games

OURS = "ours"


@dataclass(frozen=True)
class Number:
    """A number that is expected, and the computed one.

    source   the text that states it, and its line; `ours` if no text does
    """

    example: str
    what: str
    source: str
    stated: str
    found: str

    @property
    def is_stated(self) -> bool:
        return self.source != OURS


@dataclass(frozen=True)
class NimState:
    """A state of Nim with two piles of two, misère."""

    mover: int
    piles: tuple[int, ...]
    in_play: bool
    canonical: bool
    value: float
    """For the first player."""


def nim_states(game: MisereNim) -> tuple[NimState, ...]:
    """Return all states, smaller piles first."""
    in_play = set(distinct_states(game, game.initial()))
    states = []
    for mover, piles in product((0, 1), product(range(3), repeat=2)):
        s = (mover, piles)
        over = game.terminal(s)
        value = game.utility(s, 0) if over else minimax(game, s).value * (-1 if mover else 1)
        states.append(NimState(mover, piles, s in in_play, game.canonical(s) == s, value))
    return tuple(states)


def numbers(explanation: Explanation, nim: tuple[NimState, ...]) -> list[Number]:
    """Return the expected and the computed numbers."""
    board, raid = TicTacToe(), Raid()
    found = {name: s.decision for name, s in explanations().items()}
    played, s = [], raid.initial()
    while not raid.terminal(s):
        played.append(maxn(raid, s, players=3).move)
        s = raid.result(s, played[-1])
    in_play = [state for state in nim if state.in_play]
    rows: list[tuple[str, str, str, Any, Any]] = [
        ("two plies", "value, and first move", "textbook 81", "3, 1",
         f"{explanation.decision.value:g}, {explanation.move}"),
        ("two plies", "leaves that alpha-beta evaluates, of 9", "textbook 122", 7,
         explanation.decision.evaluated),
        ("three players", "value of the root", "textbook 99", THREE_PLAYERS.values,
         found["three_players"].values),
        ("cooperation", "payoffs of both players", "textbook 116", COOPERATION.values,
         found["cooperation"].values),
        ("min(max(5, .), max(8, .))", "leaves never evaluated", "article 53", 1,
         found["unseen_end"].pruned),
        ("chance", "values of the two moves", OURS, "2.1, 1.3", chance_values("chance")),
        ("chance, leaves transformed in order", "values of the two moves", OURS, "21, 40.9",
         chance_values("chance_transformed")),
        ("chance, leaves 10x + 5", "values of the two moves", OURS, "26, 18",
         chance_values("chance_linear")),
        ("raid", "do A and B raid the strong C, and then each other?", OURS, "yes",
         "yes" if (played[:2], played[3:]) == ([2, 2], [1, 0]) else "no"),
        ("Nim 2, 2 misère", "states, and with piles in order", "slides 60 and 77", "18, 12",
         f"{len(nim)}, {sum(n.canonical for n in nim)}"),
        ("Nim 2, 2 misère", "reachable states, and with piles in order", OURS, "14, 9",
         f"{len(in_play)}, {sum(n.canonical for n in in_play)}"),
        ("Nim 2, 2 misère", "value for the first player", OURS, -1,
         f"{alphabeta(MisereNim(), MisereNim().initial()).value:g}"),
        ("category 72/20/8 %", "expected value", "textbook 220", 0.76,
         f"{expected_value(((0.72, 1), (0.20, 0), (0.08, 0.5))):.2f}"),
        ("tic-tac-toe", "games, fewer than 9! (textbook 50)", OURS, "255,168",
         f"{count_games(board, board.initial()):,}"),
        ("tic-tac-toe", "positions", OURS, "5,478",
         f"{len(distinct_states(board, board.initial())):,}"),
        ("tic-tac-toe", "value", OURS, 0, f"{alphabeta(board, board.initial()).value:g}"),
    ]  # fmt: skip
    return [Number(example, what, source, _text(stated), _text(found))
            for example, what, source, stated, found in rows]  # fmt: skip


def chance_values(name: str) -> str:
    """Return the values of the root's moves in their order."""
    explanation = explanations()[name]
    infos = explanation.node_infos()
    return ", ".join(f"{infos[c.number].value:g}" for c in explanation.tree.root.children)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(f'{x:g}' for x in value)})"
    return str(value)
