"""A file that is no game is told so in a sentence, with its own line."""

from pathlib import Path

import pytest

import counterplay as cp

GAME = """from typing import NamedTuple
import counterplay as cp

PILE = cp.parameter("pile", 7, 1, 50, "objects in the pile")
facts = cp.Facts(title="Take away", most_actions=3, longest_game=PILE)

class State(NamedTuple):
    left: int
    turn: int

def initial():
    return State(PILE, 0)

def player(s):
    return s.turn

def actions(s, moves):
    n = min(3, s.left)
    for i in range(n):
        moves[i] = i + 1
    return n

def result(s, a):
    return State(s.left - a, 1 - s.turn)

def terminal(s):
    return s.left == 0

def utility(s, p):
    return -1 if p == s.turn else 1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "take_away.py"
    made.write_text(GAME, encoding="utf-8")
    return made


def broken(path: Path, old: str, new: str) -> str:
    """The sentence that a changed file gets."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(cp.CounterplayError) as caught:
        cp.load(path)
    return str(caught.value)


def test_a_state_that_is_too_large_to_copy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    text = (Path(__file__).parents[1] / "data" / "games" / "record_tic_tac_toe.py").read_text()
    path.write_text(text + '\nState = np.dtype([("board", np.uint8, 1 << 30)])\n')
    with pytest.raises(cp.GameError, match=r"State has 1,073,741,824 bytes, but at most"):
        cp.load(path)


def test_a_file_is_a_game(path: Path) -> None:
    game = cp.load(path)
    assert (game.name, game.facts.title) == ("take_away", "Take away")
    assert game.actions(game.initial()) == [1, 2, 3]
    assert cp.textbook.minimax(game, game.initial()).value == 1


def test_a_module_is_a_game_too() -> None:
    import counterplay.games.nim as nim

    assert cp.load(nim).facts.title == "Nim"


def test_parameters_are_constants_of_the_game(path: Path) -> None:
    assert cp.load(path, pile=3).initial() == (3, 0)
    assert cp.load(path, pile="4").initial() == (4, 0)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"pile": 51}, "pile=51 is out of range: 1 to 50"),
        ({"pile": "seven"}, "pile='seven' must be a whole number"),
        ({"piles": 3}, "take_away has no parameter 'piles'; its parameters are: pile"),
    ],
)
def test_a_bad_parameter_gets_a_sentence(
    path: Path, given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        cp.load(path, **given)


def test_a_syntax_error_names_its_line(path: Path) -> None:
    assert f"{path}, line 15: SyntaxError" in broken(path, "return s.turn\n", "return s.turn +\n")


def test_an_error_while_the_file_runs_names_its_line(path: Path) -> None:
    said = broken(path, "PILE = ", "PILE = nonsense + ")
    assert f"{path}, line 4: NameError in the file: name 'nonsense' is not defined" in said


def test_an_error_in_a_rule_names_its_line(path: Path) -> None:
    path.write_text(GAME.replace("s.left == 0", "s.rest == 0"), encoding="utf-8")
    game = cp.load(path)
    with pytest.raises(cp.GameError, match=r"line 27: AttributeError in terminal\(\)"):
        game.terminal(game.initial())


def test_a_rule_that_cannot_be_compiled_names_its_line(path: Path) -> None:
    path.write_text(GAME.replace("1 - s.turn)", "[1, 'a'][s.turn])"))
    with pytest.raises(cp.GameError, match=r"line 24: result\(\) cannot be compiled"):
        cp.perft(cp.load(path), depth=2)


def test_a_missing_function_is_named_with_what_it_is_for(path: Path) -> None:
    said = broken(path, "def terminal", "def over")
    assert "terminal(s) is missing. Return True if the game is over." in said


def test_an_unknown_game_is_told_the_nearest_names() -> None:
    with pytest.raises(cp.InputError, match="did you mean connect_four"):
        cp.load("conect4")


def test_a_missing_file_is_told_so() -> None:
    with pytest.raises(cp.InputError, match=r"there is no file nowhere\.py"):
        cp.load("nowhere.py")


def test_the_facts_are_checked_where_they_stand(path: Path) -> None:
    said = broken(path, "most_actions=3", "most_actions=0")
    assert "most_actions=0 must be a whole number from 1 to 65535" in said


def test_an_evaluator_can_have_a_file_of_its_own(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "guess.py"
    file.write_text("def evaluate(s, p):\n    return s.left * 10 + p\n", encoding="utf-8")
    game = cp.load(path).with_evaluator(cp.load_evaluator(file))
    assert game.evaluate(game.initial()) == 70
    found = cp.search(game, depth=1, method="maxn")
    assert found.kind == "estimate"
    assert found.value == pytest.approx(60e-6)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("def initial", "import sys; sys.exit()\ndef initial", "the file calls sys.exit()"),
        (
            "def terminal",
            "import functools\n@functools.cache\ndef terminal",
            "remove the decorator",
        ),
        ("turn: int", "turn: int = 0", "State.turn has a default value"),
        (
            "def terminal(s):",
            "def terminal(s, *, fast=True):",
            "terminal(s, *, fast=True) has wrong arguments: write terminal(s)",
        ),
        ("def terminal(s):", "def terminal(s, data):", "takes data, but the file defines none"),
        (
            '"pile", 7, 1, 50',
            '"pile", 7.5, 1, 50',
            "the default 7.5 of the parameter 'pile' must be",
        ),
        ('"pile", 7', '"seed", 7', "cannot be called 'seed'"),
        ("longest_game=PILE", "longest_game=PILE, unit=100", "declare another unit"),
        ("longest_game=PILE", "longest_game=PILE, chance=True", "most_outcomes"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(path: Path, old: str, new: str, sentence: str) -> None:
    assert sentence in broken(path, old, new)


def test_the_line_of_a_wrong_fact_is_named(path: Path) -> None:
    assert f"{path}, line 5: facts:" in broken(path, "most_actions=3", "most_actions='3'")


def test_a_byte_order_mark_is_no_harm(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert cp.load(path).facts.title == "Take away"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("return s.turn\n", "return None\n", "player() returned None, not a whole number"),
        ("return -1 if p == s.turn else 1", "return [1]", "utility() returned [1], not a number"),
        ("return n\n", "return [1, 2]\n", "actions() returned [1, 2], not a count"),
        ("return s.left == 0", "return 'no'", "terminal() returned 'no', not True or False"),
    ],
)
def test_a_rule_that_gives_the_wrong_thing_is_told_so(
    path: Path, old: str, new: str, sentence: str
) -> None:
    path.write_text(GAME.replace(old, new), encoding="utf-8")
    game = cp.load(path)
    with pytest.raises(cp.GameError) as caught:
        cp.textbook.minimax(game, game.initial())
    assert sentence in str(caught.value)
    assert not cp.check(path).ok


def test_a_rule_that_raises_in_a_search_is_blamed(path: Path) -> None:
    path.write_text(
        GAME.replace("def result(s, a):\n", "def result(s, a):\n    assert s.left > 5\n")
    )
    with pytest.raises(cp.GameError, match="AssertionError in the rules, during a search"):
        cp.search(cp.load(path), depth=5)


# Hooks that had other names before 0.2.0.

OLD_HOOKS = """
def threatened(s):
    return s.left < 3

def left(s):
    return s.left

def candidates(s, moves):
    return actions(s, moves)
"""


def test_a_file_with_the_old_names_of_hooks_plays_as_before(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.py"
    old.write_text(GAME + OLD_HOOKS, encoding="utf-8")
    new = tmp_path / "new.py"
    text = OLD_HOOKS.replace("threatened", "in_check").replace("def left", "def remaining")
    new.write_text(GAME + text.replace("candidates", "sufficient_moves"), encoding="utf-8")
    games = cp.load(old), cp.load(new)
    for name in ("in_check", "remaining", "sufficient_moves"):
        assert all(name in game.functions for game in games)
    first, second = (cp.search(game, depth=7) for game in games)
    assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


def test_a_check_names_the_old_hooks_in_one_line_and_does_not_fail(path: Path) -> None:
    path.write_text(GAME + OLD_HOOKS, encoding="utf-8")
    checked = cp.check(path, games=3)
    assert checked.ok
    assert checked.notes == (
        "rename threatened to in_check, left to remaining, candidates to sufficient_moves: "
        "the old names still work",
    )


def test_a_helper_with_the_name_of_a_new_hook_does_not_replace_the_old_one(path: Path) -> None:
    helper = "def remaining(pile, taken):\n    return pile - taken\n"
    hook = "def left(s):\n    return remaining(s.left, 0)\n"
    path.write_text(GAME + helper + hook, encoding="utf-8")
    game = cp.load(path)
    assert game.functions["remaining"].__name__ == "left"
    assert game.ask("remaining", game.initial()) == 7


def test_a_helper_with_the_name_of_a_new_hook_gets_a_sentence(path: Path) -> None:
    path.write_text(GAME + "def remaining(pile, taken):\n    return pile - taken\n")
    with pytest.raises(cp.GameError) as caught:
        cp.load(path)
    assert "remaining(pile, taken) has wrong arguments: write remaining(s)" in str(caught.value)
    assert "if it is a helper, rename it: remaining is a hook since 0.2.0" in str(caught.value)


def test_a_check_says_if_an_old_hook_is_not_used(path: Path) -> None:
    both = "def in_check(s):\n    return False\ndef threatened(s):\n    return True\n"
    path.write_text(GAME + both, encoding="utf-8")
    checked = cp.check(path, games=3)
    assert checked.notes == ("threatened() is not used: since 0.2.0 the hook is called in_check()",)


def test_a_helper_called_like_an_old_hook_is_a_helper(path: Path) -> None:
    text = "def candidates(s):\n    return s.left\n"
    path.write_text(GAME + text, encoding="utf-8")
    assert "sufficient_moves" not in cp.load(path).functions


def test_data_is_part_of_the_rules_only_if_a_rule_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    numbers = """
class Data(NamedTuple):
    worth: int

data = Data(int(cp.setting("worth", 5)))
"""

    def loaded(rules: str, worth: int) -> cp.Game:
        path.write_text(rules + numbers, encoding="utf-8")
        return cp.load(path, worth=worth)

    judged = GAME + "\ndef evaluate(s, data):\n    return data.worth\n"
    assert loaded(judged, 5).has_same_rules(loaded(judged, 6))
    read = GAME.replace("def terminal(s):", "def terminal(s, data):")
    assert not loaded(read, 5).has_same_rules(loaded(read, 6))
