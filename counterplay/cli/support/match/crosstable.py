"""The result of a tournament, printed as a crosstable: ranks, ratings, and scores of each pair."""

from __future__ import annotations

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from counterplay.arena.bradley_terry import METHOD
from counterplay.arena.standings import Points, Standing, Standings, TournamentResult
from counterplay.cli.support.common import say
from counterplay.cli.support.match.table import NOTHING, PAGE_WIDTH, print_forfeits
from counterplay.presentation.words import count

MOST_COLUMNS = 12
"""With more players the columns of pairs are left out: they would not fit on a page."""


def heading(result: TournamentResult) -> str:
    players = count(len(result.players), "players")
    return f"{result.game}: {players}, {result.pace}, {result.played} of {result.planned} games"


def crosstable(result: TournamentResult) -> Table:
    """A row for each player, best first."""
    ranking = result.ranking
    is_wide = len(ranking) > MOST_COLUMNS
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold")
    others = [] if is_wide else [str(rank) for rank in range(1, len(ranking) + 1)]
    is_scored = any(player.payoff is not None for player in ranking)
    payoff = ["payoff"] if is_scored else []
    for name in ("Elo", "±", "games", "score", *payoff, "s/move", *others):
        table.add_column(name, justify="right", no_wrap=True)
    for rank, player in enumerate(ranking, 1):
        cells = [] if is_wide else [_against(player, other) for other in ranking]
        table.add_row(str(rank), player.side.name, *_rated(player, is_scored), *cells)
    return table


def _rated(player: Standing, is_scored: bool) -> tuple[str, ...]:
    played, seconds = player.points.played, player.side.seconds_per_move
    rating = player.rating
    return (
        NOTHING if rating is None else f"{rating.elo:+.0f}",
        NOTHING if rating is None else f"{rating.error:.0f}",
        str(played),
        f"{player.points.points / played:.1%}" if played else NOTHING,
        *([_payoff(player)] if is_scored else []),
        NOTHING if seconds is None else f"{seconds:.4f}",
    )


def _payoff(player: Standing) -> str:
    """`+0.123 ±0.045`: the mean payoff a game."""
    if player.payoff is None:
        return NOTHING
    mean, error = player.payoff
    return f"{mean:+.3f} ±{error:.3f}"


def _against(player: Standing, other: Standing) -> str:
    """`12½/20`: 12½ points in 20 games."""
    met = player.against.get(other.number)
    return "·" if met is None else _points(met)


def _points(points: Points) -> str:
    whole, half = divmod(2 * points.wins + points.draws, 2)
    shown = f"{whole or ''}½" if half else str(whole)
    return f"{shown}/{points.played}"


def details(result: TournamentResult) -> list[tuple[str, str]]:
    """The lines below the table: their names and texts."""
    anchor = "the mean of all" if result.anchor is None else result.anchor
    ended = ", ".join(f"{how} {number}" for how, number in result.endings)
    return [
        ("Elo", f"{METHOD}; {anchor} is {result.at:g}, ± 95 %"),
        ("endings", ended or NOTHING),
        ("saved in", result.out or "no file"),
    ]


def live_table(standings: Standings) -> tuple[RenderableType, ...]:
    """How a tournament stands, on a terminal."""
    result = standings.result()
    return (Text(heading(result), style="bold"), crosstable(result))


def live_line(standings: Standings) -> str:
    """The current standings in one line."""
    result = standings.result()
    best = result.ranking[0]
    elo = "" if best.rating is None else f", Elo {best.rating.elo:+.0f} ±{best.rating.error:.0f}"
    return f"{result.played} of {result.planned} games: {best.side.name} leads{elo}"


def print_tournament(console: Console, result: TournamentResult) -> None:
    say(console, heading(result), "bold")
    if not console.is_terminal:
        console.width = max(console.width, PAGE_WIDTH + 10 * len(result.players))
    console.print(crosstable(result))
    for name, text in details(result):
        say(console, f"{name:<8}  {text}")
    print_forfeits(console, result.games)
