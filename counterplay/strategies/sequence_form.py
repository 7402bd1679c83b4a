"""The sequence form of a game (Koller, Megiddo and von Stengel 1996), compiled from its rules.

A sequence is what one player does on the way to a state: a move in an information set, and the
moves before it. An ended game needs one sequence of each player, and some outcomes of chance. So a
game is a list of information sets, and a list of ends: the sequences that lead to each, and the
payoffs times the odds of chance. Ends with the same sequences are one.

This needs perfect recall: a player who is to move knows all own earlier moves, and what was known
when they were made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.errors import GameError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.engine.fitness import first_reason, needs_listed_chance, needs_no_history
from counterplay.engine.watchdog import watch
from counterplay.strategies.estimate import estimated_ends

KERNEL = Path(__file__).parent / "kernel" / "regret.py"

MOST_ENDS = 50_000_000
"""The most ends of a tree that is gone through as a whole."""

FAULTS = {
    101: ("chance", "returned probabilities that are negative or do not add up to 1"),
    102: ("information", "is the same in two states with different legal moves"),
    103: (
        "information",
        "forgets: it is the same after different own moves, or after the player knew different "
        "things when making them",
    ),
}

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class SequenceForm:
    """The information sets and the ends of a game, in arrays.

    starts      the first information set of each player, and the number of all
    keys        of each information set: what its player knows, as 64 bits
    parents     of each information set: the sequence that leads to it
    firsts      of each information set: its first sequence; then the number of all sequences
    moves       of each sequence: its last move
    sequences   of each end: the sequence of each player
    payoffs     of each end: the payoff of each player, times the odds of chance
    ends        how many ended games the tree has
    """

    starts: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    parents: Integers
    firsts: Integers
    moves: npt.NDArray[np.int64]
    sequences: Integers
    payoffs: Numbers
    ends: int

    @property
    def players(self) -> int:
        return len(self.starts) - 1

    def player_of(self, i: int) -> int:
        """The player who moves in an information set."""
        return int(np.searchsorted(self.starts, i, side="right")) - 1

    def sets_of(self, player: int) -> range:
        """The information sets of a player."""
        return range(int(self.starts[player]), int(self.starts[player + 1]))

    @cached_property
    def rows(self) -> dict[tuple[int, int], int]:
        """The information set of each player and key."""
        keys = self.keys.tolist()
        return {(p, keys[i]): i for p in range(self.players) for i in self.sets_of(p)}

    def reach(self, probabilities: Numbers) -> Numbers:
        """For each sequence the probability that its player makes all its moves."""
        reach = np.ones(len(self.moves))
        for i, parent in enumerate(self.parents):
            part = slice(self.firsts[i], self.firsts[i + 1])
            reach[part] = reach[parent] * probabilities[part]
        return reach

    def even_strategy(self) -> Numbers:
        """For each sequence the probability of its move, if all moves are equally likely."""
        counts = np.diff(self.firsts)
        return np.concatenate((np.ones(self.players), np.repeat(1 / counts, counts)))


def unfit(game: Game) -> str | None:
    """Why a game has no sequence form here, in a sentence; None if it has one."""
    facts = game.facts
    if facts.hidden and not {"information", "observe"} & set(game.functions):
        return (
            f"{game.name} does not say what players know: define observe(s, p) or information(s, p)"
        )
    if facts.longest_game > plies(game):
        return (
            f"a game of {game.name} may have {facts.longest_game:,} plies, but regret minimisation "
            f"goes through whole games of at most {plies(game)}"
        )
    method = "regret minimisation"
    return first_reason(needs_listed_chance(game, method), needs_no_history(game, method))


def sequence_form(game: Game, most_ends: int = MOST_ENDS) -> SequenceForm:
    """Go through the tree of a game, and return its sequence form."""
    reason = unfit(game)
    if reason is not None:
        raise UnfitError(reason)
    kernel = bind(game, KERNEL)
    counted = _walked(game, kernel, most_ends, None)
    if counted.ends > most_ends:
        raise UnfitError(
            f"{game.name} has more than {most_ends:,} different games, by an estimate "
            f"{estimated_ends(game):.0e}: too many for exact regret minimisation; sample them with "
            "variant external, or make the game smaller"
        )
    arrays = _room(game, counted)
    found = _walked(game, kernel, int(counted.ends), arrays)
    return _arranged(game, found, arrays)


def _walked(game: Game, kernel: Any, most_ends: int, arrays: dict[str, Any] | None) -> Any:
    """The context after a walk through the tree, which counts it or writes it to arrays."""
    context = Context(game, kernel)
    context.set_root(game.initial())
    record = context.record
    record.most_ends, record.is_counting = most_ends, arrays is None
    for name, array in (arrays or {}).items():
        context.keep(name, array)
    if arrays is not None:
        record.slots, record.most_sequences = (
            len(arrays["slot_sets"]),
            len(arrays["sequence_moves"]),
        )

    def halt() -> None:
        record.halt = 1

    watch(lambda: context.call(kernel.walk_tree), halt, None, None)
    _complain(context)
    return record


def _complain(context: Context) -> None:
    """Raise a GameError if the walk has found a fault in the rules."""
    fault, game = int(context.record.fault), context.game
    if fault not in FAULTS:
        context.complain()
        return
    name, text = FAULTS[fault]
    name = name if name in game.functions else "observe"
    line, shown = Position(game, game.initial()), []
    for move in context.record.path[: int(context.record.path_length)]:
        shown.append(line.show_move(int(move)))
        line = line.play(int(move))
    where = " ".join(shown) or "the start"
    raise GameError(f"{name}() {text}; seen after: {where}", game.path, game.line_of(name))


def _room(game: Game, counted: Any) -> dict[str, Any]:
    """The arrays that a walk writes."""
    slots = 1 << max(2 * int(counted.decisions), 2).bit_length()
    ends, players = int(counted.ends), game.facts.players
    return {
        "slot_sets": np.full(slots, -1, np.int32),
        "set_players": np.empty(slots, np.int8),
        "set_keys": np.empty(slots, np.uint64),
        "set_parents": np.empty(slots, np.int32),
        "set_firsts": np.empty(slots, np.int32),
        "set_counts": np.empty(slots, np.int32),
        "sequence_moves": np.zeros(int(counted.edges) + players, np.int64),
        "end_sequences": np.empty((ends, players), np.int32),
        "end_payoffs": np.empty((ends, players)),
    }


def _arranged(game: Game, found: Any, arrays: dict[str, Any]) -> SequenceForm:
    """The sequence form with the information sets sorted by player, and equal ends merged."""
    players, count = game.facts.players, int(found.sets)
    owner = arrays["set_players"][:count]
    order = np.argsort(owner, kind="stable")
    counts = arrays["set_counts"][:count][order]
    firsts = np.concatenate(([0], np.cumsum(counts))) + players
    total = int(found.sequences)
    renamed = np.arange(total)
    old = arrays["set_firsts"][:count][order]
    shift = np.repeat(firsts[:-1] - old, counts)
    places = (
        np.repeat(old, counts)
        + np.arange(total - players)
        - np.repeat(firsts[:-1] - players, counts)
    )
    renamed[places] = places + shift
    moves = np.full(total, -1)
    moves[renamed[players:]] = arrays["sequence_moves"][players:total]
    sequences, payoffs = merged(renamed[arrays["end_sequences"]], arrays["end_payoffs"])
    return SequenceForm(
        starts=np.searchsorted(owner[order], np.arange(players + 1)).astype(np.int64),
        keys=arrays["set_keys"][:count][order],
        parents=renamed[arrays["set_parents"][:count][order]].astype(np.int32),
        firsts=firsts.astype(np.int32),
        moves=moves,
        sequences=sequences.astype(np.int32),
        payoffs=payoffs,
        ends=int(found.ends),
    )


def merged(sequences: Any, payoffs: Numbers) -> tuple[Any, Numbers]:
    """One end for each combination of sequences, with the sum of the payoffs."""
    order = np.lexsort(sequences.T[::-1])
    sequences, payoffs = sequences[order], payoffs[order]
    is_new = np.ones(len(sequences), np.bool_)
    is_new[1:] = (sequences[1:] != sequences[:-1]).any(1)
    return sequences[is_new], np.add.reduceat(payoffs, np.flatnonzero(is_new))


def context_of(game: Game, kernel: Any, form: SequenceForm, **numbers: Numbers) -> Context:
    """A context of the kernel with a sequence form. `numbers` has arrays with one number for each
    sequence; those that are not given are new."""
    context = Context(game, kernel)
    record: Any = context.record
    record.sets, record.sequences = len(form.keys), len(form.moves)
    record.ends = len(form.sequences)
    record.starts[:] = form.starts
    fixed = {
        "set_parents": form.parents,
        "set_firsts": form.firsts,
        "end_sequences": form.sequences,
        "end_payoffs": form.payoffs,
    }
    names = ("strategy", "regrets", "average", "reach", "values")
    own = {name: np.zeros(len(form.moves)) for name in names}
    for name, array in (fixed | own | numbers).items():
        context.keep(name, array)
    return context
