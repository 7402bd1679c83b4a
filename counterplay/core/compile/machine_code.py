"""Object files of compiled kernels: load one and call its entries, by LLVM alone.

An entry is a function of Numba's calling convention:

    int32 entry(result*, exception**, int64 address, int64 count)

It returns 0, or a number below -1 if it returns None. Anything else means that it raised. Calls go
through ctypes, which releases the GIL.
"""

from __future__ import annotations

import ctypes
import pickle
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy.typing as npt

from counterplay.core.game.errors import NATIVE_PLACE, UnfitError

RESULTS: dict[str, Any] = {
    "": ctypes.c_int64,  # not written
    "int64": ctypes.c_int64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_int8,
}
"""The C type of an entry's result, by `Symbol.returns`."""

RAISED = -1
"""The status of an entry that raised an exception without saying which; positive: it says so."""


@dataclass(frozen=True)
class Symbol:
    """An entry in an object file: its name there, and the type that it returns ("" for None)."""

    name: str
    returns: str


@dataclass(frozen=True)
class ObjectFile:
    """The machine code of a kernel.

    code        the object file
    entries     its functions that Python calls
    unresolved  functions of other libraries that it calls
    is_lasting  whether another process may load it, too
    """

    code: bytes
    entries: dict[str, Symbol]
    unresolved: list[str]
    is_lasting: bool = True


class Entry:
    """A function in machine code that Python calls with an array of contexts."""

    def __init__(self, address: int, returns: str, engine: Any) -> None:
        self._call = PROTOTYPE(address)
        self._result = RESULTS[returns]
        self._returns = returns
        self._engine = engine  # owns the machine code

    def __call__(self, contexts: npt.NDArray[Any]) -> Any:
        result, exception = self._result(), ctypes.c_void_p()
        status = self._call(
            ctypes.byref(result), ctypes.byref(exception), contexts.ctypes.data, len(contexts)
        )
        if status > 0 or status == RAISED:
            raise _exception(status, exception.value)
        if not self._returns:
            return None
        return bool(result.value) if self._returns == "bool" else result.value


PROTOTYPE = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)


class _Raised(ctypes.Structure):
    """The beginning of Numba's description of an exception: its pickled class and arguments."""

    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_int32))


def _exception(status: int, address: int | None) -> Exception:
    """The exception that machine code raised."""
    if status > 0 and address:
        raised = _Raised.from_address(address)
        kind, arguments, *place = pickle.loads(ctypes.string_at(raised.data, raised.size))
        if isinstance(kind, type) and issubclass(kind, Exception):
            error = kind(*(arguments or ()))
            if place and place[0] is not None:
                _, file, line = place[0]
                setattr(error, NATIVE_PLACE, (file, line))
            return error
    return RuntimeError("the compiled rules raised an exception")


FREE = "NRT_MemInfo_call_dtor"
"""Numba's function that frees an array. Code that only reads arrays refers to it, too."""

_free_nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def host() -> tuple[str, str]:
    """The CPU and its features. Machine code is for one CPU."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def load(file: ObjectFile) -> dict[str, Entry]:
    """Load an object file into this process. Returns its entries."""
    _initialize()
    _resolve(file.unresolved)
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(file.code))
    engine.finalize_object()
    return {
        name: Entry(engine.get_function_address(symbol.name), symbol.returns, engine)
        for name, symbol in file.entries.items()
    }


def _resolve(names: list[str]) -> None:
    """Let LLVM find the functions that machine code calls. Those of C are found by themselves."""
    if any(name.startswith(("Py", "_Py")) for name in names):
        raise UnfitError("compiled rules cannot print, or use other parts of Python itself")
    if any(name.startswith("_ZN") for name in names):
        raise UnfitError("compiled rules call a function that was not compiled: avoid recursion")
    needed = [name for name in names if name.startswith(("NRT_", "numba_"))]
    if needed == [FREE]:  # nothing is made, so nothing is freed
        llvm.add_symbol(FREE, ctypes.cast(_free_nothing, ctypes.c_void_p).value)
    elif needed:  # rules that make arrays, or use a function that Numba implements
        from numba.core.registry import cpu_target
        from numba.core.runtime import _nrt_python, rtsys

        cpu_target.target_context.refresh()
        for name in needed:
            if name == FREE:
                llvm.add_symbol(name, _nrt_python.c_helpers["MemInfo_call_dtor"])
            elif not llvm.address_of_symbol(name):
                llvm.add_symbol(name, rtsys.library.get_pointer_to_function(name))
