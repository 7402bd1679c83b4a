"""A move that earns more than minimax against a fallible opponent, and less against the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean

from counterplay.experiments.figures.canvas import GREY, Canvas
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.figures.tree_picture import Twig, draw_tree
from counterplay.games import load
from counterplay.textbook.minimax import minimax

TREE = [[3, 5, 4], [2, 40, 30], [1, 2, 9]]
"""The first move is the minimax decision. The second is a trap: MIN has one good reply."""

OPPONENTS: dict[str, Callable[[list[int]], float]] = {
    "optimal": min,
    "random": mean,
    "worst": max,
}
"""What MAX gets from the leaves below a MIN node, against each opponent."""


@dataclass(frozen=True)
class Data:
    earned: dict[str, tuple[float, ...]]
    """What each of the three moves earns against each opponent."""
    decision: int
    """The move of minimax, counted from 0."""


def measure(quick: bool, watch: Watch) -> Data:
    game = load("tree", tree=TREE)
    earned = {
        name: tuple(float(play(leaves)) for leaves in TREE) for name, play in OPPONENTS.items()
    }
    watch(1.0)
    return Data(earned, int(minimax(game, game.initial()).move))


def caption(data: Data) -> str:
    minimax_move, trap = data.decision, 1
    best, random_ = data.earned["optimal"], data.earned["random"]
    return (
        f"The minimax move earns {best[minimax_move]:g} against an optimal MIN and more against "
        f"any other: {random_[minimax_move]:g} on average if MIN moves at random. The trap a2 "
        f"earns {random_[trap]:g} then, but {best[trap]:g} against an optimal MIN."
    )


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(round(value, 2) for value in earned)) for name, earned in data.earned.items()
    )
    title = "What each move of MAX earns against each MIN"
    return [Table("fallible", title, ("MIN", "a1 (minimax)", "a2 (a trap)", "a3"), rows)]


def pictures(data: Data) -> dict[str, str]:
    canvas = Canvas("A fallible opponent")
    canvas.words((24, 38), canvas.title, 22, bold=True)
    below = tuple(
        Twig("min", name, str(min(leaves)), tuple(Twig("end", value=str(v)) for v in leaves),
             "best" if i == data.decision else "plain", f"a{i + 1}")
        for i, (name, leaves) in enumerate(zip("BCD", TREE, strict=True))
    )  # fmt: skip
    draw_tree(canvas, Twig("max", "A", "3", below, "best"), (24, 70))
    y = canvas.bottom + 50
    canvas.words((24, y), "MAX earns, against a MIN who is", 16, bold=True)
    columns = (330.0, 400.0, 470.0)
    for i, x in enumerate(columns):
        canvas.words((x, y), f"a{i + 1}", 16, "end", bold=True)
    for name, earned in data.earned.items():
        y += 27
        canvas.words((24, y), name, 16)
        for x, value in zip(columns, earned, strict=True):
            canvas.words((x, y), f"{value:.3g}", 16, "end", bold=value == max(earned))
    canvas.words((24, y + 34), "Bold: the best move against this opponent.", 14, colour=GREY)
    return {"fallible.svg": canvas.svg()}


CLAIM = Claim(
    name="fallible",
    title="Minimax is best against the best, not against everyone",
    text="If MIN does not play optimally, MAX does even better. Other strategies may do better "
    "against such opponents, but they do worse against optimal ones (textbook 83; article 43).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
