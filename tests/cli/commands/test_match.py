"""`counterplay match` plays a match, shows it, keeps it, and goes on with it."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from counterplay.formats.registry import writable_suffixes

SMALL = ("connect_four", "--set", "width=5", "--set", "height=4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are saved in the current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def player(folder: Path) -> Callable[[str], str]:
    """The file of a player of one's own."""

    def write(body: str) -> str:
        (folder / "mine.py").write_text(f"def choose(position, limit):\n    {body}\n")
        return "mine.py"

    return write


def test_json_is_the_result_and_nothing_else(run) -> None:
    done = run("match", *SMALL, "textbook:ordered:depth=2", "random", "--games", 10, "--json")
    result = json.loads(done.stdout)
    assert done.stderr == ""
    assert result["wins"] + result["draws"] + result["losses"] == result["played"] == 10
    assert sum(result["pairs"]) == 5 and result["finished"]
    assert result["sides"][0]["depth"] == 2 and result["sides"][1]["depth"] is None


def test_text_has_the_table_and_what_the_score_says(run) -> None:
    text = run(
        "match", *SMALL, "textbook:ordered:depth=2,name=book", "random", "--games", 10
    ).stdout
    assert "connect_four: book against random, 0.1 s a move, 10 of 10 games" in text
    for word in ("wins", "score", "nodes/s", "s/move", "Elo ", "(95 %), LOS", "pairs ", "endings"):
        assert word in text
    assert "saved in  connect_four-book-random-" in text


def test_the_same_command_finds_its_games_again(run, folder: Path) -> None:
    arguments = ("match", *SMALL, "random", "random", "--games", 6)
    first = run(*arguments).stdout
    files = list(folder.iterdir())
    again = run(*arguments)
    assert again.stdout == first
    assert f"6 games of them were already in {files[0].name}" in again.stderr
    assert list(folder.iterdir()) == files


def test_a_longer_match_goes_on_with_the_games_there_are(run, folder: Path) -> None:
    for games in (4, 8):
        run("match", *SMALL, "random", "random", "--games", games, "--out", "m.jsonl")
    assert len((folder / "m.jsonl").read_text().splitlines()) == 9


def test_a_test_says_what_it_has_accepted(run) -> None:
    options = ("--games", 400, "--sprt", -300, -200, "--opening-plies", 5)
    text = run("match", *SMALL, "textbook:ordered:depth=1", "random", *options).stdout
    assert "SPRT      Elo -300 or -200: H1 accepted, Elo -200, LLR +" in text
    assert "between -2.94 and 2.94" in text


def test_openings_may_come_from_a_file(run, folder: Path) -> None:
    (folder / "book.txt").write_text("33\n32\n")
    options = ("--games", 4, "--openings", "book.txt", "--out", "m.jsonl")
    run("match", *SMALL, "random", "random", *options)
    lines = (folder / "m.jsonl").read_text().splitlines()[1:]
    assert [json.loads(line)["opening"] for line in lines] == ["33", "33", "32", "32"]


def test_a_broken_player_is_a_fault(run, player) -> None:
    done = run("match", *SMALL, player("return 77"), "random", "--games", 2, code=1)
    assert "illegal (mine.py) 2" in done.stdout
    assert "game 0: mine.py: 77 is not a legal move here" in done.stdout


def test_a_player_out_of_time_is_no_fault(run, player) -> None:
    slow = player("import time; time.sleep(0.1); return position.legal_moves[0]")
    done = run("match", *SMALL, slow, "random", "--games", 2, "--clock", "0.01+0")
    assert "time (mine.py) 2" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chesss", "random", "random"], "there is no game 'chesss'"),
        (["nim", "random", "alfabeta"], "there is no player 'alfabeta': did you mean alphabeta"),
        (["nim", "random", "alphabeta:lmrr=on"], "alphabeta has no setting 'lmrr'"),
        (["nim", "random", "alphabeta:evaluator=no.py"], "no.py cannot be read: No such file"),
        (["nim", "random", "textbook:minimax:depth=3"], "minimax has no limit depth"),
        (["nim", "random", "random", "--games", "5"], "games=5 must be a multiple of 2, such as 4"),
        (["nim", "random", "random", "--jobs", "0"], "jobs=0 must be 1 or more"),
        (["nim", "random", "random", "--time", "0"], "time=0.0 must be a number of seconds"),
        (["nim", "random", "random", "--clock", "x"], "'x' is not a clock"),
        (["nim", "random", "random", "--clock", "9", "--time", "1"], "a clock or a time per move"),
        (["nim", "random", "random", "--sprt", "9", "1"], "sprt 9 1: ELO0 must be"),
        (["nim", "random", "random", "--alpha", "0.1"], "--alpha and --beta need --sprt"),
        (["nim", "random", "random", "--openings", "no.txt"], "no.txt cannot be read"),
        (["nim", "random", "random", "--opening-plies", "-1"], "opening_plies=-1 must be"),
        (
            ["tic_tac_toe", "random", "random"],
            "different openings of 1 random plies, but 50 are needed",
        ),
        (["tree", "random", "random"], "different openings"),
        (["nim", "random", "random", "--out", "no/where"], "no/where cannot be written"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(refused, folder, arguments, sentence) -> None:
    assert sentence in refused("match", *arguments)
    assert list(folder.iterdir()) == []


def test_a_file_of_another_match_is_refused(run, refused, folder: Path) -> None:
    run("match", *SMALL, "random", "random", "--games", 2, "--out", "m.jsonl")
    before = (folder / "m.jsonl").read_bytes()
    said = refused("match", *SMALL, "random", "random", "--seed", 1, "--out", "m.jsonl")
    assert "m.jsonl has the games of another match (seed: 0, not 1)" in said
    assert (folder / "m.jsonl").read_bytes() == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_shows_the_table_so_far_and_how_to_go_on(terminal, run, player, jobs: int) -> None:
    # It hurries once it may: the match cannot be over before it is stopped.
    text = "import time, pathlib; time.sleep(0 if pathlib.Path('hurry').exists() else 0.5); "
    slow = player(text + "return position.legal_moves[0]")
    arguments = ("match", *SMALL, slow, "random", "--games", 16, "--out", "m.jsonl")
    arguments = (*map(str, arguments), "--jobs", str(jobs))
    child = terminal(shlex.join(arguments))
    child.expect(r"[1-9]\d* of 16 games")  # the live table
    child.sendcontrol("c")
    child.expect(r"\d+ of 16 games")
    child.expect("Elo ")
    child.expect("stopped with ([0-9]+) games to go; to resume, run: counterplay match")
    left = int(child.match[1])
    child.wait()
    assert child.exitstatus == 0 and "Traceback" not in child.before
    kept = len(Path("m.jsonl").read_text().splitlines()) - 1
    assert 0 < kept == 16 - left < 16
    Path("hurry").touch()
    done = run(*arguments, "--json")
    assert json.loads(done.stdout)["played"] == 16


def test_elsewhere_than_on_a_terminal_a_line_says_how_it_stands(run) -> None:
    said = run("match", *SMALL, "random", "random", "--games", 4).stderr
    assert "1 of 4 games: +" in said and "\x1b" not in said


def test_games_of_chess_are_written_as_pgn(run, folder: Path) -> None:
    import chess.pgn

    played = run("match", "chess", "random", "textbook:ordered:depth=1", "--games", 4,
                 "--opening-plies", 6, "--seed", 3, "--pgn", "games.pgn", "--json")  # fmt: skip
    result = json.loads(played.stdout)
    games = []
    with (folder / "games.pgn").open() as file:
        while game := chess.pgn.read_game(file):
            games.append(game)
    assert len(games) == 4 and not any(game.errors for game in games)
    points = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}
    first = sum(
        points[g.headers["Result"]] if g.headers["White"] == "random" else
        1 - points[g.headers["Result"]] for g in games
    )  # fmt: skip
    assert first == result["wins"] + result["draws"] / 2
    for game in games:
        board = game.end().board()
        assert game.headers["Result"] == board.result(claim_draw=True)


def test_pgn_is_for_chess_alone(run) -> None:
    done = run("match", *SMALL, "random", "random", "--pgn", "games.pgn", code=2)
    assert "PGN is for chess and Chess960, not for load('connect_four'" in done.stderr


def test_games_of_checkers_are_written_as_pdn(run, folder: Path) -> None:
    played = run("match", "checkers", "random", "textbook:ordered:depth=1", "--games", 2,
                 "--seed", 3, "--pdn", "games.pdn", "--json")  # fmt: skip
    result, text = json.loads(played.stdout), (folder / "games.pdn").read_text()
    assert "2 games written to games.pdn" in played.stderr
    assert text.count('[GameType "21"]') == 2 and text.count('[White "random"]') == 1
    points = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}
    first = 0.0
    for block in text.split("\n\n[")[:2]:
        score = points[block.split('Result "')[1].split('"')[0]]
        first += score if 'White "random"' in block else 1 - score
    assert first == result["wins"] + result["draws"] / 2


def test_games_are_exported_in_the_format_of_the_suffix(run, refused, folder: Path) -> None:
    run("match", "othello", "--set", "size=4", "random:name=A", "random:name=B", "--games", 2,
        "--opening-plies", 1, "--export", "games.sgf")  # fmt: skip
    text = (folder / "games.sgf").read_text()
    assert text.count("GM[2]") == text.count("RE[") == 2 and "PB[A]" in text and "PB[B]" in text
    said = refused("match", *SMALL, "random", "random", "--export", "games.xyz")
    assert f"end its name in {writable_suffixes()}" in said
    said = refused("match", *SMALL, "random", "random", "--export", "games.sgf")
    assert "--export: SGF is for Go, Othello" in said


def test_a_cluster_is_named_as_for_tables(refused) -> None:
    pytest.importorskip("ray")
    said = refused("match", *SMALL, "random", "random", "--games", 2, "--cluster", "nowhere")
    assert "'nowhere' is not the address of a cluster" in said


def test_a_player_that_ponders_needs_a_core_of_its_own(run, tmp_path, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    words = ("nim", "alphabeta:ponder=on", "random", "--games", "2", "--time", "0.01")
    text = run("match", *words, "--out", tmp_path / "games.jsonl").stderr
    assert "--jobs 1 with players that ponder: this machine has 1 core" in " ".join(text.split())
