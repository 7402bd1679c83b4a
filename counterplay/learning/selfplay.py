"""Positions from games of the engine against itself, and how those games ended.

Games come in parts of PART_GAMES, each with its own seed: the same number gives the same part,
whoever plays it and when. Parts are kept in a folder as they are finished, so that a run that was
stopped goes on. Threads play parts side by side.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import digest_of
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.engine import AlphaBeta, unfit
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.settings import read_settings

KERNEL = Path(__file__).parent / "kernels" / "selfplay.py"
PART_GAMES = 100
MEMORY = 8

Report = Callable[[int], None]
"""Told how many games there are so far."""


@dataclass(frozen=True)
class Plan:
    """The games to play: how many, how long each move may take, how they begin."""

    games: int
    nodes: int
    opening_plies: int
    seed: int

    def __post_init__(self) -> None:
        for name, least in (("games", 1), ("nodes", 1), ("opening_plies", 0), ("seed", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name}={getattr(self, name)} must be {least} or more")

    @property
    def parts(self) -> int:
        return -(-self.games // PART_GAMES)


@dataclass(frozen=True)
class Samples:
    """States, what their movers got in the end, and which game each is from."""

    states: npt.NDArray[Any]
    results: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]


class SelfPlayer(AlphaBeta):
    """Alpha-beta that plays whole games in native code."""

    kernel_file = KERNEL

    def part(self, plan: Plan, number: int, stop: threading.Event) -> Samples | None:
        """One part of the games; None where it was stopped."""
        self.new_game()
        ctx, kernel = self.context.record, self.kernel
        ctx.move_nodes, ctx.opening_plies = plan.nodes, plan.opening_plies
        ctx.random = int.from_bytes(
            hashlib.sha256(f"{plan.seed} {number}".encode()).digest()[:8], "little"
        )
        states, results, games = [], [], []
        for game in range(PART_GAMES):
            if stop.is_set():
                return None
            self.context.call(kernel.play)
            self.context.complain()
            count = int(ctx.batch_count)
            states.append(ctx.batch_roots[:count].copy())
            results.append(ctx.batch_values[:count].copy())
            games.append(np.full(count, number * PART_GAMES + game))
        return Samples(np.concatenate(states), np.concatenate(results), np.concatenate(games))


def play_games(
    game: Game, plan: Plan, folder: Path, threads: int = 1, report: Report | None = None
) -> Samples:
    """The samples of all parts; those that the folder holds are not played again."""
    reason = unfit(game)
    if reason is not None:
        raise UnfitError(reason)
    store = Store(folder, game.name, mark_of(game, plan))
    store.make()
    held = {number: store.read(store.path(number)) for number in range(plan.parts)}
    done = {number: samples for number, samples in held.items() if samples is not None}
    own, stop = threading.local(), threading.Event()

    def work(number: int) -> tuple[int, Samples | None]:
        if not hasattr(own, "player"):
            own.player = SelfPlayer(game, _settings(game))
        samples: Samples | None = own.player.part(plan, number, stop)
        if samples is not None:
            store.write(store.path(number), samples)
        return number, samples

    missing = [number for number in range(plan.parts) if number not in done]
    if report is not None:
        report(len(done) * PART_GAMES)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for future in as_completed([pool.submit(work, number) for number in missing]):
                number, samples = future.result()
                if samples is not None:
                    done[number] = samples
                if report is not None:
                    report(len(done) * PART_GAMES)
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return _together([done[number] for number in sorted(done)])


def read_games(game: Game, folder: Path) -> Samples:
    """The samples of all parts in a folder, by whatever weights the games were played."""
    store, parts = Store(folder, game.name, mark=None), []
    for path in sorted(folder.glob("*.npz")):
        samples = store.read(path)
        if samples is None:
            raise InputError(f"{path} is damaged: delete it, or play its games again")
        if samples.states.dtype != game.shape.dtype:
            raise InputError(f"{path} has positions of another game than {game.name}")
        parts.append(samples)
    if not parts:
        raise InputError(f"{folder} has no games: `counterplay fit --save {folder}` plays some")
    return _together(parts)


def _together(parts: list[Samples]) -> Samples:
    return Samples(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.games for part in parts]),
    )


def mark_of(game: Game, plan: Plan) -> str:
    """A hash of all that the games depend on but their number."""
    assert game.evaluator is not None
    how = f"{digest_of(game, KERNEL)} {plan.nodes} {plan.opening_plies} {plan.seed}"
    return hashlib.sha256(how.encode() + game.evaluator.weights.tobytes()).hexdigest()[:16]


def _settings(game: Game) -> Settings:
    given = {**game.search_settings, "memory": MEMORY}
    return read_settings(Settings, given, "alphabeta")


@dataclass(frozen=True)
class Store:
    """A folder of finished parts, each a file that names what it was made by.

    `mark` is what parts must be made by to be read; None for anything.
    """

    folder: Path
    game: str
    mark: str | None

    def make(self) -> None:
        """Make the folder, if there is none."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.folder} cannot be made: {error.strerror}") from None

    def read(self, path: Path) -> Samples | None:
        """A part that is there whole; None where it is not, or damaged."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                if self.mark not in (None, str(held["mark"])):
                    raise InputError(
                        f"{path} has games of other rules, weights or settings: "
                        "name another folder by --save"
                    )
                if "game" in held and str(held["game"]) != self.game:
                    raise InputError(f"{path} has games of another game than {self.game}")
                return Samples(held["states"], held["results"], held["games"])
        except (OSError, ValueError, KeyError, BadZipFile):
            return None

    def write(self, path: Path, samples: Samples) -> None:
        """Write a part whole, or not at all."""
        # Another process may be writing the same part.
        unfinished = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with unfinished.open("wb") as file:
                np.savez_compressed(
                    file,
                    mark=np.array(self.mark),
                    game=np.array(self.game),
                    states=samples.states,
                    results=samples.results,
                    games=samples.games,
                )
            unfinished.replace(path)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None

    def path(self, number: int) -> Path:
        return self.folder / f"{number:05}.npz"
