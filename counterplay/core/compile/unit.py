"""The functions of one kernel, to be compiled in parts.

A function whose types are declared (`declarations.py`) is called by its symbol and compiled by
itself. For that its dispatcher gets an overload that has no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from numba import from_dtype, njit, typeof, types
from numba.core import typing
from numba.core.compiler import CompileResult
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from counterplay.core.compile.declarations import SYMBOL, Declaration, Source
from counterplay.core.compile.functions import INNER_FLAGS, for_cpu, guarded
from counterplay.core.compile.native import Twins
from counterplay.core.compile.numba_patches import is_tested, linking

RETURNS = {types.int64: "int64", types.float64: "float64", types.boolean: "bool", types.none: ""}
"""The types that an entry may return, by the name in `Symbol.returns`."""


class Unit:
    """The functions of a kernel. They are compiled in parts.

    A function whose types are declared is called by its symbol, and compiled by itself. (An
    untested Numba makes machine code of every part at once, so there nothing is declared.)
    """

    def __init__(self, source: Source, is_guarded: bool) -> None:
        self.returns: dict[str, str] = {}
        self.source = source
        self._form = guarded if is_guarded else for_cpu
        self._types = _types(source)
        self._symbols = {d.function: s for s, d in source.declared.items()} if is_tested() else {}
        self._bodies: dict[str, Any] = {}
        self._twins = Twins(self._twin, takes_all=is_guarded)

    def compile(self, symbols: Iterable[str]) -> Any:
        """One LLVM module of these functions and what they call, but for declared functions."""
        libraries = [self._compiled(symbol).library for symbol in symbols]
        return linking.linked(libraries) if is_tested() else _linked(libraries)

    def compile_all(self, symbols: Iterable[str]) -> Any:
        """One LLVM module of those functions that compile; None if none does."""
        made = None
        for symbol in symbols:
            with suppress(Exception):
                module = self.compile([symbol])
                if made is None:
                    made = module
                else:
                    made.link_in(module)
        return made

    def forget(self) -> None:
        """Let go of the functions. Numba would keep most of them, some megabytes a kernel."""
        self._twins.forget()
        self._bodies.clear()

    def missing(self, module: Any) -> list[str]:
        """The symbols of this kernel that a module needs and does not define."""
        functions = {f.name: f.is_declaration for f in module.functions}
        needed = [*self.source.entries, *(s for s in self.source.declared if s in functions)]
        return [symbol for symbol in needed if functions.get(symbol, True)]

    def _compiled(self, symbol: str) -> Any:
        if symbol in self.source.entries:
            entry = self._twins.of(self.source.entries[symbol])
            result = _at_address(entry, self._types["context"], symbol)
            self.returns[symbol] = RETURNS[result.signature.return_type]
            return result
        declaration = self.source.declared[symbol]
        self._twins.of(declaration.function)
        signature = self._signature(declaration)
        with symbols_of_their_own():
            self._bodies[symbol].compile(signature.args)
        result = self._bodies[symbol].overloads[signature.args]
        if result.signature.return_type != signature.return_type:
            found = result.signature.return_type
            raise TypeError(f"{symbol} returns {found}, not {signature.return_type} as declared")
        return result

    def _twin(self, copy: FunctionType, original: FunctionType) -> Any:
        dispatcher = self._form(copy, original)
        symbol = self._symbols.get(original)
        if symbol is not None:
            _declare(dispatcher, symbol, self._signature(self.source.declared[symbol]))
            self._bodies[symbol] = self._form(_renamed(copy, symbol), original)
        return dispatcher

    def _signature(self, declaration: Declaration) -> Any:
        arguments = (self._types[kind] for kind in declaration.arguments)
        return typing.signature(self._types[declaration.result], *arguments)


def _types(source: Source) -> dict[str, Any]:
    """Numba's types of the kinds of arguments and results."""
    context = from_dtype(source.context)
    found = {
        "context": context,
        "int": types.int64,
        "count": types.int64,
        "bool": types.boolean,
        "key": types.uint64,
        "number": types.float64,
        "pair": types.UniTuple(types.int64, 2),
        "nothing": types.none,
        "moves": types.Array(types.int64, 1, "C"),
        "probabilities": types.Array(types.float64, 1, "C"),
    }
    if source.declared:
        found["state"] = context.typeof("root") if source.state is None else typeof(source.state)
    return found


def _declare(dispatcher: Any, symbol: str, signature: Any) -> None:
    """Let callers use a function that is compiled elsewhere under this symbol."""
    described = FunctionDescriptor(
        native=True,
        modname=__name__,
        qualname=symbol,
        unique_name=symbol,
        doc="",
        typemap={},
        restype=signature.return_type,
        calltypes={},
        args=[f"arg{i}" for i in range(len(signature.args))],
        kws=(),
        mangler=lambda *_, **__: symbol,
        argtypes=signature.args,
    )
    place: Any = [].append  # Numba needs a new built-in function each time; it is never called
    fields = dict.fromkeys(CompileResult._fields)
    made = fields | {"entry_point": place, "signature": signature, "fndesc": described}
    dispatcher.targetctx.insert_user_function(place, described, ())
    dispatcher.add_overload(CompileResult(**made | {"objectmode": False}))


def _renamed(function: FunctionType, symbol: str) -> FunctionType:
    """A copy of a function that is compiled under `symbol` (`symbols_of_their_own`)."""
    copy = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__qualname__, copy.__module__ = symbol, function.__module__
    return copy


@contextmanager
def symbols_of_their_own() -> Iterator[None]:
    """Let the name of a function that is called like a symbol be that symbol."""
    target = cpu_target.target_context
    usual = target.mangler

    def mangler(name: str, argtypes: Any, **tags: Any) -> Any:
        _, found, symbol = name.rpartition(f".{SYMBOL}")
        if found and not name.startswith(".NumbaEnv"):
            return SYMBOL + symbol
        return usual(name, argtypes, **tags)

    target.mangler = mangler
    try:
        yield
    finally:
        del target.mangler


def _at_address(entry: Any, context: Any, symbol: str) -> Any:
    """The compilation of an entry as a function of the address and the number of its contexts."""
    contexts = types.Array(context, 1, "C")

    @intrinsic
    def contexts_at(typing_context, address, count):
        def generate(target, builder, signature, arguments):
            made = target.make_array(contexts)(target, builder)
            size = target.get_constant(types.intp, context.size)
            target.populate_array(
                made,
                data=builder.inttoptr(arguments[0], made.data.type),
                shape=[arguments[1]],
                strides=[size],
                itemsize=size,
                meminfo=None,
            )
            return made._getvalue()

        return contexts(types.int64, types.int64), generate

    def run(address, count):
        return entry(contexts_at(address, count))

    run.__qualname__ = symbol
    signature = (types.int64, types.int64)
    dispatcher = njit(**INNER_FLAGS)(run)
    with symbols_of_their_own():
        dispatcher.compile(signature)
    return dispatcher.overloads[signature]


def _linked(libraries: list[Any]) -> Any:
    """One LLVM module of compiled functions, through the public interface of any Numba."""
    module, *others = (llvm.parse_assembly(library.get_llvm_str()) for library in libraries)
    for other in others:
        module.link_in(other)
    return module
