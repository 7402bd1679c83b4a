"""Two processes compile one kernel. The answers are those of one, even if the second one fails."""

import itertools
import os
import pickle
import struct
import subprocess
import sys
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile import assistant, bind
from counterplay.core.compile.assistant import (
    Assistant,
    ForkedAssistant,
    claimed,
    start_assistant,
)
from counterplay.core.compile.compiler import compile_kernel
from counterplay.core.compile.declarations import (
    Declaration,
    Part,
    Source,
    entry_symbol,
)
from counterplay.core.compile.kernel import Context, entry, native
from counterplay.core.compile.machine_code import load
from counterplay.core.game.loader import load_evaluator
from counterplay.core.network.network import write_network
from counterplay.engine.alphabeta.engine import KERNEL as ALPHABETA
from counterplay.experiments.figures.move_order import KERNEL
from tests.network.test_evaluation import network_of


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled yet, and a second process may help."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COUNTERPLAY_COMPILERS", "2")
    monkeypatch.setattr(bind, "_modules", {})
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Part | None]:
    """What assistants have sent."""
    sent: list[Part | None] = []
    wait = Assistant.wait

    def noted(self: Assistant) -> Part | None:
        sent.append(wait(self))
        return sent[-1]

    monkeypatch.setattr(Assistant, "wait", noted)
    return sent


def searched(game: cp.Game) -> tuple[int, int]:
    """The value and the number of leaves of a small search."""
    module = bind.bind(game, KERNEL)
    context = Context(game, module)
    context.set_root(game.initial())
    context.record.depth, context.record.order = 5, 3
    return context.call(module.search), int(context.record.leaves)


@pytest.mark.usefixtures("cold")
def test_two_processes_compile_what_one_compiles(
    parts: list[Part | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = Assistant.claims
    monkeypatch.setattr(Assistant, "claims", lambda self: itertools.islice(claims(self), 1))
    game = cp.load("tic_tac_toe")
    by_two = searched(game)
    (part,) = parts
    assert part is not None and len(part.bitcode) > 1000
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(bind, "_modules", {})
    assert searched(game) == by_two


ALONE = """
import itertools, sys
from pathlib import Path
import counterplay as cp
from counterplay.core.compile.assistant import ForkedAssistant
from counterplay.core.compile.bind import bind

claims, answers = ForkedAssistant.claims, []
ForkedAssistant.claims = lambda self: itertools.islice(claims(self), 1)
wait = ForkedAssistant.wait
ForkedAssistant.wait = lambda self: answers.append(wait(self)) or answers[0]
bind(cp.load("tic_tac_toe"), Path(sys.argv[1]), is_alone=True)
print(len(answers), len(answers[0].bitcode) > 1000)
"""


@pytest.mark.usefixtures("cold")
def test_a_process_that_only_compiles_copies_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernel is in the cache afterwards, with the answers of one process."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(KERNEL)], capture_output=True, text=True, timeout=180
    )
    assert done.stdout == "1 True\n", done.stderr
    game = cp.load("tic_tac_toe")
    assert bind.is_ready(game, KERNEL)
    by_two = searched(game)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(bind, "_modules", {})
    assert searched(game) == by_two


@pytest.mark.usefixtures("cold")
def test_an_assistant_that_dies_is_not_needed(
    parts: list[Part | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = Assistant.claims

    def kill_first(self: Assistant) -> Any:
        self._process.kill()
        return claims(self)

    monkeypatch.setattr(Assistant, "claims", kill_first)
    assert searched(cp.load("tic_tac_toe"))[1] > 100
    assert parts == [None]


def test_a_copy_that_is_killed_in_the_middle_of_its_answer_is_not_needed() -> None:
    forked = object.__new__(ForkedAssistant)
    forked._answers, answers = Pipe(duplex=False)
    os.write(answers.fileno(), struct.pack("!i", 1000) + bytes(10))  # 1000 bytes were to come
    answers.close()
    assert forked._answer() is None
    forked._answers.close()


KILLED = """
import os
from counterplay.core.compile import compiler
from counterplay.core.compile.assistant import ForkedAssistant
from counterplay.core.compile.declarations import Part, Source

compiler.compile_part = lambda *_: Part(bytes(1 << 20), {})  # more than a pipe takes
ForkedAssistant(Source({}, None), False)._answers.poll(None)
os.kill(os.getpid(), 9)
"""


def test_a_copy_ends_after_the_process_that_asked_was_killed() -> None:
    """No process reads its answer. When it ends, standard output is closed."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (-9, "")


@pytest.mark.usefixtures("cold")
def test_an_assistant_that_starts_too_late_is_not_waited_for(
    parts: list[Part | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = Assistant.claims
    monkeypatch.setattr(Assistant, "claims", lambda self: iter(list(claims(self))))
    assert searched(cp.load("tic_tac_toe"))[1] > 100
    assert parts == [None]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("compilers", ["1", "2"])
def test_a_rule_that_cannot_be_compiled_is_named(
    compilers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPLAY_COMPILERS", compilers)
    text = Path(cp.load("tic_tac_toe").path).read_text(encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text(text.replace("def terminal(s):", "def terminal(s):\n    {}[1] = {2}"))
    with pytest.raises(cp.GameError, match=r"terminal\(\).* it uses a set") as caught:
        searched(cp.load(path))
    assert "{2}" in path.read_text().splitlines()[(caught.value.line or 0) - 1]


@pytest.mark.usefixtures("cold")
def test_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cp.load("tic_tac_toe")
    symbols = bind.source(game, KERNEL).needed
    started = start_assistant(game, KERNEL, False, symbols)
    assert started is not None
    started.end()
    assert started._process.returncode is not None


def test_a_game_that_cannot_be_sent_is_compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_COMPILERS", "2")
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    def refuse(*_: object) -> bytes:
        raise pickle.PicklingError

    monkeypatch.setattr(pickle, "dumps", refuse)
    assert start_assistant(cp.load("tic_tac_toe"), KERNEL, False, ("a", "b")) is None


@pytest.mark.parametrize(("cores", "compilers"), [(1, "2"), (4, "1")])
def test_one_core_or_one_compiler_gets_no_assistant(
    cores: int, compilers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setenv("COUNTERPLAY_COMPILERS", compilers)
    assert start_assistant(cp.load("tic_tac_toe"), KERNEL, False, ("a", "b")) is None


def test_every_function_is_claimed_once() -> None:
    reader, writer = os.pipe()
    symbols = tuple("abcdefgh")
    os.write(writer, bytes(range(8)))
    os.close(writer)
    one, other = claimed(reader, symbols), claimed(reader, symbols)
    assert [next(one), next(other), next(other), *one, *other] == list(symbols)
    os.close(reader)


# Declared functions: called by their symbol, compiled by themselves.

CONTEXT = np.dtype([("x", np.int64)], align=True)


@native
def doubled(n) -> int:  # type: ignore[no-untyped-def]
    return 2 * n


@native
def half(n) -> int:  # type: ignore[no-untyped-def]
    return n / 2


@entry
def of_integer(contexts):  # type: ignore[no-untyped-def]
    return doubled(contexts[0].x)


@entry
def of_number(contexts):  # type: ignore[no-untyped-def]
    return doubled(0.5 * contexts[0].x)


@entry
def wrong(contexts):  # type: ignore[no-untyped-def]
    return half(contexts[0].x)


def source(*entries: Any, declared: Any) -> Source:
    symbols = {entry_symbol(f.__name__): f for f in entries}
    declaration = Declaration(declared, ("int",), "int")
    return Source(symbols, CONTEXT, 0, {"counterplay.declared": declaration})


def test_a_declaration_serves_its_types_and_others_are_compiled_apart() -> None:
    file = compile_kernel(source(of_integer, of_number, declared=doubled))
    loaded, contexts = load(file), np.full(1, 7, CONTEXT)
    assert loaded["of_integer"](contexts) == 14 and loaded["of_number"](contexts) == 7.0


def test_a_wrong_declaration_is_refused() -> None:
    with pytest.raises(TypeError, match=r"declared returns float64, not int64 as declared"):
        compile_kernel(source(wrong, declared=half))


def test_the_rules_and_the_recursive_functions_of_a_kernel_are_declared() -> None:
    found = bind.source(cp.load("tic_tac_toe"), KERNEL)
    assert found.needed[0] == "counterplay.value"
    assert found.declared["counterplay.value"].arguments[:3] == ("context", "state", "int")
    rules = {name for name in found.declared if name.startswith("counterplay.rules.")}
    assert {"counterplay.rules.actions", "counterplay.rules.result"} <= rules
    assert set(found.entries) == {"counterplay.entry.search"}


@pytest.mark.usefixtures("cold")
def test_another_version_in_the_current_folder_is_not_used(
    parts: list[Part | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m` would look there first, and compile other code."""
    claims = Assistant.claims
    monkeypatch.setattr(Assistant, "claims", lambda self: itertools.islice(claims(self), 1))
    (tmp_path / "counterplay").mkdir()
    (tmp_path / "counterplay" / "__init__.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    searched(cp.load("tic_tac_toe"))
    assert parts[0] is not None


@pytest.mark.usefixtures("cold")
def test_an_assistant_that_has_other_code_compiles_nothing(
    parts: list[Part | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = Assistant.claims
    monkeypatch.setattr(Assistant, "claims", lambda self: itertools.islice(claims(self), 1))
    monkeypatch.setattr(assistant, "digest_of", lambda game, kernel: "of another version")
    searched(cp.load("tic_tac_toe"))
    assert parts == [None]


@pytest.mark.usefixtures("cold")
def test_references_are_not_counted_in_what_an_assistant_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM knows the functions that count them by name, so both parts must use the same name."""
    plain, file = cp.load("tic_tac_toe"), tmp_path / "drawn.network"
    write_network(network_of(plain, 16, 1, True), file)
    game = plain.with_evaluator(load_evaluator(file))
    claims = Assistant.claims
    monkeypatch.setattr(Assistant, "claims", lambda self: itertools.islice(claims(self), 1))
    source = bind.source(game, ALPHABETA)
    helper = start_assistant(game, ALPHABETA, False, source.needed)
    assert helper is not None
    try:
        made = compile_kernel(source, assistant=helper)
    finally:
        helper.end()
    assert b"NRT_incref" in made.code  # the symbol of both parts; no other has a number after it
    assert b"NRT_incref." not in made.code and b"NRT_decref." not in made.code
