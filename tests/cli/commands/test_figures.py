"""`counterplay figures` makes every table and picture, once, and says what is missing."""

import json

import pytest

from counterplay.cli.commands import figures as command
from counterplay.experiments.figures import output
from counterplay.experiments.figures.catalogue import CLAIMS


def test_one_figure_is_printed_and_written(run, tmp_path):
    text = run("figures", tmp_path, "memory", "--quick").stdout
    assert "Depth-first search needs little memory" in text and "exactly b·m" in text
    assert {"memory.md", "memory.csv", "memory.json", "index.html"} <= {
        p.name for p in tmp_path.iterdir()
    }


def test_all_figures_are_on_the_page(run, tmp_path):
    run("figures", tmp_path / "new" / "folder", "--quick")
    page = (tmp_path / "new" / "folder" / "index.html").read_text(encoding="utf-8")
    for name in CLAIMS:
        assert f'id="{name}"' in page and f"folder {name} --quick" in page


def test_what_is_finished_is_not_measured_again(run, tmp_path, monkeypatch):
    run("figures", tmp_path, "memory", "--quick")

    def refuse(*arguments):
        raise AssertionError("measured again")

    monkeypatch.setattr(command, "make", refuse)
    result = run("figures", tmp_path, "memory", "--quick")
    assert "use --force to measure it again" in result.stderr and "exactly b·m" in result.stdout
    monkeypatch.undo()
    assert "--force" not in run("figures", tmp_path, "memory", "--quick", "--force").stderr


def test_slides_are_written_and_linked_and_nothing_is_measured_again(run, tmp_path, monkeypatch):
    pytest.importorskip("cairosvg")
    run("figures", tmp_path, "game_tree", "--quick")
    monkeypatch.setattr(command, "make", None)
    run("figures", tmp_path, "game_tree", "--quick", "--format", "all")
    assert (tmp_path / "game_tree.pdf").is_file() and (tmp_path / "game_tree.png").is_file()
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(f'href="game_tree.{form}"' in page for form in ("svg", "pdf", "png"))


def test_an_unknown_format_is_refused(refused, tmp_path):
    assert "there is no format 'gif'" in refused("figures", tmp_path, "--format", "gif")


def test_records_as_json(run, tmp_path):
    found = json.loads(run("figures", tmp_path, "memory", "worked", "--quick", "--json").stdout)
    assert [record["name"] for record in found] == ["memory", "worked"]
    assert found[0]["data"]["points"][0]["branching"] == 2


def test_an_interrupted_run_keeps_what_is_finished(run, tmp_path, monkeypatch):
    def interrupted(out, claim, *rest):
        if claim.name == "memory":
            raise KeyboardInterrupt
        return output.make(out, claim, *rest)

    monkeypatch.setattr(command, "make", interrupted)
    result = run("figures", tmp_path, "table_savings", "memory", "--quick")
    assert "stopped: 1 of 2 are finished" in result.stderr
    assert 'id="table_savings"' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_without_matplotlib_one_sentence_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setattr(output, "can_plot", lambda: False)
    result = run("figures", tmp_path, "memory", "table_savings", "--quick")
    assert result.stderr.count("pip install 'counterplay[figures]'") == 1
    assert (tmp_path / "memory.csv").exists() and not (tmp_path / "memory.svg").exists()


def test_an_unknown_figure_is_refused_with_the_names_there_are(refused, tmp_path):
    assert refused("figures", tmp_path, "nothing").startswith("there is no claim 'nothing'; choose")


def test_a_file_in_place_of_the_folder_is_refused(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be created" in refused("figures", tmp_path / "file")


@pytest.mark.parametrize("name", CLAIMS)
def test_every_figure_is_named_in_the_help(run, name):
    assert name in run("figures", "--help").stdout
