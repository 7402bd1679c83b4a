"""From nothing to a stronger player: rounds of self-play, training and a match.

A round plays games with the best network so far, trains a new one on the positions of the last
rounds, and lets it play a match against the best, with a sequential test. It is kept if the test
says that it is stronger. Everything is in one folder, and every stage resumes. Pattern tables are
learned in the same way, in files that end in .patterns:

    course.json              what was asked for
    round-01/games/          the positions of self-play, in parts
    round-01/new.network     the network that was trained
    round-01/losses.json     its losses by epoch
    round-01/match.jsonl     the games against the best so far
    best.network             the best so far
    learning.svg             the losses and scores of all rounds, as a picture
"""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.arena.event import Play
from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_evaluator
from counterplay.core.network import network
from counterplay.core.network.inputs import views, word_count
from counterplay.core.network.network import write_network
from counterplay.core.patterns import patterns
from counterplay.core.patterns.patterns import write_patterns
from counterplay.core.table_file import being_written
from counterplay.engine.evaluation_scale import margin_of
from counterplay.learning import selfplay
from counterplay.learning.networks import trainer
from counterplay.learning.networks.curve import PICTURE, Learned, curve, sparkline
from counterplay.learning.networks.targets import distinct, scale_of, targets_of
from counterplay.learning.networks.torch_trainer import device_of, train_by_torch
from counterplay.learning.networks.trainer import Positions, Report, positions_of, train
from counterplay.learning.patterns import trainer as pattern_trainer
from counterplay.learning.patterns.trainer import layout_for
from counterplay.learning.selfplay import Samples, play_games

SUFFIXES = {"network": network.SUFFIX, "patterns": patterns.SUFFIX}
"""The kinds of evaluation that can be learned, and how the names of their files end."""

POSITIONS = 64
"""The most positions that are kept of a game."""

MOVES_PER_UNIT = 3
"""In chess one unit is 142 to 146 points, and a move changes the evaluation by 48 in the mean."""

TELLINGS = 10
"""How often self-play says how far it is."""

ROUND_GAMES = 10**9
"""The games of a round are numbered from a multiple of this on."""

Say = Callable[[str], None]
Draw = Callable[[Learned], None]
"""Draws the picture of the course, with what is known of the round that is being learned."""
Losses = tuple[tuple[float, ...], tuple[float, ...]]
"""The losses by epoch, in training and in validation."""


@dataclass(frozen=True)
class Course:
    """What to learn with.

    kind            what to learn: a network, or pattern tables
    games, nodes    the self-play of a round: its games, and the nodes searched for each move
    window          a round is trained on the positions of this many rounds
    resign          score points with which a game counts as decided; 0 plays every game out
    trace           the lambda of TD(lambda): how much of a value comes from the next position
    leaf            TD-leaf: learn the positions at the ends of the searches' lines
    result_share    how much of a target is the result of the game; the rest is the search's value
    batch           positions of one step of training
    decay           weight decay, against learning positions by heart
    correct         learn what to add to the game's own evaluation, instead of replacing it
    match_games     the most games of a match; match_nodes: the nodes searched for each move
    stages          pattern tables: the number of stages of a game, each with tables of its own
    device          where to train: cpu in compiled code, any other by PyTorch
    """

    kind: str = "network"
    rounds: int = 4
    games: int = 2_000
    nodes: int = 1_000
    opening_plies: int = 6
    resign: int = 0
    trace: float = 0.0
    leaf: bool = False
    window: int = 3
    result_share: float = 0.2
    width: int = 128
    buckets: int = 1
    stages: int = 8
    epochs: int = 12
    batch: int = 512
    decay: float = 0.1
    correct: bool = False
    match_games: int = 400
    match_nodes: int = 2_000
    seed: int = 1
    threads: int = 1
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.kind not in SUFFIXES:
            raise InputError(f"kind={self.kind} must be one of {', '.join(SUFFIXES)}")
        if self.kind == "patterns" and self.device != "cpu":
            raise InputError("pattern tables are trained on the CPU: leave --device out")
        whole = ("rounds", "games", "nodes", "window", "buckets", "stages", "epochs", "batch",
                 "match_games", "match_nodes", "threads")  # fmt: skip
        for name in whole:
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be 1 or more")
        if self.width % trainer.LANES or not self.width:
            raise InputError(f"width={self.width} must be a multiple of {trainer.LANES}")
        if not 0 <= self.result_share <= 1:
            raise InputError(f"result_share={self.result_share} must be between 0 and 1")
        if self.resign < 0:
            raise InputError(f"resign={self.resign} must be 0 or more")
        if not 0 <= self.trace <= 1:
            raise InputError(f"trace={self.trace} must be between 0 and 1")
        if not 0 <= self.decay <= 100:
            raise InputError(f"decay={self.decay} must be between 0 and 100")

    @property
    def suffix(self) -> str:
        """How the names of the files end."""
        return SUFFIXES[self.kind]

    def disk_bytes(self, game: Game) -> int:
        """The most bytes that all rounds write."""
        position = game.shape.dtype.itemsize + 3 * 8
        weights = 64 * word_count(game) * self.width
        if self.kind == "patterns":
            movers = 3 - views(game)
            weights = layout_for(game, game.patterns).entries * self.stages * movers
        games = self.games * POSITIONS * position
        return self.rounds * (games + weights * (2 * 3 + 4 * 4))


@dataclass(frozen=True)
class Round:
    """What a round came to: the losses of its epochs, in training and in validation, its match."""

    number: int
    positions: int
    training: tuple[float, ...]
    validation: tuple[float, ...]
    match: MatchResult
    is_better: bool

    @property
    def best_epoch(self) -> int:
        """The epoch whose network was taken: it has the least loss in validation."""
        return int(np.argmin(self.validation))

    @property
    def learned(self) -> Learned:
        """What the picture of the course shows of it."""
        match = self.match
        low, high = (
            None if elo is None else 1 / (1 + 10 ** (-elo / 400))
            for elo in (match.elo_low, match.elo_high)
        )
        return Learned(self.training, self.validation, match.score, low, high, self.is_better)


@dataclass(frozen=True)
class Players:
    """Who plays the games: by default this machine, on as many threads as the course says."""

    parts: selfplay.PlayParts | None = None
    matches: Play | None = None


HERE = Players()


def learn(
    game: Game,
    course: Course,
    folder: Path,
    say: Say,
    command: str = "",
    players: Players = HERE,
) -> list[Round]:
    """Learn a network. `folder/best.network` is the result; it names the `command` that made it.

    Pattern tables are in `folder/best.patterns`.
    """
    if game.facts.players != 2 or game.facts.total is None or game.facts.chance:
        raise UnfitError(f"learn needs two players, a constant total and no chance: {game.name}")
    if course.correct and game.without_network().evaluator is None:
        raise UnfitError(f"{game.name} has no evaluation to correct: leave --correct out")
    if course.kind == "patterns":
        layout_for(
            game, game.patterns
        )  # a game without patterns is refused before games are played
    if course.device != "cpu":
        device_of(course.device)  # one that is not there is refused before games are played
    _remember(course, folder)
    rounds: list[Round] = []

    def draw(*now: Learned) -> None:
        picture = curve(game.name, [*(done.learned for done in rounds), *now])
        part = folder / f"{PICTURE}.part"  # the page may read the picture at any time
        part.write_text(picture, encoding="utf-8")
        part.replace(folder / PICTURE)

    with being_written(folder / f"best{course.suffix}"):  # by one process at a time
        for number in range(1, course.rounds + 1):
            rounds.append(_round(game, course, folder, number, say, command, players, draw))
            draw()
    return rounds


def _remember(course: Course, folder: Path) -> None:
    """Write down what was asked for. A folder with another course is refused."""
    path, text = folder / "course.json", json.dumps(dataclasses.asdict(course), indent=1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(text, encoding="utf-8")
            return
        before = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{folder} cannot be used: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{path} is damaged: choose another folder") from None
    now = json.loads(text)
    before = {
        "kind": Course.kind,
        "stages": Course.stages,
        **before,
    }  # folders from before there were kinds
    for name in ("rounds", "threads", "device"):  # a longer course goes on from a shorter one
        before.pop(name, None)
        now.pop(name, None)
    if before != now:
        raise InputError(f"{folder} was begun with other options: choose another folder")


def _round(
    game: Game,
    course: Course,
    folder: Path,
    number: int,
    say: Say,
    command: str,
    players: Players,
    draw: Draw,
) -> Round:
    place = folder / f"round-{number:02}"
    place.mkdir(exist_ok=True)
    best = _best_before(folder, number, course.suffix)
    player = game if best is None else game.with_evaluator(load_evaluator(best))
    plan = selfplay.Plan(
        course.games, course.nodes, course.opening_plies, course.seed + number, course.resign,
        course.trace, scale_before(player), course.leaf,
    )  # fmt: skip
    say(f"round {number}: self-play")
    play_games(player, plan, place / "games", course.threads, _steps(course, say), players.parts)
    first = max(1, number - course.window + 1)
    parts = [_played(game, folder, n) for n in range(first, number + 1)]
    samples = distinct(selfplay.together(parts))
    has_scores = player.evaluator is not None
    losses = _train(game, course, place, samples, has_scores, say, command, draw)
    result = challenge(game, course, place, best, players.matches)
    verdict = result.sprt.verdict if result.sprt is not None else None
    score = 0.5 if result.score is None else result.score
    is_better = verdict == "H1" or (verdict is None and score > 0.5)
    if is_better:
        new = place / f"new{course.suffix}"
        shutil.copyfile(new, place / f"kept{course.suffix}")
        shutil.copyfile(new, folder / f"best{course.suffix}")
    say(f"round {number}: {'better' if is_better else 'not better'}, score {score:.1%}")
    return Round(number, len(samples.states), *losses, result, is_better)


def scale_before(game: Game) -> int:
    """Score points for one unit of the logarithm of the odds, before any game has been played.

    A network says it. For another evaluation it is a guess: three mean changes by one move.
    """
    if game.evaluator is not None and game.evaluator.network is not None:
        return game.evaluator.network.scale
    return MOVES_PER_UNIT * margin_of(game)


def _steps(course: Course, say: Say) -> selfplay.Report:
    """Say now and then how many games have been played."""
    told = 0

    def report(games: int) -> None:
        nonlocal told
        step = min(games, course.games) * TELLINGS // course.games
        if step > told:
            told = step
            say(f"  {min(games, course.games):,} of {course.games:,} games")

    return report


def _played(game: Game, folder: Path, number: int) -> Samples:
    """The positions of a round's self-play. No two games of all rounds have the same number."""
    samples = selfplay.read_games(game, folder / f"round-{number:02}" / "games")
    return dataclasses.replace(samples, games=samples.games + number * ROUND_GAMES)


def _best_before(folder: Path, number: int, suffix: str) -> Path | None:
    """The network that was kept last before a round."""
    kept = [folder / f"round-{n:02}" / f"kept{suffix}" for n in range(1, number)]
    return next((path for path in reversed(kept) if path.exists()), None)


def _train(
    game: Game,
    course: Course,
    place: Path,
    samples: Samples,
    has_scores: bool,
    say: Say,
    command: str,
    draw: Draw,
) -> Losses:
    """Train the network of a round, if that has not been done. Returns its losses by epoch."""
    written, new = place / "losses.json", place / f"new{course.suffix}"
    if not new.exists() or not written.exists():
        scale = scale_of(game, samples)
        targets = targets_of(game, samples, scale, course.result_share if has_scores else 1.0)
        known: list[float] = []
        held_back: list[float] = []

        def report(epoch: int, training: float, validation: float) -> None:
            known.append(training)
            held_back.append(validation)
            text = f"  epoch {epoch + 1}: loss {training:.5f}, validation {validation:.5f}"
            say(f"{text} {sparkline(held_back)}")
            draw(Learned(known, held_back))

        own = game.without_network()
        base_scale = scale if course.correct else None
        positions = positions_of(
            own, samples.states, targets, samples.games, course.threads, base_scale
        )
        about = {"command": command, "positions": len(positions), **dataclasses.asdict(course)}
        if course.kind == "patterns":
            losses = _train_patterns(own, positions, course, scale, report, new, about, say)
        else:
            losses = _train_network(own, positions, course, scale, report, new, about)
        named = {"training": losses[0], "validation": losses[1]}
        written.write_text(json.dumps(named), encoding="utf-8")
    read = json.loads(written.read_text(encoding="utf-8"))
    return tuple(read["training"]), tuple(read["validation"])


def _train_network(
    game: Game,
    positions: Positions,
    course: Course,
    scale: int,
    report: Report,
    new: Path,
    about: dict[str, Any],
) -> Losses:
    """Train a network and write it to the file `new`."""
    plan = trainer.Plan(
        width=course.width, buckets=course.buckets, epochs=course.epochs, batch=course.batch,
        decay=course.decay, seed=course.seed, threads=course.threads,
    )  # fmt: skip
    saved = new.with_name("training.npz")
    if course.device == "cpu":
        trained = train(game, positions, plan, scale, report, saved)
    else:
        trained = train_by_torch(game, positions, plan, scale, report, course.device, saved)
    write_network(dataclasses.replace(trained.network, about=about), new)
    return trained.training, trained.validation


def _train_patterns(
    game: Game,
    positions: Positions,
    course: Course,
    scale: int,
    report: Report,
    new: Path,
    about: dict[str, Any],
    say: Say,
) -> Losses:
    """Train pattern tables and write them to the file `new`."""
    plan = pattern_trainer.Plan(
        game.patterns, stages=course.stages, epochs=course.epochs, decay=course.decay,
        seed=course.seed, threads=course.threads,
    )  # fmt: skip
    saved = new.with_name("training.npz")
    trained = pattern_trainer.train(game, positions, plan, scale, report, saved)
    best = min(trained.validation)
    say(f"  weights as 16-bit integers: validation {trained.rounded:.6f} instead of {best:.6f}")
    about = {**about, "validation": best, "validation_as_integers": trained.rounded}
    write_patterns(dataclasses.replace(trained.tables, about=about), new)
    return trained.training, trained.validation


def challenge(
    game: Game, course: Course, place: Path, best: Path | None, play: Play | None = None
) -> MatchResult:
    """The match of the new network against the best so far, or against the game as it is.

    A match that Ctrl-C stopped decides nothing: it raises KeyboardInterrupt, and is resumed later.
    """
    limit = f"nodes={course.match_nodes}"
    new = f"alphabeta:evaluator={place / f'new{course.suffix}'},{limit}"
    old = f"alphabeta:{limit}" if best is None else f"alphabeta:evaluator={best},{limit}"
    options: dict[str, Any] = {
        "games": course.match_games, "seed": course.seed, "out": place / "match.jsonl",
        "opening_plies": course.opening_plies, "sprt": (0.0, 20.0), "play": play,
        "jobs": course.threads if play is None else None,
    }  # fmt: skip
    result = match(game, new, old, **options)
    if not result.finished:
        raise KeyboardInterrupt
    return result
