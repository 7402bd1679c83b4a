"""A course of learning: what was asked for, and the file course.json that keeps it.

The file says what a folder was begun with. A course that is resumed must ask for the same.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.core.data_files import write_whole
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.network import network
from counterplay.core.network.inputs import views, word_count
from counterplay.core.patterns import patterns
from counterplay.learning.networks import trainer
from counterplay.learning.patterns.trainer import layout_for

SUFFIXES = {"network": network.SUFFIX, "patterns": patterns.SUFFIX}
"""The kinds of evaluation that can be learned, and how the names of their files end."""

PLAYERS = ("cpu", "cuda")
"""Where self-play can be played."""

POSITIONS = 64
"""The most positions that are kept of a game."""

FREE = ("rounds", "threads", "device")
"""What may change when a course is resumed: a longer course continues a shorter one."""


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
    play_on         where self-play is played: cpu, or cuda for a GPU
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
    play_on: str = "cpu"

    def __post_init__(self) -> None:
        if self.kind not in SUFFIXES:
            raise InputError(f"kind={self.kind} must be one of {', '.join(SUFFIXES)}")
        if self.kind == "patterns" and self.device != "cpu":
            raise InputError("pattern tables are trained on the CPU: leave --device out")
        self._require_player()
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

    def _require_player(self) -> None:
        """Refuse what a GPU cannot play."""
        if self.play_on not in PLAYERS:
            raise InputError(f"play_on={self.play_on} must be one of {', '.join(PLAYERS)}")
        cannot = {
            "--kind patterns": self.kind == "patterns",
            "--trace": self.trace > 0,
            "--leaf": self.leaf,
        }
        for option, is_asked in cannot.items():
            if is_asked and self.play_on != "cpu":
                raise InputError(f"{option} is for self-play on the CPU: leave --play-on out")

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


def remember(course: Course, folder: Path) -> None:
    """Write course.json into the folder. A folder that was begun with another course is refused."""
    path = folder / "course.json"
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        write_whole(path, json.dumps(dataclasses.asdict(course), indent=1))
        return
    except OSError as error:
        raise InputError(f"{folder} cannot be used: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is damaged: choose another folder") from None
    if not isinstance(before, dict):
        raise InputError(f"{path} is not the file of a course: choose another folder")
    # A file of an earlier version lacks the options that were added since.
    if _fixed({**dataclasses.asdict(Course()), **before}) != _fixed(dataclasses.asdict(course)):
        raise InputError(f"{folder} was begun with other options: choose another folder")


def _fixed(options: dict[str, Any]) -> dict[str, Any]:
    """The options that must stay the same."""
    return {name: value for name, value in options.items() if name not in FREE}
