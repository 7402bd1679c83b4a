"""Board size, komi and final score in GTP."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import load, source_of

SIDES = (("size", "size"), ("width", "height"), ("columns", "rows"))
"""Names that games use for the parameters of the board size."""
KOMI, SCORED = "komi", "scored"


def side_names(game: Game) -> tuple[str, str] | None:
    """The names of a game's two size parameters; None if its board has one size only."""
    return next((names for names in SIDES if all(name in game.parameters for name in names)), None)


def sides_of(game: Game) -> tuple[int, int] | None:
    names = side_names(game)
    if names is None:
        return None
    across, down = (int(game.parameters[name].value) for name in names)
    return across, down


def resized(game: Game, across: int, down: int) -> Game:
    """The game on a board of another size; the same object if the size is the same."""
    names, sides = side_names(game), sides_of(game)
    if names is None or sides is None:
        raise InputError(f"unacceptable size: the board of {game.name} has one size only")
    if (across, down) == sides:
        return game
    if names[0] == names[1] and across != down:
        raise InputError(f"unacceptable size: boards of {game.name} are square")
    try:
        return rebuilt(game, **dict(zip(names, (across, down), strict=True)))
    except InputError as error:
        raise InputError(f"unacceptable size: {error}") from None


def with_komi(game: Game, komi: str) -> Game:
    """The game with a komi for the second player. Games without komi accept 0 only."""
    try:
        points = float(komi)
    except ValueError:
        raise InputError(f"syntax error: komi: {komi[:20]!r} is not a number") from None
    if KOMI in game.parameters:
        return rebuilt(game, komi=komi)
    if points != 0:
        raise InputError(f"there is no komi in {game.name}, it can only be 0")
    return game


def rebuilt(game: Game, **parameters: Any) -> Game:
    source = source_of(game)
    return load(source.game, **{**source.named, **parameters})


def final_score(position: Position, colours: tuple[str, ...]) -> str:
    """`B+3`, `W+1`, or 0 for a draw.

    The margin is the winner's payoff in a zero-sum game, and the difference of payoffs otherwise.
    """
    if not position.is_over:
        raise InputError("cannot score: the game is not over")
    lead = margin(position)
    if lead == 0:
        return "0"
    winner = colours[0 if lead > 0 else 1]
    return f"{winner[0].upper()}+{abs(lead):g}"


def margin(position: Position) -> float:
    """The lead of the first player at the end of a game.

    Games whose parameter `scored` is off pay 1 for any win: the margin is that of the scored game.
    """
    scored = position.game.parameters.get(SCORED)
    if scored is not None and scored.value is False:
        position = rebuilt(position.game, scored=True).position(position.text)
    first, second = position.payoffs
    return first if position.game.facts.total == 0 else first - second
