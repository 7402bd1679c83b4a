"""`counterplay table`: build, list, stats, verify, and mistakes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, " ".join(result.output.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    cp.build_tablebase(cp.load("chess"), "KRK", folder=made, threads=2)
    return made


def test_commands_build_list_and_verify(tmp_path: Path) -> None:
    where = str(tmp_path / "made")
    code, text = run("table", "build", "chess", "KRK", "--folder", where, "--dry-run")
    assert code == 0 and "1 tables, 59,136 indices" in text and not Path(where).exists()
    code, text = run("table", "build", "chess", "KRK", "--folder", where, "--threads", "1")
    assert code == 0 and "built 1 tables" in text
    code, text = run("table", "build", "chess", "KRK", "--folder", where)
    assert code == 0 and "nothing to build" in text
    code, text = run("table", "list", "chess", "--from", where, "--json")
    assert json.loads(text)["tables"][0]["lost"] == 25_260
    code, text = run("table", "stats", "chess", "KRK", "--from", where)
    assert code == 0 and "longest win: 31 plies" in text and "#" in text
    code, text = run("table", "verify", "chess", "--from", where)
    assert code == 0 and "KRvK (end): 59,136 indices, all correct" in text


def test_mistakes_get_a_sentence(tmp_path: Path, folder: Path) -> None:
    where = str(tmp_path / "none")
    for words, sentence in (
        (["build", "chess", "KXK", "--folder", where], "'KXK' is not an ending"),
        (["build", "chess", "KQQQQK", "--folder", where], "is not an ending"),
        (["build", "chess", "2-9", "--folder", where], "from 3 to 5 pieces"),
        (
            ["build", "connect_four", "--folder", where],
            "endgame tables need `index`, which connect_four does not define",
        ),
        (["build", "chess", "KRK", "--folder", "/proc/none"], "cannot create the folder"),
        (["build", "chess", "KRK", "--threads", "-1", "--folder", where], "must be from 1 to 256"),
        (["verify", "chess", "--threads", "-1", "--from", str(folder)], "must be from 1 to 256"),
        (["verify", "chess", "KRK", "KQRK", "--from", str(folder)], "has no table KQRvK"),
        (["build", "chess", "KRK", "--workers", "2"], "--workers needs --cluster"),
        (["probe", "chess", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "--from", where], "no tables"),
        (["probe", "chess", "startpos", "--from", str(folder)], "is not in any endgame table"),
        (["probe", "chess", "8/8/8/8/8/7k/8/KQR5 w - - 0 1", "--from", str(folder)], "KQRvK"),
    ):
        code, text = run("table", *words)
        assert code == 2 and sentence in text, (words, text)
