"""Whole games in a terminal, as a person plays them."""

import re
import signal

import pexpect


def say(child, line: str, expected: str, then: str = "X> ") -> None:
    """Type a line, see what is expected, and wait for the prompt, or what comes in its place."""
    child.sendline(line)
    child.expect(expected)
    child.expect(then)


def test_a_whole_game_with_a_wrong_move_hint_undo_save_and_resume(terminal, tmp_path):
    path = tmp_path / "game.json"
    child = terminal("play tic_tac_toe --depth 9")
    child.expect("X> ")
    say(child, "b2", r"O \(engine\) plays a1, sees a draw")
    say(child, "b2", "'b2' is not a legal move here; legal are: b1")
    say(child, "hint", r"hint: \S*c1\S*, a draw")
    say(child, "c1", r"O \(engine\) plays a3")
    say(child, "undo", r"move 2: O a1")
    say(child, "c1", r"O \(engine\) plays a3")
    say(child, f"save {path}", "saved; to go on later")
    child.sendcontrol("d")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0 and path.exists()

    child = terminal(f"play --resume {path}")
    child.expect("move 4: O a3")
    child.expect("X> ")
    say(child, "a2", r"O \(engine\) plays c2")
    say(child, "b3", r"O \(engine\) plays b1")
    say(child, "c3", "A draw", then="startpos moves b2 a1 c1 a3 a2 c2 b3 b1 c3")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_ctrl_c_makes_the_engine_move_and_then_leaves(terminal):
    child = terminal("play connect_four --time 600")
    child.expect("X> ")
    say(child, "4", r"O \(engine\) is thinking", then=r"at depth \d")
    child.sendcontrol("c")
    child.expect(r"O \(engine\) plays")
    child.expect("X> ")
    saved = r"The game is saved; go on with: counterplay play --resume (\S+)"
    for _ in range(10):
        child.sendcontrol("c")
        # One that falls between the prompt and input()'s listening is not taken: press again.
        if child.expect([saved, pexpect.TIMEOUT], timeout=5) == 0:
            break
    else:
        raise AssertionError("Ctrl-C at the prompt does not leave")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130


def test_a_closed_terminal_saves_the_game(terminal, state_home):
    child = terminal("play connect_four --time 600")
    child.expect("X> ")
    say(child, "4", r"O \(engine\) is thinking", then=r"at depth \d")
    child.kill(signal.SIGHUP)
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 128 + signal.SIGHUP
    (saved,) = (state_home / "counterplay" / "games").iterdir()
    assert '"4"' in saved.read_text()


def test_a_terminal_shows_colour(terminal):
    child = terminal("play tic_tac_toe --depth 1")
    child.expect("X> ")
    child.sendline("zz")
    child.expect("X> ")
    assert re.search(r"\x1b\[31m", child.before)
