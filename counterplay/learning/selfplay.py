"""Self-play games of the engine: their positions, and their results.

Games come in parts of PART_GAMES. The number of a part is its seed, so a part is always the same.
Finished parts are saved in a folder, so that a stopped run can be resumed. Several threads play
different parts at the same time.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.kernel import Context
from counterplay.core.data_files import replacing
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.base import own_settings, require_alphabeta
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.engine.expectiminimax.settings import Settings as ChanceSettings
from counterplay.engine.settings import read_settings

KERNEL = Path(__file__).parent / "kernels" / "selfplay.py"
CHANCE_KERNEL = Path(__file__).parent / "kernels" / "chance_selfplay.py"
GPU_KERNEL = Path(__file__).parent / "kernels" / "lanes_cuda.py"
PART_GAMES = 100
MEMORY = 8
"""Megabytes of the transposition table of each thread."""

Report = Callable[[int], None]
"""Called with the number of games so far."""


@dataclass(frozen=True)
class Plan:
    """The games to play: their number, the nodes per move, the random plies at the start.

    With a score of `resign` score points a side is taken to have won; 0 plays every game out. With
    a `trace`, the lambda of TD(lambda), the value of a position is mixed with those after it;
    `trace_scale` score points are one unit of the logarithm of the odds. With `leaf`, the positions
    are those at the ends of the searches' lines, as in TD-leaf. The games of a GPU (`on_gpu`) are
    not those of the CPU.
    """

    games: int
    nodes: int
    opening_plies: int
    seed: int
    resign: int = 0
    trace: float = 0.0
    trace_scale: int = 1
    leaf: bool = False
    on_gpu: bool = False

    def __post_init__(self) -> None:
        least = {
            "games": 1, "nodes": 1, "opening_plies": 0, "seed": 0, "resign": 0, "trace_scale": 1,
        }  # fmt: skip
        if not 0 <= self.trace <= 1:
            raise InputError(f"trace={self.trace} must be between 0 and 1")
        for name, bound in least.items():
            if getattr(self, name) < bound:
                raise InputError(f"{name}={getattr(self, name)} must be {bound} or more")

    @property
    def parts(self) -> int:
        return -(-self.games // PART_GAMES)


@dataclass(frozen=True)
class Samples:
    """States, with the number of each one's game, its result and the value of its search.

    Results and values are those of the side to move, or before a roll of the player who rolls.
    Files of earlier versions have no values.
    """

    states: npt.NDArray[Any]
    results: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]


Played = Generator[tuple[int, Samples], None, None]
PlayParts = Callable[[Game, Plan, Sequence[int]], Played]
"""Plays the parts with these numbers; yields each one's number and samples when it is done."""


class PlaysParts(Protocol):
    """An engine that plays whole games in native code."""

    def part(self, plan: Plan, number: int, stop: threading.Event) -> Samples | None:
        """Play one part. None if it was stopped."""


class SelfPlayer(AlphaBeta):
    """An alpha-beta engine that plays whole games in native code."""

    kernel_file = KERNEL

    def part(self, plan: Plan, number: int, stop: threading.Event) -> Samples | None:
        """Play one part. None if it was stopped."""
        self.new_game()
        ctx = self.context.record
        ctx.move_nodes, ctx.opening_plies = plan.nodes, plan.opening_plies
        ctx.resign_score = plan.resign
        ctx.trace, ctx.trace_scale, ctx.leaf = plan.trace, plan.trace_scale, plan.leaf
        ctx.random = seed_of(plan, number)
        return _played(self.context, self.kernel.play, number, stop)


class ChanceSelfPlayer(Expectiminimax):
    """An engine of expectiminimax that plays whole games in native code."""

    kernel_file = CHANCE_KERNEL

    def part(self, plan: Plan, number: int, stop: threading.Event) -> Samples | None:
        """Play one part. None if it was stopped."""
        self.new_game()
        ctx = self.context.record
        ctx.move_nodes, ctx.opening_plies, ctx.trace = plan.nodes, plan.opening_plies, plan.trace
        ctx.lines, ctx.table_age = 1, 0
        ctx.dice = seed_of(plan, number)
        return _played(self.context, self.kernel.play, number, stop)


def seed_of(plan: Plan, number: int) -> int:
    """The seed of a part's random numbers."""
    return int.from_bytes(hashlib.sha256(f"{plan.seed} {number}".encode()).digest()[:8], "little")


def _played(context: Context, play: Any, number: int, stop: threading.Event) -> Samples | None:
    """The samples of the games of one part. None if it was stopped."""
    ctx = context.record
    states, results, games, scores = [], [], [], []
    for game in range(PART_GAMES):
        if stop.is_set():
            return None
        context.call(play)
        context.complain()
        count = int(ctx.batch_count)
        states.append(ctx.batch_roots[:count].copy())
        results.append(ctx.batch_values[:count].copy())
        games.append(np.full(count, number * PART_GAMES + game))
        scores.append(ctx.batch_scores[:count].copy())
    return Samples(*map(np.concatenate, (states, results, games, scores)))


def play_games(
    game: Game,
    plan: Plan,
    folder: Path,
    threads: int = 1,
    report: Report | None = None,
    play: PlayParts | None = None,
) -> Samples:
    """Return the samples of all parts. Parts that are in the folder are not played again.

    `play` plays the others: by default as many at once as there are `threads`.
    """
    if not game.facts.chance:
        require_alphabeta(game, "self-play")
    parts = PartsFolder(folder, game.name, mark_of(game, plan))
    parts.create()
    saved = parts.read_all([parts.path(number) for number in range(plan.parts)])
    done = {number: samples for number, samples in enumerate(saved) if samples is not None}
    missing = [number for number in range(plan.parts) if number not in done]
    if report is not None:
        report(len(done) * PART_GAMES)
    with closing((play or on_threads(threads))(game, plan, missing)) as played:
        for number, samples in played:
            parts.write(parts.path(number), samples)
            done[number] = samples
            if report is not None:
                report(len(done) * PART_GAMES)
    return together([done[number] for number in sorted(done)])


def on_threads(threads: int) -> PlayParts:
    """Play parts on this machine, on several threads."""

    def play(game: Game, plan: Plan, numbers: Sequence[int]) -> Played:
        own, stop = threading.local(), threading.Event()

        def work(number: int) -> tuple[int, Samples | None]:
            if not hasattr(own, "player"):
                own.player = player_of(game)
            return number, own.player.part(plan, number, stop)

        with ThreadPoolExecutor(threads) as pool:
            try:
                for future in as_completed([pool.submit(work, number) for number in numbers]):
                    number, samples = future.result()
                    if samples is not None:
                        yield number, samples
            except BaseException:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    return play


def player_of(game: Game) -> PlaysParts:
    """An engine for self-play, with the settings of the game."""
    method = "expectiminimax" if game.facts.chance else "alphabeta"
    given = {**own_settings(game, method), "memory": MEMORY}
    if game.facts.chance:
        return ChanceSelfPlayer(game, read_settings(ChanceSettings, given, method))
    return SelfPlayer(game, read_settings(Settings, given, method))


def read_games(game: Game, folder: Path) -> Samples:
    """The samples of all parts in a folder. They may come from games with other weights."""
    paths, parts = sorted(folder.glob("*.npz")), []
    saved = PartsFolder(folder, game.name, mark=None).read_all(paths)
    for path, samples in zip(paths, saved, strict=True):
        if samples is None:
            raise InputError(f"{path} is damaged: delete it")
        if samples.states.dtype != game.shape.dtype:
            raise InputError(f"{path} has positions of another game, not of {game.name}")
        parts.append(samples)
    if not parts:
        raise InputError(f"{folder} has no games: play some with `counterplay fit --save {folder}`")
    return together(parts)


def together(parts: list[Samples]) -> Samples:
    return Samples(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )


def mark_of(game: Game, plan: Plan) -> str:
    """A hash of everything that the games depend on, but for their number."""
    kernel = CHANCE_KERNEL if game.facts.chance else GPU_KERNEL if plan.on_gpu else KERNEL
    how = f"{digest_of(game, kernel)} {plan.nodes} {plan.opening_plies} {plan.seed}"
    how += f" {plan.resign}" if plan.resign else ""
    how += f" trace {plan.trace} {plan.trace_scale}" if plan.trace else ""
    how += " leaf" if plan.leaf else ""
    evaluator = game.evaluator
    weights = b"" if evaluator is None else evaluator.weights.tobytes()
    if evaluator is not None and evaluator.network is not None:
        weights += evaluator.network.digest.encode()
    return hashlib.sha256(how.encode() + weights).hexdigest()[:16]


@dataclass(frozen=True)
class PartsFolder:
    """A folder of finished parts, one file each.

    `mark` is the `mark_of` the parts. Parts with another mark are refused; None accepts any.
    """

    folder: Path
    game: str
    mark: str | None

    def create(self) -> None:
        """Create the folder if it does not exist."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.folder} cannot be created: {error.strerror}") from None

    def read(self, path: Path) -> Samples | None:
        """Read a part. None if the file is missing or damaged."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as part:
                if self.mark not in (None, str(part["mark"])):
                    raise InputError(
                        f"{path} has games with other rules, weights or settings: "
                        "choose another folder with --save"
                    )
                if "game" in part and str(part["game"]) != self.game:
                    raise InputError(f"{path} has positions of another game, not of {self.game}")
                scores = part["scores"] if "scores" in part else np.zeros_like(part["results"])
                samples = Samples(part["states"], part["results"], part["games"], scores)
        except InputError:
            raise
        except Exception:  # a damaged file may raise anything in zipfile, zlib and NumPy
            return None
        arrays = (samples.states, samples.results, samples.games, samples.scores)
        return samples if len({array.shape for array in arrays}) == 1 else None

    def read_all(self, paths: Sequence[Path]) -> list[Samples | None]:
        """Read parts, several at once. None where a file is missing or damaged."""
        with ThreadPoolExecutor() as pool:
            return list(pool.map(self.read, paths))

    def write(self, path: Path, samples: Samples) -> None:
        """Write a part completely or not at all."""
        with replacing(path) as file:
            np.savez_compressed(
                file,
                mark=np.array(self.mark),
                game=np.array(self.game),
                states=samples.states,
                results=samples.results,
                games=samples.games,
                scores=samples.scores,
            )

    def path(self, number: int) -> Path:
        return self.folder / f"{number:05}.npz"
