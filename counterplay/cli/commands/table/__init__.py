"""`counterplay table`: build, list, probe and verify endgame tables and solutions."""

import typer

from counterplay.cli.commands.table.bearoff import bearoff
from counterplay.cli.commands.table.build import build
from counterplay.cli.commands.table.list_ import list_tables
from counterplay.cli.commands.table.probe import probe
from counterplay.cli.commands.table.stats import stats
from counterplay.cli.commands.table.verify import verify

table = typer.Typer(
    help="Build endgame tables; list, probe and verify tables and solutions.",
    no_args_is_help=True,
)
table.command()(build)
table.command("list")(list_tables)
for command in (probe, stats, verify, bearoff):
    table.command()(command)

__all__ = ["table"]
