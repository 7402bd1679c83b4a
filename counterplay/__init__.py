"""Write the rules of a game once, in plain Python; play, search and solve it at native speed.

What is public are the names of `surface.py`. They are loaded when the first one is asked for, so
that a program which talks to others in lines can answer before the compiler is loaded.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from counterplay.surface import *  # noqa: F403

__version__ = "0.1.0"


class _Package(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        surface = import_module(f"{self.__name__}.surface")
        self.__dict__.update({public: getattr(surface, public) for public in surface.__all__})
        self.__dict__["__all__"] = [*surface.__all__, "__version__"]
        if name not in self.__dict__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return self.__dict__[name]

    def __setattr__(self, name: str, value: Any) -> None:
        """Python puts folders here as they are imported; three have names of public functions."""
        if not (isinstance(value, ModuleType) and name in ("check", "search", "solve")):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
