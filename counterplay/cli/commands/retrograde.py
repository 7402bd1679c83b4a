"""`counterplay retrograde`: mark the states of a small game W, B or ? in passes, and draw them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from counterplay.cli.support.common import (
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    parameters,
    print_json,
    require_file_path,
    say,
)
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.drawing.passes import counts_table, passes_svg, passes_table
from counterplay.presentation.words import count
from counterplay.textbook.arguments import require_two
from counterplay.textbook.dynamic import distinct_states
from counterplay.textbook.krk import KingRookKing
from counterplay.textbook.retrograde import OPEN, Passes
from counterplay.textbook.retrograde import retrograde as analysed
from counterplay.textbook.state_graph import read_graph

MOST_STATES, MOST_ROWS = 20_000, 40
ENDGAME = "krk"


@dataclass(frozen=True)
class Subject:
    """What is solved: its title, the passes, the first state and how a state is written."""

    title: str
    passes: Passes
    start: Any
    show: Any


def retrograde(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A built-in game, a Python file, a text file with a graph (.txt), or krk: king "
            "and rook against king on a small board (--set width=4 --set height=4).",
            show_default=False,
        ),
    ],
    position: PositionArgument = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the graph of states to this file (.svg)."),
    ] = None,
    step: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the marks after pass N.")
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a small game backwards: mark every state W, B or ?, pass by pass.

    Pass 0 marks the ends. Each further pass marks the states that can now be decided. States that
    stay ? are draws. A file with a graph has a line for each state: `a W -> b c`, or `d = W` for
    an end.
    """
    require_file_path(out)
    if out is not None and out.suffix.lower() != ".svg":
        raise InputError(f"--out {out}: give a file that ends in .svg")
    subject = _subject(game, position, set_)
    passes = subject.passes
    last = len(passes.marks) - 1
    if step is not None and not 0 <= step <= last:
        raise InputError(f"--step {step}: there are passes 0 to {last}")
    if out is not None:
        replace_file(out, passes_svg(passes, subject.show, step, subject.title))
    if json:
        print_json(_data(subject))
    elif out is not None:
        say(output(), f"{out}: {_summary(subject)}")
    else:
        _print(subject)


def _subject(name: str, position: list[str] | None, set_: list[str] | None) -> Subject:
    if name == ENDGAME:
        board = KingRookKing(**_sizes(parameters(set_)))
        passes = analysed(board, states=board.states)
        title = f"King and rook against king, {board.width}x{board.height}"
        return Subject(title, passes, board.initial(), board.show)
    if Path(name).suffix == ".txt":
        graph = _graph(name)
        return Subject(Path(name).stem, analysed(graph, states=graph.states), graph.start, str)
    game = load_game(name, set_)
    start = load_position(game, position).state
    if game.shape.is_record:
        raise InputError(f"the states of {game.name} are records: use `counterplay solve {name}`")
    try:
        require_two(game, "retrograde")
        passes = analysed(game, states=distinct_states(_Counted(game), start))
    except ValueError as error:
        raise InputError(str(error)) from None
    return Subject(game.facts.title, passes, start, game.show_position)


def _sizes(settings: dict[str, str]) -> dict[str, int]:
    for name, value in settings.items():
        if name not in ("width", "height") or value not in ("3", "4", "5"):
            raise InputError(f"--set {name}={value}: give a width and a height from 3 to 5")
    return {name: int(value) for name, value in settings.items()}


def _graph(name: str) -> Any:
    try:
        return read_graph(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{name}, {error}") from None


class _Counted:
    """A game that refuses to be explored further than MOST_STATES moves."""

    def __init__(self, game: Any) -> None:
        self._game, self._seen = game, set[Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, s: Any, a: Any) -> Any:
        after = self._game.result(s, a)
        self._seen.add(after)
        if len(self._seen) > MOST_STATES:
            raise InputError(
                f"{self._game.name} has more than {MOST_STATES:,} states here: start from a later "
                f"position, or use `counterplay solve {self._game.name}`"
            )
        return after


def _summary(subject: Subject) -> str:
    passes = subject.passes
    final = passes.marks[-1]
    number = len(passes.marks) - 1
    passed = "1 pass" if number == 1 else f"{number} passes"
    counts = f"W {final.count('W'):,}, B {final.count('B'):,}, ? {final.count(OPEN):,}"
    mark, plies = passes.mark(subject.start), passes.distance(subject.start)
    result = "a draw" if plies is None else f"won by {mark} in {count(plies, 'plies')}"
    return f"{len(final):,} states, {passed}: {counts}. The start is {result}."


def _print(subject: Subject) -> None:
    passes, console = subject.passes, output()
    console.print(subject.title, style="bold")
    if len(passes.states) <= MOST_ROWS:
        heads = ("state", "moves", *map(str, range(len(passes.marks))))
        rows: list[tuple[Any, ...]] = list(passes_table(passes, subject.show))
    else:
        heads, rows = ("pass", "W", "B", "?"), list(counts_table(passes))
    table = Table(box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, justify="left" if head == "state" else "right")
    for row in rows:
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else cell for cell in row))
    console.print(table)
    longest = max((d for d in passes.distances if d is not None), default=None)
    if len(passes.states) > MOST_ROWS and longest is not None:
        far = passes.states[passes.distances.index(longest)]
        console.print(f"The longest win takes {count(longest, 'plies')}, for example from")
        console.print(subject.show(far))
    say(console, _summary(subject))


def _data(subject: Subject) -> dict[str, Any]:
    passes = subject.passes
    return {
        "title": subject.title,
        "passes": [
            {"pass": n, "W": w, "B": b, "?": unknown} for n, w, b, unknown in counts_table(passes)
        ],
        "states": [
            {"state": subject.show(s), "moves": passes.movers[i] or None,
             "mark": passes.marks[-1][i], "distance": passes.distances[i]}
            for i, s in enumerate(passes.states)
        ],
    }  # fmt: skip
