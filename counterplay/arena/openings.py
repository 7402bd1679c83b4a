"""Openings: the positions that games start from, so that two players do not repeat one game.

Openings are positions after random plies, or the lines of a file. By default, built-in games with
a file in `data/openings` use that first. The same seed gives the same openings. Asking for more of
them keeps those that came before, so that a match can be made longer.

Games of chance start at the initial position by default: their dice make them different. The games
of one opening have the same dice (`schedule.Task`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from counterplay.arena.adjudication import Judge
from counterplay.arena.balance import Accept, balanced
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import START
from counterplay.formats.registry import read_positions
from counterplay.games import BUILT_IN

OWN = Path(__file__).parents[1] / "data" / "openings"
MOST_PLIES = 8
SHARE_OF_GAME = 5
"""The default number of plies: at most MOST_PLIES, and a fifth of the longest game."""
PATIENCE = 2_000
"""Give up after this many random games in a row without a new opening."""


@dataclass(frozen=True)
class Openings:
    """Where the openings of a match come from.

    file       read them from this file
    plies      the number of random plies; None for the default
    balanced   use only openings that a short search scores within this many points of even
    """

    file: str | Path | None
    plies: int | None
    balanced: float | None
    seed: int

    def __post_init__(self) -> None:
        if self.file is not None and (self.plies is not None or self.balanced is not None):
            raise InputError(
                "give openings=FILE, or opening_plies and balanced for random openings, not both"
            )
        if self.plies is not None and self.plies < 0:
            raise InputError(f"opening_plies={self.plies} must be 0 or more")

    def files(self, game: Game) -> tuple[str, ...]:
        """The files that openings are read from."""
        file = self.file or self._own_file(game)
        return () if file is None else (str(file),)

    def _own_file(self, game: Game) -> Path | None:
        """The file in data/openings, unless random openings or other parameters are asked for."""
        is_asked = self.plies is not None or self.balanced is not None
        is_usual = all(p.value == p.default for p in game.parameters.values())
        file = OWN / f"{game.name}.txt"
        is_there = game.name in BUILT_IN and file.is_file()
        return file if is_there and is_usual and not is_asked else None

    def about(self, game: Game) -> str:
        """A description, which differs from that of other openings with the same seed."""
        if self.file is not None:
            return f"those of {Path(self.file).name}"
        if self._own_file(game) is not None:
            return f"known ones, then {self._plies(game)} random plies"
        if _is_start(game, self._plies(game)):
            return "the start, with other dice each time"
        fair = "" if self.balanced is None else f", balanced within {self.balanced:g}"
        return f"{self._plies(game)} random plies{fair}"

    def find(self, game: Game, count: int, judge: Judge | None = None) -> list[str]:
        """Return `count` openings as text. Random ones are not positions that the judge decides."""
        if self.file is not None:
            return read_openings(game, self.file, count)
        own = self._own_file(game)
        known = [] if own is None else known_openings(own, self.seed)[:count]
        accept = self._accept(game, judge)
        left = count - len(known)
        return known + random_openings(game, left, self._plies(game), self.seed, accept)

    def _accept(self, game: Game, judge: Judge | None) -> Accept | None:
        fair = None if self.balanced is None else balanced(game, self.balanced)
        if judge is None:
            return fair
        return lambda position: judge.payoffs(position) is None and (fair is None or fair(position))

    def _plies(self, game: Game) -> int:
        return default_plies(game) if self.plies is None else self.plies


def default_plies(game: Game) -> int:
    """The default number of random plies, which leaves most of the game to the players. In games of
    chance it is 0."""
    if game.facts.chance:
        return 0
    return min(MOST_PLIES, max(1, game.facts.longest_game // SHARE_OF_GAME))


def _is_start(game: Game, plies: int) -> bool:
    """Whether all games start at the initial position, and differ by their dice."""
    return game.facts.chance and plies == 0


def random_openings(
    game: Game, count: int, plies: int, seed: int, accept: Accept | None = None
) -> list[str]:
    """Return `count` different openings, each after `plies` random plies, in which no game is over.

    Symmetric openings are not different if the game defines `canonical`. `accept` may reject an
    opening. Without plies, a game of chance has one opening, which is repeated.
    """
    if _is_start(game, plies):
        return [START] * count
    found = list(islice(_draw(game, plies, seed, accept), count))
    if len(found) < count:
        accepted = " that are balanced and not in a table" if accept else ""
        raise InputError(
            f"{game.name} has only {len(found)} different openings of {plies} random plies"
            f"{accepted}, but {count} are needed: play fewer games, or change --opening-plies"
        )
    return found


def _draw(game: Game, plies: int, seed: int, accept: Accept | None) -> Iterator[str]:
    """Yield new openings, until PATIENCE random games in a row gave none."""
    dice, tries = Random(f"openings {seed}"), 0
    seen: set[bytes] = set()
    while tries < PATIENCE:
        tries += 1
        position = _random_position(game, plies, dice)
        if position is None or (key := _identity(position)) in seen:
            continue
        seen.add(key)
        if accept is None or accept(position):
            tries = 0
            yield position.text


def _random_position(game: Game, plies: int, dice: Random) -> Position | None:
    """The position after random plies. None if the game is over by then."""
    position = game.position()
    for _ in range(plies):
        if position.is_over:
            return None
        if position.turn == CHANCE:
            move = game.draw(position.state, dice.getrandbits(62))
        else:
            move = dice.choice(position.legal_moves)
        position = position.play(move)
    return None if position.is_over else position


def _identity(position: Position) -> bytes:
    """A key that equal states share, and symmetric states if the game defines `canonical`."""
    game, state = position.game, position.state
    if "canonical" in game.functions:
        state = game.ask("canonical", state)
    return bytes(game.shape.encode(state).tobytes())


def known_openings(file: Path, seed: int) -> list[str]:
    """The openings of a shipped file, shuffled by the seed."""
    listed = [text for _, text in _lines(file)]
    Random(f"openings {seed}").shuffle(listed)
    return listed


def read_openings(game: Game, file: str | Path, count: int) -> list[str]:
    """The first `count` openings of a file of positions: a list, EPD or OBF."""
    lines = _lines(file)
    if len(lines) < count:
        raise InputError(
            f"{file} has {len(lines)} openings, but {count} are needed: play fewer games"
        )
    seen: dict[bytes, int] = {}
    for number, text in lines[:count]:
        try:
            position = game.position(text)
        except CounterplayError as error:
            raise InputError(f"{file}, line {number}: {error}") from None
        if position.is_over:
            raise InputError(f"{file}, line {number}: the game is already over in {text!r}")
        before = seen.setdefault(_identity(position), number)
        if before != number:
            raise InputError(f"{file}, line {number}: the same opening is in line {before}")
    return [text for _, text in lines[:count]]


def _lines(file: str | Path) -> Sequence[tuple[int, str]]:
    return [(record.line, record.position) for record in read_positions(file)]
