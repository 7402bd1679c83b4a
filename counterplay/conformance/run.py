"""`check`: run every check on a game."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from counterplay.conformance import native
from counterplay.conformance.arguments import check_arguments
from counterplay.conformance.findings import AbandonedError, Findings
from counterplay.conformance.hooks import HOOKS, check_keys
from counterplay.conformance.hooks.hidden import check_declared
from counterplay.conformance.judgement import check_judgement
from counterplay.conformance.names import renamed_hooks
from counterplay.conformance.play import Played, play
from counterplay.conformance.profile import Tally
from counterplay.conformance.purity import (
    check_assignments,
    check_output,
    check_random,
    check_unchanged,
    snapshot,
)
from counterplay.conformance.report import Checked, Fault
from counterplay.conformance.spelling import check_defined, check_defined_once, check_spelling
from counterplay.conformance.watched import WatchedGame, watching
from counterplay.core.game.checked import remember_checked
from counterplay.core.game.errors import ContractError, GameError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.syntax import line_of_name
from counterplay.core.game.time_limit import CALL_SECONDS, limited_loading
from counterplay.engine.base import METHODS, NAMED, WITH_TECHNIQUES, chosen_method, fitting
from counterplay.engine.settings import read_settings
from counterplay.games import load

MOST_CHECKED = 600
"""The most states on which the optional functions and the compiled rules are checked."""

ENOUGH_COUNTED = 20
"""The calls of `actions` that show a habit."""

LOADING = 6
"""Running a file may take this many times as long as a call of a rule: it may fill tables."""


def check(
    game: Game | str | Path,
    /,
    *,
    games: int = 100,
    seed: int = 0,
    call_seconds: float = CALL_SECONDS,
    **parameters: Any,
) -> Checked:
    """Check a game against the contract by playing it at random.

    Returns the faults: each has a sentence, a position that shows it, and the line of the function.
    A file that is not a game has faults, too. A file that does not exist raises `InputError`.
    The rules run as plain Python first; they are compiled only if that finds no fault.

    games          the number of games to play
    seed           the seed of the random games
    call_seconds   how long one call of a rule may take; running the file may take six times as long
    parameters     parameters of the game, if it is given by its name or file
    """
    return check_game(game, games, seed, call_seconds, parameters)


def check_game(
    game: Game | str | Path,
    games: int,
    seed: int,
    call_seconds: float,
    parameters: dict[str, Any],
    is_final: bool = False,
) -> Checked:
    """The same as `check`. If `is_final`, a call that nothing can interrupt ends the process."""
    started = time.perf_counter()
    name = game.name if isinstance(game, Game) else str(game)
    if not isinstance(game, Game):
        with limited_loading(LOADING * call_seconds, is_final):
            try:
                game = load(game, **parameters)
            except GameError as error:
                faults = _faults_of_file(Path(name), error)
                return Checked(name, faults, 0, 0, time.perf_counter() - started)
    with watching(game, call_seconds, is_final) as watched:
        findings = Findings(watched)
        played = _check_rules(game, watched, findings, games, seed)
    faults = tuple(findings.faults.values())
    if not faults:
        remember_checked(game)
    profile = played.tally.profile()
    check_judgement(game, findings, profile)
    stopped = None
    if played.stopped is not None:
        stopped = f"{profile.games} of {games} games were played: {played.stopped}"
    notes = (*renamed_hooks(game), *findings.notes)
    seconds = time.perf_counter() - started
    states = len(played.positions)
    return Checked(name, faults, profile.games, states, seconds, notes, profile, stopped)


def _check_rules(
    game: Game, watched: WatchedGame, findings: Findings, games: int, seed: int
) -> Played:
    """Every check: plain Python first, and native code only for rules that are sound in it."""
    check_assignments(game, findings)
    check_random(game, findings)
    before = snapshot(game)
    played = play(watched, findings, games, seed)
    check_unchanged(game, findings, before)
    if not findings.faults:
        _check_movers(game, findings, played.tally)
        _check_count(findings, played.tally)
    for field, function in watched.wrapped.items():
        findings.note(
            f"{function}() returned a State.{field} of more than 64 bits, and the higher ones are "
            "lost: that is right only if it is a hash"
        )
    check_arguments(game, findings)
    is_sound = not findings.faults
    check_spelling(game, findings)
    check_defined(game, findings)
    check_defined_once(game, findings)
    check_declared(game, findings)
    check_output(game, findings)
    _check_settings(game, findings)
    if is_sound:
        with suppress(AbandonedError):
            _check_hooks(game, watched, findings, played.positions, before)
    return played


def _check_hooks(
    game: Game,
    watched: WatchedGame,
    findings: Findings,
    positions: list[Position],
    before: dict[str, str],
) -> None:
    """The optional functions, and the compiled rules if nothing was wrong with those."""
    faults = len(findings.faults)
    some = positions[:: len(positions) // MOST_CHECKED + 1]
    check_keys(watched, findings, positions)
    for check_hook in HOOKS:
        check_hook(watched, findings, some)
    check_unchanged(game, findings, before)
    if len(findings.faults) == faults:
        with findings.watching():
            native.check_results(game, watched, findings, some)
        native.check_compilation(game, findings)


def _check_movers(game: Game, findings: Findings, tally: Tally) -> None:
    """Every player moves in some game. In games of chance a player may be the bank."""
    idle = tally.never_moved
    if not idle:
        return
    text = f"player() was never {idle[0]} in {tally.games} games, so {game.facts.names[idle[0]]} "
    text += "never moved"
    if game.facts.chance or tally.longest < 2 * game.facts.players:
        findings.note(text)
    else:
        findings.add("player", f"{text}: does result() pass the turn on?", "player")


def _check_count(findings: Findings, tally: Tally) -> None:
    """`actions` counts each move that it writes; what stays behind them may be scratch."""
    times = tally.always_one_more
    if times >= ENOUGH_COUNTED:
        findings.note(
            f"actions() wrote one move more than it returned, in each of {times} states: that is "
            "right only if the last one is no move"
        )


def _check_settings(game: Game, findings: Findings) -> None:
    """`SEARCH` of the file names settings that exist."""
    try:
        method = chosen_method(game) if fitting(game) else "alphabeta"
        settings = {k: v for k, v in game.search_settings.items() if k != NAMED}
        if NAMED not in game.search_settings and method not in WITH_TECHNIQUES:
            method = "alphabeta"  # parameters decide how many players there are
        read_settings(METHODS[method].settings, settings, method)
    except InputError as error:
        line = line_of_name(game.path, "SEARCH")
        place = (game.path, line) if line else None
        findings.add("settings", f"SEARCH: {error}", "SEARCH", None, place)


def _faults_of_file(path: Path, error: GameError) -> tuple[Fault, ...]:
    """Every reason why a file is not a game, or the error that stopped it."""
    errors = error.faults if isinstance(error, ContractError) else [error]
    return tuple(Fault("contract", e.text, None, e.path or str(path), e.line) for e in errors)
