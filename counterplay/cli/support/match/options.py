"""The options that `match`, `tournament` and `rate` share, and what becomes of them."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from counterplay.arena.event import Play
from counterplay.cli.support.common import progress, say
from counterplay.cluster.matches import on_cluster
from counterplay.presentation.words import count

FAULTY = 1
"""The exit code where a player made an illegal move or broke down."""

PLAYER = "alphabeta, uct:exploration=1, textbook:beam:depth=3, random, my_player.py, …"

TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="Time for each move (0.1 if nothing is said)."),
]
ClockOption = Annotated[
    str | None,
    typer.Option("--clock", metavar="BASE+INC", help="A clock for each game, in seconds: 60+0.5."),
]
OpeningPliesOption = Annotated[
    int | None,
    typer.Option(
        "--opening-plies", metavar="N", help="Random plies that each opening has; 8 in long games."
    ),
]
OpeningsOption = Annotated[
    Path | None, typer.Option("--openings", metavar="FILE", help="Openings, one position a line.")
]
BalancedOption = Annotated[
    float | None,
    typer.Option(
        "--balanced", metavar="POINTS", help="Keep openings that are even within so many points."
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", help="What openings are drawn from.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        help="Games to play at once: 1 if left out; on a cluster as many as it has CPUs.",
    ),
]
EndByTableOption = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="PATH",
        help="A solution, or a folder of tables: games whose result it knows are ended.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster: host:port, auto, or local for processes of this machine.",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Where games are kept; a name is made if left out."),
]
PgnOption = Annotated[
    Path | None,
    typer.Option("--pgn", metavar="FILE", help="Write all games of chess to this file, in PGN."),
]
PdnOption = Annotated[
    Path | None,
    typer.Option("--pdn", metavar="FILE", help="Write all games of checkers to this file, in PDN."),
]


def play_by(cluster: str | None) -> Play | None:
    """How games are played: by Ray where a cluster is named."""
    if cluster is None:
        return None
    return on_cluster(None if cluster == "local" else cluster)


def warn_of_load(jobs: int | None, is_timed: bool) -> None:
    """Games that share a core share its time, and no table would show it."""
    cores = os.cpu_count() or 1
    if jobs is not None and jobs > cores and is_timed:
        text = f"{jobs} games at once on {count(cores, 'cores')}: players get less time than said"
        say(progress(), text, "yellow")


def tell_of_file(found: int, out: str | None, left: int) -> None:
    """Where the games are, and how to go on."""
    console = progress()
    if found:
        say(console, f"{count(found, 'games')} of them were in {out} already", "dim")
    if left:
        again = f"counterplay {shlex.join(sys.argv[1:])}"
        text = f"stopped with {count(left, 'games')} to go; the same command goes on: {again}"
        say(console, text, "yellow")
