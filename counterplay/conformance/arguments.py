"""Whether the functions for people take the arguments that they are called with.

Rules with wrong arguments are refused when a file is loaded. Functions for people are called only
when someone looks at the game, and some of them not even by random play.
"""

from __future__ import annotations

import inspect
from types import FunctionType

from counterplay.conformance.findings import Findings
from counterplay.core.game.contract import PEOPLE, arguments_of, takes_data, takes_viewer
from counterplay.core.game.game import Game


def check_arguments(game: Game, findings: Findings) -> None:
    """Every function for people can be called as the contract says."""
    for rule in PEOPLE:
        function = game.functions.get(rule.name)
        if function is None:
            continue
        inputs = rule.inputs
        if rule.name == "board" and takes_viewer(function):
            inputs = (*inputs, "p")
        if not _takes(function, len(inputs) + takes_data(function)):
            given = ", ".join(arguments_of(function))
            write = "board(s) or board(s, p)" if rule.name == "board" else rule.signature
            text = f"{rule.name}({given}) has wrong arguments: write {write}"
            findings.add(f"arguments of {rule.name}", text, rule.name)


def _takes(function: FunctionType, count: int) -> bool:
    """Whether a function can be called with this many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True
