"""The result of a match, printed as a table and a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult, Side, SprtResult, elo_text
from counterplay.arena.tally import MatchTally
from counterplay.cli.support.common import say
from counterplay.presentation.words import count, rate

NOTHING = "–"
PAGE_WIDTH = 120
"""The width of a table that is printed to a file or a pipe."""
MOST_FORFEITS = 5
"""The reasons of this many forfeits are printed."""


def heading(result: MatchResult) -> str:
    one, other = (side.name for side in result.sides)
    games = f"{result.played} of {result.planned} games"
    return f"{result.game}: {one} against {other}, {result.pace}, {games}"


def players_table(result: MatchResult) -> Table:
    """A row for each player: its score, depth and speed."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("player", overflow="fold")
    names = ["wins", "draws", "losses", "score"]
    names += ["payoff"] if result.margin else []
    for name in (*names, "depth", "nodes/s", "s/move"):
        table.add_column(name, justify="right")
    won, drawn, lost, score = result.wins, result.draws, result.losses, result.score
    mirrored = None if score is None else 1 - score
    one, other = result.sides
    for side, wins, losses, share in ((one, won, lost, score), (other, lost, won, mirrored)):
        points = [str(wins), str(drawn), str(losses), _shown(share, "{:.1%}")]
        points += [_shown(side.payoff, "{:.2f}")] if result.margin else []
        table.add_row(side.name, *points, *_speed(side))
    return table


def _speed(side: Side) -> tuple[str, str, str]:
    speed = side.nodes_per_second
    return (
        _shown(side.depth, "{:.1f}"),
        NOTHING if speed is None else rate(round(speed), 1.0).removesuffix("nodes/s"),
        _shown(side.seconds_per_move, "{:.4f}"),
    )


def details(result: MatchResult) -> list[tuple[str, str]]:
    """The lines below the table: their names and texts."""
    lines = [("Elo", _elo(result)), ("pairs", _pairs(result))]
    if result.points is not None:
        lines.append(("points", _points(result, *result.points)))
    elif result.margin is not None:
        mean, error = result.margin
        lines.append(("margin", f"{mean:+.2f} ±{error:.2f} points of payoff a game (95 %)"))
    if result.sprt is not None:
        lines.append(("SPRT", _sprt(result.sprt)))
    ended = ", ".join(f"{how} {number}" for how, number in result.endings)
    lines.append(("endings", ended or NOTHING))
    lines.append(("saved in", result.out or "no file"))
    return lines


def live_table(tally: MatchTally) -> tuple[RenderableType, ...]:
    """The current score, for a terminal."""
    result = tally.result()
    lines = [Text(f"{name:<8}  {text}") for name, text in details(result)]
    return (Text(heading(result), style="bold"), players_table(result), *lines)


def live_line(tally: MatchTally) -> str:
    """The current score in one line."""
    result = tally.result()
    points = f"+{result.wins} ={result.draws} -{result.losses}"
    return f"{result.played} of {result.planned} games: {points}, {elo_text(result)}"


def print_result(console: Console, result: MatchResult) -> None:
    say(console, heading(result), "bold")
    if not console.is_terminal:
        console.width = max(console.width, PAGE_WIDTH)
    console.print(players_table(result))
    for name, text in details(result):
        say(console, f"{name:<8}  {text}")
    if result.uncounted:
        after = f"{count(result.uncounted, 'games')} finished after the test had decided"
        say(console, f"{'':<8}  {after}: saved, but not counted")
    print_forfeits(console, result.games)


def print_forfeits(console: Console, games: Sequence[Record]) -> None:
    """Print why games were lost that did not end on the board."""
    forfeits = [record for record in games if record.text]
    for record in forfeits[:MOST_FORFEITS]:
        say(console, f"game {record.number}: {record.text}", "yellow")
    if len(forfeits) > MOST_FORFEITS:
        say(console, f"and {len(forfeits) - MOST_FORFEITS} more; see the file", "yellow")


def _elo(result: MatchResult) -> str:
    if result.los is None:
        return "unknown until the first opening has been played from all sides"
    return f"{elo_text(result).removeprefix('Elo ')} (95 %), LOS {result.los:.1%}"


def _points(result: MatchResult, mean: float, error: float) -> str:
    return f"{mean:+.3f} ±{error:.3f} a game (95 %), in {count(result.played, 'games')}"


def _pairs(result: MatchResult) -> str:
    """`3×0, 1×½, …`: how many openings gave the first player 0, ½, … points."""
    steps = range(len(result.pairs))
    points = [f"{i // 2 or ''}½" if i % 2 else str(i // 2) for i in steps]
    listed = zip(result.pairs, points, strict=True)
    shown = ", ".join(f"{number}×{point}" for number, point in listed if number)
    return f"{shown or NOTHING} points to {result.sides[0].name}"


def _sprt(sprt: SprtResult) -> str:
    lower, upper = sprt.test.bounds
    claims = {"H0": sprt.test.elo0, "H1": sprt.test.elo1}
    verdict = "not decided"
    if sprt.verdict:
        verdict = f"{sprt.verdict} accepted, Elo {claims[sprt.verdict]:+g}"
    question = f"Elo {sprt.test.elo0:g} or {sprt.test.elo1:g}"
    return f"{question}: {verdict}, LLR {sprt.ratio:+.2f} between {lower:.2f} and {upper:.2f}"


def _shown(value: float | None, form: str) -> str:
    return NOTHING if value is None else form.format(value)
