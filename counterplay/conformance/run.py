"""`check`: run every check on a game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from counterplay.conformance import native
from counterplay.conformance.findings import Findings
from counterplay.conformance.hooks import HOOKS
from counterplay.conformance.names import renamed_hooks
from counterplay.conformance.play import play
from counterplay.conformance.report import Checked, Fault
from counterplay.core.compile.native import fingerprint
from counterplay.core.game.errors import CounterplayError, GameError
from counterplay.core.game.facts import building
from counterplay.core.game.game import Game
from counterplay.core.game.loader import contract_faults, functions_of, run_file
from counterplay.games import BUILT_IN, load

MOST_CHECKED = 600
"""The most states on which the optional functions and the compiled rules are checked."""


def check(
    game: Game | str | Path, /, *, games: int = 100, seed: int = 0, **parameters: Any
) -> Checked:
    """Check a game against the contract by playing it at random.

    Returns the faults: each has a sentence, a position that shows it, and the line of the function.
    A file that is not a game has faults, too. A file that does not exist raises `InputError`.

    games        the number of games to play
    seed         the seed of the random games
    parameters   parameters of the game, if it is given by its name or file
    """
    started = time.perf_counter()
    name = game.name if isinstance(game, Game) else str(game)
    if not isinstance(game, Game):
        try:
            game = load(game, **parameters)
        except GameError as error:
            faults = _faults_of_file(Path(name), error, parameters)
            return Checked(name, faults, 0, 0, time.perf_counter() - started)
    findings = Findings(game)
    native.check_globals(game, findings)
    before = fingerprint(native.rules_of(game))
    positions, played = play(game, findings, games, seed)
    if native.changed_globals(game, before):
        text = "playing changed a global that the rules read: rules must be pure"
        findings.add("purity", text, "result")
    if not findings.faults:
        some = positions[:: len(positions) // MOST_CHECKED + 1]
        for check_hook in HOOKS:
            check_hook(game, findings, some)
        with findings.watching():
            native.check_results(game, findings, some)
        native.check_compilation(game, findings)
    faults = tuple(findings.faults.values())
    seconds = time.perf_counter() - started
    return Checked(name, faults, played, len(positions), seconds, renamed_hooks(game))


def _faults_of_file(path: Path, error: GameError, parameters: dict[str, Any]) -> tuple[Fault, ...]:
    """Every reason why a file is not a game, or the error that stopped it."""
    errors = [error]
    if str(path) not in BUILT_IN:
        try:
            with building(parameters):
                space = run_file(path)
        except CounterplayError:
            pass
        else:
            functions = functions_of(space)
            errors = contract_faults(space, functions, str(path)) or errors
    return tuple(Fault("contract", e.text, None, e.path or str(path), e.line) for e in errors)
