"""Where the kernels of many games run: on the CPU, or on a GPU. Both have the same arrays by name.

Numbers are tensors of PyTorch, and the kernels work on the same memory. States are not: PyTorch has
no records.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.networks.torch_trainer import device_of

KERNELS = Path(__file__).parent / "kernels"
THREADS = 128
"""Threads in a block of a GPU."""

BLOCKS = 32
"""The most blocks for each multiprocessor."""

TYPES = {"int64": np.int64, "uint64": np.uint64, "float32": np.float32, "float64": np.float64}


class Machine(Protocol):
    """Arrays by name, and kernels that run on them."""

    device: str
    """The device of the tensors."""

    is_gpu: bool
    """Whether kernels are those of a GPU."""

    def tensor(self, name: str, shape: tuple[int, ...], kind: str) -> Any:
        """A new tensor of zeros that kernels know by this name."""

    def make_room(self, name: str, shape: tuple[int, ...], kind: str) -> None:
        """Have a tensor of this name with so many rows or more; a new one only if needed.

        Users of one tensor find it by `known`, since another one may have replaced it.
        """

    def known(self, name: str) -> Any:
        """The tensor that kernels know by this name."""

    def records(self, name: str, size: int) -> None:
        """New states that kernels know by this name."""

    def share(self, name: str, other: Machine, other_name: str) -> None:
        """Let kernels know an array of another machine of this kind by this name."""

    def array(self, name: str) -> Any:
        """The array that kernels know by this name."""

    def copied(self, name: str) -> Any:
        """The states of this name, as a NumPy array."""

    def fill(self, name: str, states: Any) -> None:
        """Set the states of this name to those of a NumPy array."""

    def run(self, file: str, function: str, count: int, width: int = 1, **numbers: int) -> None:
        """Run a function of a kernel's file for `count` games or rows.

        On a GPU each of them has work for `width` threads.
        """


def _has_room(tensor: Any, shape: tuple[int, ...]) -> bool:
    """Whether a tensor has rows of this shape, and enough of them."""
    return tensor is not None and tensor.shape[1:] == shape[1:] and len(tensor) >= shape[0]


class Cpu:
    """Kernels on one core of the CPU."""

    device, is_gpu = "cpu", False

    def __init__(self, game: Game) -> None:
        self.game = game
        self._arrays: dict[str, Any] = {}
        self._tensors: dict[str, Any] = {}
        self._bound: dict[str, tuple[Any, Context]] = {}

    def tensor(self, name: str, shape: tuple[int, ...], kind: str) -> Any:
        import torch

        array = np.zeros(shape, TYPES[kind])
        self._keep(name, array)
        made = torch.from_numpy(array.view(np.int64) if kind == "uint64" else array)
        self._tensors[name] = made
        return made

    def make_room(self, name: str, shape: tuple[int, ...], kind: str) -> None:
        if not _has_room(self._tensors.get(name), shape):
            self.tensor(name, shape, kind)

    def known(self, name: str) -> Any:
        return self._tensors[name]

    def records(self, name: str, size: int) -> None:
        self._keep(name, np.zeros(size, self.game.shape.dtype))

    def share(self, name: str, other: Machine, other_name: str) -> None:
        self._keep(name, other.array(other_name))

    def array(self, name: str) -> Any:
        return self._arrays[name]

    def copied(self, name: str) -> Any:
        return self._arrays[name].copy()

    def fill(self, name: str, states: Any) -> None:
        self._arrays[name][:] = states

    def run(self, file: str, function: str, count: int, width: int = 1, **numbers: int) -> None:
        kernel, context = self._context(file)
        for name, number in numbers.items():
            if name in context.array.dtype.names:
                context.array[name] = number
        context.call(getattr(kernel, function))

    def _context(self, file: str) -> tuple[Any, Context]:
        if file not in self._bound:
            kernel = bind(self.game, KERNELS / f"{file}_cpu.py")
            self._bound[file] = kernel, Context(self.game, kernel)
            for name, array in self._arrays.items():
                self._tell(name, array, *self._bound[file])
        return self._bound[file]

    def _keep(self, name: str, array: Any) -> None:
        self._arrays[name] = array
        for bound in self._bound.values():
            self._tell(name, array, *bound)

    def _tell(self, name: str, array: Any, kernel: Any, context: Context) -> None:
        if name in kernel.DTYPE.names:
            context.keep(name, array)


class Cuda:
    """Kernels on a GPU, or in the CUDA simulator."""

    is_gpu = True

    def __init__(self, game: Game) -> None:
        from counterplay.core.compile.cuda import why_not

        reason = why_not()
        if reason is not None:
            raise InputError(f"games cannot be played on a GPU here: {reason}")
        from counterplay.core.compile.cuda import target
        from counterplay.core.compile.cuda.bind import bind_cuda

        self.game, self._target, self._bind = game, target, bind_cuda
        self.device = "cpu" if target.IS_SIMULATED else device_of("cuda").type
        self._arrays: dict[str, Any] = {}
        self._tensors: dict[str, Any] = {}
        self._kernels: dict[str, Any] = {}

    def tensor(self, name: str, shape: tuple[int, ...], kind: str) -> Any:
        import torch

        kinds = {"int64": torch.int64, "uint64": torch.int64, "float32": torch.float32,
                 "float64": torch.float64}  # fmt: skip
        made = torch.zeros(shape, dtype=kinds[kind], device=self.device)
        self._arrays[name] = self._seen_by_kernels(made, kind)
        self._tensors[name] = made
        return made

    def make_room(self, name: str, shape: tuple[int, ...], kind: str) -> None:
        if not _has_room(self._tensors.get(name), shape):
            self.tensor(name, shape, kind)

    def known(self, name: str) -> Any:
        return self._tensors[name]

    def _seen_by_kernels(self, tensor: Any, kind: str) -> Any:
        if self._target.IS_SIMULATED:
            return tensor.numpy().view(TYPES[kind])
        array = self._target.cuda.as_cuda_array(tensor)
        return array.view(np.uint64) if kind == "uint64" else array

    def records(self, name: str, size: int) -> None:
        made = np.zeros(size, self.game.shape.dtype)
        self._arrays[name] = (
            made if self._target.IS_SIMULATED else self._target.cuda.to_device(made)
        )

    def share(self, name: str, other: Machine, other_name: str) -> None:
        self._arrays[name] = other.array(other_name)

    def array(self, name: str) -> Any:
        return self._arrays[name]

    def copied(self, name: str) -> Any:
        array = self._arrays[name]
        return array.copy() if self._target.IS_SIMULATED else array.copy_to_host()

    def fill(self, name: str, states: Any) -> None:
        if self._target.IS_SIMULATED:
            self._arrays[name][:] = states
        else:
            self._arrays[name].copy_to_device(states)

    def run(self, file: str, function: str, count: int, width: int = 1, **numbers: int) -> None:
        if count == 0:
            return
        if file not in self._kernels:
            self._kernels[file] = self._bind(self.game, KERNELS / f"{file}_cuda.py")
        launched = getattr(self._kernels[file], function)
        given = [
            numbers[name] if name in numbers else self._arrays[name]
            for name in arguments_of(launched)[1:]
        ]
        blocks, threads = self._target.room(BLOCKS, THREADS)
        launched[min(blocks, -(-count * width // threads)), threads](count, *given)


def arguments_of(launched: Any) -> tuple[str, ...]:
    """The names of the arguments of a function that is launched."""
    function = getattr(launched, "py_func", None) or launched.fn
    code = function.__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names


def machine_of(game: Game, device: str) -> Machine:
    """The machine for a device: cpu, or cuda."""
    if game.facts.players != 2 or game.facts.total != 0 or game.shape.is_record:
        raise InputError(
            f"{game.name} cannot be learned so: many games at once need two players, payoffs with "
            "the sum 0 and a State that is a NamedTuple"
        )
    if device not in ("cpu", "cuda"):
        raise InputError(f"device={device!r} is neither cpu nor cuda")
    return Cuda(game) if device == "cuda" else Cpu(game)
