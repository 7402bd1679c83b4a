"""Matches of the baseline against the variants."""

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
from counterplay.experiments.ablation.methods import Method, method_of
from counterplay.experiments.ablation.variants import BASELINE, Variant


@dataclass(frozen=True)
class Contest:
    """How matches are played: games, seconds a move, games at once, seed, and a folder or None."""

    games: int
    time: float
    jobs: int
    seed: int
    out: Path | None

    def prepare(self, game: Game) -> None:
        """Check the arguments before the long measurements begin."""
        if self.games < 2 or self.games % 2:
            raise InputError(f"games={self.games} must be even: each opening is played twice")
        if self.jobs < 1:
            raise InputError(f"jobs={self.jobs} must be 1 or more")
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
        """Play the match, or continue it from the file in the folder."""
        one, other = (spec(method_of(game), base, side) for side in (BASELINE, variant))
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
        """A file name that depends on everything that changes the games."""
        parameters = {p.name: str(p.value) for p in game.parameters.values()}
        parts = (one, other, parameters, fingerprints(game.files), self.time, self.seed)
        digest = hashlib.sha256(json.dumps([*parts, code_version()]).encode()).hexdigest()
        return f"{game.name}-{variant.name.replace(' ', '_')}-{digest[:8]}.jsonl"


def spec(method: Method, base: Mapping[str, Any], variant: Variant) -> str:
    """The player spec of a variant for a match."""
    given = {**base, **dict(variant.changes), "name": variant.name}
    return f"{method.name}:" + ",".join(f"{name}={_text(value)}" for name, value in given.items())


def _text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
