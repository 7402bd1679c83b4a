"""A plan that wins for sure: a move for everything that the player can hear."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.hashing import hash as mixed
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position, as_position
from counterplay.engine.belief.prove import Prover, Report, fewest_moves
from counterplay.engine.hidden.worlds import worlds_of

Known = tuple[Any, int]
"""A state, and what the player knows there."""


@dataclass(frozen=True)
class Branch:
    """What to do in one belief state.

    sees      what the player sees, in one line
    possible  how many states are possible
    move      the move to make
    moves     how many own moves are enough from here on
    after     the branches of all that can be heard next; none if the move wins at once
    """

    sees: str
    possible: int
    move: str
    moves: int
    after: tuple[Branch, ...]

    def __len__(self) -> int:
        """The number of branches from here on."""
        return 1 + sum(map(len, self.after))


@dataclass(frozen=True)
class Plan:
    """A plan of one player that wins whatever is hidden and whatever the others do.

    player    the number of the player
    moves     how many own moves are enough
    branches  one for everything that the player can hear before its first move
    beliefs   how many belief states the search looked at
    """

    game: Game
    player: int
    moves: int
    branches: tuple[Branch, ...]
    beliefs: int

    def __len__(self) -> int:
        return sum(map(len, self.branches))

    def lines(self) -> Iterator[tuple[int, Branch]]:
        """All branches in order, each with its depth."""
        waiting = [(0, branch) for branch in reversed(self.branches)]
        while waiting:
            depth, branch = waiting.pop()
            yield depth, branch
            waiting += [(depth + 1, below) for below in reversed(branch.after)]

    def __str__(self) -> str:
        name = self.game.facts.names[self.player]
        head = f"{name} wins for sure, within {self.moves} moves"
        rows = [f"{'  ' * depth}{branch.sees}  {branch.move}" for depth, branch in self.lines()]
        return "\n".join([head, *rows])


def plan(
    game: Game,
    /,
    position: Position | str | None = None,
    *,
    player: int | None = None,
    moves: int | None = None,
    payoff: float | None = None,
    seconds: float | None = None,
    memory: int = 512,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> Plan | None:
    """A plan with which a player wins for sure, in the fewest moves; None if there is none.

    It is for the player to move, or for another `player` at the start of the game. To win is to get
    the best payoff of the game, or at least `payoff`. The search gives up after so many own
    `moves`, or `seconds`.

    >>> import counterplay as cp
    >>> game = cp.load("dark_hex", rows=2, columns=2)
    >>> cp.plan(game).branches[0].move
    'b1'
    >>> cp.plan(game, "startpos moves a1 b1", player=0) is None
    True
    """
    start = as_position(game, position)
    viewer = _viewer(start, player)
    wanted = float(game.facts.best) if payoff is None else payoff
    prover = Prover(game, viewer, wanted, memory)
    states = _possible(start, viewer, prover)
    most = min(game.facts.longest_game, int(prover.kernel.DEEPEST)) if moves is None else moves
    given = [s for s, _ in states], [known for _, known in states]
    enough = fewest_moves(prover, *given, most, seconds, stop, report)
    if enough is None:
        return None
    beliefs = prover.beliefs
    branches = _Builder(prover).branches(states, enough)
    return Plan(game, viewer, enough, branches, beliefs)


def _viewer(start: Position, player: int | None) -> int:
    """The player whose plan it is."""
    if start.is_over:
        raise InputError("the game is over here: there is nothing to plan")
    if player is None:
        player = 0 if start.turn == CHANCE else start.turn
    if not 0 <= player < start.game.facts.players:
        raise InputError(f"there is no player {player}: give 0 to {start.game.facts.players - 1}")
    if player != start.turn and start.ply:
        raise InputError(
            f"{start.game.facts.names[player]} is not to move here: plan from the start of the "
            "game, or from a position in which this player moves"
        )
    return player


def _possible(start: Position, viewer: int, prover: Prover) -> list[Known]:
    """The states that are possible, with what the player knows."""
    if start.turn != viewer:
        return [(start.state, knowledge(start, viewer))]
    found = worlds_of(start, prover.kernel)
    if not found.is_all:
        raise UnfitError(
            "too many states are possible to be sure of all of them: begin at a later position"
        )
    decode = start.game.shape.decode
    return [(decode(s), int(k)) for s, k in zip(found.states, found.known[:, viewer], strict=True)]


class _Builder:
    """Follows the moves that a prover has found, and writes them down."""

    def __init__(self, prover: Prover) -> None:
        self.prover, self.game, self.player = prover, prover.game, prover.player

    def branches(self, states: list[Known], moves: int) -> tuple[Branch, ...]:
        """The branches of all that the player can hear when it moves next."""
        return tuple(self.branch(group, moves) for group in self.heard(states))

    def branch(self, group: list[Known], moves: int) -> Branch:
        states, known = [s for s, _ in group], [k for _, k in group]
        enough = next(n for n in range(1, moves + 1) if self.prover.wins_within(states, known, n))
        move = self.prover.move
        after = [(self.game.result(s, move), self.told(s, k, move)) for s, k in group]
        seen = " / ".join(map(str.strip, self.game.board(states[0], self.player).splitlines()))
        text = self.game.show_move(states[0], move)
        return Branch(seen, len(group), text, enough, self.branches(after, enough - 1))

    def told(self, s: Any, known: int, move: int) -> int:
        """What the player knows after a move that someone makes in a state."""
        game, after = self.game, self.game.result(s, move)
        if "information" in game.functions:
            return int(game.ask("information", after, self.player))
        did = move + 1 if game.player(s) == self.player else 0
        return int(mixed(known, game.ask("observe", after, self.player), did))

    def heard(self, states: list[Known]) -> list[list[Known]]:
        """The belief states that can follow, by what the player hears; won ends are left out."""
        game, waiting = self.game, list(reversed(states))
        groups: dict[int, dict[int, Known]] = {}
        while waiting:
            s, known = waiting.pop()
            if game.terminal(s):
                continue
            if game.player(s) == self.player:
                groups.setdefault(known, {})[game.key(s)] = s, known
                continue
            waiting += [(game.result(s, a), self.told(s, known, a)) for a in self.replies(s)]
        return [list(group.values()) for group in groups.values()]

    def replies(self, s: Any) -> list[int]:
        if self.game.player(s) == CHANCE:
            return [a for a, chance in self.game.chance(s) if chance > 0]
        return list(self.game.actions(s))
