"""`check` gives a sound game no fault, and each way of breaking it the right sentence."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN

SOUND = Path(__file__).with_name("domineering.py")

# What is changed in the sound game, the rule that is then broken, and words of the sentence.
SABOTAGE = {
    "a function is missing": (
        "def utility(s, p)", "def utilty(s, p)",
        "contract", "utility(s, p) is missing", "Is utilty() a misspelling of it?",
    ),
    "the facts are missing": (
        "facts = cp.Facts", "fact = cp.Facts",
        "contract", "the facts are missing",
    ),
    "the state holds a list": (
        "    taken: int\n", "    taken: list\n",
        "contract", "State.taken is declared list", "must be an integer",
    ),
    "a function takes too much": (
        "def result(s, a):", "def result(s, a, extra):",
        "contract", "result(s, a, extra) has wrong arguments: write result(s, a)",
    ),
    "the state becomes a float": (
        "return State(s.taken | domino(a, s.turn), 1 - s.turn)",
        "return State(s.taken | domino(a, s.turn), (3 - 2 * s.turn) / 2 - 0.5)",
        "error", "result() returned turn=1.0", "an integer became a float",
    ),
    "no State is returned": (
        "return State(s.taken | domino(a, s.turn), 1 - s.turn)",
        "return (s.taken | domino(a, s.turn), 1 - s.turn)",
        "error", "result() returned tuple", "not a State",
    ),
    "the buffer is too small": (
        "most_actions=SIZE * (SIZE - 1)", "most_actions=4",
        "buffer", "actions() wrote 6 moves, but the buffer has most_actions=4 entries",
    ),
    "the count is wrong": (
        "            moves[n] = a\n            n += 1\n    return n\n",
        "            moves[n] = a\n            n += 1\n    return n + 1\n",
        "buffer", "returned 7, but wrote only 6",
    ),
    "no action before the end": (
        "    return count(s, s.turn) == 0", "    return s.taken == 511",
        "no action", "actions() returned no move, but terminal() is False",
    ),
    "an action at the end": (
        "    return count(s, s.turn) == 0", "    return count(s, s.turn) < 3",
        "action at the end", "although terminal() is True",
    ),
    "a move twice": (
        "    for a in range(SQUARES):\n        if fits(s, a, s.turn):",
        "    for a in (0, 0, 1, 2, 3, 4):\n        if fits(s, a, s.turn):",
        "same action twice", "actions() lists move 0 twice",
    ),
    "a move beyond its numbers": (
        "facts = cp.Facts", "DISTINCT_ACTIONS = 4\nfacts = cp.Facts",
        "distinct actions", "but DISTINCT_ACTIONS=4 is declared",
    ),
    "numbers that are none": (
        "facts = cp.Facts", "DISTINCT_ACTIONS = -1\nfacts = cp.Facts",
        "contract", "DISTINCT_ACTIONS=-1 must be a whole number",
    ),
    "a player too many": (
        "def player(s):\n    return s.turn", "def player(s):\n    return s.turn + 1",
        "player", "player() returned 2, but the players are 0 to 1",
    ),
    "both win": (
        "return -1 if p == s.turn else 1", "return 1",
        "total", "the payoffs 1, 1 add up to 2, but total=0 is declared",
    ),
    "half a win": (
        "return -1 if p == s.turn else 1", "return -0.5 if p == s.turn else 0.5",
        "scored", "are not a win, draw or loss", "declare scored=True",
    ),
    "result is random": (
        "def result(s, a):\n",
        "def result(s, a):\n    import random\n    s = s._replace(turn=random.getrandbits(1))\n",
        "purity", "result() of move", "it must be pure",
    ),
    "a rule assigns to a global": (
        "def result(s, a):\n", "def result(s, a):\n    global SQUARES\n    SQUARES = 9\n",
        "purity", "result() assigns to the global 'SQUARES'",
    ),
    "a rule changes an array": (
        "def result(s, a):\n", "def result(s, a):\n    PLAYED[a] += 1\n",
        "purity", "result() writes to the global array PLAYED",
    ),
    "keys collide": (
        "def key(s):\n    return s.taken * 2 + s.turn", "def key(s):\n    return s.taken % 16",
        "keys", "the facts declare exact_key=True",
    ),
    "a pass that the key does not show": (
        "def key(s):\n    return s.taken * 2 + s.turn",
        "def null(s):\n    return State(s.taken, 1 - s.turn)\n\n\ndef key(s):\n    return s.taken",
        "keys", "key() is the same before and after null(), which passes the turn",
    ),
    "a repetition that cannot occur": (
        "    exact_key=True,\n", "    repetition=3,\n",
        "repetition", "State.taken rises with every move", "repetition=3 never applies",
    ),
    "an evaluator without its weights": (
        "WEIGHTS = np.array([100, 10])", "",
        "contract", "evaluate(s, weights) needs WEIGHTS",
    ),
    "keys collide where not exact": (
        "    exact_key=True,\n)", ")\n\n\ndef key(s):\n    return s.taken & 15\n\n",
        "keys", "key() is the same for two states that differ in",
    ),
    "a symmetry that turns the board": (
        "return State(min(s.taken, flipped(s.taken)), s.turn)",
        "return State(flipped(s.taken), s.turn)",
        "symmetry", "canonical() of a canonical state is another state",
    ),
    "a symmetry that changes the game": (
        "return State(min(s.taken, flipped(s.taken)), s.turn)",
        "return State(0, s.turn)",
        "symmetry", "canonical() changed the player to move",
    ),
    "an index that does not come back": (
        "return State(i >> 1, i & 1)", "return State(i >> 1, 1 - (i & 1))",
        "index", "but state(", "is another state",
    ),
    "an index too large": (
        "return 2 << SQUARES", "return SQUARES",
        "index", "outside 0 to 8",
    ),
    "sufficient moves that are not": (
        "    return actions(s, moves)", "    return min(actions(s, moves), 1)",
        "sufficient_moves", "with sufficient_moves() the score is",
    ),
    "bounds that are not": (
        "    return -WIN, WIN\n", "    return WIN - 1, WIN\n",
        "bounds", "bounds() returned 999999 to 1000000 for the window",
    ),
    "an evaluator upside down": (
        "weights[0] * count(s, s.turn) - weights[0] * count(s, 1 - s.turn) - weights[1]",
        "weights[0] * count(s, 1 - s.turn) - weights[0] * count(s, s.turn)",
        "evaluator", "scores lost positions higher than won ones",
    ),
    "an evaluator past the win scores": (
        "WEIGHTS = np.array([100, 10])", "WEIGHTS = np.array([1_000_000, 10])",
        "evaluator", "past the win scores",
    ),
    "a game that does not end": (
        "def result(s, a):\n", "def result(s, a):\n    return State(0, 1 - s.turn)\n",
        "endless", "goes on after longest_game=9 plies",
    ),
    "unsigned and signed are mixed": (
        "    taken: int\n", "    taken: np.uint64\n",
        "error", "became a float",
    ),
    "plain and compiled differ": (
        "return State(s.taken | domino(a, s.turn), 1 - s.turn)",
        "return State(s.taken | domino(a, s.turn) + (1 << 70 + s.turn >> 70), 1 - s.turn)",
        "native", "in plain Python and",
    ),
    "an error of its own": (
        "def terminal(s):\n", "def terminal(s):\n    [][s.turn]\n",
        "error", "IndexError in terminal()",
    ),
    "a width that is no count": (
        "def terminal(s):\n", "def width(s):\n    return 3\n\n\ndef terminal(s):\n",
        "width", "width() returned 3, but actions() lists",
    ),
    "loud moves that are not legal": (
        "def terminal(s):\n",
        "def noisy(s, a):\n    return True\n\n\ndef loud(s, moves):\n    moves[0] = -1\n"
        "    return 1\n\n\ndef terminal(s):\n",
        "loud", "loud() lists move -1, which actions() does not",
    ),
    "a noisy move that is not loud": (
        "def terminal(s):\n",
        "def noisy(s, a):\n    return True\n\n\ndef loud(s, moves):\n    return 0\n\n\n"
        "def terminal(s):\n",
        "loud", "which is noisy",
    ),
    "an exchange that wins more, but not less": (
        "def terminal(s):\n",
        "def exchange(s, a, least):\n    return least > 100\n\n\ndef terminal(s):\n",
        "exchange", "wins 10000 points, but not 100",
    ),
    "features past the last word": (
        "def terminal(s):\n",
        "FEATURE_WORDS = 2\n\n\ndef features(s, p, words):\n    words[2] = 1\n\n\n"
        "def terminal(s):\n",
        "buffer", "writes to words[2], but it has 2 entries: declare a larger FEATURE_WORDS",
    ),
    "features without a number of words": (
        "def terminal(s):\n",
        "def features(s, p, words):\n    words[0] = 1\n\n\ndef terminal(s):\n",
        "error", "features(s, p, words) needs FEATURE_WORDS",
    ),
    "features that are always the same": (
        "def terminal(s):\n",
        "FEATURE_WORDS = 1\n\n\ndef features(s, p, words):\n    words[0] = 1\n\n\n"
        "def terminal(s):\n",
        "features", "features() writes the same inputs in every position",
    ),
    "moves that look alike": (
        'return f"{chr(ord(\'a\') + a % SIZE)}{a // SIZE + 1}"', 'return "x"',
        "notation", "show_move() writes two moves as 'x'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_keeps_the_contract(name: str) -> None:
    games = {"backgammon": 15, "chess": 15, "go": 10}.get(name, 100)  # hundreds of plies each
    parameters = {"size": 4} if name == "go" else {}  # a state is read as all moves that lead to it
    assert cp.check(name, games=games, **parameters).faults == ()


def test_a_sound_game_has_no_faults() -> None:
    assert cp.check(SOUND).faults == ()


@pytest.mark.parametrize("what", SABOTAGE)
def test_a_broken_game_gets_the_right_sentence(what: str, tmp_path: Path) -> None:
    old, new, rule, *words = SABOTAGE[what]
    text = SOUND.read_text(encoding="utf-8")
    assert old in text
    if "PLAYED" in new:
        text = text.replace("class State", "PLAYED = np.zeros(9, np.int64)\n\n\nclass State")
    if what == "keys collide where not exact":
        text = text.replace("def key(s):\n    return s.taken * 2 + s.turn", "")
    broken = tmp_path / "broken.py"
    broken.write_text(text.replace(old, new), encoding="utf-8")
    checked = cp.check(broken)
    assert not checked.ok
    fault = next((f for f in checked.faults if f.rule == rule), None)
    assert fault is not None, checked.faults
    for word in words:
        assert word in fault.text
    assert fault.path == str(broken)
    assert rule in ("contract",) or fault.line is not None
