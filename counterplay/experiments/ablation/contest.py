"""The match of the baseline against a variant."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.arena.conditions import code_version, fingerprints
from counterplay.arena.matches import Report, match
from counterplay.arena.openings import Openings
from counterplay.arena.result import MatchResult
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.experiments.ablation.variants import BASELINE, Variant


@dataclass(frozen=True)
class Contest:
    """How matches are played: so many games, so many seconds a move, kept in a folder or not."""

    games: int
    time: float
    jobs: int
    seed: int
    out: Path | None

    def prepare(self, game: Game) -> None:
        """Refuse now what would end the matches after everything else has been measured."""
        if self.games < 2 or self.games % 2:
            raise InputError(f"games={self.games}: an opening is played from both sides, so the "
                             "number of games is even")  # fmt: skip
        if self.jobs < 1:
            raise InputError(f"jobs={self.jobs}: at least one game has to be played at a time")
        Limit(time=self.time)
        Openings(None, None, None, self.seed).find(game, self.games // 2)
        if self.out is not None:
            try:
                self.out.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"{self.out} cannot be a folder: {error.strerror}") from None

    def play(
        self, game: Game, base: Mapping[str, Any], variant: Variant, report: Report
    ) -> MatchResult:
        """The match, from where the folder's file has it."""
        one, other = (spec(base, side) for side in (BASELINE, variant))
        return match(
            game,
            one,
            other,
            games=self.games,
            time=self.time,
            seed=self.seed,
            jobs=self.jobs,
            out=None if self.out is None else self.out / self._name(game, variant, one, other),
            report=report,
        )

    def _name(self, game: Game, variant: Variant, one: str, other: str) -> str:
        """A file name that differs wherever the games would."""
        parameters = {p.name: str(p.value) for p in game.parameters.values()}
        told = (one, other, parameters, fingerprints(game.files), self.time, self.seed)
        digest = hashlib.sha256(json.dumps([*told, code_version()]).encode()).hexdigest()
        return f"{game.name}-{variant.name.replace(' ', '_')}-{digest[:8]}.jsonl"


def spec(base: Mapping[str, Any], variant: Variant) -> str:
    """The player that a match knows a variant by."""
    given = {**base, **dict(variant.changes), "name": variant.name}
    return "alphabeta:" + ",".join(f"{name}={_text(value)}" for name, value in given.items())


def _text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
