"""`counterplay tune`: what it prints, its JSON, and what it refuses."""

import json

QUICK = (
    "breakthrough", "futility_margin", "--set", "width=4", "--set", "height=5", "--iterations", "2",
    "--games", "2", "--nodes", "50", "--confirm-games", "2", "--jobs", "1",
)  # fmt: skip


def test_a_table_is_printed_and_a_file_written(run, tmp_path):
    done = run("tune", *QUICK, "--out", tmp_path / "t")
    assert "numbers of the search" in done.stdout and "futility_margin" in done.stdout
    assert "tuned against before, 2 games: Elo" in done.stdout
    assert "0 of 2 matches: futility_margin 1.1" in done.stderr
    found = json.loads(run("tune", *QUICK, "--out", tmp_path / "t", "--json").stdout)
    assert list(found["numbers"]) == ["futility_margin"]
    assert found["games"] == 4 and found["path"].endswith("tuned.json")


def test_what_cannot_be_tuned_is_refused(refused, tmp_path):
    assert "no number 'killers': choose from" in refused("tune", "breakthrough", "killers")
    assert "games=3 must be even" in refused("tune", "breakthrough", "--games", "3")
    assert "no setting 'killer'" in refused(
        "tune", *QUICK, "--with", "killer=on", "--out", tmp_path / "x"
    )
