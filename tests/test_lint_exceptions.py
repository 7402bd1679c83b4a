"""Every exception from a rule of the linter says why it is one."""

import re
from pathlib import Path

import counterplay

PACKAGE = Path(counterplay.__file__).parent
UNEXPLAINED = re.compile(r"#\s*noqa(:\s*[A-Z]+\d+(\s*,\s*[A-Z]+\d+)*)?\s*$", re.MULTILINE)


def test_every_exception_has_a_reason() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        found = UNEXPLAINED.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path}: {found and found.group()} has no reason"


def test_an_exception_without_a_reason_is_seen() -> None:
    for bare in ("import a  # noqa", "import a  # noqa: F401", "import a  # noqa: F401, E731\n"):
        assert UNEXPLAINED.search(bare)
    assert not UNEXPLAINED.search("import a  # noqa: F401  # it registers itself")
