"""`counterplay warm` compiles what fits a game, once."""

import json

from counterplay.cli.commands.warm import fitting
from counterplay.core.compile.parts import kernel_name
from counterplay.games import load


def test_a_second_warming_finds_everything_ready(run):
    run("warm", "tic_tac_toe")
    text = run("warm", "tic_tac_toe").stdout
    assert text.split() == ["tic_tac_toe", "perft", "ready", "tic_tac_toe", "alphabeta", "ready"]


def test_json_has_a_row_for_each_kernel(run):
    rows = json.loads(run("warm", "tic_tac_toe", "nim", "--json").stdout)
    kernels = [(row["game"], row["kernel"]) for row in rows]
    assert kernels == [(g, k) for g in ("tic_tac_toe", "nim") for k in ("perft", "alphabeta")]
    assert all(row["compiled"] == (row["seconds"] > 0) for row in rows)


def test_the_search_is_the_one_that_fits():
    assert [kernel_name(k) for k in fitting(load("nim"))] == ["perft", "alphabeta"]
    assert [kernel_name(k) for k in fitting(load("dots_and_boxes", players=3))] == ["perft", "maxn"]
    chess = [kernel_name(k) for k in fitting(load("chess"))]
    assert chess == ["perft", "alphabeta", "dfpn", "text", "pgn", "polyglot"]


def test_parameters_go_with_one_game(refused):
    assert "exactly one GAME" in refused("warm", "--set", "width=4")
    assert "exactly one GAME" in refused("warm", "nim", "tic_tac_toe", "--set", "width=4")


def test_an_unknown_game_is_refused(refused):
    assert "there is no game 'nimm': did you mean nim?" in refused("warm", "nimm")


def test_the_generated_source_can_be_read(run, tmp_path):
    folder = tmp_path / "generated"
    text = run("warm", "tic_tac_toe", "--show", str(folder)).stdout
    assert f"generated source in {folder}" in text.replace("\n", "")
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert sorted(files) == [
        "alphabeta_tic_tac_toe.py",
        "perft_tic_tac_toe.py",
        "rules_tic_tac_toe.py",
    ]
    for source in (files["alphabeta_tic_tac_toe.py"], files["perft_tic_tac_toe.py"]):
        compile(source, "", "exec")
    assert "The kernel alphabeta, bound to tic_tac_toe" in files["alphabeta_tic_tac_toe.py"]
    rules = files["rules_tic_tac_toe.py"]
    assert "def result(ctx, ply, s, a):\n    return as_state(raw_result(s, a))" in rules
    assert "# tic_tac_toe does not define noisy()." in rules


def test_a_folder_that_cannot_be_written_is_refused(refused, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert "cannot be written" in refused("warm", "tic_tac_toe", "--show", str(blocked / "below"))
