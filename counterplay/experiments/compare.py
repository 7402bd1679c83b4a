"""Algorithms of the textbook side by side on one tree or position: their work and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from time import monotonic, perf_counter
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.formatting import format_value
from counterplay.drawing.options import options_of
from counterplay.drawing.running import algorithm_named, algorithms_for, position_of, run, takes
from counterplay.games.tree import tree_of
from counterplay.presentation.html_table import table_html
from counterplay.presentation.words import player_name
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Decision

TO_THE_END = ("minimax", "alphabeta", "killers", "transposition", "scout", "mtdf", "sss")
TO_A_DEPTH = ("hminimax", "ordered", "killers", "transposition", "scout", "mtdf", "sss")
WITH_CHANCE = ("expectiminimax", "star")
USUAL_DEPTH = 3
"""The depth in a game that is not a tree, if none is given."""
MOST_SECONDS, MOST_POSITIONS = 10.0, 10**9
HEADINGS = ("algorithm", "move", "value", "leaves", "nodes", "pruned", "table hits", "ms")


@dataclass(frozen=True)
class Row:
    """What one algorithm did.

    name      the algorithm, with its own options
    move      in the notation of the game
    value     for the player to move; `values` of all players, if payoffs are not opposite
    leaves    terminal states and states at the depth limit that were evaluated
    nodes     states generated, including the root
    pruned    moves that were never tried
    hits      states whose value was looked up in a table
    seconds   of one run
    fault     why there is no answer, in one sentence; else empty
    """

    name: str
    move: str = ""
    value: float | None = None
    values: tuple[float, ...] = ()
    leaves: int = 0
    nodes: int = 0
    pruned: int = 0
    hits: int = 0
    seconds: float = 0.0
    fault: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as texts, in the order of HEADINGS."""
        if self.fault:
            return (self.name, *[""] * (len(HEADINGS) - 1))
        counts = (f"{n:,}" for n in (self.leaves, self.nodes, self.pruned, self.hits))
        shown = format_value(self.values or self.value)
        return (self.name, self.move, shown, *counts, f"{1000 * self.seconds:.2f}")


@dataclass(frozen=True)
class Comparison:
    """Several algorithms on one position."""

    title: str
    rows: tuple[Row, ...] = field(default_factory=tuple)

    @property
    def answers(self) -> list[Row]:
        """The rows of the algorithms that gave an answer."""
        return [row for row in self.rows if not row.fault]

    @property
    def faults(self) -> list[str]:
        """Why algorithms gave no answer, one sentence each."""
        return [_sentence(row) for row in self.rows if row.fault]

    def as_json(self) -> dict[str, Any]:
        """The comparison as lists and dictionaries."""
        return {"title": self.title, "rows": [asdict(row) for row in self.rows]}

    def __str__(self) -> str:
        """The table as plain text."""
        table = [HEADINGS, *(row.cells for row in self.answers)]
        widths = [max(len(cells[i]) for cells in table) for i in range(len(HEADINGS))]
        lines = [
            "  ".join(
                c.ljust(w) if i < 2 else c.rjust(w)
                for i, (c, w) in enumerate(zip(cells, widths, strict=True))
            )
            for cells in table
        ]
        return "\n".join([self.title, *(line.rstrip() for line in lines), *self.faults])

    def _repr_html_(self) -> str:
        """The table, for notebooks."""
        texts = "".join(f"<p>{escape(text)}</p>" for text in self.faults)
        table = table_html(HEADINGS, [row.cells for row in self.answers])
        return f"<p>{escape(self.title)}</p>{table}{texts}"


def compare(
    game: Game,
    /,
    position: Position | str | None = None,
    *,
    algorithms: Sequence[str] = (),
    depth: int | None = None,
    seconds: float = MOST_SECONDS,
    options: Mapping[str, Any] | None = None,
    check: Callable[[], None] = lambda: None,
) -> Comparison:
    """Run algorithms of the textbook on one position and return their work side by side.

    Without `algorithms` it is a set that fits the game. `"beam:width=2"` is an algorithm with an
    option of its own; `depth` and `options` are for all algorithms that have them. A game that is
    not a tree is searched three plies deep unless a depth is given. `seconds` limit an algorithm,
    and `check` is called before every move.
    """
    where = position_of(game, position, "compare(game, algorithms=[{!r}])")
    named = [parse_algorithm(text) for text in algorithms]
    has_depth = "depth" in (options or {}) or any("depth" in own for _, own in named)
    if depth is None and not has_depth and tree_of(game) is None:
        depth = USUAL_DEPTH
    named = named or [(ALGORITHMS[name], {}) for name in usual_algorithms(game, depth)]
    shared = {**({} if depth is None else {"depth": depth}), **(options or {})}
    _refuse_unused(shared, [algorithm for algorithm, _ in named])
    rows = []
    for algorithm, own in named:
        fitting = {name: value for name, value in shared.items() if name in options_of(algorithm)}
        rows.append(_row(algorithm, where, fitting, own, seconds, check))
    title = f"{game.facts.title}, {player_name(game, where.turn)} to move"
    shown = ", ".join(f"{name} {value}" for name, value in shared.items())
    return Comparison(f"{title}: {shown}" if shown else title, tuple(rows))


def parse_algorithm(text: str) -> tuple[Algorithm, dict[str, str]]:
    """Return the algorithm and its own options from a text such as `beam:width=2,depth=3`."""
    name, _, listed = text.partition(":")
    options: dict[str, str] = {}
    for part in filter(None, listed.split(",")):
        option, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{text!r}: write the options of an algorithm as {name}:width=2")
        options[option.strip()] = value.strip()
    return algorithm_named(name), options


def usual_algorithms(game: Game, depth: int | None) -> list[str]:
    """Return the algorithms that are compared if none is named."""
    usual = WITH_CHANCE if game.facts.chance else TO_THE_END if depth is None else TO_A_DEPTH
    fitting = algorithms_for(game)
    able = [name for name in fitting if depth is None or takes(ALGORITHMS[name], "depth")]
    return [name for name in usual if name in able] or able


def _refuse_unused(shared: Mapping[str, Any], algorithms: Sequence[Algorithm]) -> None:
    """Refuse an option that none of the algorithms has."""
    for name in shared:
        if not any(name in options_of(algorithm) for algorithm in algorithms):
            known = dict.fromkeys(n for algorithm in algorithms for n in options_of(algorithm))
            raise InputError(
                f"none of these algorithms has an option {name!r}: they have "
                f"{', '.join(known) or 'none'}"
            )


def _sentence(row: Row) -> str:
    """The fault of a row, with what it does not name itself: the algorithm, and its options."""
    algorithm, _, own = row.name.partition(": ")
    if row.fault.startswith(f"{algorithm} "):
        return row.fault
    told = own and row.fault.startswith(f"{own}: ")
    return f"{algorithm if told else row.name}: {row.fault}"


def _row(
    algorithm: Algorithm,
    where: Position,
    shared: Mapping[str, Any],
    own: Mapping[str, Any],
    seconds: float,
    check: Callable[[], None],
) -> Row:
    shown = ", ".join(f"{name}={value}" for name, value in own.items())
    name = f"{algorithm.name}: {shown}" if shown else algorithm.name
    try:
        decision, spent = _timed(algorithm, where, {**shared, **own}, seconds, check)
    except InputError as error:
        return Row(name, fault=str(error))
    return Row(
        name,
        where.game.show_move(where.state, decision.move),
        decision.value,
        decision.values,
        decision.evaluated,
        decision.nodes,
        decision.pruned,
        decision.hits,
        spent,
    )


def _timed(
    algorithm: Algorithm,
    where: Position,
    options: Mapping[str, Any],
    seconds: float,
    check: Callable[[], None],
) -> tuple[Decision, float]:
    """Run an algorithm; return its decision and the seconds that it took."""
    until = monotonic() + seconds

    def limited() -> None:
        check()
        if monotonic() > until:
            hint = (
                "give a smaller depth"
                if takes(algorithm, "depth")
                else "it always searches to the end, so compare hminimax or ordered instead"
            )
            raise InputError(f"it takes more than {seconds:g} seconds: {hint}")

    with shallow_enough():
        if tree_of(where.game) is not None:  # a trace shows whether an evaluation was missing
            run(algorithm, where, options, check=limited)
        start = perf_counter()
        decision = run(algorithm, where, options, False, limited, MOST_POSITIONS)
        return decision, perf_counter() - start
