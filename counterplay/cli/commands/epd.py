"""`counterplay epd`: run a chess test suite and count the solved problems."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table

from counterplay.cli.support.common import (
    DepthOption,
    JsonOption,
    NodesOption,
    TimeOption,
    output,
    print_json,
    progress,
    say,
    settings,
)
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import DEFAULT_SECONDS, Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import require_move
from counterplay.formats.epd import Record, read_epd
from counterplay.games import load
from counterplay.presentation.words import count, rate, verdict
from counterplay.session import Session

LINE_SECONDS = 10.0
"""Seconds between progress lines where there is no terminal."""


@dataclass(frozen=True)
class Goal:
    """What solves a problem: a proven mate, a best move, or no move to avoid."""

    best: frozenset[int]
    avoid: frozenset[int]
    mate: int | None

    def is_met(self, found: Result) -> bool:
        if self.mate is not None:  # the search was limited to that many plies
            return found.outcome == ("win" if self.mate > 0 else "loss")
        return found.move not in self.avoid and (not self.best or found.move in self.best)

    @property
    def plies(self) -> int | None:
        """The number of plies within which the mate must be proven."""
        if self.mate is None:
            return None
        return 2 * self.mate - 1 if self.mate > 0 else -2 * self.mate


@dataclass(frozen=True)
class Problem:
    """A line of the suite: a position and its goal."""

    record: Record
    position: Position
    goal: Goal

    @property
    def name(self) -> str:
        return self.record.id or f"line {self.record.line}"

    @property
    def wanted(self) -> str:
        if self.goal.mate is not None:
            return f"{'mate' if self.goal.mate > 0 else 'mated'} in {abs(self.goal.mate)}"
        avoided = (f"not {move}" for move in self.record.moves_to_avoid)
        return " ".join([*self.record.best_moves, *avoided])


@dataclass(frozen=True)
class Attempt:
    """The engine's answer to a problem. `found_after` is None if it is not solved."""

    problem: Problem
    result: Result
    found_after: float | None

    @property
    def solved(self) -> bool:
        return self.found_after is not None

    def as_json(self) -> dict[str, Any]:
        result, record = self.result, self.problem.record
        return {
            "line": record.line,
            "id": record.id,
            "position": record.position,
            "wanted": self.problem.wanted,
            "solved": self.solved,
            "found_after": None if self.found_after is None else round(self.found_after, 3),
            "move": result.move_text,
            "value": result.value,
            "outcome": result.outcome,
            "distance": result.distance,
            "depth": result.depth,
            "nodes": result.nodes,
            "seconds": round(result.seconds, 3),
        }


def epd(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Problems in EPD.", show_default=False)
    ],
    time: TimeOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help="Search with N threads (mates: one)."),
    ] = None,
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MB", help="Size of the transposition table.")
    ] = None,
    first: Annotated[
        int | None, typer.Option("--first", metavar="N", help="Run the first N problems only.")
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="A setting of alpha-beta, such as null_move=off. May be given several times. "
            "It has no effect on mates.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a chess test suite, one second a problem unless a limit is given.

    Problems with bm or am are solved if alpha-beta has a right move at the end of its time.
    Problems with dm are solved if proof-number search proves the mate. Ctrl-C ends the run and
    shows the results so far. The exit code is 1 if a line cannot be read.
    """
    limit = Limit(time, depth, nodes)
    if first is not None and first < 1:
        raise InputError(f"--first {first} must be a whole number from 1 up")
    chess = load("chess")
    problems, faults = read_problems(chess, file, first)
    short = {"threads": threads, "memory": memory}
    chosen = {name: value for name, value in short.items() if value is not None}
    given: dict[str, Any] = {**chosen, **settings(with_, "--with")}
    session = Session(chess, "alphabeta", **given)
    session.prover_memory = memory or session.prover_memory
    if given or any(problem.goal.plies is None for problem in problems):
        session.prepare()  # what is wrong with the settings is always said
    console = progress()
    for fault in faults:
        say(console, fault, "yellow")
    with until_ctrl_c() as stop:
        attempts = list(run(session, problems, limit, stop, console, quiet=json))
    if json:
        print_json(summary(file, len(problems), attempts, faults))
    else:
        print_attempts(output(), file, len(problems), attempts)
    if faults:
        raise typer.Exit(1)


def read_problems(chess: Game, file: str, first: int | None) -> tuple[list[Problem], list[str]]:
    """The problems of a file, and a sentence about each line that cannot be read."""
    faults: list[str] = []
    problems = []
    for record in read_epd(file, faults)[:first]:
        try:
            problems.append(problem_of(chess, record))
        except InputError as error:
            faults.append(f"{file}, line {record.line}: {error}")
    if not problems and not faults:
        raise InputError(
            f"{file} has no positions: write one in each line, as in: board w KQkq - bm Nf3;"
        )
    return problems, faults


def problem_of(chess: Game, record: Record) -> Problem:
    position = chess.position(record.position)
    require_move(position)

    def read(moves: tuple[str, ...]) -> frozenset[int]:
        return frozenset(chess.parse_move(position.state, move) for move in moves)

    goal = Goal(read(record.best_moves), read(record.moves_to_avoid), record.mate)
    if not goal.best and not goal.avoid and not goal.mate:
        raise InputError("there is nothing to solve: add bm, am or dm")
    return Problem(record, position, goal)


def run(
    session: Session,
    problems: list[Problem],
    limit: Limit,
    stop: threading.Event,
    console: Console,
    quiet: bool,
) -> Iterator[Attempt]:
    """Try the problems one after the other. Progress goes to the console."""
    status = Status("", console=console)
    said = clock.monotonic()
    solved = 0
    if console.is_terminal:
        status.start()
    try:
        for number, problem in enumerate(problems, 1):
            status.update(f"{solved} of {number - 1} solved; {problem.name} (Ctrl-C ends the run)")
            attempt = try_problem(session, problem, limit, stop)
            if stop.is_set():
                return
            solved += attempt.solved
            yield attempt
            is_time = clock.monotonic() - said >= LINE_SECONDS
            if is_time and not console.is_terminal and not quiet:
                said = clock.monotonic()
                say(console, f"{solved} of {number} solved, {len(problems) - number} to come")
    finally:
        status.stop()


def try_problem(session: Session, problem: Problem, limit: Limit, stop: threading.Event) -> Attempt:
    """Search from an empty transposition table; a move counts if it is kept to the end."""
    since: float | None = None

    def report(found: Result) -> None:
        nonlocal since
        if not problem.goal.is_met(found):
            since = None
        elif since is None:
            since = found.seconds

    session.new_game()
    if problem.goal.plies is None:
        result = session.search(problem.position, limit, stop=stop, report=report)
    else:
        depth = min(problem.goal.plies, limit.depth or problem.goal.plies)
        seconds = limit.time if limit.time or limit.nodes else DEFAULT_SECONDS
        within = replace(limit, time=seconds, depth=depth)
        result = session.prove(problem.position, within, stop=stop, report=report)
    report(result)
    return Attempt(problem, result, since)


def print_attempts(console: Console, file: str, planned: int, attempts: list[Attempt]) -> None:
    """Print the problems that were not solved, then the totals."""
    failed = [attempt for attempt in attempts if not attempt.solved]
    if failed:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for name in ("not solved", "wanted", "played", "seen", "depth"):
            table.add_column(name, overflow="fold")
        for attempt in failed:
            result, problem = attempt.result, attempt.problem
            seen = verdict(result)
            table.add_row(problem.name, problem.wanted, result.move_text, seen, str(result.depth))
        console.print(table)
    solved = len(attempts) - len(failed)
    nodes = sum(attempt.result.nodes for attempt in attempts)
    seconds = sum(attempt.result.seconds for attempt in attempts)
    cost = f"{seconds:.1f} s, {nodes:,} nodes ({rate(nodes, seconds)})"
    say(console, f"{file}: {solved} of {count(len(attempts), 'problems')} solved; {cost}", "bold")
    if len(attempts) < planned:
        say(console, f"stopped: {planned - len(attempts)} were not tried", "yellow")


def summary(file: str, planned: int, attempts: list[Attempt], faults: list[str]) -> dict[str, Any]:
    return {
        "file": file,
        "problems": planned,
        "tried": len(attempts),
        "solved": sum(attempt.solved for attempt in attempts),
        "nodes": sum(attempt.result.nodes for attempt in attempts),
        "seconds": round(sum(attempt.result.seconds for attempt in attempts), 3),
        "unreadable": faults,
        "attempts": [attempt.as_json() for attempt in attempts],
    }
