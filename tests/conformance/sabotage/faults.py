"""Faults that people make, as edits of three sound games beside this file.

Each is: the text that is replaced, its replacement, the text of the line that must be named (empty
if there is none to name), and words of the sentence. `END` is the end of the file, `TOP` the line
before the facts. Those in `COMPILED` are found only by compiling, the others by plain Python.
"""

from typing import NamedTuple


class Also(NamedTuple):
    """Another edit that a fault needs."""

    old: str
    new: str


END, TOP = "\n#end\n", "\n#top\n"
RESULT = "    return State(wrapped(s.cell + a), first, second, passes, 1 - s.turn)"
KEY = "(((s.cell * 4 + s.first) * 4 + s.second) * 4 + s.passes) * 2 + s.turn"
WRAPPED = "    return cell % CELLS"

STEPS = {
    "a missing rule": ("def utility(", "def payoff(", "", "utility(s, p) is missing"),
    "a misspelt rule": ("def utility(", "def utilty(", "", "Is utilty() a misspelling of it?"),
    "a misspelt hook": ("def evaluate(", "def evalute(", "def evalute", "mean evaluate()?"),
    "a misspelt function for people": (
        "def show_move(",
        "def show_moves(",
        "def show_moves",
        "did you mean show_move()?",
    ),
    "another word for a hook": ("def evaluate(", "def heuristic(", "def heur", "mean evaluate()?"),
    "a misspelt constant": (TOP, 'SERCH = {"killers": False}\n', "SERCH", "did you mean SEARCH?"),
    "a misspelt setting": (TOP, 'SEARCH = {"killer": False}\n', "SEARCH", "did you mean killers"),
    "a misspelt fact": ("most_actions=3", "most_action=3", "facts =", "did you mean most_actions?"),
    "a missing fact": (
        "longest_game=14",
        "players=2",
        "facts =",
        "'longest_game' must be declared",
    ),
    "an undefined name": (
        "    return cell % CELLS",
        "    return cell % (CELLS if cell < 90 else CELS)",
        "CELS)",
        "wrapped() uses the name 'CELS'",
        "did you mean CELLS?",
    ),
    "a syntax error": ("def terminal(s):", "def terminal(s)", "def terminal", "SyntaxError"),
    "a call of exit": (TOP, "import sys\nsys.exit()\n", "sys.exit()", "remove that line"),
    "a compiled rule": (
        "def player(s):",
        "from numba import njit\n@njit\ndef player(s):",
        "",
        "player is a CPUDispatcher, not a plain function",
    ),
    "a default value": (
        "    passes: int",
        "    passes: int = 0",
        "class State",
        "passes",
        "default",
    ),
    "a list in the state": ("    cell: int", "    cell: list", "class State", "must be an integer"),
    "an argument too many": (
        "def result(s, a):",
        "def result(s, a, b):",
        "def result",
        "arguments",
    ),
    "a strange argument": ("def evaluate(s):", "def evaluate(s, x):", "def evaluate", "not 'x'"),
    "a key without the side to move": (
        KEY,
        KEY.removesuffix(" + s.turn"),
        "def key",
        "key() is the same",
        "differ in turn",
    ),
    "a key without the passes": (
        "+ s.passes) *",
        ") *",
        "def key",
        "key() is the same",
        "differ in passes",
    ),
    "a key that is not exact": (
        KEY,
        f"({KEY}) % 60",
        "def key",
        "exact_key=True",
        Also("longest_game=14", "longest_game=14, exact_key=True"),
    ),
    "a player who never moves": (
        "passes, 1 - s.turn)",
        "passes, s.turn)",
        "def player",
        "player 2 never moved",
    ),
    "a float in the state": (
        WRAPPED,
        "    return cell / CELLS",
        "def result",
        "cell=0.1",
        "became a float",
    ),
    "a tuple that is no state": (RESULT, RESULT.replace("State", ""), "def result", "not a State"),
    "a buffer too small": (
        "most_actions=3",
        "most_actions=2",
        "moves[n] = step",
        "actions() wrote 3 moves",
        "declare a larger most_actions",
    ),
    "a count too large": (
        "            n += 1\n    return n",
        "            n += 1\n    return n + 1",
        "def actions",
        "actions() returned 4, but wrote only 3",
    ),
    "a negative count": (
        "            n += 1\n    return n",
        "            n += 1\n    return -n",
        "def actions",
        "actions() returned -3",
    ),
    "no count": ("            n += 1\n    return n", "            n += 1", "def actions", "None"),
    "a write before the buffer": (
        "    moves[n] = PASS",
        "    moves[n - 1] = PASS",
        "moves[n - 1]",
        "moves[-1]",
        "negative",
    ),
    "no move before the end": (
        "    moves[n] = PASS\n    n += 1\n",
        "",
        "def actions",
        "actions() returned no move",
    ),
    "moves after the end": (
        "    if terminal(s):\n        return n\n",
        "",
        "def actions",
        "although terminal() is True",
    ),
    "a move twice": ("range(1, 3)", "(1, 1)", "def actions", "lists move 1 twice"),
    "a move beyond its numbers": (TOP, "DISTINCT_ACTIONS = 2\n", "def actions", "move 2"),
    "a player too many": (
        "return s.turn\n",
        "return s.turn + 1\n",
        "def player",
        "player() returned 2",
    ),
    "a player that is a float": ("return s.turn\n", "return s.turn / 1\n", "def player", "0.0"),
    "both win": (
        "return 1 if lead > 0 else",
        "return 1 if lead else",
        "def utility",
        "add up to 2",
    ),
    "a payoff too high": (
        "return 1 if lead > 0 else -1 if",
        "return 2 if lead > 0 else -2 if",
        "def utility",
        "higher than best=1",
    ),
    "half a win": (
        "return 1 if lead > 0 else -1 if",
        "return 0.5 if lead > 0 else -0.5 if",
        "def utility",
        "declare scored=True",
    ),
    "no payoff": ("    return 1 if lead", "    1 if lead", "def utility", "None", "a number"),
    "a random result": (
        RESULT,
        f"    passes += np.random.randint(9)\n{RESULT}",
        "def result",
        "must be pure",
    ),
    "a global that is assigned": (
        WRAPPED,
        f"    global CELLS\n    CELLS = 7\n{WRAPPED}",
        "    CELLS = 7",
        "wrapped()",
        "'CELLS'",
    ),
    "a shared scratch array": (
        WRAPPED,
        f"    TICKETS[0] = 3\n{WRAPPED}",
        "TICKETS[0] = 3",
        "wrapped(), called by result(), writes to the global array TICKETS",
    ),
    "a shared scratch array that is filled": (
        WRAPPED,
        f"    TICKETS.fill(3)\n{WRAPPED}",
        "TICKETS.fill",
        "global array TICKETS",
    ),
    "a shared list": (
        WRAPPED,
        f"    SEEN.append(cell)\n{WRAPPED}\n\n\nSEEN = []",
        "SEEN.append",
        "wrapped() changes the global SEEN",
    ),
    "an endless loop in a rule": (
        WRAPPED,
        f"    while cell >= 0:\n        cell += 0\n{WRAPPED}",
        "cell",
        "wrapped(), called by result(), still ran after",
        "does the loop in this line end?",
    ),
    "an endless loop for people": (
        "def show_move(s, a):",
        "def show_move(s, a):\n    while True:\n        s = s",
        "s = s|while True",
        "show_move() still ran after",
    ),
    "an endless loop in the file": (
        TOP,
        "while CELLS:\n    CELLS += 1\n",
        "CELLS += 1|while CELLS",
        "still ran after",
    ),
    "an endless game": (
        "    return s.passes == 2 or s.first",
        "    return s.passes == 99 or s.first",
        "def terminal",
        "the game goes on after longest_game=14 plies",
    ),
    "recursion without end": (
        WRAPPED,
        "    return wrapped(cell) % CELLS",
        "return wrapped",
        "RecursionError in wrapped()",
    ),
    "an exception": (
        WRAPPED,
        "    return cell % CELLS // (cell - cell)",
        "(cell - cell)",
        "ZeroDivisionError in wrapped(), called by result()",
    ),
    "an index past the end": (
        "    return s.first if p",
        "    return TICKETS[p + 2] and s.first if p",
        "TICKETS[p + 2]",
        "IndexError in tickets()",
    ),
    "a truth value that is none": (
        "    return s.passes == 2 or s.first + s.second == 0",
        "    return 'no'",
        "def terminal",
        "terminal() returned 'no'",
    ),
    "a symmetry that changes the game": (
        END,
        "def canonical(s):\n    return s._replace(first=0)\n",
        "def canonical",
        "canonical()",
    ),
    "bounds that are wrong": (
        END,
        "def bounds(s, low, high):\n    return 5, 6\n",
        "def bounds",
        "bounds() returned 5",
    ),
    "too few sufficient moves": (
        END,
        "def sufficient_moves(s, moves):\n    return min(actions(s, moves), 1)\n",
        "def sufficient_moves",
        "with sufficient_moves() the score is",
    ),
    "an evaluator upside down": (
        "100 * (tickets(s, 1 - s.turn) - tickets(s, s.turn))",
        "100 * (tickets(s, s.turn) - tickets(s, 1 - s.turn))",
        "def evaluate",
        "lost positions higher",
    ),
    "an evaluator past the wins": ("return 100 *", "return 10**6 *", "def evaluate", "win scores"),
    "an evaluator of floats": ("return 100 *", "return 0.5 *", "def evaluate", "float"),
    "moves that look alike": (
        '("pass", "one", "two")',
        '("pass", "one", "one")',
        "def show_move",
        "two moves as 'one'",
    ),
    "a move that is not read": (
        END,
        "def parse_move(s, text):\n    return 0\n",
        "def show_move",
        "is not read as that move",
    ),
    "a position that is not read": (
        END,
        "def show_position(s):\n    return 'x'\n\n\ndef parse_position(text):\n"
        "    return initial()\n",
        "def show_position",
        "read as another position",
    ),
    "an end without words": (
        END,
        "def show_end(s):\n    return None\n",
        "def show_end",
        "show_end() returns None, but must return a text",
    ),
    "a wrong width": (END, "def width(s):\n    return 3\n", "def width", "width() returned 3"),
    "loud moves that are not legal": (
        END,
        "def noisy(s, a):\n    return True\n\n\n"
        "def loud(s, moves):\n    moves[0] = 7\n    return 1\n",
        "def loud",
        "loud() lists move 7",
    ),
    "an index that does not come back": (
        END,
        "def index(s):\n    return key(s)\n\n\ndef size(t):\n    return 7 << 7\n\n\ndef state(i):\n"
        "    return State(i >> 7, 3, i >> 3 & 3, i >> 1 & 3, i & 1)\n",
        "def state",
        "is another state",
    ),
    "a null move that does not pass": (
        END,
        "def null(s):\n    return s._replace(passes=0)\n",
        "def null",
        "move again: it must pass the turn",
    ),
    "an irreversible move that is none": (
        END,
        "def irreversible(s, a):\n    return True\n",
        "def irreversible",
        "occurs again",
        Also("s.passes + 1 if a == PASS else 0", "0"),
    ),
    "remaining moves that rise": (
        END,
        "def remaining(s):\n    return 20 - s.first - s.second\n",
        "def remaining",
        "remaining() rose with move one",
    ),
    "a sampled move that is not legal": (
        END,
        "def sample(s, seed):\n    return 9\n",
        "def sample",
        "sample() returned 9, which actions() does not list",
    ),
    "superko that forbids to pass": (
        "longest_game=14",
        "longest_game=14, superko=True",
        "def key",
        "move pass",
        "superko",
        Also(KEY, "(s.cell * 4 + s.first) * 4 + s.second"),
    ),
    "superko that leaves no move": (
        "longest_game=14",
        "longest_game=14, superko=True",
        "def key",
        "superko forbids each",
        Also(KEY, "((s.cell * 4 + s.first) * 4 + s.second) * 2 + s.turn"),
    ),
    "hidden information that is not declared": (
        END,
        "def information(s, p):\n    return s.cell\n",
        "def information",
        "declare hidden=True",
    ),
    "a view that is not declared": (
        "def board(s):",
        "def board(s, p):",
        "def board",
        "hidden=True",
    ),
    "chance that is not declared": (
        "return s.turn\n",
        "return cp.CHANCE if s.cell == 5 else s.turn\n",
        "def player",
        "the facts do not declare chance=True",
    ),
    "chance without outcomes": (
        "longest_game=14",
        "longest_game=14, chance=True, most_outcomes=2",
        "",
        "chance(s, outcomes, probabilities) is missing",
    ),
}

STONES = {
    "a field that is not copied": (
        "    out.stones[:] = s.stones\n",
        "",
        "def result",
        "does not write out.stones",
        "old state",
    ),
    "nothing is copied": (
        "    out.stones[:] = s.stones\n    out.stones[a] = s.turn + 1\n",
        "",
        "def result",
        "result() does not write out.stones",
    ),
    "a side to move that is not written": (
        "    out.turn = 1 - s.turn\n",
        "",
        "def result",
        "result() does not write out.turn",
    ),
    "a start that is not written": (
        "    out.sum = 0\n",
        "",
        "def initial",
        "initial() does not write out.sum",
    ),
    "a part of the start that is not written": (
        "out.stones[:] = 0",
        "out.stones[1:] = 0",
        "def initial",
        "does not write out.stones[0]",
    ),
    "a sum from what was there": (
        "out.sum = s.sum + (",
        "out.sum += (",
        "def result",
        "result() does not write out.sum",
    ),
    "a result written into s": (
        "out.stones[a] = s.turn + 1",
        "s.stones[a] = s.turn + 1",
        "s.stones[a]",
        "result() changes s.stones",
        "pure",
    ),
    "a scalar of s that is changed": (
        "def terminal(s):\n",
        "def terminal(s):\n    s.turn = 0\n",
        "s.turn = 0",
        "terminal() changes s.turn",
    ),
    "a state that is changed in a helper": (
        "    return s.stones[place] == 0",
        "    s.stones[place] += 0\n    return s.stones[place] == 0",
        "s.stones[place] += 0",
        "is_free(), called by actions(), changes s.stones",
    ),
    "eight bits that overflow": (
        "    return s.stones[place] == 0",
        "    return s.stones[place] + 255 == 255",
        "+ 255",
        "computes `s.stones[place] + 255` with the type uint8",
    ),
    "eight bits that overflow in the key": (
        "3 * k + int(s.stones[place])",
        "3 * k + s.stones[place]",
        "3 * k",
        "key() computes `3 * k` with the type uint8",
        "int(…)",
    ),
    "eight bits that overflow in place": (
        "    return s.stones[place] == 0",
        "    x = s.stones[place]\n    x += 255\n    return x == 255",
        "x += 255",
        "type uint8",
    ),
    "a number too large for its field": (
        "out.turn = 1 - s.turn",
        "out.turn = 200",
        "out.turn = 200",
        "OverflowError in result()",
        "wider type",
    ),
    "a write past the end of out": (
        "out.stones[a] =",
        "out.stones[a + 1] =",
        "out.stones[a + 1]",
        "result() writes to out.stones[6], but it has 6 entries",
    ),
    "a write before the start of out": (
        "out.stones[a] =",
        "out.stones[a - 1] =",
        "out.stones[a - 1]",
        "out.stones[-1]",
        "negative",
    ),
    "a read past the end": (
        "    return s.stones[place] == 0",
        "    return s.stones[place] + s.stones[place + 1] == 0",
        "place + 1",
        "IndexError in is_free(), called by actions()",
    ),
    "a shared array that a helper writes": (
        "    return s.stones[place] == 0",
        "    WORTH[place] += 0\n    return s.stones[place] == 0",
        "WORTH[place] += 0",
        "writes to the global array WORTH",
    ),
    "no key": ("def key(", "def keys(", "", "key(s) is missing"),
    "a key without the last places": (
        "for place in range(PLACES):\n        k =",
        "for place in range(PLACES - 2):\n        k =",
        "def key",
        "differ in stones",
    ),
    "a key of floats": ("return 2 * k +", "return 0.5 * k +", "def key", "key() returned"),
    "a field with another name": (
        "    out.turn = 1 - s.turn",
        "    out.mover = 1 - s.turn",
        "out.mover",
        "AttributeError",
    ),
    "a result that is returned": (
        "def result(s, a, out):",
        "def result(s, a):",
        "def result",
        "write result(s, a, out)",
    ),
    "a random result": (
        "out.sum = s.sum +",
        "out.sum = np.random.randint(99) +",
        "def result",
        "pure",
    ),
    "an endless loop": (
        "    return s.stones[place] == 0",
        "    while place < 9:\n        pass\n    return True",
        "while place|pass",
        "is_free(), called by actions(), still ran after",
    ),
    "a player who never moves": (
        "    out.turn = 1 - s.turn",
        "    out.turn = s.turn",
        "def player",
        "player 2 never moved",
    ),
    "a buffer too small": (
        "most_actions=PLACES",
        "most_actions=3",
        "moves[n] = place",
        "actions() wrote 6 moves",
    ),
}

CARDS = {
    "hidden that is not declared": (
        "    hidden=True,\n",
        "",
        "def information",
        "declare hidden=True",
    ),
    "a board for nobody": (
        "def board(s, p):\n",
        "def board(s):\n    p = None\n",
        "def board",
        "write board(s, p)",
    ),
    "no board": ("def board(", "def view(", "def initial", "write board(s, p)"),
    "a board that shows all": (
        "if p is None or p == i",
        "if True",
        "def board",
        "shows every player everything",
    ),
    "a board that shows the other card": (
        "if p is None or p == i",
        "if p is None or p != i",
        "def board",
        "more than information()",
    ),
    "information about everything": (
        "return own(s, p) + 8",
        "return s.first * 999 + s.second * 99 + 8",
        "def information",
        "information() tells every player everything",
    ),
    "a card dealt twice": (
        "    if card == own(s, p):\n        card = card % CARDS + 1\n",
        "",
        "def resample",
        "resample() returned a state that cannot occur",
        "dealt twice",
    ),
    "a card of the player's own that changes": (
        "return State(s.first, card, s.bets, s.count) if p == 0 else State(card, *s[1:])",
        "return State(s.first, card, s.bets, s.count) if p == 1 else State(card, *s[1:])",
        "def resample",
        "resample()",
    ),
    "a new deal that is the old one": (
        "def resample(s, p, seed):\n",
        "def resample(s, p, seed):\n    return s\n",
        "def resample",
        "always returned the state itself",
    ),
    "probabilities that are too small": (
        "1 / n",
        "1 / (n + 1)",
        "def chance",
        "add up to 0.8",
        "they must add up to 1",
    ),
    "no outcome": (
        "            n += 1\n    for",
        "            n += 1\n    n = 0\n    for",
        "def chance",
        "chance() returned no outcome",
    ),
    "too few outcomes declared": (
        "most_outcomes=CARDS",
        "most_outcomes=3",
        "outcomes[n] = card",
        "outcomes[3], but it has 3 entries: declare a larger most_outcomes",
    ),
    "a roller who is no player": (
        END,
        "def roller(s):\n    return 2\n",
        "def roller",
        "roller() returned 2, but players are 0 to 1",
    ),
    "a roller who changes with the roll": (
        END,
        "def roller(s):\n    return 0 if player(s) < 0 else 1 - player(s)\n",
        "def roller",
        "roller() returned 0 before a roll and 1 after it, but player 0 is to move",
    ),
    "a sample that is no outcome": (
        END,
        "def sample(s, seed):\n    return 9\n",
        "def sample",
        "sample() returned 9",
    ),
}

COMPILED = {
    "a set": (
        WRAPPED,
        f"    seen = set()\n    if cell in seen:\n        return 0\n{WRAPPED}",
        "seen = set()|cell in seen",
        "wrapped(), called by",
        "it uses a set",
    ),
    "a dictionary": (
        WRAPPED,
        f"    names = {{0: 1, 'a': 2}}\n{WRAPPED}",
        "names =",
        "it uses a dictionary",
    ),
    "try and except": (
        WRAPPED,
        "    try:\n        return cell % CELLS\n    except ZeroDivisionError:\n        return 0",
        "try:",
        "wrapped(), called by",
        "it uses `try`",
    ),
    "recursion that grows": (
        WRAPPED,
        "    return deep(cell, 3) % CELLS\n\n\ndef deep(x, n):\n"
        "    if n > 0:\n        return deep((x, x), n - 1)\n    return 5",
        "return deep((x, x)",
        "deep(), called by",
        "it calls itself",
    ),
    "a text": (WRAPPED, f"    name = f'{{cell:03d}}'\n{WRAPPED}", "name =", "it uses a text"),
    "a generator": (
        WRAPPED,
        "    return sum(i for i in (cell, 0)) % CELLS",
        "sum(",
        "it uses a generator",
    ),
    "a function in a function": (
        WRAPPED,
        "    rest = lambda c: c % CELLS\n    return max((1, 0), key=rest) + cell % CELLS - 1",
        "lambda",
        "it defines a function inside a function",
    ),
    "a list without a type": (WRAPPED, f"    path = []\n{WRAPPED}", "path =", "it uses a list"),
    "an import": (WRAPPED, f"    import math\n{WRAPPED}", "import math", "it imports a module"),
    "an object": (
        WRAPPED,
        "    return cell % OPTIONS.cells\n\n\n"
        "class Options:\n    cells = 7\n\n\nOPTIONS = Options()",
        "OPTIONS.cells",
        "it uses 'OPTIONS'",
    ),
    "a method of integers": (
        WRAPPED,
        "    return cell % CELLS + cell.bit_count() * 0",
        "bit_count",
        "`.bit_count`",
    ),
    "a path without a value": (
        "    if terminal(s):\n        return n\n",
        "    if terminal(s):\n        return n\n    if s.cell > 90:\n        return None\n",
        "def actions",
        "actions() does not return a value on every path",
    ),
    "more than 64 bits": (
        WRAPPED,
        "    return (cell << 70 >> 70) % CELLS",
        "def result",
        "in plain Python and",
    ),
}
