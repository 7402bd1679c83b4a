"""Print, as JSON, what searches and perft answer on small positions of every built-in game.

`tests/engine/test_interpreted.py` runs this file compiled and interpreted, and compares.
"""

import json
from pathlib import Path

import counterplay as cp
from counterplay.games import BUILT_IN

GAMES = Path(__file__).with_name("games")
THREE = [[{"payoffs": [1, 2, 3]}, {"payoffs": [4, 2, 1]}], [{"payoffs": [5, 2, 2]}]]
CHANCES = [{"chance": [[0.25, 8], [0.75, [1, 2.5]]]}, [4, 3.125], {"chance": [[0.5, 7], [0.5, 1]]}]
WON = [0, [[1, [[1, [-1, 0]], 1]], [0, [[1, [1, 1]], -1]], [1, [[0, [1, 0]]]]]]

SEARCHES = [
    ("connect_four", {}, "startpos", {"depth": 3}),
    ("connect_four", {}, "2252576253462244111563365343671351", {"depth": 42}),
    ("connect_four", {}, "44535", {"nodes": 200}),
    ("dots_and_boxes", {"players": 3}, "startpos", {"nodes": 60}),
    ("dots_and_boxes", {"columns": 2, "rows": 2, "players": 2}, "startpos", {"depth": 2}),
    (
        "dots_and_boxes",
        {"columns": 2, "rows": 2, "players": 2},
        "startpos moves a1h b1h a2h b2h a1v b1v c1v",
        {"depth": 12},
    ),
    ("backgammon", {}, "IgAAIAIAAAAAAA:MIEFAAAAAAAE", {"depth": 3}),
    ("breakthrough", {"width": 4, "height": 5}, "startpos", {"depth": 2}),
    ("checkers", {}, "B:WK32,22:BK1,9", {"depth": 3}),
    ("chess", {}, "8/8/8/8/8/1k6/7r/K7 b - - 0 1", {"depth": 2}),
    ("nine_mens_morris", {}, "w../.b./..w/b...../.b./.w./b.w w", {"depth": 2}),
    ("othello", {"size": 4}, "startpos", {"depth": 2}),
    ("einstein", {"size": 3, "setup": "fixed"}, "startpos moves 2", {"depth": 3}),
    ("pig", {"goal": 10}, "2-3+4 first", {"depth": 3}),
    ("go", {"size": 2}, "startpos moves A1 B2", {"nodes": 20}),
    ("kuhn", {}, "startpos moves Q K pass bet", {"nodes": 50}),
    ("bridge", {"cards": 2}, "N:A.K.. K.A.. ..A.K ..K.A CA", {"nodes": 20}),
    ("leduc", {}, "startpos moves K Q bet", {"nodes": 50}),
    ("liars_dice", {"faces": 3}, "startpos moves 2 3 1x2", {"nodes": 50}),
    ("limit_holdem", {}, "startpos moves As Kd Qh Qc call", {"nodes": 20}),
    ("no_limit_holdem", {"stack": 20}, "startpos moves As Kd Qh Qc all-in", {"nodes": 20}),
    ("dark_hex", {"rows": 2, "columns": 2}, "startpos moves b1 b1", {"nodes": 50}),
    ("nim", {}, "startpos", {"depth": 2}),
    ("nim", {}, "1,2,3,0", {"depth": 6}),
    ("tic_tac_toe", {}, "startpos", {"depth": 3}),
    ("tic_tac_toe", {}, "x../.o./..x", {"depth": 9}),
    ("tic_tac_toe", {}, "xo./.x./..o", {"depth": 9}),
    ("tree", {}, "startpos", {"depth": 9}),
    ("tree", {"tree": [[1.5, [-0.125, 7]], [[2, 3], -4], [[5]]]}, "startpos", {"depth": 9}),
    ("tree", {"tree": THREE}, "startpos", {"depth": 9}),
    ("tree", {"tree": CHANCES}, "startpos", {"depth": 9}),
    (GAMES / "won_tree.py", {"tree": WON}, "startpos", {"depth": 40}),
    (GAMES / "end_taking.py", {"row": [8, 15, 3, 7, 22, 5]}, "startpos", {"depth": 4}),
    (GAMES / "record_tic_tac_toe.py", {}, "startpos moves 0 4 8", {"depth": 9}),
]
SEARCHES += [
    (name, {}, "startpos", {"depth": 2})
    for name in BUILT_IN
    if name not in {case[0] for case in SEARCHES}
]

COUNTS = [
    ("chess", {}, "8/8/8/8/8/1k6/7r/K7 b - - 0 1", 2),
    ("connect_four", {}, "startpos", 3),
    ("dots_and_boxes", {"players": 3}, "startpos", 2),
    ("nim", {}, "startpos", 3),
    ("tic_tac_toe", {}, "startpos", 3),
    ("tree", {}, "startpos", 2),
    ("tree", {"tree": CHANCES}, "startpos", 3),
    (GAMES / "record_tic_tac_toe.py", {}, "startpos", 3),
]


def searched(name, parameters, position, limit):
    found = cp.search(cp.load(name, **parameters), position, memory=1, **limit).as_json()
    return {field: value for field, value in found.items() if field != "seconds"}


def counted(name, parameters, position, depth):
    game = cp.load(name, **parameters)
    return [cp.perft(game, position, depth=d) for d in range(depth + 1)]


if __name__ == "__main__":
    answers = [searched(*case) for case in SEARCHES] + [counted(*case) for case in COUNTS]
    answers.append(str(cp.plan(cp.load("dark_hex", rows=2, columns=2))))
    print(json.dumps(answers))
