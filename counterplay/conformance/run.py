"""Run every check on a game, from what can be read to what has to be played."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from counterplay.conformance import hooks, native
from counterplay.conformance.findings import Findings
from counterplay.conformance.play import play
from counterplay.conformance.report import Checked, Fault
from counterplay.core.compile.native import fingerprint
from counterplay.core.game.errors import CounterplayError, GameError
from counterplay.core.game.facts import building
from counterplay.core.game.game import Game
from counterplay.core.game.loader import contract_faults, functions_of, run_file
from counterplay.games import BUILT_IN, load

HOOKS = (
    hooks.look_at_keys,
    hooks.look_at_width,
    hooks.look_at_loud,
    hooks.look_at_symmetry,
    hooks.look_at_index,
    hooks.look_at_values,
    hooks.look_at_chance,
    hooks.look_at_evaluator,
    hooks.look_at_notation,
)
MOST_CHECKED = 600
"""States on which the optional functions are tried, and plain rules held against compiled."""


def check(
    game: Game | str | Path, /, *, games: int = 100, seed: int = 0, **parameters: Any
) -> Checked:
    """Play the game at random and hold all it does against the contract.

    Whatever is wrong comes back as a fault: one sentence, a position that shows it, the line to
    look at. A file that is no game at all is such a fault too; one that does not exist is not.
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
    native.look_for_globals(game, findings)
    before = fingerprint(native.rules_of(game))
    met, played = play(game, findings, games, seed)
    if native.changed_globals(game, before):
        text = "playing changed a global that the rules read: rules must be pure"
        findings.add("purity", text, "result")
    if not findings.faults:
        some = met[:: len(met) // MOST_CHECKED + 1]
        for look in HOOKS:
            look(game, findings, some)
        with findings.watching():
            native.look_at_answers(game, findings, some)
        native.look_at_compilation(game, findings)
    faults = tuple(findings.faults.values())
    return Checked(name, faults, played, len(met), time.perf_counter() - started)


def _faults_of_file(path: Path, error: GameError, parameters: dict[str, Any]) -> tuple[Fault, ...]:
    """Everything that keeps a file from being a game, or the one error that ends its reading."""
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
