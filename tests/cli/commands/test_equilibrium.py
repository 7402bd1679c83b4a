"""`counterplay equilibrium` prints strategies, and writes them."""

import json

from counterplay.core.table_file import used_by_one


def test_the_strategy_is_printed_and_written(run, tmp_path):
    text = run("equilibrium", "kuhn", "--out", str(tmp_path / "kuhn.strategy")).stdout
    assert "player 1 -0.05" in text and "12 information sets" in text
    assert "K ? pass bet" in text
    assert (tmp_path / "kuhn.strategy").exists()


def test_json_has_every_information_set(run):
    found = json.loads(run("equilibrium", "kuhn", "--iterations", "100", "--json").stdout)
    assert len(found["information_sets"]) == 12
    assert all(abs(sum(row["moves"].values()) - 1) < 1e-5 for row in found["information_sets"])


def test_bad_input_is_one_sentence(refused):
    assert "is not one of: cfr" in refused("equilibrium", "kuhn", "--variant", "best")
    assert "1 or more" in refused("equilibrium", "kuhn", "--iterations", "0")
    assert "there is no folder" in refused("equilibrium", "kuhn", "--out", "nowhere/x")


def test_one_process_goes_on_with_a_run(run, refused, tmp_path):
    words = ("equilibrium", "kuhn", "--iterations", "10", "--run", str(tmp_path / "kuhn.run"))
    with used_by_one(tmp_path / "kuhn.run"):
        assert "kuhn.run is being written by another process" in refused(*words)
    run(*words)
    assert [path.name for path in tmp_path.glob("*.run*")] == ["kuhn.run"]
