"""The inputs of a network: bits that are on or off in a state, in words of 64.

A game can define them: `features(s, p, words)` writes the inputs as player `p` sees the state, and
`FEATURE_WORDS` says how many words there are. A network then looks at a state from both sides, that
of the player to move and that of the other.

Without this hook the inputs are the state itself: a `np.uint64` is a word. Any other number is two
words: one bit by its value, if that is small, and its binary digits, if it is a set of squares or a
count. So is a cell of an array, but two cells share a word. One more word has a bit for the player
to move. Such inputs do not say whose is what, so the network scores the state for player 0, whoever
is to move.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.contract import takes_data
from counterplay.core.network.input_bits import CELL_BITS

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

LEAST_CELL, LEAST_NUMBER = -8, -16
"""The least values of a signed cell, and of a signed number, that are told apart."""

MOST_WORDS = 1 << 12
"""The most words that `features` may write."""

SAMPLE_GAMES, SAMPLE_PLIES = 6, 40
FEATURE_GAMES, FEATURE_PLIES = 1, 6
"""The random games of a fingerprint: few if the game says what its inputs are."""

Define = Callable[[str, str, str], None]


def has_features(game: Game) -> bool:
    """Whether the game defines its inputs."""
    return "features" in game.functions


def is_named(game: Game) -> bool:
    """Whether the game names its inputs: FEATURE_NAME in the file of `features`."""
    return has_features(game) and game.feature_name != ""


def views(game: Game) -> int:
    """How many sides a state is seen from."""
    return 2 if has_features(game) and game.facts.players == 2 else 1


def word_count(game: Game) -> int:
    """The number of words with inputs."""
    if has_features(game):
        return game.feature_words
    return sum(_words(game.shape.dtype[name]) for name in game.shape.fields) + 1


def turned(game: Game) -> npt.NDArray[np.int64]:
    """For each of `Network.all_rows`, the row that the other player has instead.

    FEATURE_SWAPS lists the pairs of words that change places if the other player looks. Empty if
    the game does not say it.
    """
    words = np.arange(2 * word_count(game))
    for a, b in game.feature_swaps:
        for first, second in ((a, b), (word_count(game) + a, word_count(game) + b)):
            words[[first, second]] = words[[second, first]]
    rows = (64 * words[:, np.newaxis] + np.arange(64)).ravel()
    return np.append(rows, len(rows)) if game.feature_swaps else rows[:0]


def board_words(game: Game) -> list[int]:
    """The numbers of the words that are boards, with a bit for each cell."""
    if has_features(game):
        return list(range(game.feature_words))
    found: list[int] = []
    start = 0
    for kind in (game.shape.dtype[name] for name in game.shape.fields):
        if kind.base == np.uint64:
            found += range(start, start + _words(kind))
        start += _words(kind)
    return found


def define_inputs(game: Game, define: Define) -> None:
    """Define the wrapper `inputs(ctx, s, p, words)`, which writes all inputs."""
    if has_features(game):
        data = ", data_of(ctx)" if takes_data(game.functions["features"]) else ""
        define("inputs", "ctx, s, p, words", f"words[:] = 0; raw_features(s, p, words{data})")
        return
    lines, start = ["words[:] = 0"], 0
    for i, name in enumerate(game.shape.fields):
        kind = game.shape.dtype[name]
        value = f"s['{name}']" if game.shape.is_record else f"s[{i}]"
        lines.append(_line(kind, value, start))
        start += _words(kind)
    lines.append(f"words[{start}] = network_one_of(as_int64(player(ctx, s)), 0)")
    define("inputs", "ctx, s, p, words", "; ".join(lines))


def _words(kind: np.dtype[Any]) -> int:
    """The number of words for a field."""
    if not kind.shape:
        return 1 if kind == np.uint64 else 2
    cells, base = int(np.prod(kind.shape)), kind.base
    return cells if base == np.uint64 else -(-cells * CELL_BITS // 64)


def _line(kind: np.dtype[Any], value: str, start: int) -> str:
    """The statement that writes the inputs of a field."""
    base = kind.base
    is_signed = base.kind == "i"
    if not kind.shape:
        if base == np.uint64:
            return f"words[{start}] = {value}"
        least = LEAST_NUMBER if is_signed else 0
        by_value = f"words[{start}] = network_one_of(as_int64({value}), {least})"
        return f"{by_value}; words[{start + 1}] = as_uint64({value})"
    if base == np.uint64:
        return f"network_put_words(words, {start}, {value})"
    return f"network_put_cells(words, {start}, {value}, {LEAST_CELL if is_signed else 0})"


def fingerprint(game: Game, is_correction: bool = False) -> str:
    """A hash of the inputs of states in random games: what a network of this game must agree with.

    It is the same for rules that are written otherwise and mean the same. A correction must agree
    with the evaluation that it corrects, too. A game that names its inputs, because they mean the
    same with other parameters, has a hash of the name.
    """
    corrected = game.without_network() if is_correction else None
    if is_named(game) and not is_correction:
        name = f"{game.feature_name} {word_count(game)} {views(game)}"
        return hashlib.sha256(name.encode()).hexdigest()[:16]
    rng, digest = random.Random(1), hashlib.sha256(f"{word_count(game)} {views(game)}".encode())
    is_said = has_features(game)
    for _ in range(FEATURE_GAMES if is_said else SAMPLE_GAMES):
        s = game.initial()
        for _ in range(FEATURE_PLIES if is_said else SAMPLE_PLIES):
            if game.terminal(s):
                break
            for words in game.inputs(s):
                digest.update(words.astype("<u8").tobytes())
            if corrected is not None:
                digest.update(str(corrected.evaluate(s)).encode())
            chance = game.player(s) < 0
            s = game.result(
                s, game.draw(s, rng.getrandbits(62)) if chance else rng.choice(game.some_actions(s))
            )
    return digest.hexdigest()[:16]
