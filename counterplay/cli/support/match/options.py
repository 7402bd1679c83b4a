"""The options that `match`, `tournament` and `rate` share, in groups."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import typer

from counterplay.arena.event import HERE, EventOptions
from counterplay.cli.support.common import DepthOption, NodesOption, progress, say
from counterplay.cluster.matches import on_cluster
from counterplay.formats.registry import writable_suffixes
from counterplay.players.parse import parse_spec
from counterplay.presentation.words import count

PLAYER = "alphabeta, uct:exploration=1, textbook:beam:depth=3, random, my_player.py, …"
"""Examples of players, for help texts."""


@dataclass(frozen=True)
class LimitOptions:
    """How long players think, if a player does not set its own limit."""

    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", help="Time per move. Default: 0.1 seconds."),
    ] = None
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock", metavar="BASE+INC", help="Time per game, in seconds, such as 60+0.5."
        ),
    ] = None
    nodes: NodesOption = None
    depth: DepthOption = None

    def event_options(self) -> EventOptions:
        return {"time": self.time, "clock": self.clock, "nodes": self.nodes, "depth": self.depth}


@dataclass(frozen=True)
class OpeningOptions:
    """The positions that games start from."""

    opening_plies: Annotated[
        int | None,
        typer.Option(
            "--opening-plies",
            metavar="N",
            help="Random plies in each opening. Default: 8, fewer in short games, 0 with dice.",
        ),
    ] = None
    openings: Annotated[
        Path | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help="Read openings from a file: one position per line, EPD or OBF.",
        ),
    ] = None
    balanced: Annotated[
        float | None,
        typer.Option(
            "--balanced",
            metavar="POINTS",
            help="Use only openings that a short search scores within this many points of even.",
        ),
    ] = None
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of openings and dice.")] = 0

    def event_options(self) -> EventOptions:
        return {
            "opening_plies": self.opening_plies,
            "openings": self.openings,
            "balanced": self.balanced,
            "seed": self.seed,
        }

    def words(self) -> list[str]:
        """The same options as words of a command line."""
        words = ["--seed", str(self.seed)]
        if self.opening_plies is not None:
            words += ["--opening-plies", str(self.opening_plies)]
        if self.balanced is not None:
            words += ["--balanced", f"{self.balanced:g}"]
        return words if self.openings is None else [*words, "--openings", self.openings.name]


@dataclass(frozen=True)
class WorkerOptions:
    """How many games are played at once, and where."""

    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help="Games to play at once. Default: 1; on a cluster, its number of CPUs.",
        ),
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Play on a Ray cluster: host:port, auto, or local for processes on this machine.",
        ),
    ] = None

    def event_options(self) -> EventOptions:
        address = None if self.cluster == "local" else self.cluster
        return {
            "jobs": self.jobs,
            "play": None if self.cluster is None else on_cluster(address),
        }

    def warn_of_overload(self, limits: LimitOptions, players: Iterable[str]) -> None:
        """Warn if there are more timed searches than cores: each gets less than its time.

        While a player thinks, all others that ponder search, too.
        """
        jobs, cores = self.jobs or 1, os.cpu_count() or 1
        ponder = any(parse_spec(player).ponder for player in players)
        is_timed = limits.time or limits.clock or (limits.nodes is None and limits.depth is None)
        if is_timed and jobs * (1 + ponder) > cores:
            who = f"--jobs {jobs}{' with players that ponder' * ponder}"
            text = f"{who}: this machine has {count(cores, 'cores')}, so each player gets "
            say(progress(), text + "less time than its limit says", "yellow")


@dataclass(frozen=True)
class GameOptions:
    """When games end early, and which files they are written to."""

    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="PATH",
            help="End games whose result this solution, or folder of endgame tables, knows.",
        ),
    ] = None
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Save finished games in this file. Default: a name made from the options.",
        ),
    ] = None
    pgn: Annotated[
        Path | None,
        typer.Option("--pgn", metavar="FILE", help="Write all games to a PGN file (chess)."),
    ] = None
    pdn: Annotated[
        Path | None,
        typer.Option("--pdn", metavar="FILE", help="Write all games to a PDN file (checkers)."),
    ] = None
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help=f"Write all games to FILE. Its suffix sets the format: {writable_suffixes()}.",
        ),
    ] = None

    def event_options(self) -> EventOptions:
        return {"table": self.table, "out": self.out or HERE}


class OptionGroup(Protocol):
    """One of the groups above."""

    def event_options(self) -> EventOptions: ...


def event_options(games: int, *groups: OptionGroup) -> EventOptions:
    """The options of several groups together, as `arena` takes them."""
    options = EventOptions(games=games)
    for group in groups:
        options.update(group.event_options())
    return options
