"""Checks while a game is played at random: the player, the moves, the end of the game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from counterplay.conformance.findings import AbandonedError, Findings
from counterplay.conformance.guard import UNWRITTEN, move_buffer
from counterplay.conformance.profile import Tally
from counterplay.core.game.errors import GameError
from counterplay.core.game.facts import CHANCE, SIMULTANEOUS
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.returns import described, is_whole

MOST_STATES = 20_000
LONGEST_PLAYED = 20_000


class Filled(NamedTuple):
    """What a function wrote into a buffer: the moves, the number it returned, how many entries it
    wrote, and the line that wrote past the end."""

    moves: list[int]
    n: int
    written: int
    overrun: tuple[str, int] | None


@dataclass(frozen=True)
class Played:
    """The games that were played: their positions (each state once), counts, and why they stopped
    early, if they did."""

    positions: list[Position]
    tally: Tally
    stopped: str | None


def play(game: Game, findings: Findings, games: int, seed: int) -> Played:
    """Play games at random, until a fault is found or `MOST_STATES` states have occurred."""
    chooser = random.Random(seed)
    seen: dict[bytes, Position] = {}
    tally = Tally(game.facts.players)
    for played in range(games):
        if findings.faults:
            return Played(list(seen.values()), tally, f"a fault was found in game {played}")
        if len(seen) >= MOST_STATES:
            return Played(list(seen.values()), tally, f"{MOST_STATES:,} positions had occurred")
        try:
            with findings.watching():
                _play_once(game, findings, chooser, seen, tally)
        except AbandonedError:
            return Played(list(seen.values()), tally, f"game {played + 1} met an endless loop")
    return Played(list(seen.values()), tally, None)


def _play_once(
    game: Game,
    findings: Findings,
    chooser: random.Random,
    seen: dict[bytes, Position],
    tally: Tally,
) -> None:
    """Play one game."""
    here = Position(game, game.initial())
    earlier: dict[bytes, int] = {}
    while True:
        state = game.shape.encode(here.state).tobytes()
        seen.setdefault(state, here)
        tally.visit(state)
        with findings.watching(here):
            check_irreversible(game, findings, here, earlier.setdefault(state, len(here.moves)))
        next_position = None
        with findings.watching(here):
            next_position = step(game, findings, here, chooser, tally)
        if next_position is None:
            break
        here = next_position
    if not findings.faults:
        tally.end(here)


def step(
    game: Game, findings: Findings, here: Position, chooser: random.Random, tally: Tally
) -> Position | None:
    """Check one position. Returns a random successor, or None if the game stops here."""
    s, facts = here.state, game.facts
    over = game.call("terminal", s)
    if not isinstance(over, (bool, np.bool_, int, np.integer)):
        findings.add(
            "terminal",
            f"terminal() returned {described(over)}, not True or False",
            "terminal",
            here,
        )
        return None
    if not over and (here.repeated or here.stalled or game.drawn(s)):
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
    mover = game.player(s)
    if mover == CHANCE:
        choices = outcomes(game, findings, here)
    else:
        choices = moves(game, findings, here, tally)
        if facts.superko and choices:
            choices = new_positions(game, findings, here, choices)
    if not choices:
        return None
    tally.move(mover, len(choices))
    move = chooser.choice(choices)
    return here.then(move, after(game, findings, here, move))


def player_is_right(game: Game, findings: Findings, here: Position, over: bool) -> bool:
    """Whether `player` returns a player of the game, or CHANCE in a game of chance."""
    mover, players = game.call("player", here.state), game.facts.players
    if not is_whole(mover):
        text = f"player() returned {described(mover)}, not a whole number"
    elif mover == SIMULTANEOUS and not over:
        text = "player() returned SIMULTANEOUS: simultaneous moves are not supported yet"
    elif mover == CHANCE and not game.facts.chance and not over:
        text = f"player() returned {mover} (CHANCE), but the facts do not declare chance=True"
    elif not (0 <= mover < players or (mover == CHANCE and game.facts.chance)):
        text = f"player() returned {mover}, but the players are 0 to {players - 1}"
    else:
        return True
    text += " (an ended game needs a player, too)" if over else ""
    findings.add("player", text, "player", here)
    return False


def moves(game: Game, findings: Findings, here: Position, tally: Tally) -> list[int]:
    """The legal moves, from a buffer that shows which entries were written."""
    most = game.facts.most_actions
    found, n, written, overrun = fill(game, "actions", here, most)
    if n < 0:
        findings.add("buffer", f"actions() returned {n}, not a number of moves", "actions", here)
        return []
    if n > written:
        text = f"actions() returned {n}, but wrote only {written} moves to the buffer"
        findings.add("buffer", text, "actions", here)
        return []
    if written > most:
        text = (
            f"actions() wrote {written} moves, but the buffer has most_actions={most} entries: "
            "declare a larger most_actions"
        )
        findings.add("buffer", text, "actions", here, overrun)
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
    tally.buffer(written - n)
    if fill(game, "actions", here, most)[0] != found:
        findings.add("purity", "actions() listed other moves in a second call", "actions", here)
    return found


def fill(game: Game, function: str, here: Position, most: int) -> Filled:
    """Call a function that fills a buffer."""
    buffer = move_buffer(most)
    n = game.call(function, here.state, buffer)
    written = int((np.asarray(buffer) != UNWRITTEN).nonzero()[0].max(initial=-1)) + 1
    if not is_whole(n):
        what = f"{function}() returned {described(n)}, not the number of moves that it wrote"
        raise GameError(what, game.path, game.line_of(function))
    return Filled(buffer[: max(int(n), 0)].tolist(), int(n), written, buffer.overrun)


def new_positions(game: Game, findings: Findings, here: Position, choices: list[int]) -> list[int]:
    """The moves that superko allows. There must be one, and none may be forbidden everywhere."""
    key = game.key(here.state)
    for a in choices:
        if game.key(game.result(here.state, a)) == key:
            text = (
                f"key() is the same before and after move {game.show_move(here.state, a)}, so "
                "superko always forbids it: let key() tell the two states apart, for example by "
                "the side to move and the number of passes"
            )
            findings.add("superko", text, "key", here)
            return []
    allowed = here.legal_moves
    if not allowed:
        text = (
            f"superko forbids each of the {len(choices)} moves that actions() lists here, so the "
            "game is stuck: let key() count the passes in a row, so that a pass is always a new "
            "position, add a pass if there is none, or let terminal() end the game"
        )
        findings.add("superko", text, "key", here)
    return allowed


def check_irreversible(game: Game, findings: Findings, here: Position, first: int) -> None:
    """No position occurs again after an irreversible move; this one occurred at ply `first`."""
    if "irreversible" in game.functions and first < len(here.moves) - here.reversible:
        cut = len(here.moves) - here.reversible - 1
        move = game.show_move(here.past[cut], here.moves[cut])
        text = (
            f"irreversible() is True for move {move} of ply {cut + 1}, but the position after ply "
            f"{first} occurs again after it"
        )
        findings.add("irreversible", text, "irreversible", here)


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
    """The outcomes of a chance node. `Game.chance` sees that their probabilities add up to 1."""
    if "chance" not in game.functions:
        return [int(game.call("sample", here.state, seed)) for seed in range(8)]
    found = game.chance(here.state)
    if not found:
        findings.add("chance", "chance() returned no outcome", "chance", here)
    listed = Counter(outcome for outcome, _ in found)
    twice = next((outcome for outcome, times in listed.items() if times > 1), None)
    if twice is not None:
        findings.note(
            f"chance() lists outcome {twice} twice: that is right only if its probabilities add up"
        )
    return [outcome for outcome, probability in found if probability > 0]


def check_end(game: Game, findings: Findings, here: Position) -> None:
    """An ended game has payoffs that fit the facts, and no legal moves."""
    facts, s = game.facts, here.state
    payoffs = [game.utility(s, p) for p in range(facts.players)]
    shown = ", ".join(f"{payoff:g}" for payoff in payoffs)
    if not np.isfinite(payoffs).all():
        text = f"the payoffs {shown} are not finite numbers: correct utility()"
        findings.add("total", text, "utility", here)
    elif facts.total is not None and abs(sum(payoffs) - facts.total) > 1e-9:
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
