"""A whole training of TD-Gammon, with matches against pubeval: the curve of its strength.

A folder keeps the network and the curve, and both kinds of training resume from there. They end
with the same weights as without a stop, if the machine adds numbers in the same order each time.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from counterplay.core.data_files import replace_file, write_whole
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.table_file import used_by_one
from counterplay.learning.td import learner, online
from counterplay.learning.td.encoders import Points
from counterplay.learning.td.heads import Outcomes
from counterplay.learning.td.matches import Judge, Score, play_match
from counterplay.learning.td.network import TdNetwork, read_network, write_network
from counterplay.learning.td.pubeval import pubeval

FIRST_MARK = 1000
"""The first match is after this many games. Then they double."""
KEPT_EVERY = 5000
"""The network is written after this many games at the latest."""
MATCH_SEED = 99
NETWORK, CURVE, STATE = "network.td", "curve.json", "training.pt"
KEPT_SECONDS = 20.0
"""Many games at once are written after so long, at the latest."""


@dataclass(frozen=True)
class Mark:
    """The strength after some games: points per game against pubeval, and its standard error.

    seconds   the time of training, without matches
    """

    games: int
    plays: int
    seconds: float
    points: float
    error: float


@dataclass(frozen=True)
class Course:
    """How long the matches are, where the network plays them, and where everything is kept."""

    folder: Path
    pairs: int = 1000
    last_pairs: int = 10_000
    device: str = "cpu"


Tell = Callable[[Mark], None]
"""Called after each match."""


@contextmanager
def used_alone(folder: Path) -> Iterator[None]:
    """Only one process at a time trains in a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}") from None
    with used_by_one(folder / NETWORK):
        yield


def require_torch() -> None:
    """Refuse with a sentence if PyTorch is not installed."""
    try:
        import torch  # noqa: F401  # only to see whether it is there
    except ImportError:
        raise InputError("this needs PyTorch: pip install 'counterplay[learn]'") from None


def judge_of(network: TdNetwork, device: str = "cpu") -> Judge:
    """A network of TD-Gammon as a judge of matches."""
    import torch

    model, head = learner.sigmoid_network(network).to(device), Outcomes()

    def evaluate(rows: Any) -> Any:
        with torch.no_grad():
            return head.values(model(rows))

    return Judge(Points(), evaluate)


def strength(game: Game, network: TdNetwork, pairs: int, device: str = "cpu") -> Score:
    """The points per game of a network against pubeval."""
    return play_match(game, judge_of(network, device), pubeval(), pairs, MATCH_SEED, device)


def next_mark(games: int, last: int) -> int:
    """The number of games at which the next match is played."""
    mark = FIRST_MARK
    while mark <= games:
        mark *= 2
    return min(mark, last)


def train_one_by_one(game: Game, plan: online.Plan, course: Course, tell: Tell) -> list[Mark]:
    """Train as published; resume if the folder has a training with these options."""
    require_torch()
    path = course.folder / NETWORK
    network = read_network(path) if path.exists() else None
    learning = online.Online(game, plan, network)
    marks: list[Mark] = []
    spent = 0.0
    if network is not None:
        options, marks = read_curve(course.folder)
        if options != plan.kept:
            raise InputError(f"{course.folder} was begun with other options: choose another folder")
        marks = [mark for mark in marks if mark.games <= learning.games]
        spent = float(network.about.get("seconds", 0.0))
    while learning.games < plan.games:
        mark = next_mark(learning.games, plan.games)
        started = time.process_time()
        learning.learn(min(mark - learning.games, KEPT_EVERY - learning.games % KEPT_EVERY))
        spent += time.process_time() - started
        found, is_mark = learning.network(seconds=round(spent, 3)), learning.games == mark
        if is_mark:
            pairs = course.last_pairs if mark == plan.games else course.pairs
            score = strength(game, found, pairs)
            seconds = round(spent, 3)
            marks.append(Mark(mark, learning.plays, seconds, score.points, score.error))
        keep(course.folder, plan.kept, found, marks)
        if is_mark:
            tell(marks[-1])
    return marks


def train_many_at_once(game: Game, plan: learner.Plan, course: Course, tell: Tell) -> list[Mark]:
    """Train with many games at once; resume if the folder has a training with these options."""
    require_torch()
    marks, spent, path = list[Mark](), 0.0, course.folder / STATE
    learning = learner.Learner(game, plan, Points(), device=course.device)
    if path.exists():
        options, marks = read_curve(course.folder)
        if options != kept_options(plan):
            raise InputError(f"{course.folder} was begun with other options: choose another folder")
        spent = learning.resume(read_state(path))
        marks = [mark for mark in marks if mark.games <= learning.finished]
    judge = Judge(Points(), learning.values)
    while learning.finished < plan.games or not marks or marks[-1].games < learning.finished:
        mark = next_mark(learning.finished, plan.games)
        started = since = time.perf_counter()
        while learning.finished < mark:
            learning.stretch()
            if time.perf_counter() - since > KEPT_SECONDS:
                since = time.perf_counter()
                write_curve(course.folder, kept_options(plan), marks)  # a state needs one
                write_state(path, learning.state(spent + since - started))
        learning.wait()
        spent += time.perf_counter() - started
        pairs = course.last_pairs if learning.finished >= plan.games else course.pairs
        score = play_match(game, judge, pubeval(), pairs, MATCH_SEED, course.device)
        made = (learning.finished, learning.moves, round(spent, 3), score.points, score.error)
        marks.append(Mark(*made))
        keep(course.folder, kept_options(plan), learning.network(**asdict(plan)), marks)
        write_state(path, learning.state(spent))
        tell(marks[-1])
    return marks


def kept_options(plan: learner.Plan) -> dict[str, Any]:
    """What a training must have in common with the one that it resumes."""
    return {name: value for name, value in asdict(plan).items() if name != "games"}


def write_state(path: Path, state: dict[str, Any]) -> None:
    """Write what a training resumes from, whole or not at all."""
    import torch

    written = io.BytesIO()
    torch.save(state, written)
    replace_file(path, written.getvalue())


def read_state(path: Path) -> dict[str, Any]:
    """What a training resumes from. Raises InputError if the file is damaged."""
    import torch

    try:
        return dict(torch.load(path, map_location="cpu", weights_only=True))
    except Exception:  # PyTorch raises many kinds for a damaged file
        raise InputError(f"{path} is damaged: choose another folder") from None


def keep(folder: Path, options: dict[str, Any], network: TdNetwork, marks: list[Mark]) -> None:
    """Write the curve, and then the network."""
    write_curve(folder, options, marks)
    write_network(network, folder / NETWORK)


def write_curve(folder: Path, options: dict[str, Any], marks: list[Mark]) -> None:
    """Write the options and the curve of a training."""
    curve = {"options": options, "marks": [asdict(mark) for mark in marks]}
    write_whole(folder / CURVE, json.dumps(curve, indent=1) + "\n")


def read_curve(folder: Path) -> tuple[dict[str, Any], list[Mark]]:
    """The options and the curve of the training in a folder."""
    path = folder / CURVE
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return dict(read["options"]), [Mark(**mark) for mark in read["marks"]]
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{path} is missing or damaged: choose another folder") from None
