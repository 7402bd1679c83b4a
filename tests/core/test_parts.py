"""A kernel in several files becomes one text; what cannot be joined is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from counterplay.core.compile import parts

RULES = f"{parts.UNBOUND}\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty package in place of this one."""
    folder = tmp_path / "counterplay"
    folder.mkdir()
    monkeypatch.setattr(parts, "PACKAGE", folder)
    yield folder
    parts.kernel_text.cache_clear()
    parts.helpers_of.cache_clear()


def kernel(package: Path, text: str, **others: str) -> Path:
    """The file of a kernel, and the other files that it imports."""
    for name, content in others.items():
        (package / f"{name}.py").write_text(content, encoding="utf-8")
    path = package / "main.py"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(package: Path, text: str, **others: str) -> str:
    with pytest.raises(ImportError) as caught:
        parts.kernel_text(kernel(package, text, **others))
    return str(caught.value)


def test_the_text_of_a_part_replaces_its_import_once(package: Path) -> None:
    path = kernel(
        package,
        f"{RULES}from counterplay.one import ONE\nfrom counterplay.two import TWO\nTHREE = 3\n",
        one=f"{RULES}ONE = 1\n",
        two=f"{RULES}from counterplay.one import ONE\nTWO = ONE + 1\n",
    )
    lines = [line for line in parts.kernel_text(path).splitlines() if line]
    assert lines == [parts.UNBOUND, "ONE = 1", "TWO = ONE + 1", "THREE = 3"]


def test_parts_may_import_each_other(package: Path) -> None:
    path = kernel(
        package,
        f"{RULES}from counterplay.one import f\ndef g():\n    return 1\n",
        one=f"{RULES}from counterplay.main import g\ndef f():\n    return g()\n",
    )
    text = parts.kernel_text(path)
    assert text.count("def f") == text.count("def g") == 1


def test_a_part_may_be_marked_with_a_comment(package: Path) -> None:
    one = f"{parts.UNBOUND}  # noqa: F401\nONE = 1\n"
    path = kernel(package, f"{RULES}from counterplay.one import ONE\n", one=one)
    assert parts.kernel_text(path).count("import") == 1


def test_an_alias_is_refused(package: Path) -> None:
    said = refusal(
        package, f"{RULES}from counterplay.one import ONE as UNO\n", one=f"{RULES}ONE = 1\n"
    )
    assert said == (
        "main.py, line 2: a part of a kernel cannot be imported under another name: "
        "write ONE in place of UNO"
    )


def test_a_name_that_a_part_does_not_define_is_refused(package: Path) -> None:
    said = refusal(package, f"{RULES}from counterplay.one import TWO\n", one=f"{RULES}ONE = 1\n")
    assert said == "main.py, line 2: one.py defines no TWO"


def test_two_parts_cannot_define_the_same_name(package: Path) -> None:
    said = refusal(
        package,
        f"{RULES}from counterplay.one import ONE\n\nSIZE = 2\n",
        one=f"{RULES}ONE = 1\nSIZE = 1\n",
    )
    assert said == (
        "one.py, line 3: SIZE is also defined in main.py, line 4, and both are parts of one "
        "kernel: rename one of them, or import it"
    )


def test_functions_collide_too(package: Path) -> None:
    said = refusal(
        package,
        f"{RULES}from counterplay.one import ONE\ndef f():\n    pass\n",
        one=f"{RULES}ONE = 1\ndef f():\n    pass\n",
    )
    assert "f is also defined in main.py" in said


def test_a_file_may_extend_a_name_that_it_imports(package: Path) -> None:
    path = kernel(
        package,
        f"{RULES}from counterplay.one import CONTEXT\nCONTEXT = [*CONTEXT, 2]\n",
        one=f"{RULES}CONTEXT = [1]\n",
    )
    space: dict[str, object] = {}
    exec(parts.kernel_text(path).replace(parts.UNBOUND, ""), space)
    assert space["CONTEXT"] == [1, 2]


def test_a_file_without_the_rules_is_not_a_kernel(package: Path) -> None:
    assert refusal(package, "ONE = 1\n").startswith("main.py is not a kernel: it does not contain")


def test_helpers_are_found_through_helpers_and_inside_functions(package: Path) -> None:
    (package / "group").mkdir()
    (package / "group" / "__init__.py").write_text("from counterplay.deep import X\n")
    path = kernel(
        package,
        f"{RULES}from counterplay import near\nfrom counterplay.group import Y\n",
        near="def f():\n    from counterplay.lazy import Z\n    return Z\n",
        lazy="Z = 1\n",
        deep="X = 1\n",
        typing_only="T = 1\n",
    )
    (package / "lazy.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from counterplay.typing_only import T\nZ = 1\n"
    )
    found = {str(p.relative_to(package)) for p in parts.helpers_of(parts.kernel_text(path))}
    assert found == {"near.py", "lazy.py", "deep.py", "group/__init__.py"}
