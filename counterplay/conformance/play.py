"""Checks while a game is played at random: the player, the moves, the end of the game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from counterplay.conformance.findings import Findings
from counterplay.core.game.errors import GameError
from counterplay.core.game.facts import CHANCE, SIMULTANEOUS
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

MOST_STATES = 20_000
LONGEST_PLAYED = 20_000
SPARE = 4096
"""Spare entries behind the move buffer: an overrun is counted and does not raise."""

UNWRITTEN = -(2**63)


def play(game: Game, findings: Findings, games: int, seed: int) -> tuple[list[Position], int]:
    """Play games at random. Returns the positions (each state once) and the number of games."""
    chooser = random.Random(seed)
    seen: dict[Any, Position] = {}
    played = 0
    while played < games and len(seen) < MOST_STATES:
        played += 1
        with findings.watching():
            position: Position | None = Position(game, game.initial())
            while position is not None:
                seen.setdefault(game.shape.encode(position.state).tobytes(), position)
                here, position = position, None
                with findings.watching(here):
                    position = step(game, findings, here, chooser)
        if findings.faults:
            break
    return list(seen.values()), played


def step(game: Game, findings: Findings, here: Position, chooser: random.Random) -> Position | None:
    """Check one position. Returns a random successor, or None if the game stops here."""
    s, facts = here.state, game.facts
    over = game.call("terminal", s)
    if not isinstance(over, (bool, np.bool_, int, np.integer)):
        findings.add(
            "terminal", f"terminal() returned {over!r}, not True or False", "terminal", here
        )
        return None
    if not over and here.repeated:
        return None
    if not over and len(here.moves) >= min(facts.longest_game, LONGEST_PLAYED):
        text = f"the game goes on after longest_game={facts.longest_game} plies"
        if len(here.moves) >= LONGEST_PLAYED:
            text = f"the game still goes on after {LONGEST_PLAYED} plies and may never end"
        hint = "declare a larger longest_game, or let terminal() end it"
        findings.add("endless", f"{text}: {hint}", "terminal", here)
        return None
    if not player_is_right(game, findings, here, bool(over)):
        return None
    if over:
        check_end(game, findings, here)
        return None
    if game.player(s) == CHANCE:
        choices = outcomes(game, findings, here)
    else:
        choices = moves(game, findings, here)
        if facts.superko:
            choices = here.legal_moves
    if not choices:
        return None
    move = chooser.choice(choices)
    return here.then(move, after(game, findings, here, move))


def player_is_right(game: Game, findings: Findings, here: Position, over: bool) -> bool:
    """Whether `player` returns a player of the game, or CHANCE in a game of chance."""
    mover, players = game.call("player", here.state), game.facts.players
    if mover == SIMULTANEOUS and not over:
        text = "player() returned SIMULTANEOUS: simultaneous moves are not supported yet"
    elif isinstance(mover, (float, np.floating)) or not hasattr(mover, "__index__"):
        text = f"player() returned {mover!r}, not a whole number"
    elif mover == CHANCE and not game.facts.chance and not over:
        text = f"player() returned {mover} (CHANCE), but the facts do not declare chance=True"
    elif not (0 <= mover < players or (mover == CHANCE and game.facts.chance)):
        text = f"player() returned {mover}, but the players are 0 to {players - 1}"
    else:
        return True
    text += " (an ended game needs a player, too)" if over else ""
    findings.add("player", text, "player", here)
    return False


def moves(game: Game, findings: Findings, here: Position) -> list[int]:
    """The legal moves, from a buffer that shows which entries were written."""
    most = game.facts.most_actions
    found, n, written = fill(game, "actions", here, most)
    if n > written:
        text = f"actions() returned {n}, but wrote only {written} moves to the buffer"
        findings.add("buffer", text, "actions", here)
        return []
    if written > most:
        text = (
            f"actions() wrote {written} moves, but the buffer has most_actions={most} entries: "
            "declare a larger most_actions"
        )
        findings.add("buffer", text, "actions", here)
        return []
    if n == 0:
        text = "actions() returned no move, but terminal() is False"
        findings.add("no action", text, "actions", here)
    if len(set(found)) < len(found):
        twice = next(a for a in found if found.count(a) > 1)
        findings.add("same action twice", f"actions() lists move {twice} twice", "actions", here)
    numbers = game.distinct_actions
    beyond = [a for a in found if not 0 <= a < numbers]
    if numbers and beyond:
        text = f"actions() lists move {beyond[0]}, but DISTINCT_ACTIONS={numbers} is declared"
        findings.add("distinct actions", text, "actions", here)
    if fill(game, "actions", here, most)[0] != found:
        findings.add("purity", "actions() listed other moves in a second call", "actions", here)
    return found


def fill(game: Game, function: str, here: Position, most: int) -> tuple[list[int], int, int]:
    """Call a function that fills a buffer. Returns the moves, its count, and how many it wrote."""
    buffer = np.full(most + SPARE, UNWRITTEN, np.int64)
    n = game.call(function, here.state, buffer)
    written = int((buffer != UNWRITTEN).nonzero()[0].max(initial=-1)) + 1
    if isinstance(n, (float, np.floating)) or not hasattr(n, "__index__"):
        what = f"{function}() returned {n!r}, not the number of moves that it wrote"
        raise GameError(what, game.path, game.line_of(function))
    return buffer[: max(int(n), 0)].tolist(), int(n), written


def after(game: Game, findings: Findings, here: Position, move: int) -> Any:
    """The next state. It is computed twice, to check that `result` is pure."""
    encode = game.shape.encode
    before = encode(here.state).tobytes()
    s = game.result(here.state, move)
    if encode(here.state).tobytes() != before:
        findings.add(
            "purity", "result() changed its argument s: return a new state", "result", here
        )
    if encode(game.result(here.state, move)).tobytes() != encode(s).tobytes():
        text = f"result() of move {move} was another state in a second call: it must be pure"
        findings.add("purity", text, "result", here)
    return s


def outcomes(game: Game, findings: Findings, here: Position) -> list[int]:
    """The outcomes of a chance node. Their probabilities must add up to 1."""
    if "chance" not in game.functions:
        return [int(game.call("sample", here.state, seed)) for seed in range(8)]
    found = game.chance(here.state)
    chances = [probability for _, probability in found]
    if not found:
        findings.add("chance", "chance() returned no outcome", "chance", here)
    elif min(chances) < 0 or abs(sum(chances) - 1) > 1e-9:
        text = f"the probabilities of chance() add up to {sum(chances):g}, not 1"
        findings.add("chance", text, "chance", here)
    return [outcome for outcome, probability in found if probability > 0]


def check_end(game: Game, findings: Findings, here: Position) -> None:
    """An ended game has payoffs that fit the facts, and no legal moves."""
    facts, s = game.facts, here.state
    payoffs = [game.utility(s, p) for p in range(facts.players)]
    shown = ", ".join(f"{payoff:g}" for payoff in payoffs)
    if facts.total is not None and abs(sum(payoffs) - facts.total) > 1e-9:
        text = (
            f"the payoffs {shown} add up to {sum(payoffs):g}, but total={facts.total:g} is "
            "declared: declare total=None if it varies"
        )
        findings.add("total", text, "utility", here)
    elif max(payoffs) > facts.best + 1e-9:
        text = f"the payoffs {shown} are higher than best={facts.best:g}"
        findings.add("best", text, "utility", here)
    elif not facts.scored and facts.total is not None and facts.players == 2:
        levels = (facts.best, facts.even_share, facts.total - facts.best)
        if any(min(abs(payoff - level) for level in levels) > 1e-9 for payoff in payoffs):
            listed = ", ".join(f"{level:g}" for level in levels)
            text = (
                f"the payoffs {shown} are not a win, draw or loss ({listed}): declare scored=True "
                "if the size of a payoff counts"
            )
            findings.add("scored", text, "utility", here)
    elif facts.scored and any(abs(u * facts.unit - round(u * facts.unit)) > 1e-6 for u in payoffs):
        text = f"the payoffs {shown} are not multiples of 1/{facts.unit}: declare a larger unit"
        findings.add("unit", text, "utility", here)
    n = fill(game, "actions", here, facts.most_actions)[1] if game.player(s) != CHANCE else 0
    if n:
        listed = f"{n} moves" if n > 1 else "a move"
        text = (
            f"actions() lists {listed} although terminal() is True: begin it with "
            "`if terminal(s): return 0`"
        )
        findings.add("action at the end", text, "actions", here)
