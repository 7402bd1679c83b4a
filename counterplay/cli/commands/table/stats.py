"""`counterplay table stats`: count the positions of tables by outcome and distance."""

from __future__ import annotations

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    say,
)
from counterplay.cli.support.solutions import counts_json, print_counts, print_stats, stats_json
from counterplay.cli.support.tables import FromOption, NamesArgument, named_tables, open_source
from counterplay.tablebase.solution import Solution


def stats(
    game: GameArgument,
    names: NamesArgument = None,
    source: FromOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Count the won, drawn and lost positions, by distance, and show the longest win."""
    rules = load_game(game, set_)
    lookup = open_source(rules, source)
    if isinstance(lookup, Solution):
        if json:
            print_json({"game": rules.name, **stats_json(lookup)})
        else:
            print_stats(lookup)
        return
    by_file = {}
    for table in named_tables(lookup, names):
        counts = table.stats()
        by_file[table.path.name] = counts_json(counts)
        if not json:
            goal = "end" if table.metric == "end" else "next irreversible move"
            say(output(), f"{table.name}, distance to the {goal}", "bold")
            print_counts(counts)
            if counts.longest is not None and table.metric == "end":
                say(output(), f"line: {' '.join(lookup.line(counts.longest))}")
    if json:
        print_json({"game": rules.name, "tables": by_file})
