"""`counterplay equity`: how much of the pot a hand of hold'em wins."""

from __future__ import annotations

from typing import Annotated

import typer

from counterplay.cli.support.common import JsonOption, output, print_json, say
from counterplay.games.poker import equity as equities


def equity(
    first: Annotated[
        str, typer.Argument(metavar="HAND", help="A hand or range: AsKs, or QQ+,AKs.")
    ],
    second: Annotated[
        str, typer.Argument(metavar="[HAND]", help="What it meets. Default: any hand.")
    ] = "random",
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="The cards on the table: 2s7dTh.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Say how much of the pot a hand of hold'em wins on average, exactly.

    All ways to complete the table are counted. A hand is two cards, as in AsKd. A range lists
    hands: QQ+ (queens or better), AKs (of one suit), ATo+ (of two suits), A5s-A2s, random.
    """
    found = equities.equity(first, second, board)
    if json:
        counts = {"wins": found.wins, "ties": found.ties, "deals": found.deals}
        print_json(
            {"first": first, "second": second, "board": board, "share": found.share} | counts
        )
        return
    say(output(), f"{first}: {found}", "bold")
    say(output(), f"{second}: {found.turned()}")
    say(output(), f"{found.deals:,} deals")
