"""Bind a kernel to a game for CUDA; `core/compile/bind.py` does it for the CPU.

The text of the kernel is the same as for the CPU, with the decorators of CUDA. Nothing is kept on
disk: a function is compiled when it is launched, for the types of its arguments.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from counterplay.core.compile.bind import digest_of
from counterplay.core.compile.cuda.rules import device_rules
from counterplay.core.compile.parts import UNBOUND, kernel_name, kernel_text
from counterplay.core.game.game import Game

_modules: dict[str, ModuleType] = {}
"""The bound kernels of this process, by digest."""


def bind_cuda(game: Game, kernel: Path) -> ModuleType:
    """The kernel in the file `kernel` with the rules of `game`, compiled for CUDA."""
    digest = digest_of(game, kernel)
    if digest not in _modules:
        module = ModuleType(f"{kernel_name(kernel)}_{game.name}_cuda_{digest}")
        module.rules = device_rules(game)  # type: ignore[attr-defined]
        exec(compile(module_text(kernel), f"<{module.__name__}>", "exec"), module.__dict__)
        _modules[digest] = module
    return _modules[digest]


def module_text(kernel: Path) -> str:
    """The kernel's text with the decorators of CUDA. The module already contains `rules`."""
    ours, cpu = (
        "from counterplay.core.compile.cuda.kernel import",
        "from counterplay.core.compile.kernel import",
    )
    return kernel_text(kernel).replace(UNBOUND, "").replace(cpu, ours)
