"""Openings: different positions to start from, so that the same two players play different games.

Random plies from the start, the same for the same seed; or the lines of a file. A game may come
with a file of known openings (`data/openings`), which come first where nobody asks for something
else. More openings of the same seed begin with those there were, so that a match can be longer.
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
from counterplay.games import BUILT_IN

OWN = Path(__file__).parents[1] / "data" / "openings"
MOST_PLIES = 8
SHARE_OF_GAME = 5
"""Without a word about it an opening has at most this many plies, and this part of a game."""
PATIENCE = 2_000
"""Random games in a row that lead to no new opening, until no more are looked for."""


@dataclass(frozen=True)
class Openings:
    """Where the openings of a match come from: a file, or random plies.

    balanced   keep those that a short search calls even, within so many points of payoff
    """

    file: str | Path | None
    plies: int | None
    balanced: float | None
    seed: int

    def __post_init__(self) -> None:
        if self.file is not None and (self.plies is not None or self.balanced is not None):
            raise InputError("openings come from a file or from random plies, not from both")
        if self.plies is not None and self.plies < 0:
            raise InputError(f"opening_plies={self.plies} must be a whole number from 0 up")

    def files(self, game: Game) -> tuple[str, ...]:
        """The files that openings are read from."""
        file = self.file or self._own_file(game)
        return () if file is None else (str(file),)

    def _own_file(self, game: Game) -> Path | None:
        """The file that comes with the game, where nobody asks for something else."""
        is_asked = self.plies is not None or self.balanced is not None
        is_usual = all(p.value == p.default for p in game.parameters.values())
        file = OWN / f"{game.name}.txt"
        is_there = game.name in BUILT_IN and file.is_file()
        return file if is_there and is_usual and not is_asked else None

    def about(self, game: Game) -> str:
        """The openings in words that tell them from others of the same seed."""
        if self.file is not None:
            return f"those of {Path(self.file).name}"
        if self._own_file(game) is not None:
            return f"known ones, then {self._plies(game)} random plies"
        fair = "" if self.balanced is None else f", balanced within {self.balanced:g}"
        return f"{self._plies(game)} random plies{fair}"

    def find(self, game: Game, count: int, judge: Judge | None = None) -> list[str]:
        """So many openings, as text; no random ones that the judge would end at once."""
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
    """A number of random plies that leaves most of the game to the players."""
    return min(MOST_PLIES, max(1, game.facts.longest_game // SHARE_OF_GAME))


def random_openings(
    game: Game, count: int, plies: int, seed: int, accept: Accept | None = None
) -> list[str]:
    """So many different openings of so many random plies, none of them over.

    Different means by state, and where the game has `canonical`, by symmetry as well. `accept`
    may turn an opening down.
    """
    found = list(islice(_draw(game, plies, seed, accept), count))
    if len(found) < count:
        kept = "that are balanced, and in no table, " if accept else ""
        raise InputError(
            f"{game.name} gave only {len(found)} different openings of {plies} random plies {kept}"
            f"where {count} are needed: play fewer games, or other plies with --opening-plies"
        )
    return found


def _draw(game: Game, plies: int, seed: int, accept: Accept | None) -> Iterator[str]:
    """New openings, until many tries in a row have given none."""
    dice, tries = Random(f"openings {seed}"), 0
    seen: set[bytes] = set()
    while tries < PATIENCE:
        tries += 1
        position = _wander(game, plies, dice)
        if position is None or (key := _identity(position)) in seen:
            continue
        seen.add(key)
        if accept is None or accept(position):
            tries = 0
            yield str(position)


def _wander(game: Game, plies: int, dice: Random) -> Position | None:
    """A position after random plies; None where the game is over by then."""
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
    """The same for states that are alike, by symmetry too where the game knows its symmetries."""
    game, state = position.game, position.state
    if "canonical" in game.functions:
        state = game.ask("canonical", state)
    return bytes(game.shape.encode(state).tobytes())


def known_openings(file: Path, seed: int) -> list[str]:
    """The openings of the file that comes with a game, in an order of the seed's."""
    listed = [text for _, text in _lines(file)]
    Random(f"openings {seed}").shuffle(listed)
    return listed


def read_openings(game: Game, file: str | Path, count: int) -> list[str]:
    """The first `count` openings of a file: one position a line; `#` begins a comment."""
    lines = _lines(file)
    if len(lines) < count:
        raise InputError(
            f"{file} has {len(lines)} openings, and {count} are needed: play fewer games"
        )
    seen: dict[bytes, int] = {}
    for number, text in lines[:count]:
        try:
            position = game.position(text)
        except CounterplayError as error:
            raise InputError(f"{file}, line {number}: {error}") from None
        if position.is_over:
            raise InputError(f"{file}, line {number}: the game is over in {text!r}")
        before = seen.setdefault(_identity(position), number)
        if before != number:
            raise InputError(f"{file}, line {number}: the same opening stands in line {before}")
    return [text for _, text in lines[:count]]


def _lines(file: str | Path) -> Sequence[tuple[int, str]]:
    try:
        written = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file} is not a text in UTF-8") from None
    stripped = (
        (n, line.partition("#")[0].strip()) for n, line in enumerate(written.split("\n"), 1)
    )
    return [(number, text) for number, text in stripped if text]
