"""Write the rules of a game once, in plain Python; play, search and solve it at native speed.

The public names are those of `api.py`. They are loaded when the first one is used, so a program
that talks to other programs can answer before the compiler is loaded.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from counterplay.api import *  # noqa: F403  # type checkers see the public names

__version__ = "0.2.0"

RENAMED = {
    "Endgames": "ProbeTables",
    "MoveBook": "OpeningBook",
    "Table": "Solution",
    "Tables": "Tablebase",
    "build_tables": "build_tablebase",
}
"""Public names that changed in 0.2.0. The old names still work, with a warning."""


def _public_name(name: str) -> Any:
    """Load a public name when it is first used."""
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    api = import_module(f"{__name__}.api")
    if name == "__all__":
        return [*api.__all__, "__version__"]
    if name in RENAMED:
        new = RENAMED[name]
        warnings.warn(f"cp.{name} is now called cp.{new}", DeprecationWarning, stacklevel=2)
        return getattr(api, new)
    if name == "engine":  # the function of that name made room for the folder
        raise AttributeError("cp.engine(…) is now called cp.make_engine(…)")
    if name not in api.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(api, name)
    return value


def __dir__() -> list[str]:
    return sorted(_public_name("__all__"))


if not TYPE_CHECKING:  # type checkers read the names in `api.py`, and find misspelt ones
    __getattr__ = _public_name
