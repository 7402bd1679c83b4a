"""`counterplay double_dummy`: what the play of a bridge deal is worth if all hands are seen."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from counterplay.cli.support.common import JsonOption, output, print_json, say
from counterplay.core.game.errors import InputError
from counterplay.games.bridge.cards import DENOMINATIONS, SEAT_NAMES, SEATS
from counterplay.games.bridge.double_dummy import DoubleDummy, double_dummy_table
from counterplay.games.bridge.double_dummy import double_dummy as solve


def double_dummy(
    deal: Annotated[
        str, typer.Argument(metavar="DEAL", help="The four hands as PBN writes them: N:AK.Q.J. …")
    ],
    trump: Annotated[
        str | None, typer.Option(metavar="SUIT", help="S, H, D, C or NT. Default: all five.")
    ] = None,
    leader: Annotated[
        str, typer.Option(metavar="SEAT", help="Who leads, or has led, to this trick: N, E, S, W.")
    ] = "W",
    table: Annotated[
        str, typer.Option(metavar="CARDS", help="The cards of this trick so far: SA S2.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Say how many tricks each side takes in a bridge deal if all hands are seen.

    Without --trump, prints the tricks of each declarer in each denomination. With it, prints what
    each card of the player to play is worth. Hands can have any number of cards, all the same.
    """
    if trump is not None:
        found = solve(deal, trump, leader, table)
        if json:
            print_json({"to_play": found.to_play, "tricks": found.tricks, "cards": found.cards})
        else:
            _print_cards(found)
        return
    if table:
        raise InputError("--table needs --trump: name the denomination that is played")
    tricks = double_dummy_table(deal)
    if json:
        print_json(tricks)
        return
    shown = Table("declarer", *DENOMINATIONS, box=None)
    for seat, name in zip(SEATS, SEAT_NAMES, strict=True):
        shown.add_row(name, *(str(tricks[trump][seat]) for trump in DENOMINATIONS))
    output().print(shown)


def _print_cards(found: DoubleDummy) -> None:
    """Print the tricks of each card, the best first."""
    name = SEAT_NAMES[SEATS.index(found.to_play)]
    say(output(), f"{name} to play takes {found.tricks} with {' '.join(found.best)}", "bold")
    for tricks in sorted(set(found.cards.values()) - {found.tricks}, reverse=True):
        cards = [card for card, worth in found.cards.items() if worth == tricks]
        say(output(), f"{tricks} with {' '.join(cards)}")
