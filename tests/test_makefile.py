"""`make` sets up an environment with pip in it, also where Python comes without ensurepip."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = """#!/bin/sh
# A Python that makes empty environments. It writes down what it is asked.
echo "$(basename $0) $*" >> told.txt
case "$*" in
  "-m venv .venv") {with_pip} || exit 1; mkdir -p .venv/bin; cp python .venv/bin/python;;
  "-m venv --without-pip .venv") mkdir -p .venv/bin; cp python .venv/bin/python;;
  "-m pip --python"*) {own_pip} || exit 1;;
  "-c "*) {is_new} || exit 1;;
esac
"""


@pytest.fixture
def set_up(tmp_path: Path) -> Callable[..., tuple[subprocess.CompletedProcess[str], list[str]]]:
    """Run `make` with such a Python; what it said, and what Python was asked to do."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)

    def run(
        with_pip: bool = True, own_pip: bool = True, is_new: bool = True
    ) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        says = {True: "true", False: "false"}
        text = PYTHON.format(with_pip=says[with_pip], own_pip=says[own_pip], is_new=says[is_new])
        python = tmp_path / "python"
        python.write_text(text)
        python.chmod(0o755)
        command = ["make", ".venv/.installed", "PYTHON=./python"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        return done, (tmp_path / "told.txt").read_text().splitlines()[1:]

    return run


INSTALL = "python -m pip install --quiet --disable-pip-version-check -e ."


def test_the_environment_has_pip_and_the_command_is_told(set_up: Callable[..., object]) -> None:
    done, told = set_up()
    assert done.returncode == 0 and told == ["python -m venv .venv", INSTALL]
    assert "source .venv/bin/activate" in done.stdout


def test_without_ensurepip_pip_installs_itself(set_up: Callable[..., object]) -> None:
    done, told = set_up(with_pip=False)
    assert done.returncode == 0
    assert told == [
        "python -m venv .venv",
        "python -m venv --without-pip .venv",
        "python -m pip --python .venv/bin/python install --quiet --disable-pip-version-check pip",
        INSTALL,
    ]


def test_without_any_pip_a_sentence_says_what_to_install(set_up: Callable[..., object]) -> None:
    done, told = set_up(with_pip=False, own_pip=False)
    assert done.returncode != 0 and INSTALL not in told
    assert "neither ensurepip nor pip. Install them (apt install python3-venv)" in done.stdout


def test_an_old_python_is_refused(set_up: Callable[..., object]) -> None:
    done, told = set_up(is_new=False)
    assert done.returncode != 0 and told == []
    assert "older than 3.11. Name a newer one: make PYTHON=python3.12" in done.stdout
