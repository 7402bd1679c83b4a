"""All commands have one name in front, and errors are one line."""

import subprocess
import sys
from pathlib import Path

import pytest

import counterplay
from counterplay.cli import commands


def python_m(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "counterplay", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def test_the_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"counterplay {counterplay.__version__}\n"


NAMES = [name for section in commands.COMMANDS.values() for name in section]


def test_every_file_of_a_command_has_a_row():
    files = {path.stem for path in Path(commands.__file__).parent.iterdir()}
    assert files - {"__init__", "__pycache__"} == set(NAMES) and len(NAMES) == len(set(NAMES))


def test_help_names_every_command_and_shows_examples(run):
    text = run("--help").stdout
    for section, summaries in commands.COMMANDS.items():
        assert f" {section} " in text
        for command in summaries:
            assert f" {command} " in text
    assert "counterplay play connect_four" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help(run, name):
    assert f" {name} [OPTIONS]" in run(name, "--help").stdout


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_question_about_the_program_needs_no_compiler(option):
    code = (
        "import sys, counterplay.cli\n"
        f"sys.argv = ['counterplay', {option!r}]\n"
        "try:\n    counterplay.cli.main()\n"
        "except SystemExit:\n    print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "False False", done.stderr


def test_a_help_paragraph_flows(run):
    assert "or its number in the list of moves (#3)" in " ".join(run("play", "-h").stdout.split())


def test_an_unknown_command_is_refused(run):
    assert "No such command 'sing'" in run("sing", code=2).stderr
    assert "Did you mean 'match'?" in run("mach", code=2).stderr


def test_the_module_is_the_command():
    assert python_m("--version").stdout == f"counterplay {counterplay.__version__}\n"


def test_a_sentence_goes_to_stderr_and_no_traceback_with_it():
    done = python_m("analyse", "conect_four")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("counterplay: there is no game 'conect_four': did you mean")
    assert "Traceback" not in done.stderr


def test_a_reader_who_goes_away_ends_the_command_quietly():
    command = f"{sys.executable} -m counterplay games --json | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("[", "")


def test_a_file_that_the_system_refuses_is_one_sentence(refused, monkeypatch):
    def fail(*_):
        raise OSError(36, "File name too long", "somewhere")

    monkeypatch.setattr("counterplay.cli.commands.analyse.load_game", fail)
    assert refused("analyse", "nim") == "somewhere: File name too long"


def test_too_little_memory_is_one_sentence(refused, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("counterplay.cli.commands.analyse.load_game", fail)
    assert "there is not enough memory" in refused("analyse", "nim")


def test_a_sentence_does_not_repeat_a_very_long_input(refused):
    said = refused("perft", "nim", "--depth", "1", "x" * 100_000)
    assert len(said) < 1_100 and said.startswith("'xxx") and "is not a position of nim" in said
    assert refused("analyse", "a\nb").startswith("there is no game 'a\\nb'")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize("words", ["uci", "play nim --time 0.1", "games"])
def test_a_closed_standard_stream_is_no_fault(words, closed):
    command = f"{sys.executable} -m counterplay {words} {closed}"
    options = {"input": "quit\n", "capture_output": True, "text": True, "timeout": 300}
    done = subprocess.run(command, shell=True, **options)
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["uci", "ugi nim", "games"])
def test_a_full_disk_is_told_in_a_sentence(words):
    command = f"{sys.executable} -m counterplay {words} > /dev/full"
    options = {"input": "uci\nquit\n", "capture_output": True, "text": True, "timeout": 300}
    done = subprocess.run(command, shell=True, **options)
    assert (done.returncode, done.stderr) == (2, "counterplay: No space left on device\n")
