"""Claim: thinking on the opponent's time saves time, if the opponent plays the expected reply.

Time is counted in nodes, so that the result depends on neither the machine nor its load. Both
players search N nodes a move. The one that ponders also searches N nodes while the opponent does:
the position after the reply that it expects. If this reply comes, it starts its own N nodes with a
table that already has those; if another comes, they were in vain. For comparison, a player with
twice the nodes plays the same openings: what pondering would be worth if every reply were expected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterplay.arena.elo import elo_difference, score_interval
from counterplay.arena.openings import Openings
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.chess_play import HOPELESS, TABLE
from counterplay.experiments.figures.claim import ENOUGH_GAMES, FEW, Cell, Claim, Table, Watch
from counterplay.experiments.plots import COLOURS, baseline, label
from counterplay.games import load

NODES, QUICK_NODES = 2_000, 200
OPENINGS, QUICK_OPENINGS = 75, 3
"""Each is played from both sides."""
GAMES, QUICK_GAMES = ("othello", "chess"), ("othello",)
PONDERS, TWICE = "thinks on the opponent's time", "has twice the nodes"


class Player:
    """An engine with a number of nodes a move, which may ponder."""

    def __init__(self, game: Game, nodes: int, ponders: bool = False) -> None:
        self.engine = make_engine(game, "alphabeta", memory=TABLE)
        self.nodes, self.ponders = nodes, ponders
        self.expected: int | None = None
        self.replies, self.hits = 0, 0

    def new_game(self) -> None:
        self.engine.new_game()
        self.expected = None

    def move(self, position: Position) -> int | None:
        """Return a move; None to resign, in chess alone."""
        if self.expected is not None:
            self.replies += 1
            self.hits += position.moves[-1] == self.expected
        found = self.engine.search(position, Limit(nodes=self.nodes))
        self.expected = None
        after = position.play(found.move)
        if self.ponders and len(found.line) > 1 and not after.is_over:
            self.expected = found.line[1]
            before_reply = after.play(self.expected)
            if not before_reply.is_over:
                self.engine.search(before_reply, Limit(nodes=self.nodes))
        is_hopeless = position.game.name == "chess" and found.value < -HOPELESS
        return None if is_hopeless else found.move


def points(start: Position, players: tuple[Player, Player]) -> float:
    """Play a game; return 1, 1/2 or 0 for the first player, who has the seat 0."""
    for player in players:
        player.new_game()
    position = start
    while not position.is_over:
        move = players[position.turn].move(position)
        if move is None:
            return float(position.turn == 1)
        position = position.play(move)
    mine, theirs = position.payoffs
    return 0.5 if mine == theirs else float(mine > theirs)


@dataclass(frozen=True)
class Match:
    """The points of a player against the plain one, by openings: 0, 1/2, 1, 3/2 or 2 of 2 games."""

    game: str
    player: str
    pairs: tuple[int, ...]
    hits: float
    """The share of replies that were expected."""

    @property
    def score(self) -> float:
        return sum(n * i / 4 for i, n in enumerate(self.pairs)) / sum(self.pairs)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference and its 95 % interval."""
        low, high = score_interval(self.pairs)
        return elo_difference(self.score), elo_difference(low), elo_difference(high)


@dataclass(frozen=True)
class Data:
    matches: tuple[Match, ...]
    nodes: int
    openings: int


def play(game: Game, name: str, one: Player, other: Player, starts: list[str],
         watch: Callable[[], None]) -> Match:  # fmt: skip
    counts: Counter[int] = Counter()
    for text in starts:
        start = game.position(text)
        first = points(start, (one, other))
        counts[round(2 * (first + 1 - points(start, (other, one))))] += 1
        watch()
    hits = one.hits / one.replies if one.replies else 0.0
    return Match(game.name, name, tuple(counts[i] for i in range(5)), hits)


def measure(quick: bool, watch: Watch) -> Data:
    nodes, count = (QUICK_NODES, QUICK_OPENINGS) if quick else (NODES, OPENINGS)
    names, done, matches = QUICK_GAMES if quick else GAMES, 0, []

    def report() -> None:
        nonlocal done
        done += 1
        watch(done / (2 * count * len(names)))

    for name in names:
        game = load(name)
        starts = Openings(file=None, plies=None, balanced=None, seed=1).find(game, count)
        plain = Player(game, nodes)
        for title, player in (
            (PONDERS, Player(game, nodes, ponders=True)),
            (TWICE, Player(game, 2 * nodes)),
        ):
            matches.append(play(game, title, player, plain, starts, report))
    return Data(tuple(matches), nodes, count)


def caption(data: Data) -> str:
    shown = "; ".join(
        f"{m.game}, a player that {m.player}: {_elo(m)}"
        + (f", {m.hits:.0%} of the replies were expected" if m.player == PONDERS else "")
        for m in data.matches
    )
    return (
        f"The Elo above a player that searches {data.nodes:,} nodes a move, {2 * data.openings} "
        f"games each, with 95 % intervals: {shown}. While the opponent searches, the first player "
        "searches as many nodes below the reply that it expects."
        + ("" if 2 * data.openings >= ENOUGH_GAMES else FEW)
    )


def _elo(match: Match) -> str:
    middle, low, high = match.elo
    return f"{middle:+.0f} ({low:+.0f} to {high:+.0f})"


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (m.game, m.player, round(100 * m.score, 1), *(f"{elo:+.0f}" for elo in m.elo),
         f"{100 * m.hits:.0f}" if m.player == PONDERS else "")
        for m in data.matches
    )  # fmt: skip
    heads = ("game", "a player that", "score, %", "Elo", "at least", "at most", "expected, %")
    return [Table("pondering", f"Against {data.nodes:,} nodes a move", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "", f"Elo above {data.nodes:,} nodes a move")
    games = list(dict.fromkeys(m.game for m in data.matches))
    for i, name in enumerate((PONDERS, TWICE)):
        matches = [m for m in data.matches if m.player == name]
        places = [games.index(m.game) + (i - 0.5) * 0.2 for m in matches]
        middle = [m.elo[0] for m in matches]
        errors = [[m.elo[0] - m.elo[1] for m in matches], [m.elo[2] - m.elo[0] for m in matches]]
        axes.errorbar(places, middle, errors, fmt="os"[i], color=COLOURS[i], capsize=4, label=name)
    axes.set_xticks(range(len(games)), [game.capitalize() for game in games])
    axes.set_xlim(-0.6, len(games) - 0.4)
    baseline(axes, 0)
    axes.legend(loc="upper left")


CLAIM = Claim(
    name="pondering",
    title="Thinking on the opponent's time",
    text="After its move a program can search the position after the reply that it expects, and "
    "save this time if the reply comes (article 124).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
