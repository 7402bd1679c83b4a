"""The trees of the article: a game tree, its minimax values, and what alpha-beta leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.canvas import Canvas
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.tree_picture import Look, Twig, draw_tree
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax

TREE = [[[5, -10], [8, -4]], [[-5, 3], [2, -7]]]
"""The article states n8 = 5 and n10 = 8, the best payoffs below n4 and n5 (line 32). The
other leaves are ours."""

STATED = {"n8": 5, "n10": 8}
NOTE = (
    "Squares: Max moves. Circles: Min moves. The article states n8 = 5 and n10 = 8; the other "
    "leaves are ours."
)


@dataclass(frozen=True)
class Data:
    values: dict[str, float]
    """The minimax value of each node."""
    pruned: tuple[str, ...]
    """The nodes that alpha-beta never visits, children of visited ones only."""
    evaluated: int


def names() -> dict[tuple[int, ...], str]:
    """Return the name of each node by its path, numbered row by row: n1 is the root."""
    paths: list[tuple[int, ...]] = [()]
    for path in paths:
        inside: Any = TREE
        for move in path:
            inside = inside[move]
        if isinstance(inside, list):
            paths += [(*path, move) for move in range(len(inside))]
    return {path: f"n{number}" for number, path in enumerate(paths, 1)}


def measure(quick: bool, watch: Watch) -> Data:
    game = load("tree", tree=TREE)
    named, values = names(), {}
    for path, name in named.items():
        s = game.initial()
        for move in path:
            s = game.result(s, move)
        sign = 1 if game.player(s) == 0 else -1
        over = game.terminal(s)
        values[name] = float(game.utility(s, 0) if over else sign * minimax(game, s).value)
    found = alphabeta(game, game.initial(), trace=True)
    pruned = [named[(*visit.path,)] for visit in found.trace if visit.event == "prune"]
    watch(1.0)
    return Data(values, tuple(pruned), found.evaluated)


def caption(data: Data) -> str:
    return (
        f"The best move of Max at n4 leads to n8, worth 5, and at n5 to n10, worth 8. So Min moves "
        f"from n2 to n4, and n2 is worth {data.values['n2']:g}; the whole game is worth "
        f"{data.values['n1']:g} to Max. Alpha-beta never visits {' and '.join(data.pruned)}: it "
        f"evaluates {data.evaluated} of 8 leaves."
    )


def tables(data: Data) -> list[Table]:
    leaves = {name for path, name in names().items() if len(path) == 3}
    rows = tuple(
        (name, value, "" if name not in leaves else "article 32" if name in STATED else "ours")
        for name, value in data.values.items()
    )
    headings = ("node", "minimax value", "leaf stated by")
    return [Table("article_trees", "The tree of the article", headings, rows)]


def pictures(data: Data) -> dict[str, str]:
    best = {"n1", "n2", "n4", "n8"}
    gone = {*data.pruned, *("n14", "n15") * ("n7" in data.pruned)}
    bounds = {"n1": "≥ 5", "n2": "= 5", "n4": "5", "n5": "≥ 8", "n3": "≤ 3", "n6": "3", "n7": ""}
    values = {name: _shown(value) for name, value in data.values.items()}
    return {
        "article_tree.svg": _picture("A game tree", values, {}, hide_inner=True),
        "article_values.svg": _picture("Its minimax values", values, dict.fromkeys(best, "best")),
        "article_pruned.svg": _picture(
            "What alpha-beta leaves out",
            values | bounds,
            dict.fromkeys(gone, "pruned"),
            note=(
                "minimax(n2) = min(5, minimax(n5)) ≤ 5 and minimax(n5) = max(8, minimax(n11)) ≥ 8: "
                "n11 does not matter. Then n3 ≤ 3, and Max has 5 already: n7 does not matter."
            ),
        ),
    }


def _picture(
    title: str,
    values: dict[str, str],
    looks: dict[str, Look],
    hide_inner: bool = False,
    note: str = NOTE,
) -> str:
    canvas = Canvas(title)
    canvas.words((24, 38), title, 22, bold=True)
    named = names()

    def twig(inside: Any, path: tuple[int, ...]) -> Twig:
        name = named[path]
        if not isinstance(inside, list):
            return Twig("end", name, values[name], look=looks.get(name, "plain"))
        below = tuple(twig(child, (*path, i)) for i, child in enumerate(inside))
        value = "" if hide_inner else values[name]
        return Twig("min" if len(path) % 2 else "max", name, value, below,
                    looks.get(name, "plain"))  # fmt: skip

    draw_tree(canvas, twig(TREE, ()), (24, 64), "squares and circles")
    canvas.paragraph((24, canvas.bottom + 36), note, canvas.right - 24)
    return canvas.svg()


def _shown(value: float) -> str:
    return f"{value:g}".replace("-", "−")


CLAIM = Claim(
    name="article_trees",
    title="The tree of the article, its values, and what is pruned",
    text="Max should always move to the child with the largest minimax value and Min to the "
    "smallest; n11 need not be known (article, figures 1 to 3, lines 28 to 53).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
