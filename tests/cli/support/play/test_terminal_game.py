"""Games played through a pipe: what is typed is answered, and nothing is ever lost."""

import json
import re
import shlex
import threading
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.compile.background import BackgroundCompiler

X_WINS = "a1\na2\nb1\nb2\nc1\n"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def resume_file(text: str) -> Path:
    found = re.search(r"counterplay play --resume (.*)", text)
    assert found, text
    return Path(shlex.split(found[1])[0])


def test_two_people_play_to_the_end(run):
    text = run("play", "tic_tac_toe", "--you", "all", typed=X_WINS).stdout
    assert "X wins\n5 moves:\nstartpos moves a1 a2 b1 b2 c1\n" in text
    assert "\x1b" not in text and "--resume" not in text


def test_a_person_plays_the_engine(run):
    text = run("play", "nim", "1,1,0,0", "--you", "first", typed="1-1\n").stdout
    assert "second (engine) plays 2-1, sees a loss in 1 ply" in text
    assert "first (you) wins" in text


def test_the_engine_thinks_on_a_persons_time_and_stops_with_the_game(run):
    text = run("play", "tic_tac_toe", "--ponder", "--time", "0.01", typed="b2\nquit\n").stdout
    assert "O (engine) plays" in text and "The game is saved" in text
    assert not [t for t in threading.enumerate() if t.name == "counterplay-ponder"]


def test_the_engine_can_begin(run):
    text = run("play", "nim", "1,1,0,0", "--you", "second", typed="2-1\n").stdout
    assert "first (engine) plays 1-1" in text and "first (engine) wins" in text


def test_the_engine_plays_itself_the_same_way_each_time(run):
    first, second = (
        run("play", "tic_tac_toe", "--you", "none", "--depth", "9").stdout for _ in range(2)
    )
    assert first == second and "A draw\n9 moves:" in first


def test_a_move_can_be_given_by_its_number(run):
    text = run("play", "tic_tac_toe", "--you", "all", typed=typed("moves", "#2")).stdout
    assert "#1 a1  #2 b1" in text and "move 1: X b1" in text


def test_notation_wins_over_numbers(run):
    text = run("play", "connect_four", "--you", "all", typed=typed("1", "#1")).stdout
    assert "move 1: X 1" in text  # column 1, though the list begins in the middle
    assert "move 2: O 4" in text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("z9", "'z9' is not a legal move here; legal are: a1, b1,"),
        ("3", "for a move by its number write #3"),
        ("#10", "'#10' is not in the list of moves, #1 to #9"),
        ("#x", "'#x' is not in the list of moves"),
        ("udno", "did you mean undo?"),
        ("undo", "there is no earlier turn of yours"),
        ("save /nowhere/at/all", "/nowhere/at/all cannot be written: No such file or directory"),
    ],
)
def test_a_mistake_gets_a_sentence_and_another_try(run, line, sentence):
    text = run("play", "tic_tac_toe", "--you", "all", typed=typed(line) + X_WINS).stdout
    assert sentence in text and "X wins" in text


def test_an_error_of_a_game_at_the_prompt_loses_nothing(run, own_game):
    own_game.write_text(own_game.read_text() + "def parse_move(s, text):\n    return int(text)\n")
    text = run("play", own_game, "--you", "all", typed=typed("one", "1", "2", "2")).stdout
    assert "'one' is not a legal move here" in text and "player 1 wins" in text


def test_help_lists_the_commands(run):
    text = run("play", "tic_tac_toe", typed="help\n").stdout
    for command in ("moves", "hint", "undo", "save", "resign", "quit"):
        assert re.search(rf"^  {command} ", text, re.M)
    assert "#1" in text


def test_an_empty_line_draws_the_board_again(run):
    text = run("play", "tic_tac_toe", "--you", "all", typed="\n").stdout
    assert text.count("X to move") == 2


def test_a_hint_names_a_move_and_its_line(run):
    text = run("play", "tic_tac_toe", "xx./oo./...", "--you", "all", typed="hint\n").stdout
    assert "hint: c3, a win in 1 ply  (depth 1: c3)" in text


def test_with_dice_a_hint_ranks_moves_by_their_equity(run):
    cp.make_engine("backgammon")  # compiled now: until then, plain Python gives the hint
    where = ("backgammon", "startpos moves 31", "--you", "all", "--depth", "1")
    text = run("play", *where, typed="hint\n").stdout
    assert re.search(r"^1\.  8/5,6/5 +[+-]0\.\d{3} *$", text, re.M)
    assert len(re.findall(r"^[2-5]\.  \S+ +[+-]0\.\d{3}  \(-0\.\d{3}\)$", text, re.M)) == 4


def test_the_terminal_says_who_rolled(run):
    text = run("play", "backgammon", "startpos moves 31 8/5,6/5", "--you", "all").stdout
    assert re.search(r"^Black rolled ", text, re.M)


def test_undo_goes_back_to_your_own_turn(run):
    lines = typed("b2", "undo", "undo", "c1")
    text = run("play", "tic_tac_toe", "--depth", "2", typed=lines).stdout
    assert "there is no earlier turn" in text
    assert json.loads(resume_file(text).read_text())["moves"][0] == "c1"


def test_resigning_gives_the_game_to_the_other(run):
    text = run("play", "tic_tac_toe", "--depth", "1", typed=typed("a1", "resign")).stdout
    assert "X (you) resigns, O (engine) wins\n2 moves:" in text and "--resume" not in text


def test_a_piece_that_the_name_does_not_tell_is_named(run):
    assert "Black (X) to move" in run("play", "othello", "--you", "all", typed="quit\n").stdout


def test_three_people_play(run):
    one_box = ("--set", "columns=1", "--set", "rows=1", "--set", "players=3", "--you", "all")
    text = run("play", "dots_and_boxes", *one_box, typed=typed("a1h", "a2h", "a1v", "b1v")).stdout
    assert "A wins (A: 1, B: 0, C: 0)" in text


def test_one_of_three_resigns(run):
    three = ("--set", "players=3", "--you", "all")
    text = run("play", "dots_and_boxes", *three, typed="resign\n").stdout
    assert "A resigns\n0 moves:" in text


def chance_game(*arguments: object) -> tuple:
    tree = {"chance": [[0.25, [k, [k, -k]]] for k in range(1, 5)]}
    return ("play", "tree", "--set", f"tree={json.dumps(tree)}", "--you", "all", *arguments)


def test_chance_draws_by_the_seed_and_shows_what_it_drew(run):
    drawn = set()
    for seed in range(12):
        text = run(*chance_game("--seed", seed), typed="1\n").stdout
        outcome = re.search(r"chance gives (\d)\n", text)[1]
        assert f"startpos moves {outcome} 1\n" in text and f"MAX wins: +{outcome}\n" in text
        assert text == run(*chance_game("--seed", seed), typed="1\n").stdout
        drawn.add(outcome)
    assert len(drawn) > 1


def test_a_roll_of_dice_is_said_and_shown(run):
    text = run("play", "pig", "--you", "all", "--seed", "3", typed=typed("roll")).stdout
    number = re.search(r"\nrolled (\d)\n", text)[1]
    assert f"dice [{number}]" in text


def test_undo_does_not_stop_at_chance(run):
    text = run(*chance_game("--seed", 1), typed=typed("2", "undo", "undo")).stdout
    assert "there is no earlier turn" in text


def test_the_end_of_what_is_piped_saves_the_game(run, state_home):
    text = run("play", "tic_tac_toe", "--you", "all", typed=typed("a1", "b2")).stdout
    path = resume_file(text)
    assert state_home in path.parents
    text = run("play", "--resume", path, typed=typed("b1", "b3", "c1")).stdout
    assert "startpos moves a1 b2 b1 b3 c1" in text and "X wins" in text


def test_quit_saves_the_game(run):
    text = run("play", "tic_tac_toe", "--you", "all", typed=typed("a1", "quit", "b2")).stdout
    assert json.loads(resume_file(text).read_text())["moves"] == ["a1"]


def test_a_game_without_a_move_is_not_saved(run, state_home):
    assert "--resume" not in run("play", "tic_tac_toe", typed="quit\n").stdout
    assert not state_home.exists()


def test_a_saved_game_goes_on_where_it_was(run, tmp_path):
    path = tmp_path / "my game.json"
    text = run("play", "tic_tac_toe", "--you", "all", typed=typed("a1", f"save {path}")).stdout
    assert resume_file(text) == path
    text = run("play", "--resume", path, typed="quit\n").stdout
    assert "move 1: X a1" in text and "O to move" in text
    assert resume_file(text) == path


def test_leaving_a_resumed_game_leaves_the_users_file_alone(run, tmp_path):
    path = tmp_path / "mine.json"
    run("play", "tic_tac_toe", "--you", "all", typed=typed("a1", f"save {path}"))
    before = path.read_bytes()
    text = run("play", "--resume", path, typed="b2\n").stdout
    assert path.read_bytes() == before
    own = resume_file(text)
    assert own != path
    assert resume_file(run("play", "--resume", own, typed="c3\n").stdout) == own


def test_saving_overwrites_nothing_but_saved_games(run, own_game):
    before = own_game.read_bytes()
    text = run("play", "tic_tac_toe", "--you", "all", typed=f"save {own_game}\n").stdout
    assert "exists and is not a saved game" in text and own_game.read_bytes() == before


def test_a_resumed_game_can_change_players_and_limits(run, tmp_path):
    path = tmp_path / "game.json"
    lines = typed("1-1", f"save {path}")
    run("play", "nim", "1,1,0,0", "--you", "all", typed=lines)
    text = run("play", "--resume", path, "--you", "none", "--depth", "1").stdout
    assert "second plays 2-1, sees a loss in 1 ply (depth 1" in text and "first wins" in text


def test_a_game_in_a_file_is_resumed_by_its_path(run, own_game, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    text = run("play", own_game.name, "--you", "all", typed="2\n").stdout
    monkeypatch.chdir("/")
    assert "player 1 wins" in run("play", "--resume", resume_file(text), typed="1\n2\n").stdout


def test_a_game_that_cannot_be_saved_says_how_to_go_on(run, state_home):
    state_home.write_text("a file where a folder should be")
    text = run("play", "tic_tac_toe", "--you", "all", typed="a1\n").stdout
    assert "the game cannot be saved: " in text and "cannot be written" in text
    assert "counterplay play tic_tac_toe 'startpos moves a1'" in text


def test_rules_that_break_in_the_middle_save_the_game(run, own_game):
    broken = "def board(s):\n    return str(1 // (2 - s.total))\n"
    own_game.write_text(own_game.read_text() + broken)
    result = run("play", own_game, "--you", "all", typed="2\n", code=2)
    assert "ZeroDivisionError in board()" in result.stderr and "Traceback" not in result.stderr
    assert resume_file(result.stdout).exists()


def test_a_game_that_is_over_ends_at_once(run):
    assert "X (you) wins" in run("play", "tic_tac_toe", "xxx/oo./...").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a GAME to play"),
        (["tic_tac_tow"], "did you mean tic_tac_toe"),
        (["tic_tac_toe", "--you", "third"], "'third' is no player of Tic-tac-toe"),
        (["tic_tac_toe", "xx"], "is not a position"),
        (["tic_tac_toe", "--time", "0"], "time=0.0 must be"),
        (["tic_tac_toe", "--resume", "x"], "--resume takes game, position, parameters and seed"),
        (["--resume", "/nowhere"], "/nowhere cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(refused, arguments, sentence):
    assert sentence in refused("play", *arguments)


def test_a_game_no_engine_fits_is_played_by_people(run, refused, own_game):
    text = own_game.read_text().replace("longest_game=5", "longest_game=5, hidden=True")
    own_game.write_text(text)
    assert refused("play", own_game).endswith("--you all plays without the engine")
    lines = typed("hint", "2", "1", "2")
    text = run("play", own_game, "--you", "all", typed=lines).stdout
    assert "hides part of its state" in text and "player 1 wins" in text


def test_who_leaves_early_leaves_no_compiler_behind(run, own_game, monkeypatch, tmp_path):
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "kernels"))
    # Rules that no other test of this process has compiled.
    own_game.write_text(own_game.read_text().replace("5", "8"))
    compilers = []

    class Watched(BackgroundCompiler):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            assert self.is_running
            compilers.append(self)

    monkeypatch.setattr("counterplay.session.BackgroundCompiler", Watched)
    run("play", own_game, typed="")
    assert not compilers[0].is_running
