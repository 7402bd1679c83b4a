"""The name of a compiled kernel changes with every file that is compiled into it.

Otherwise an edit of a file would leave stale machine code in the cache.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.bits import addresses, bits, casts, rays
from counterplay.core.compile import bind, digest, parts
from counterplay.core.compile import rules as rules_of
from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.native import globals_read, names_read, reachable
from counterplay.core.game.contract import RULE
from counterplay.games import BUILT_IN

PACKAGE = parts.PACKAGE
SOURCES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != Path(bind.__file__).parent)
PARTS = [p for p in SOURCES if parts.uses_rules(p.read_text(encoding="utf-8"))]
KERNELS = [p for p in PARTS if "\nCONTEXT = [" in p.read_text() or "@launch" in p.read_text()]


def shown(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


# Each text is parsed once, not once for each edit of another file.
imports = parts._imported
imported_once = cache(lambda text: tuple(imports(text)))
digest_once = cache(digest.code_digest)


class Edits:
    """Files that read as if they had been edited, without a change on disk."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.added: dict[Path, str] = {}
        read = Path.read_text
        patch.setattr(
            Path, "read_text", lambda path, *a, **k: read(path, *a, **k) + self.added.get(path, "")
        )
        patch.setattr(parts, "_imported", imported_once)
        patch.setattr(digest, "code_digest", digest_once)

    def digest(self, kernel: Path, edited: Path, text: str) -> str:
        """The hash of a kernel after `text` is added to the end of one file."""
        self.added = {edited: text}
        forget()
        return digest.code_of_kernel(kernel)


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edits]:
    yield Edits(monkeypatch)
    forget()


def forget() -> None:
    """Read all files again."""
    digest.file_digest.cache_clear()
    parts.kernel_text.cache_clear()
    parts.helpers_of.cache_clear()


def parts_of(kernel: Path) -> list[Path]:
    """The files whose text is in the assembled kernel, found by the text itself."""
    whole = parts.kernel_text(kernel)
    return [p for p in PARTS if p.read_text().split("\n\n\n")[-1].strip() in whole]


def hashed_files(kernel: Path) -> list[Path]:
    """The files that a kernel and the compiler import."""
    compiler = digest.COMPILER.read_text(encoding="utf-8")
    return [*parts.helpers_of(parts.kernel_text(kernel)), *parts.helpers_of(compiler)]


def test_there_are_kernels() -> None:
    names = {parts.kernel_name(kernel) for kernel in KERNELS}
    assert {"alphabeta", "uct", "dfpn", "maxn", "paranoid", "perft", "answers"} <= names


@pytest.mark.parametrize("kernel", KERNELS, ids=shown)
def test_every_compiled_file_is_part_of_the_digest(kernel: Path, edits: Edits) -> None:
    before = digest.code_of_kernel(kernel)
    compiled = [*parts_of(kernel), *hashed_files(kernel)]
    assert kernel in compiled and PACKAGE / "core" / "compile" / "kernel.py" in compiled
    for path in compiled:
        changed = edits.digest(kernel, path, "\nEDITED = 1\n")
        assert changed != before, f"an edit of {shown(path)} leaves stale machine code"
    commented = edits.digest(kernel, compiled[0], "\n# a comment\n")
    assert commented == before, "an edit of a comment compiles the kernel again"


def test_an_edit_of_a_docstring_or_a_comment_is_no_new_digest() -> None:
    plain = "def f(x):\n    return x + 1\n"
    told = '"""About the file."""\n# a comment\ndef f(x):\n    """About f."""\n    return (x\n + 1)'
    assert digest.code_digest(told) == digest.code_digest(plain)
    assert digest.code_digest(plain.replace("1", "2")) != digest.code_digest(plain)


def called(value: Any) -> Iterator[FunctionType]:
    """A plain or compiled function and all functions that it can reach, also through modules."""
    seen: set[FunctionType] = set()
    waiting = [value]
    while waiting:
        function = waiting.pop()
        function = getattr(function, "py_func", function)
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        names = names_read(function.__code__)
        for name in names & function.__globals__.keys():
            found = function.__globals__[name]
            if isinstance(found, ModuleType) and found.__name__.startswith("counterplay"):
                waiting += [vars(found)[n] for n in names & vars(found).keys()]
            waiting.append(found)
    yield from seen


@pytest.mark.parametrize("kernel", [k for k in KERNELS if "cuda" not in k.stem], ids=shown)
def test_no_function_reaches_a_kernel_without_being_hashed(kernel: Path, game: cp.Game) -> None:
    module = ModuleType("seen")
    module.rules = rules_of.for_kernels(game)  # type: ignore[attr-defined]
    exec(compile(bind.module_text(game, kernel), "<kernel>", "exec"), module.__dict__)
    hashed = {str(path) for path in hashed_files(kernel)}
    hashed |= {f.__code__.co_filename for f in reachable(list(game.functions.values()))}
    hashed |= {"<kernel>", "<string>"}  # its own text, and the wrappers of the rules
    for value in list(module.__dict__.values()):
        for function in called(value) if hasattr(value, MARK) else ():
            file = function.__code__.co_filename
            assert file in hashed or not file.startswith(str(PACKAGE)), file


@pytest.mark.parametrize("kernel", KERNELS, ids=shown)
def test_the_native_forms_that_rules_can_call_are_in_the_digest(kernel: Path) -> None:
    files = {Path(module.__file__ or "") for module in (addresses, bits, casts, rays)}
    files |= set((PACKAGE / "core" / "compile" / "native_forms").glob("*.py"))
    assert files <= set(hashed_files(kernel))


@pytest.mark.parametrize("kernel", KERNELS, ids=shown)
def test_the_facts_reach_kernels_through_constants_only(kernel: Path) -> None:
    assert PACKAGE / "core" / "game" / "facts.py" not in parts.helpers_of(parts.kernel_text(kernel))


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_read_no_module_that_is_not_hashed(name: str) -> None:
    hashed = ("numpy", "math", "counterplay.core.bits.bits", "counterplay.core.bits.rays")
    functions = [f for n, f in cp.load(name).functions.items() if n in RULE]
    for function in reachable(functions):
        for _, value in globals_read(function):
            if isinstance(value, ModuleType) and value.__name__ not in hashed:
                # `cp` itself: for the constants of the contract, which `constants` contains.
                used = names_read(function.__code__) & set(cp.__all__)
                assert value is cp and used <= {"CHANCE", "SIMULTANEOUS", "bits"}, value


def test_the_constants_of_the_contract_are_in_the_digest(game: cp.Game) -> None:
    assert rules_of.constants(game)["CHANCE"] == cp.CHANCE


def write_game(folder: Path, text: str) -> cp.Game:
    path = folder / "take.py"
    path.write_text(TAKE + text, encoding="utf-8")
    return cp.load(path)


TAKE = """
from typing import NamedTuple
import counterplay as cp
from counterplay.core.compile.native import apart

facts = cp.Facts(title="Take", most_actions=2, longest_game=9)

class State(NamedTuple):
    pile: int
    turn: int

def initial():
    return State(7, 0)

def player(s):
    return s.turn

def actions(s, moves):
    moves[0], moves[1] = 1, 2
    return min(2, s.pile)

def result(s, a):
    return State(s.pile - a, 1 - s.turn)

def terminal(s):
    return s.pile == 0

def utility(s, p):
    return -1 if p == s.turn else 1

def large(s, a):
    return a == 2

def small(s, a):
    return a == 1
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", "terminal = apart(terminal)"),
        (
            "order = noisy = large\nirreversible = small",
            "order = large\nnoisy = irreversible = small",
        ),
        ("", "facts = cp.Facts(title='Take', most_actions=3, longest_game=9)"),
        ("", "facts = cp.Facts(title='Take', most_actions=2, longest_game=9, unit=5000)"),
        ("", "def evaluate(s):\n    return s.pile"),
        ("def evaluate(s):\n    return s.pile", "def evaluate(s):\n    return -s.pile"),
    ],
    ids=["apart", "hooks exchanged", "buffer", "unit", "evaluator", "another evaluator"],
)
def test_what_changes_the_machine_code_changes_the_digest(
    tmp_path: Path, one: str, other: str
) -> None:
    first, second = (write_game(tmp_path, text) for text in (one, other))
    assert digest.digest_of(first, KERNELS[0]) != digest.digest_of(second, KERNELS[0])


def test_what_is_for_people_is_no_part_of_the_digest(tmp_path: Path) -> None:
    one = write_game(tmp_path, "")
    other = write_game(
        tmp_path,
        "facts = cp.Facts(title='Other', most_actions=2, longest_game=9)\n"
        "def show_move(s, a):\n    return str(a)\n",
    )
    assert digest.digest_of(one, KERNELS[0]) == digest.digest_of(other, KERNELS[0])
