"""No file of the package uses a private name of another file."""

import ast
from collections.abc import Iterator
from pathlib import Path

import counterplay

PACKAGE = Path(counterplay.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def private_names(path: Path) -> Iterator[str]:
    """The private names of other modules of the package that a file imports, or reads."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("counterplay"):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            yield from filter(is_private, names)
            modules |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("counterplay"):
                    yield from filter(is_private, alias.name.split("."))
                    modules.add(alias.asname or alias.name.partition(".")[0])
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in modules:
                if is_private(name) and name not in TUPLES:
                    yield f"{module}.{name}"


TUPLES = ("_asdict", "_fields", "_make", "_replace")
"""Public methods of named tuples, in spite of their names."""


def test_no_file_uses_a_private_name_of_another() -> None:
    found = {str(path.relative_to(PACKAGE)): [*private_names(path)] for path in FILES}
    assert {path: names for path, names in found.items() if names} == {}
