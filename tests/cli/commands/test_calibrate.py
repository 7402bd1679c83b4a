"""`counterplay calibrate` writes a calibration that searches then use."""

import json
import signal
from pathlib import Path

import pytest

from counterplay.engine.alphabeta.probcut.calibration import read_calibration

QUICK = ("--positions", "60", "--depth", "4")


@pytest.fixture(autouse=True)
def data_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_table_is_printed_and_a_file_written(run, tmp_path):
    text = run("calibrate", "breakthrough", *QUICK, "--out", tmp_path / "b.json").stdout
    assert text.startswith("breakthrough: deep = slope × shallow + offset, in score points")
    assert "correlation" in text and f"written to {tmp_path / 'b.json'}" in text
    made = read_calibration(tmp_path / "b.json")
    assert made.command == "counterplay calibrate breakthrough --positions 60 --depth 4 --seed 1"
    assert [(row.deep, row.shallow) for row in made.regressions] == [(3, 1), (4, 2)]
    assert (made.positions, made.depth, made.seed) == (60, 4, 1)


def test_json_says_where_it_is_and_the_users_folder_is_the_default(run, data_home):
    found = json.loads(run("calibrate", "breakthrough", *QUICK, "--json").stdout)
    path = Path(found.pop("path"))
    assert path.parent == data_home / "counterplay" / "probcut"
    assert path.name == f"breakthrough-{found['fingerprint']}.json"
    kept = json.loads(path.read_text())
    assert kept.pop("sum") and kept == found


def test_ctrl_c_keeps_what_is_done(terminal, tmp_path):
    out = tmp_path / "b.json"
    child = terminal(f"calibrate breakthrough --positions 100000 --depth 3 --out {out}")
    child.expect(r" [1-9]\d\d/100000")
    child.kill(signal.SIGINT)
    child.expect("written to")
    child.expect("instead of 100,000")
    child.wait()
    assert child.exitstatus == 0 and read_calibration(out).positions >= 100


def test_ctrl_c_too_early_is_one_sentence(terminal, tmp_path):
    child = terminal(f"calibrate breakthrough --positions 100000 --out {tmp_path / 'b.json'}")
    child.expect("/100000")
    child.kill(signal.SIGINT)
    child.expect("counterplay: breakthrough: only .* positions were searched")
    child.wait()
    assert child.exitstatus == 2 and not list(tmp_path.glob("*.json"))


def test_what_cannot_be_calibrated_is_refused(refused, tmp_path):
    assert "ProbCut needs an evaluator, which nim does not have" in refused("calibrate", "nim")
    assert "depth=40" in refused("calibrate", "breakthrough", "--depth", "40")
    assert "positions=1:" in refused("calibrate", "breakthrough", "--positions", "1")
    assert "--out" in refused("calibrate", "breakthrough", "--out", tmp_path)
    assert "--out" in refused("calibrate", "breakthrough", "--out", tmp_path / "no" / "b.json")
