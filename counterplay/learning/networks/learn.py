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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.core.data_files import replace_file, write_whole
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_evaluator
from counterplay.core.network.network import write_network
from counterplay.core.patterns.patterns import write_patterns
from counterplay.core.table_file import being_written
from counterplay.engine.base import unfit
from counterplay.engine.evaluation_scale import margin_of
from counterplay.learning import selfplay
from counterplay.learning.networks import trainer
from counterplay.learning.networks.course import Course, remember
from counterplay.learning.networks.curve import PICTURE, Learned, curve, sparkline
from counterplay.learning.networks.targets import distinct, scale_of, targets_of
from counterplay.learning.networks.torch_trainer import device_of, train_by_torch
from counterplay.learning.networks.trainer import Positions, Report, positions_of, train
from counterplay.learning.patterns import trainer as pattern_trainer
from counterplay.learning.patterns.trainer import layout_for
from counterplay.learning.selfplay import PlayParts, Samples, play_games, read_games

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


def learn(
    game: Game,
    course: Course,
    folder: Path,
    say: Say,
    command: str = "",
    play: PlayParts | None = None,
) -> list[Round]:
    """Learn a network. `folder/best.network` is the result; it names the `command` that made it.

    Pattern tables are in `folder/best.patterns`. `play` plays the games of self-play, by default
    this machine. Matches are always played here: they read files that other machines do not have.
    """
    _refuse(game, course)
    if course.kind == "patterns":
        layout_for(game, game.patterns)  # without patterns: refused before games are played
    if course.device != "cpu":
        device_of(course.device)  # one that is not there is refused before games are played
    remember(course, folder)
    rounds: list[Round] = []

    def draw(*now: Learned) -> None:
        picture = curve(game.name, [*(done.learned for done in rounds), *now])
        write_whole(folder / PICTURE, picture)  # the page may read it at any time

    with being_written(folder / f"best{course.suffix}"):  # by one process at a time
        for number in range(1, course.rounds + 1):
            rounds.append(_round(game, course, folder, number, say, command, play, draw))
            draw()
    return rounds


def _refuse(game: Game, course: Course) -> None:
    """Refuse what cannot be learned, before any game is played."""
    if game.facts.players != 2 or game.facts.total is None:
        raise UnfitError(f"learn needs two players and a constant total, unlike {game.name}")
    if course.correct and game.without_network().evaluator is None:
        raise UnfitError(f"{game.name} has no evaluation to correct: leave --correct out")
    if not game.facts.chance:
        return
    reason = unfit(game.without_network(), method_of(game))
    if reason is not None:
        raise UnfitError(f"learn plays games of chance by expectiminimax. {reason}")
    if game.facts.scored and "from_chances" in game.functions:
        raise UnfitError(
            f"learn makes networks of scores, but {game.name} needs one of the chances of payoffs "
            "(`from_chances`): see learning/td/payoff_network.py"
        )
    named = {"--leaf": course.leaf, "--resign": course.resign}
    if not game.facts.scored:
        # Chances are learned, and they cannot be added to another evaluation.
        named |= {"--correct": course.correct, "--kind patterns": course.kind == "patterns"}
    for option, is_asked in named.items():
        if is_asked:
            raise UnfitError(f"{option} is not for {game.name}, a game of chance: leave it out")


def method_of(game: Game) -> str:
    """The search that plays the games."""
    return "expectiminimax" if game.facts.chance else "alphabeta"


def _round(
    game: Game,
    course: Course,
    folder: Path,
    number: int,
    say: Say,
    command: str,
    play: PlayParts | None,
    draw: Draw,
) -> Round:
    place = folder / f"round-{number:02}"
    place.mkdir(exist_ok=True)
    best = _best_before(folder, number, course.suffix)
    player = game if best is None else game.with_evaluator(load_evaluator(best))
    plan = selfplay.Plan(
        course.games, course.nodes, course.opening_plies, course.seed + number, course.resign,
        course.trace, scale_before(player), course.leaf, course.play_on != "cpu",
    )  # fmt: skip
    say(f"round {number}: self-play")
    played = play_games(player, plan, place / "games", course.threads, _steps(course, say), play)
    first = max(1, number - course.window + 1)
    parts = [
        *(read_games(game, folder / f"round-{n:02}" / "games") for n in range(first, number)),
        played,
    ]
    rounds = [_numbered(part, n) for n, part in enumerate(parts, first)]
    samples = distinct(selfplay.together(rounds), is_mean=game.facts.chance)
    _require_positions(samples, course, place)
    has_scores = player.evaluator is not None
    losses = _train(game, course, place, samples, has_scores, say, command, draw)
    result = challenge(game, course, place, best)
    verdict = result.sprt.verdict if result.sprt is not None else None
    score = 0.5 if result.score is None else result.score
    is_better = verdict == "H1" or (verdict is None and score > 0.5)
    if is_better:
        learned = (place / f"new{course.suffix}").read_bytes()
        replace_file(place / f"kept{course.suffix}", learned)
        replace_file(folder / f"best{course.suffix}", learned)
    say(f"round {number}: {'better' if is_better else 'not better'}, score {score:.1%}")
    return Round(number, len(samples.states), *losses, result, is_better)


def _require_positions(samples: Samples, course: Course, place: Path) -> None:
    if not len(samples.states):
        raise InputError(
            f"{place}: the games are over after {course.opening_plies} random moves, so there is "
            "nothing to learn: start again in another folder with fewer --opening-plies"
        )


def scale_before(game: Game) -> int:
    """Score points for one unit of the logarithm of the odds, before any game has been played.

    A network says it. For another evaluation it is a guess: three mean changes by one move.
    """
    if game.facts.chance:
        return game.facts.unit  # values are payoffs, not logarithms of odds
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


def _numbered(samples: Samples, number: int) -> Samples:
    """The positions of a round's self-play. No two games of all rounds have the same number."""
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
    losses = _read_losses(written) if new.exists() else None
    if losses is None:
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
        write_whole(written, json.dumps(named))
    return losses


def _read_losses(path: Path) -> Losses | None:
    """The losses in a file. None if it is missing or damaged."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        training, validation = (tuple(map(float, read[n])) for n in ("training", "validation"))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return (training, validation) if training and len(training) == len(validation) else None


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


def challenge(game: Game, course: Course, place: Path, best: Path | None) -> MatchResult:
    """The match of the new network against the best so far, or against the game as it is.

    A match that Ctrl-C stopped decides nothing: it raises KeyboardInterrupt, and is resumed later.
    """
    limit = f"nodes={course.match_nodes}"
    method = method_of(game)
    new = f"{method}:evaluator={place / f'new{course.suffix}'},{limit}"
    old = f"{method}:{limit}" if best is None else f"{method}:evaluator={best},{limit}"
    options: dict[str, Any] = {
        "games": course.match_games, "seed": course.seed, "out": place / "match.jsonl",
        "opening_plies": None if game.facts.chance else course.opening_plies, "sprt": (0.0, 20.0),
        "jobs": course.threads,
    }  # fmt: skip
    result = match(game, new, old, **options)
    if not result.finished:
        raise KeyboardInterrupt
    return result
