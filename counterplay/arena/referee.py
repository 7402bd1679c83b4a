"""The referee plays one game: it asks the players for moves, keeps the clocks and checks the moves.

A player that raises an exception, makes an illegal move or takes too long loses the game, and the
record has the reason. A game is played to its end, or to a position that a table decides.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from counterplay.arena.adjudication import Judge
from counterplay.arena.record import Effort, Ending, Record, mean_payoffs
from counterplay.arena.schedule import Task
from counterplay.core.game.errors import CounterplayError, GameError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Learner, Player, Resigned, Thought
from counterplay.players.clock import Clock, Clocks


@dataclass(frozen=True)
class Seated:
    """A player of the match, its limit per move and its name."""

    player: Player
    limit: Limit
    name: str


class Forfeit(Exception):  # noqa: N818  # a forfeit is a result, not an error
    """Raised when a player loses other than on the board. `side` is 0 or 1."""

    def __init__(self, side: int, ending: Ending, text: str) -> None:
        super().__init__(text)
        self.side, self.ending, self.text = side, ending, text


@dataclass
class _GameInProgress:
    """A game in progress: the position, the seconds left on each clock, the effort so far."""

    position: Position
    left: list[float]
    efforts: list[Effort] = field(default_factory=lambda: [Effort(), Effort()])
    throws: int = 0


def play(
    game: Game,
    players: Sequence[Seated],
    task: Task,
    clock: Clock | None,
    judge: Judge | None = None,
) -> Record:
    """Play one game of the schedule and return its record. `judge` may end it early."""
    start = game.position(task.opening)
    pair = [players[number] for number in task.pair]
    for side, seated in enumerate(pair):
        seated.player.new_game(f"{task.seed} {side}")
    state = _GameInProgress(start, [clock.base if clock else 0.0] * len(task.seats))
    ending: Ending = "end"
    text, payoffs, known = "", None, None
    try:
        while not state.position.is_over:
            known = None if judge is None else judge.payoffs(state.position)
            if known is not None:
                break
            _step(state, pair, task, clock)
            _require_end(state, start)
        payoffs = mean_payoffs(known or state.position.payoffs, task.seats)
        if known is None:
            _show_end(state.position, players, task)
        score = 0.5 + 0.5 * ((payoffs[0] > payoffs[1]) - (payoffs[0] < payoffs[1]))
        if known is not None:
            ending = "table"
        elif not game.terminal(state.position.state):
            ending = "repetition"
    except Forfeit as forfeit:
        score, ending, text = float(forfeit.side), forfeit.ending, forfeit.text
    return Record(
        number=task.number,
        opening=task.opening,
        seats=task.seats,
        moves=_shown(state.position, start),
        payoffs=payoffs,
        score=score,
        ending=ending,
        text=text,
        efforts=(state.efforts[0], state.efforts[1]),
    )


def _step(state: _GameInProgress, pair: Sequence[Seated], task: Task, clock: Clock | None) -> None:
    """Play one ply: a draw of chance, or a move of a player."""
    position = state.position
    seat = position.turn
    if seat == CHANCE:
        drawn = position.game.draw(position.state, f"{task.dice} {state.throws}")
        state.position, state.throws = position.play(drawn), state.throws + 1
        return
    side = task.pair.index(task.seats[seat])
    seated, limit = pair[side], pair[side].limit
    if clock is not None and limit.time is None:
        limit = clock.limit(limit, state.left[seat])
    clocks = None if clock is None else Clocks(tuple(state.left), seat, clock.increment)
    started = time.perf_counter()
    thought, fault = _think(seated, position, limit, clocks)
    used = time.perf_counter() - started
    state.efforts[side] += Effort(
        1, used, thought.nodes or 0, thought.depth or 0, int(thought.depth is not None)
    )
    if clock is not None:
        left = clock.after(state.left[seat], used)
        if left is None:
            over = used - state.left[seat]
            text = f"{seated.name} exceeded its time by {over:.3f} s"
            raise Forfeit(side, "time", f"{text}: {fault}" if fault else text)
        state.left[seat] = left
    if isinstance(fault, Resigned):
        raise Forfeit(side, "resigned", f"{seated.name} resigned")
    if fault is not None:
        text = f"{seated.name}: {reason(fault)}"
        raise Forfeit(side, "error", text) from fault
    try:
        state.position = position.play(thought.move)
    except InputError as error:
        raise Forfeit(side, "illegal", f"{seated.name}: {error}") from None


def _show_end(end: Position, players: Sequence[Seated], task: Task) -> None:
    """Let the players that learn see the end of a game."""
    for seat, number in enumerate(task.seats):
        player = players[number].player
        if isinstance(player, Learner):
            player.watch_end(end, seat)


NO_ANSWER = Thought("")


def _think(
    seated: Seated, position: Position, limit: Limit, clocks: Clocks | None
) -> tuple[Thought, Exception | None]:
    """Return the answer of a player, or the exception it raised, which loses only this game."""
    try:
        return seated.player.think(position, limit, clocks), None
    except Exception as error:
        return NO_ANSWER, error


def reason(fault: Exception) -> str:
    """What went wrong. Our own errors are sentences; others get the name of their class."""
    is_sentence = isinstance(fault, CounterplayError)
    return str(fault) if is_sentence else f"{type(fault).__name__}: {fault}"


def _require_end(state: _GameInProgress, start: Position) -> None:
    """Raise a GameError if the game is longer than its rules allow."""
    game, most = start.game, start.game.facts.longest_game
    plies = len(state.position.moves) - len(start.moves)
    if plies > most:
        raise GameError(
            f"a game did not end within longest_game={most} plies",
            game.path,
            game.line_of("terminal"),
        )


def _shown(end: Position, start: Position) -> tuple[str, ...]:
    """The moves from `start` to `end` in the game's notation."""
    played = zip(end.past, end.moves, strict=True)
    moves = tuple(end.game.show_move(s, a) for s, a in played)
    return moves[len(start.moves) :]
