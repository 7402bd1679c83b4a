"""Positions from kept games, and how those games ended.

Only quiet positions say something about an evaluator: a search looks at others first. So one is
left out where the side to move is threatened, or where what was played was a noisy move. Of a game
at most `most` positions are drawn: neighbours say much the same, and long games not more.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.errors import CounterplayError, InputError
from counterplay.core.game import Game


@dataclass(frozen=True)
class Samples:
    """States, what the side to move got in the end, and which game each is from."""

    states: list[Any]
    payoffs: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]


def read_samples(game: Game, files: Sequence[Path], most: int, seed: int = 1) -> Samples:
    """The samples of all games in files that `counterplay match --out` wrote."""
    rng = random.Random(seed)
    states: list[Any] = []
    payoffs: list[float] = []
    numbers: list[int] = []
    for number, (path, line, record) in enumerate(_records(files)):
        if record.get("payoffs") is None:  # somebody forfeited: the board says nothing about it
            continue
        try:
            drawn = _drawn(game, record, rng, most)
        except (CounterplayError, KeyError, TypeError) as error:
            raise InputError(f"{path}, line {line}: no game of {game.name}: {error}") from None
        for state, payoff in drawn:
            states.append(state)
            payoffs.append(payoff)
            numbers.append(number)
    if not states:
        raise InputError(f"there are no games in {', '.join(map(str, files))}")
    return Samples(states, np.array(payoffs), np.array(numbers))


def _records(files: Sequence[Path]) -> Iterator[tuple[Path, int, dict[str, Any]]]:
    """The finished games of some files, each with where it stands."""
    for path in files:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InputError(f"{path} is not a text in UTF-8") from None
        for number, line in enumerate(lines, 1):
            try:
                read = json.loads(line)
            except ValueError:
                if number == len(lines):
                    return  # torn off when a match was stopped
                raise InputError(f"{path}, line {number} is no game of a match") from None
            if "moves" in read:
                yield path, number, read


def _drawn(
    game: Game, record: dict[str, Any], rng: random.Random, most: int
) -> list[tuple[Any, float]]:
    """Quiet states of one game, with the payoff of who was to move."""
    position = game.position(record["opening"])
    payoffs = [record["payoffs"][side] for side in record["seats"]]
    quiet = []
    for text in record["moves"]:
        action = game.parse_move(position.state, text)
        if _is_quiet(game, position.state, action):
            quiet.append((position.state, payoffs[position.player]))
        position = position.play(action)
    return rng.sample(quiet, min(most, len(quiet)))


def _is_quiet(game: Game, state: Any, action: int) -> bool:
    has = game.functions
    if "threatened" in has and game.ask("threatened", state):
        return False
    return not ("noisy" in has and game.ask("noisy", state, action))
