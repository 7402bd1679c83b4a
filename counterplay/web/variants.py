"""Variants of the games of the server: the same file with other parameters.

A page names a variant by the game and the parameters that differ: `connect_four?width=5&height=4`.
It can change numbers, truth values and lists of numbers, and a few texts of built-in games. Other
texts could name files, so they are left to the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode
from weakref import WeakKeyDictionary

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Parameter, read_parameter
from counterplay.core.game.game import Game
from counterplay.core.game.time_limit import limited_loading
from counterplay.games import load, source_of

MOST_FIELDS = 64
"""The most parameters in the name of a variant."""
TEXTS = {"bridge": ("contract",), "einstein": ("setup",), "go": ("komi",)}
"""By built-in game, the texts that a page can change: they never name a file."""
LONGEST_NAME = 200
LARGEST = 1_000
"""The largest number for a parameter without bounds, and the most numbers of a list."""
LOADING_SECONDS = 10.0

_names: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def public_name(game: Game) -> str:
    """The name by which pages know a game: its own, or that of the variant."""
    return _names.get(game, game.name)


def shown_title(game: Game) -> str:
    """The title of a game, with the parameters of a variant: `Connect Four (width 5)`."""
    _, given = split_name(public_name(game))
    words = [
        f"{text} players" if name == "players" else f"{name.replace('_', ' ')} {text}"
        for name, text in given.items()
    ]
    return f"{game.facts.title} ({', '.join(words)})" if words else game.facts.title


def split_name(name: str) -> tuple[str, dict[str, str]]:
    """The name of the game and the parameters in the name of a variant."""
    game, _, given = name.partition("?")
    try:
        return game, dict(parse_qsl(given, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise InputError(f"{game} is given more than {MOST_FIELDS} parameters") from None


def changeable(game: Game) -> list[Parameter]:
    """The parameters that a page can change."""
    texts = TEXTS.get(game.name, ()) if game.is_built_in else ()
    return [
        one
        for one in game.parameters.values()
        if isinstance(one.default, (int, tuple)) or one.name in texts
    ]


def variant_name(game: Game, given: Mapping[str, str]) -> str:
    """The name of a variant, the same for all ways to write it. Raises InputError if a page cannot
    change one of the parameters so."""
    known = {one.name: one for one in changeable(game)}
    for name, text in given.items():
        if name not in known:
            raise InputError(f"{game.name} has no parameter {name[:40]!r} that a page can change")
        _require_small(known[name], read_parameter(name, text, known[name].default))
    changed = {
        name: value_text(value)
        for name, one in known.items()
        if name in given and (value := read_parameter(name, given[name], one.default)) != one.value
    }
    return f"{game.name}?{urlencode(changed)}" if changed else game.name


def _require_small(parameter: Parameter, value: Any) -> None:
    """Refuse what would take too much memory, if the file has no bounds of its own."""
    numbers = value if isinstance(value, tuple) else (value,)
    is_bounded = parameter.low is not None and parameter.high is not None
    is_large = any(isinstance(n, int) and abs(n) > LARGEST for n in numbers)
    if len(numbers) > LARGEST or (is_large and not is_bounded):
        raise InputError(f"{parameter.name} is too large: on the page, at most {LARGEST:,} is")


def load_variant(game: Game, name: str) -> Game:
    """Load the variant of a game that `variant_name` names. It takes at most ten seconds."""
    with limited_loading(LOADING_SECONDS):
        source = source_of(game)
        made = load(source.game, **{**source.named, **split_name(name)[1]})
    _names[made] = name
    return made


def value_text(value: Any) -> str:
    """A value in the form that `--set` accepts."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
