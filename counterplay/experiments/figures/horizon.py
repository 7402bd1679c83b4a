"""Claim: the horizon effect. A bishop is lost, and checks push the loss beyond the depth limit.

The position has what the book says about its figure 5.9: Black to move; the bishop cannot escape;
the rook takes it in three moves, at ply 6 (Rh1, Ra1, Rxa8); and Black can check with two pawns, one
after the other, each of which the king or a pawn takes. Each check takes two plies and a pawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.boards import boards
from counterplay.experiments.figures.chess_play import chess
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.figures.lookahead import KINDS, Look, looks, material
from counterplay.experiments.plots import COLOURS, baseline, integer_ticks, label, note

POSITION = "b7/1p4k1/1P5p/3p3p/4p2p/2P4P/5KPR/8 b - - 0 1"
WITHOUT_PAWNS = "b7/1p4k1/1P5p/7p/7p/2P4P/5KPR/8 b - - 0 1"
"""The same position without the two pawns that check."""

DELAY = ("e3+", "Kxe3", "d4+", "cxd4")
DEEPEST, TAKEN_AT, TEXT_DEPTH = 10, 6, 8
"""The depths that are searched, the ply of the capture, and the depth of the book's example."""
FORMS = ("o:", "s-", "^--", "D-", "v-.")


@dataclass(frozen=True)
class Data:
    """`looks` by kind of search; `control` at fixed depth without the two pawns."""

    material: float
    control_material: float
    looks: dict[str, tuple[Look, ...]]
    control: tuple[Look, ...]

    @property
    def truth(self) -> float:
        """The value at the greatest depth, at a fixed depth: the bishop for nothing."""
        return self.looks["fixed depth"][-1].pawns

    def sees_at(self, kind: str) -> int:
        """Return the first depth at which a kind of search knows that the bishop is lost."""
        return next(
            (look.depth for look in self.looks[kind] if look.pawns < self.truth + 0.5), DEEPEST + 1
        )


def measure(quick: bool, watch: Watch) -> Data:
    results = {}
    for number, kind in enumerate(KINDS, 1):
        results[kind] = looks(POSITION, kind, DEEPEST)
        watch(number / (len(KINDS) + 1))
    control = looks(WITHOUT_PAWNS, "fixed depth", TAKEN_AT)
    watch(1.0)
    return Data(material(POSITION), material(WITHOUT_PAWNS), results, control)


def caption(data: Data) -> str:
    fixed = data.looks["fixed depth"]
    lost = data.control[-1].pawns - data.control_material
    sees = ", ".join(f"{kind} {data.sees_at(kind)}" for kind in data.looks)
    return (
        f"Black to move, material even; the bishop on a8 is lost. Without the two pawns on d5 and "
        f"e4, a search of {TAKEN_AT} plies sees it ({lost:+.0f}). With them it is worth "
        f"{fixed[TAKEN_AT - 1].pawns:+.0f} at {TAKEN_AT} plies and "
        f"{fixed[TEXT_DEPTH - 1].pawns:+.0f} at {TEXT_DEPTH}: the search gives a pawn for every "
        f"check and takes the bishop for saved, until it sees {data.truth:+.0f} at {DEEPEST}. The "
        f"depth at which each kind of search sees the loss: {sees}. Extensions for checks do "
        f"nothing here, because they leave out checks that lose a pawn. Singular extensions alone "
        f"see it at {data.sees_at('singular extensions')} plies: each capture is clearly the best "
        f"reply and is searched deeper."
    )


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (depth, *(str(seen[depth - 1]) for seen in data.looks.values()))
        for depth in range(1, DEEPEST + 1)
    )
    title = "Best move and its value in pawns"
    sees = tuple((kind, data.sees_at(kind)) for kind in data.looks)
    return [
        Table("horizon", title, ("plies", *data.looks), rows),
        Table("horizon_sees", "The depth at which the loss is seen", ("search", "plies"), sees),
    ]


def pictures(data: Data) -> dict[str, str]:
    after = chess().position(POSITION)
    for move in DELAY:
        after = after.play(move)
    shown = (
        ("(a) Black to move. White takes in 6 plies", POSITION, ()),
        (f"(b) after {' '.join(DELAY)}: still lost", chess().show_position(after.state), ()),
    )
    return {"horizon_boards.svg": boards("The horizon effect", shown)}


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "search depth in plies", "value for Black, in pawns")
    integer_ticks(axes)
    for i, (kind, seen) in enumerate(data.looks.items()):
        shift = 0.035 * (i - 2)  # equal values are drawn side by side
        axes.plot([look.depth for look in seen], [look.pawns + shift for look in seen], FORMS[i],
                  color=COLOURS[i], label=kind)  # fmt: skip
    baseline(axes, data.truth)
    note(axes, "the bishop is lost", (1, data.truth), va="bottom")
    axes.axvline(TEXT_DEPTH, color=COLOURS[6], linestyle=":", linewidth=1.2)
    note(axes, "the text's 8 plies", (TEXT_DEPTH + 0.05, 0.3))
    axes.set_ylim(data.truth - 1.4, 0.5)
    axes.legend(loc="lower left", ncols=2, fontsize=9.5)


CLAIM = Claim(
    name="horizon",
    title="The horizon effect: a loss is pushed beyond the depth of a search",
    text="Delaying moves push an unavoidable loss beyond the depth of the search, so the search "
    "takes them for good moves (Berliner 1973; Russell and Norvig, figure 5.9). Singular "
    "extensions mitigate this.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    pictures=pictures,
    size=(9.0, 5.0),
)
