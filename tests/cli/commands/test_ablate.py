"""`counterplay ablate` shows what each technique is worth, as a table, as JSON and as a plot."""

import json
from pathlib import Path

import pytest

from counterplay.experiments.ablation import plot

SHORT = ("--depth", 4, "--positions", 3)


def test_the_table_has_the_baseline_first_and_says_what_is_left_out(run, own_game: Path) -> None:
    text = run("ablate", own_game, *SHORT).stdout
    assert text.startswith("to_five: depth 4, 3 positions\n")
    lines = [line.strip() for line in text.splitlines()]
    assert lines[2].split() == [
        *("switched", "nodes", "×", "nodes", "CPU", "s", "×", "time", "branching"),
        *("same", "move", "same", "value"),
    ]
    assert lines[4].startswith("baseline ") and lines[4].endswith("3/3          3/3")
    assert any(line.startswith("everything off ") for line in lines)
    assert any(line.startswith("minimax ") for line in lines)
    assert "not measured: symmetry (to_five does not define `canonical(s)`)" in lines
    assert "\x1b" not in text


def test_json_is_the_table_and_nothing_else(run, own_game: Path) -> None:
    done = run("ablate", own_game, *SHORT, "--json")
    found = json.loads(done.stdout)
    assert found["game"] == "to_five" and found["depth"] == 4 and found["finished"]
    assert found["baseline"]["nodes_ratio"] == 1 and found["baseline"]["compared"] == 3
    assert found["rows"][-1]["changes"]["transposition_table"] is False
    assert "evaluator" in found["idle"]["futility"]


def test_only_the_named_techniques_are_switched(run, own_game: Path) -> None:
    options = (*SHORT, "--with", "transposition_table=off", "--json")
    found = json.loads(run("ablate", own_game, "transposition_table", "order", *options).stdout)
    named = {*(row["name"] for row in found["rows"]), *found["idle"]}
    assert named <= {"transposition_table on", "transposition_table", "order"}


def test_an_exact_search_has_no_depth(run, own_game: Path) -> None:
    text = run("ablate", own_game, "--exact", "--positions", 2, "--plies", 1).stdout
    assert text.startswith("to_five: exact search, 2 positions after 1 ply at random\n")
    assert "branching" not in text and "minimax" not in text


def test_a_match_adds_what_elo_is_lost_and_is_kept(run, own_game: Path, tmp_path: Path) -> None:
    options = (*SHORT, "--games", 2, "--time", 0.002, "--out", tmp_path / "games")
    text = run("ablate", own_game, *options).stdout
    kept = {file.name.rpartition("-")[0] for file in (tmp_path / "games").iterdir()}
    assert (
        "Elo lost" in text and {"to_five-transposition_table_off", "to_five-everything_off"} <= kept
    )


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_plot_is_a_picture(run, own_game: Path, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"plot.{kind}"
    said = run("ablate", own_game, *SHORT, "--plot", file).stderr
    assert said == f"{file} written\n"
    head = file.read_bytes()[:200]
    assert head.startswith(b"\x89PNG") if kind == "png" else b"<svg" in head or b"<?xml" in head


def test_without_matplotlib_one_sentence_says_what_to_install(
    refused, own_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plot, "can_plot", lambda: False)
    said = refused("ablate", own_game, "--plot", "plot.svg")
    assert said == "plots need Matplotlib: pip install 'counterplay[figures]'"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--plot", "plot.pdf"], "plot.pdf: the name of a plot must end in .svg or .png"),
        (["--plot", "no/plot.svg"], "no/plot.svg cannot be written: there is no folder no"),
        (["--time", "1"], "--time, --jobs and --out are for matches"),
        (["--out", "games"], "--time, --jobs and --out are for matches"),
        (["kilers"], "alphabeta has no technique 'kilers': did you mean killers"),
        (["table"], "table is now called transposition_table"),
        (["--with", "killers"], "is not of the form name=value"),
        (["--with", "kilers=off"], "alphabeta has no setting 'kilers'"),
        (["--with", "late_cuts=on"], "late_cuts is now called late_move_pruning"),
        (["--exact", "--depth", "3"], "leave out the depth"),
        (["--positions", "0"], "positions=0 is not a whole number from 1 up"),
    ],
)
def test_what_cannot_be_measured_gets_a_sentence(refused, own_game, arguments, sentence) -> None:
    assert sentence in refused("ablate", own_game, *arguments)


def test_ctrl_c_shows_the_table_so_far_and_how_to_go_on(
    terminal, own_game: Path, tmp_path: Path
) -> None:
    options = "--depth 4 --positions 3 --games 2 --time 2"
    child = terminal(f"ablate {own_game} {options} --out {tmp_path / 'games'}")
    child.expect("match: ")
    child.sendcontrol("c")
    child.expect("to_five: depth 4, 3 positions")
    child.expect("baseline")
    child.expect("stopped before the end; the same command continues: counterplay ablate")
    child.wait()
    assert child.exitstatus == 0 and "Traceback" not in child.before
