"""The setup of a game in the terminal: the game, the players, and the engine's limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.limits import Limit


@dataclass(frozen=True)
class Setup:
    """How a game is played.

    game        a built-in's name, or the absolute path of a file
    parameters  as given by --set
    people      for each player, whether a person plays it; the engine plays the others
    seed        the seed of chance
    book        the engine's opening book, or None
    table       a solution or endgame tables for the engine, or None
    ponder      whether the engine thinks on a person's time
    """

    game: str
    parameters: Mapping[str, str]
    people: tuple[bool, ...]
    limit: Limit
    seed: int
    book: str | None = None
    table: str | None = None
    ponder: bool = False


def people_of(you: str, facts: Facts) -> tuple[bool, ...]:
    """The players that `--you` gives to people: `first`, `2`, `1,3`, a name, `all` or `none`."""
    everybody = range(facts.players)
    if you.strip().lower() in ("all", "none"):
        return tuple(you.strip().lower() == "all" for _ in everybody)
    words = ("first", "second", "third", "fourth")
    called = {name.lower(): p for p, name in enumerate(facts.names)}
    called |= {word: p for p, word in zip(everybody, words, strict=False)}
    called |= {str(p + 1): p for p in everybody}
    taken = set()
    for word in you.split(","):
        if word.strip().lower() not in called:
            names = ", ".join(f"{p + 1} ({name})" for p, name in enumerate(facts.names))
            raise InputError(
                f"--you {you!r}: {word.strip()!r} is no player of {facts.title}; "
                f"write {names}, all or none"
            )
        taken.add(called[word.strip().lower()])
    return tuple(p in taken for p in everybody)


def labels_of(setup: Setup, facts: Facts) -> list[str]:
    """The labels of the players on the screen: `X (you)`, `O (engine)`."""
    if not any(setup.people):
        return list(facts.names)
    who = "" if sum(setup.people) > 1 else " (you)"
    named = zip(facts.names, setup.people, strict=True)
    return [name + (who if person else " (engine)") for name, person in named]
