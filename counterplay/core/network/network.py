"""A network as data: its weights, their sizes, and the file that keeps them (`learned.py`)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.network.evaluate import (
    FINE_BITS,
    FINE_UNIT,
    KIND,
    OLD_FINE_BITS,
    ONE,
    UNIT,
)
from counterplay.core.network.learned import (
    Kinds,
    arrays_of,
    body_of,
    read_file,
    shapes_of,
    write_file,
)

FORMAT = "counterplay network 1"
SUFFIX = ".network"


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network, as integers.

    game         the name of the game, and `rules` a hash of what it reads of a state
    rows         a row of weights for each input: int16, (64 * words, width)
    bias         what every sum starts from: int16, (width,)
    last         the weights of the last layer: int16, (buckets, views, width)
    offsets      what the last layer adds, in units of ONE * UNIT: int64, (buckets,)
    most_on      the most inputs that are on: the bucket goes by how many are
    scale        score points for an output of 1; with `payoffs`, for a payoff of 1
    is_squared   whether the activation is squared; else it is clipped only
    is_correction  whether its score is added to the game's own evaluation
    payoffs      the payoffs of which it predicts the chances, from the least up. `last` and
                 `offsets` then have a row for each but the least, in every bucket, and all weights
                 are finer: 1.0 is FINE_ONE in the first layer, FINE_UNIT in the last
    fine_bits    the bits of that FINE_ONE
    about        how it was made, for people
    """

    kind: ClassVar[str] = KIND
    what: ClassVar[str] = "is a network"

    game: str
    rules: str
    rows: npt.NDArray[np.int16]
    bias: npt.NDArray[np.int16]
    last: npt.NDArray[np.int16]
    offsets: npt.NDArray[np.int64]
    most_on: int
    scale: int
    is_squared: bool = True
    is_correction: bool = False
    payoffs: tuple[float, ...] = ()
    fine_bits: int = FINE_BITS
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> int:
        """The number of words with inputs."""
        return len(self.rows) // 64

    @property
    def width(self) -> int:
        """The number of sums of a view."""
        return int(self.rows.shape[1])

    @property
    def views(self) -> int:
        """The number of sides that a state is seen from."""
        return int(self.last.shape[1])

    @property
    def outputs(self) -> int:
        """The number of outputs: one, or one for each payoff but the least."""
        return max(len(self.payoffs) - 1, 1)

    @property
    def digest(self) -> str:
        """A hash of the weights."""
        return hashlib.sha256(body_of(self, ARRAYS)).hexdigest()

    @cached_property
    def all_rows(self) -> npt.NDArray[np.int16]:
        """The row of each input, then the sum of all rows before each input, and of all."""
        before = np.zeros((len(self.rows) + 1, self.width), np.int16)
        np.cumsum(self.rows, axis=0, dtype=np.int16, out=before[1:])
        return np.concatenate([self.rows, before])

    def fields(self, slots: int) -> dict[str, int]:
        """What a kernel's context has of it (`evaluate.FIELDS`), but for the room of a thread."""
        return {
            "net_slots": slots,
            "net_word_count": self.words,
            "net_width": self.width,
            "net_rows": self.all_rows.ctypes.data,
            "net_last": self.last.ctypes.data,
            "net_offsets": self.offsets.ctypes.data,
            "net_views": self.views,
            "net_buckets": len(self.offsets) // self.outputs,
            "net_outputs": self.outputs,
            "net_most_on": self.most_on,
            "net_scale": self.scale,
            "net_is_squared": int(self.is_squared),
            "net_payoff_count": len(self.payoffs),
            "net_fine_bits": self.fine_bits,
        }

    def room(self, slots: int) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a context: no input is on in any slot."""
        sums = np.empty((slots, 2, self.width), np.int16)
        sums[:] = self.bias
        return {
            "net_words": np.zeros((slots, 2, self.words), np.uint64),
            "net_sums": sums,
            "net_changes": np.zeros((2, 64 * self.words + 2), np.int64),
            "net_payoffs": np.array(self.payoffs or (0.0,), np.float64),
            "net_chances": np.zeros(self.outputs, np.float64),
            "net_active": np.zeros(self.views * self.width, np.int16),
        }

    def score(self, views: list[npt.NDArray[np.uint64]]) -> int:
        """The score for the side to move, from the inputs of its view and those of the other's.

        With one view, the score for player 0. A state without inputs is worth 0.
        """
        totals = self._totals(views)
        if not totals:
            return 0
        if not self.payoffs:
            return totals[0] * self.scale // (ONE * UNIT)
        mean = self.payoffs[0] + float(np.diff(self.payoffs) @ self.chances(views))
        return math.floor(mean * self.scale + 0.5)

    def chances(self, views: list[npt.NDArray[np.uint64]]) -> list[float]:
        """The chance of each payoff but the least, or of a higher one, for the side to move."""
        one = FINE_UNIT << self.fine_bits
        return [1 / (1 + math.exp(-total / one)) for total in self._totals(views)]

    def _totals(self, views: list[npt.NDArray[np.uint64]]) -> list[int]:
        """What the last layer adds up to, for each output. Nothing for a state without inputs."""
        on = [np.flatnonzero(np.unpackbits(v.view(np.uint8), bitorder="little")) for v in views]
        if not len(on[0]):
            return []
        count = len(self.offsets) // self.outputs
        first = min(len(on[0]) * count // (self.most_on + 1), count - 1) * self.outputs
        totals = []
        for k in range(first, first + self.outputs):
            total = int(self.offsets[k])
            for inputs, weights in zip(on, self.last[k].astype(np.int64), strict=True):
                sums = self.bias.astype(np.int64) + self.rows[inputs].astype(np.int64).sum(0)
                total += self._weighted(sums.astype(np.int16).astype(np.int64), weights)
            totals.append(total)
        return totals

    def _weighted(self, sums: Any, weights: Any) -> int:
        """The weighted sum of what the activation makes of the sums."""
        clipped = sums.clip(0, 1 << self.fine_bits if self.payoffs else ONE)
        if not self.is_squared:
            return int((clipped * weights).sum())
        if self.payoffs:
            return int(((clipped * clipped >> self.fine_bits) * weights).sum())
        return int((clipped * clipped * weights).sum()) // ONE


ARRAYS: Kinds = {"rows": np.int16, "bias": np.int16, "last": np.int16, "offsets": np.int64}


def write_network(network: Network, path: Path) -> None:
    """Write a network to a file, whole or not at all."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": network.game,
        "rules": network.rules,
        "shapes": shapes_of(network, ARRAYS),
        "most_on": network.most_on,
        "scale": network.scale,
        "is_squared": network.is_squared,
        "is_correction": network.is_correction,
        **_of_chances(network),
        "about": dict(network.about),
    }
    write_file(path, head, body_of(network, ARRAYS))


def _of_chances(network: Network) -> dict[str, Any]:
    """What the first line has of a network of chances only."""
    if not network.payoffs:
        return {}
    return {"payoffs": network.payoffs, "fine_bits": network.fine_bits}


def read_network(path: Path) -> Network:
    """The network in a file. A file that is none, or damaged, is refused with a sentence."""
    head, body = read_file(path, FORMAT, "network")
    try:
        return _network(head, body)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path} is damaged: its first line does not fit ({error})") from None


def _network(head: dict[str, Any], body: bytes) -> Network:
    made = Network(
        str(head["game"]),
        str(head["rules"]),
        **arrays_of(head, body, ARRAYS),
        most_on=int(head["most_on"]),
        scale=int(head["scale"]),
        is_squared=bool(head["is_squared"]),
        is_correction=bool(head.get("is_correction", False)),
        payoffs=tuple(float(payoff) for payoff in head.get("payoffs", ())),
        fine_bits=int(head.get("fine_bits", OLD_FINE_BITS)),
        about=dict(head["about"]),
    )
    rows, last = made.rows.shape, made.last.shape
    buckets = (len(made.offsets), made.views, made.width)
    if rows[0] % 64 or made.bias.shape != rows[1:] or last != buckets or made.views not in (1, 2):
        raise ValueError("shapes")
    if len(made.offsets) % made.outputs or list(made.payoffs) != sorted(set(made.payoffs)):
        raise ValueError("payoffs")
    if 0 in (*rows, *last) or made.most_on < 0 or not 0 < made.scale < 2**31:
        raise ValueError("numbers")
    if not 1 <= made.fine_bits <= OLD_FINE_BITS:
        raise ValueError("numbers")
    return made
