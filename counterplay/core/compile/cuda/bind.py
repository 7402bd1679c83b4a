"""Bind a kernel to a game for CUDA; `core/compile/bind.py` does it for the CPU.

The text of the kernel is the same as for the CPU. Nothing is kept on disk: a function is compiled
when it is launched, for the types of its arguments.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType, ModuleType

from counterplay.core.compile.bind import module_text
from counterplay.core.compile.cuda.rules import SIZES, device_rules
from counterplay.core.compile.cuda.target import for_cuda
from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.native import Twins
from counterplay.core.compile.parts import kernel_name
from counterplay.core.game.game import Game

_modules: dict[str, ModuleType] = {}
"""The bound kernels of this process, by digest."""


def bind_cuda(game: Game, kernel: Path) -> ModuleType:
    """The kernel in the file `kernel` with the rules of `game`, compiled for CUDA."""
    rules = device_rules(game)
    digest = digest_of(game, kernel) + "".join(f"_{getattr(rules, size)}" for size in SIZES)
    if digest not in _modules:
        module = ModuleType(f"{kernel_name(kernel)}_{game.name}_cuda_{digest}")
        module.rules = rules  # type: ignore[attr-defined]
        text = module_text(game, kernel)
        exec(compile(text, f"<{module.__name__}>", "exec"), module.__dict__)
        twins = Twins(for_cuda)
        for name, value in list(module.__dict__.items()):
            if isinstance(value, FunctionType) and getattr(value, MARK, None) == "launch":
                setattr(module, name, twins.of(value))
        _modules[digest] = module
    return _modules[digest]
