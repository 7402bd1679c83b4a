"""Bad values for options of commands; `bench/command_fuzz.py` tries them all on every command."""

import runpy
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "bench" / "command_fuzz.py"
COMPILE_NOTHING = ("games", "trace", "db games", "db export", "db info", "book show")


def test_bad_values_get_an_exit_code_and_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fuzz = runpy.run_path(str(FUZZ))
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    fuzz["prepare"](tmp_path, first=("db import",))
    counted, faults = fuzz["run"](COMPILE_NOTHING, seconds=0, every=23)
    assert faults == []
    assert counted["0"] > 5 and counted["2"] > 50
