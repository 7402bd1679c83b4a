"""Build the wheel, install it into a clean environment, and use it as a user does.

python .ci/wheel.py        (any Python with venv and pip; the environment is thrown away)

The user has one file, a game of their own, and no copy of the repository. The commands `check`,
`analyse`, `play` and `serve` must work on it, a notebook must draw it, and every data file must be
in the wheel.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "your-own-game.md"
QUIET = ("--quiet", "--disable-pip-version-check")
T = TypeVar("T")

CELLS = (
    'import counterplay as cp\nchomp = cp.load("chomp.py", width=3)',
    "chomp.position()",
    "cp.search(chomp, time=1)",
    "cp.trace(chomp, depth=2)",
)
"""Cells of a notebook. The last three show something."""
RUN_CELLS = """
import json, nbformat.v4 as v4, nbclient, sys
notebook = v4.new_notebook(cells=[v4.new_code_cell(text) for text in json.load(sys.stdin)])
nbclient.NotebookClient(notebook, timeout=300).execute()
shown = [[kind for out in cell.outputs for kind in out.get("data", ())] for cell in notebook.cells]
print(json.dumps(shown))
"""
"""Run the cells of the standard input; print what kinds of output each has."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = timed("build the wheel", lambda: build(folder))
        python = timed("install it", lambda: install(wheel, folder / "venv"))
        user = User(python, folder / "home")
        for step in (
            user.data, user.version, user.check, user.analyse, user.play, user.serve, user.notebook,
        ):  # fmt: skip
            timed(str(step.__doc__), step)


def timed(what: str, step: Callable[[], T]) -> T:
    started = time.perf_counter()
    result = step()
    print(f"{time.perf_counter() - started:6.1f} s  {what}", flush=True)
    return result


def run(*command: object, cwd: Path | None = None, typed: str = "", **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=typed,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode:
        shown = " ".join(map(str, command))
        sys.exit(f"{shown} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(folder: Path) -> Path:
    run(sys.executable, "-m", "pip", "wheel", *QUIET, "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("counterplay-*.whl"))


def install(wheel: Path, venv: Path) -> Path:
    python = venv / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", venv)  # ensurepip may be missing
    run(sys.executable, "-m", "pip", "--python", python, "install", *QUIET, wheel)
    return python


class User:
    """A folder with one game file; kernels and databases are kept there too."""

    def __init__(self, python: Path, home: Path) -> None:
        self._python, self._home = python, home
        home.mkdir()
        guide = GUIDE.read_text(encoding="utf-8")
        file = re.search(r"^```python\n# chomp\.py\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
        assert file is not None
        (home / "chomp.py").write_text(file[1], encoding="utf-8")
        self._environment = {
            "COUNTERPLAY_CACHE": str(home / "kernels"),
            "XDG_DATA_HOME": str(home / "data"),
            "HOME": str(home),
            "PYTHONPATH": "",
        }

    def _run(self, *words: str, typed: str = "") -> str:
        command = self._python.parent / "counterplay"
        return run(command, *words, cwd=self._home, typed=typed, **self._environment)

    def data(self) -> None:
        """every file of the package is in the wheel"""
        where = "import counterplay; print(counterplay.__path__[0])"
        there = Path(run(self._python, "-c", where, cwd=self._home, **self._environment).strip())
        assert ROOT not in there.parents, f"{there} is the repository, not the wheel"
        tracked = run("git", "ls-files", "counterplay", cwd=ROOT).split("\n")
        missing = [name for name in filter(None, tracked) if not (there.parent / name).exists()]
        assert not missing, f"not in the wheel: {missing}"

    def version(self) -> None:
        """counterplay --version"""
        assert re.search(r"\d+\.\d+", self._run("--version"))

    def check(self) -> None:
        """counterplay check chomp.py"""
        assert "no faults" in self._run("check", "chomp.py", "--games", "20")

    def analyse(self) -> None:
        """counterplay analyse chomp.py"""
        assert "win" in self._run("analyse", "chomp.py", "--time", "1", "--set", "width=3")

    def play(self) -> None:
        """counterplay play chomp.py: one move, then quit"""
        said = self._run("play", "chomp.py", "--set", "width=3", typed="5\nquit\n")
        assert "player 2" in said or "Ben" in said, said

    def serve(self) -> None:
        """counterplay serve chomp.py: the page and what it loads"""
        command = [self._python.parent / "counterplay", "serve", "chomp.py", "--no-keep"]
        environment = {**os.environ, **self._environment, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(
            command, cwd=self._home, env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            lines = iter(server.stdout.readline, "")
            address = next(found[0] for line in lines if (found := re.search(r"http://\S+/", line)))
            page = read(address)
            assert "<script" in page, page
            for path in re.findall(r'(?:src|href)="([^":]+\.(?:js|css))"', page):
                assert read(address + path.lstrip("/")), path
        finally:
            server.terminate()
            server.wait(30)

    def notebook(self) -> None:
        """a notebook: a position, a result and a trace are drawn (nbclient is installed first)"""
        pip = (sys.executable, "-m", "pip", "--python", self._python, "install", *QUIET)
        run(*pip, "nbclient", "ipykernel")
        command = (self._python, "-c", RUN_CELLS)
        said = run(*command, cwd=self._home, typed=json.dumps(CELLS), **self._environment)
        shown = json.loads(said.splitlines()[-1])
        assert all("text/html" in kinds or "image/svg+xml" in kinds for kinds in shown[1:]), shown


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())


if __name__ == "__main__":
    main()
