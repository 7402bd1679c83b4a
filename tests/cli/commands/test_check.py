"""`counterplay check` says what is wrong with a game; its exit code says whether anything is."""

import json


def test_a_sound_game_has_no_faults(run):
    text = run("check", "tic_tac_toe", "--games", "3").stdout
    assert text.startswith("✓ tic_tac_toe: no faults (3 games,")


def test_a_sound_game_as_json(run):
    found = json.loads(run("check", "tic_tac_toe", "--games", "3", "--seed", "1", "--json").stdout)
    assert found["ok"] and found["faults"] == [] and found["games"] == 3


def test_a_fault_is_a_sentence_with_its_place(run, own_game):
    own_game.write_text(own_game.read_text().replace("def utility", "def utilty"))
    text = run("check", own_game, code=1).stdout
    assert "utility(s, p) is missing" in text and str(own_game) in text
    assert "to_five.py: 1 fault (" in text


def test_a_fault_found_by_playing_shows_a_position(run, own_game):
    own_game.write_text(own_game.read_text().replace("return s.turn", "return s.turn + 2"))
    found = json.loads(run("check", own_game, "--json", code=1).stdout)
    fault = found["faults"][0]
    assert fault["position"] == "startpos" and fault["line"] > 0
    text = run("check", own_game, code=1).stdout
    assert f"{own_game}, line {fault['line']}" in text and "position: startpos" in text


def test_a_file_that_is_not_python_is_a_fault_of_its_line(run, own_game):
    own_game.write_text("x = 1\ndef f(:\n")
    text = run("check", own_game, code=1).stdout
    assert "SyntaxError" in text and f"{own_game}, line 2" in text


def test_what_is_not_there_cannot_be_checked(refused):
    assert refused("check", "nowhere.py") == "there is no file nowhere.py"
    assert "there is no game 'nowhere'" in refused("check", "nowhere")


def test_at_least_one_game_is_played(refused):
    assert refused("check", "nim", "--games", "0").startswith("--games 0")


def test_old_names_of_hooks_are_named_in_one_line(run, own_game):
    own_game.write_text(own_game.read_text() + "\n\ndef left(s):\n    return 5 - s.total\n")
    result = run("check", own_game, "--games", "3")
    assert f"{own_game}: rename left to remaining: the old names still work\n" in result.stderr
    assert "no faults" in result.stdout
    found = json.loads(run("check", own_game, "--games", "3", "--json").stdout)
    assert "notes" not in found


def test_a_check_ends_with_a_profile(run):
    lines = run("check", "tic_tac_toe", "--games", "3").stdout.splitlines()
    names = [line.strip().split("  ")[0].split(" ")[0] for line in lines[1:]]
    assert names == ["plies", "branching", "moved", "won", "seen"]


def test_an_endless_loop_is_ended_and_its_line_named(run, own_game):
    text = own_game.read_text().replace("def terminal(s):", "def terminal(s):\n    while True: s")
    own_game.write_text(text)
    shown = run("check", own_game, "--call-seconds", "0.2", code=1).stdout
    assert "terminal() still ran after 0.2 s" in shown
    assert f"line {text.splitlines().index('    while True: s') + 1}" in shown


def test_the_seconds_of_a_call_are_above_zero(refused):
    assert refused("check", "nim", "--call-seconds", "0").startswith("--call-seconds 0")
