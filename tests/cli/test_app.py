"""The commands stand under one name, and errors are one line."""

import subprocess
import sys

import counterplay


def python_m(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "counterplay", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def test_the_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"counterplay {counterplay.__version__}\n"


def test_help_names_every_command_and_shows_examples(run):
    text = run("--help").stdout
    for command in ("games", "play", "analyse", "check", "perft", "warm", "ugi", "gtp"):
        assert f" {command} " in text
    assert "counterplay play connect_four" in text


def test_a_help_paragraph_flows(run):
    assert "or by its number in the list of moves" in " ".join(run("play", "-h").stdout.split())


def test_an_unknown_command_is_refused(run):
    assert "No such command 'sing'" in run("sing", code=2).stderr


def test_the_module_is_the_command():
    assert python_m("--version").stdout == f"counterplay {counterplay.__version__}\n"


def test_a_sentence_goes_to_stderr_and_no_traceback_with_it():
    done = python_m("analyse", "conect_four")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("counterplay: there is no game 'conect_four': did you mean")
    assert "Traceback" not in done.stderr


def test_a_reader_who_goes_away_ends_the_command_quietly():
    command = f"{sys.executable} -m counterplay games --json | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[", "")
