"""Self-play on a Ray cluster: each process plays one part after another."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Sequence
from contextlib import closing, redirect_stderr
from io import StringIO

from counterplay.arena.conditions import code_version
from counterplay.cluster.connect import connected, cpus_of, require_ray
from counterplay.cluster.matches import require_version
from counterplay.cluster.spread import spread
from counterplay.cluster.tables import pickled
from counterplay.core.game.errors import InputError
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.game.game import Game
from counterplay.core.network.learned import Learned
from counterplay.games import Source
from counterplay.learning.selfplay import (
    Plan,
    Played,
    PlayParts,
    PlaysParts,
    Samples,
    mark_of,
    player_of,
)


def on_cluster(address: str | None = None) -> PlayParts:
    """Play parts on a Ray cluster: `play_games(game, plan, folder, play=on_cluster())`.

    `address` is the address of a cluster (host:port, or auto). Without it, processes of this
    machine play. All machines must have this version of the program and, for your own game, its
    file under the same path. A network is sent to them. The games are the same as on one machine.
    """
    require_ray()

    def play(game: Game, plan: Plan, numbers: Sequence[int]) -> Played:
        if not numbers:
            return
        player_of(game)  # compiles once for all processes of this machine
        network = None if game.evaluator is None else game.evaluator.network
        given = (pickled(game), network, plan, mark_of(game, plan), code_version())
        with connected(address, os.cpu_count() or 1) as ray:
            make = ray.remote(num_cpus=1)(Machine)
            done = spread(
                ray,
                lambda: make.remote(*given),
                numbers,
                cpus_of(ray),
                lambda number: f"part {number} of self-play",
            )
            with closing(done):
                yield from done

    return play


class Machine:
    """A process of the cluster that plays parts. It is set up with its first part, so that a fault
    in the setup is reported as an error of that part."""

    def __init__(
        self, source: bytes, network: Learned | None, plan: Plan, mark: str, version: str
    ) -> None:
        self._source, self._network = source, network
        self._plan, self._mark, self._version = plan, mark, version
        self._player: PlaysParts | None = None

    def work(self, number: int) -> Samples | None:
        if self._player is None:
            with redirect_stderr(StringIO()):  # what is compiled has been reported already
                self._player = player_of(self._game())
        return self._player.part(self._plan, number, threading.Event())

    def _game(self) -> Game:
        """The game with the network. Refused if its games would differ from those there."""
        require_version(self._version)
        source: Source = pickle.loads(self._source)
        game = source.load()
        if self._network is not None:
            game = game.with_evaluator(network_evaluator(self._network, self._network.game, ""))
        if mark_of(game, self._plan) != self._mark:
            raise InputError(
                f"a machine of the cluster has other rules or weights of {game.name} than this "
                "machine: give all the same files"
            )
        return game
