"""Solutions by all states: against plain retrograde analysis, exact search and known answers."""

import random
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.tablebase.reachable.solve import explore

GAMES = Path(__file__).parents[1] / "data" / "games"


def reachable(game: cp.Game) -> dict[Any, list[Any]]:
    """Every state that can come up, and those it leads to; in plain Python."""
    after: dict[Any, list[Any]] = {}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in after:
            after[s] = [] if game.terminal(s) else [game.result(s, a) for a in game.actions(s)]
            waiting += after[s]
    return after


def retrograde(game: cp.Game) -> dict[Any, tuple[str, int | None]]:
    """Outcome and distance of every state for its mover, a ply further from the ends each time."""
    after = reachable(game)
    known: dict[Any, tuple[str, int | None]] = {}
    for s in after:
        if game.terminal(s):
            pays = game.utility(s, game.player(s)) - game.facts.even_share
            known[s] = ("win" if pays > 0 else "loss" if pays < 0 else "draw", 0 if pays else None)
    plies = 0
    while True:
        fresh: dict[Any, tuple[str, int | None]] = {}
        for s, followers in after.items():
            if s in known:
                continue
            mine = game.player(s)
            seen = [
                (known[t][0] if game.player(t) == mine else turned(known[t][0]), known[t][1])
                for t in followers
                if t in known
            ]
            if ("win", plies) in seen:
                fresh[s] = ("win", plies + 1)
            elif len(seen) == len(followers) and all(outcome == "loss" for outcome, _ in seen):
                fresh[s] = ("loss", plies + 1)
        known |= fresh
        plies += 1
        if plies > 60:
            return {s: known.get(s, ("draw", None)) for s in after}


def turned(outcome: str) -> str:
    return {"win": "loss", "loss": "win"}.get(outcome, outcome)


def agree(game: cp.Game) -> int:
    """Hold a solution against the reference; how many states it has."""
    table, known = cp.solve(game, threads=2, memory=64), retrograde(game)
    for s, (outcome, distance) in known.items():
        entry = table.value(cp.Position(game, s))
        assert entry.outcome == outcome, s
        assert entry.distance == distance, s
    return len(table)


def test_every_state_of_tic_tac_toe_is_right() -> None:
    assert agree(cp.load("tic_tac_toe")) == 5478


def test_games_full_of_cycles_are_right() -> None:
    rng = random.Random(4)
    for _ in range(60):
        edges = [sum(1 << n for n in rng.sample(range(9), rng.choice((1, 2, 3)))) for _ in range(9)]
        for node in rng.sample(range(9), 3):
            edges[node] = 0
        payoff = [rng.choice((-1, 0, 1)) for _ in range(9)]
        agree(cp.load(GAMES / "roundabout.py", repetition=5, edges=edges, payoff=payoff))


def test_states_that_are_records_are_solved_like_tuples() -> None:
    record, plain = cp.load(GAMES / "record_tic_tac_toe.py"), cp.load("tic_tac_toe")
    one, other = (cp.solve(game, memory=64) for game in (record, plain))
    assert len(one) == len(other)
    assert sorted(one.values[:, 0].tolist()) == sorted(other.values[:, 0].tolist())


def test_nim_follows_its_formula() -> None:
    table = cp.solve(cp.load("nim", piles=(4, 5, 6), misere=False), memory=64)
    states = [table.game.shape.decode(state) for state in table.states]
    assert len(states) > 300
    for s in states:
        piles = [int(s.piles) >> shift & 0xFF for shift in range(0, 64, 8)]
        entry = table.value(cp.Position(table.game, s))
        assert (entry.outcome == "win") == (reduce(xor, piles) != 0), piles


def test_connect_four_has_as_many_positions_as_were_counted() -> None:
    """161,029 for 4 x 4 (Tromp): each image in a mirror is one of them, and stands for two."""
    game = cp.load("connect_four", width=4, height=4)
    table = cp.solve(game, memory=64)
    both = sum(
        1 + (mirrored(int(mask)) != mask or mirrored(int(mine)) != mine)
        for mine, mask in table.states.tolist()
    )
    assert both == 161_029
    assert table.value().outcome == "draw"


def mirrored(discs: int) -> int:
    return sum((discs >> (5 * c) & 31) << (5 * (3 - c)) for c in range(4))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("connect_four", {"width": 4, "height": 4}),
        ("othello", {"size": 4}),
        ("dots_and_boxes", {"rows": 2, "columns": 2, "players": 2}),
    ],
)
def test_values_are_those_of_exact_search(name: str, parameters: dict[str, int]) -> None:
    game, rng = cp.load(name, **parameters), random.Random(2)
    table = cp.solve(game, memory=256)
    for _ in range(60):
        position = game.position()
        for _ in range(rng.randrange(10)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        entry, found = table.value(position), cp.search(game, position, exact=True)
        assert (entry.value, entry.outcome) == (found.value, found.outcome)
        if not game.facts.scored and found.outcome != "draw":
            assert entry.distance == found.distance == len(table.line(position))
        assert table.answer(position).source == "table"
        best = table.moves(position)[position.show_move(table.best(position))]
        assert best.value == entry.value


def test_othello_4x4_is_lost_by_the_first_player() -> None:
    """By 3 discs to 11; the two squares that stay empty are the winner's."""
    table = cp.solve(cp.load("othello", size=4), memory=256)
    assert table.value().value == -10
    where = table.game.position(f"startpos moves {' '.join(table.line())}")
    assert where.is_over and "Black 3  White 11" in table.game.board(where.state)


def test_three_players_get_what_max_n_gives_them() -> None:
    game, rng = cp.load("dots_and_boxes", rows=1, columns=3, players=3), random.Random(6)
    table = cp.solve(game, memory=64)
    for _ in range(40):
        position = game.position()
        for _ in range(rng.randrange(6)):
            position = position.play(rng.choice(position.legal_moves))
        found = cp.search(game, position, method="maxn", depth=20)
        assert table.value(position).value == found.value
        for move, entry in table.moves(position).items():
            after = position.play(move)
            if not after.is_over:
                deeper = cp.search(game, after, method="maxn", depth=20)
                assert entry.values[after.turn] == deeper.value


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
def test_any_number_of_threads_gives_the_same_bytes(name: str) -> None:
    game = cp.load(name, width=4, height=4) if name == "connect_four" else cp.load(name)
    one, two, five = (explore(game, threads=n, memory=64) for n in (1, 2, 5))
    for other in (two, five):
        assert one.states.tobytes() == other.states.tobytes()
        assert one.values.tobytes() == other.values.tobytes()
    order = [tuple(row) for row in one.states.tolist()]
    assert order == sorted(order)


def test_stats_count_every_state() -> None:
    stats = cp.solve(cp.load("tic_tac_toe"), memory=64).stats
    assert (stats.states, stats.won + stats.drawn + stats.lost) == (5478, 5478)
    assert (stats.won_in[1], stats.lost_in[0], max(stats.won_in)) == (2358, 942, 5)
    assert stats.longest is not None and stats.longest.legal_moves


def test_what_cannot_be_solved_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(cp.UnfitError, match="forbids repeated positions"):
        cp.solve(cp.load(GAMES / "roundabout.py", superko=True, repetition=0))
    with pytest.raises(cp.InputError, match=r"more than [0-9,]+ states, which do not fit"):
        cp.solve(cp.load("connect_four"), memory=1)
    with pytest.raises(cp.InputError, match="threads=-1"):
        cp.solve(cp.load("tic_tac_toe"), threads=-1)
    with pytest.raises(cp.InputError, match="memory=0 must be at least 1 megabyte"):
        cp.solve(cp.load("tic_tac_toe"), memory=0)


def test_a_table_knows_nothing_else() -> None:
    table = cp.solve(cp.load("tic_tac_toe"), memory=64)
    other = table.game.initial()._replace(x=np.uint64(0b11))
    with pytest.raises(cp.InputError, match="is not in the solution"):
        table.value(cp.Position(table.game, other))
    won = table.game.position("xxx/oo./...")
    assert table.value(won).outcome == "loss"  # for whoever would be to move
    with pytest.raises(cp.InputError, match="the game is over in"):
        table.best(won)


def test_what_goes_round_for_ever_is_a_draw() -> None:
    game = cp.load(GAMES / "roundabout.py", repetition=5, edges=[2, 1, 0, 0, 0, 0, 0, 0, 0])
    assert np.all(cp.solve(game, memory=4).values == 1)


COUNTDOWN = """
from typing import NamedTuple
from counterplay import Facts, parameter, setting
BEST = parameter("best", 0, 0, 3)  # 0: won or lost, and no score
class Data(NamedTuple):
    start: int
    moves: int
    ring: int  # where not 0, the count goes up to it, and from there to 1
    pays: int
data = Data(setting("start", 5), setting("moves", 1), setting("ring", 0), setting("pays", 1))
facts = Facts(
    title="Countdown", most_actions=2, longest_game=1_000_000, scored=BEST > 0, best=BEST or 1
)
class State(NamedTuple):
    left: int
    turn: int
def initial(data):
    return State(data.start, 0)
def player(s):
    return s.turn
def actions(s, moves, data):
    moves[0] = 1
    moves[1] = -1
    return data.moves if s.left else 0
def result(s, a, data):
    return State(s.left % data.ring + 1 if data.ring else s.left - a, 1 - s.turn)
def terminal(s):
    return s.left == 0
def utility(s, p, data):
    return -data.pays if p == s.turn else data.pays
"""


def countdown(folder: Path, **given: int) -> cp.Game:
    path = folder / "countdown.py"
    path.write_text(COUNTDOWN, encoding="utf-8")
    return cp.load(path, **given)


def test_scores_in_circles_are_refused(tmp_path: Path) -> None:
    scored = {"best": 3, "pays": 3}
    assert cp.solve(countdown(tmp_path, **scored), memory=4).value().value == 3
    with pytest.raises(cp.InputError, match="which do not fit"):  # up and down, without an end
        cp.solve(countdown(tmp_path, moves=2, **scored), memory=1)
    with pytest.raises(cp.UnfitError, match="can repeat positions"):
        cp.solve(countdown(tmp_path, ring=5, **scored), memory=4)


def test_wins_longer_than_a_table_can_tell_are_refused(tmp_path: Path) -> None:
    table = cp.solve(countdown(tmp_path, start=31_999), memory=16)
    assert (table.value().outcome, table.value().distance) == ("win", 31_999)
    with pytest.raises(cp.UnfitError, match="wins in 32,000 plies or more"):
        cp.solve(countdown(tmp_path, start=32_500), memory=16)


def test_payoffs_above_the_best_are_a_fault(tmp_path: Path) -> None:
    game = countdown(tmp_path, best=3, pays=9)
    with pytest.raises(cp.GameError, match="returned more than best"):
        cp.solve(game, memory=4)


def test_a_rule_about_the_way_is_not_talked_over() -> None:
    """Up at once and five plies down: four draw here, and the table knows of no such rule."""
    edges = [1 << 8, 0, 0, 0, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7]
    rules = {"repetition": 0, "no_progress": 4, "edges": edges, "payoff": [-1] * 9}
    game = cp.load(GAMES / "roundabout.py", **rules)
    table = cp.solve(game, memory=4)
    assert table.value().outcome == "loss"
    assert table.answer(game.position()) is None
    assert cp.search(game, tables=table).outcome == "draw"


def test_a_notebook_shows_the_value_and_the_counts() -> None:
    html = cp.solve(cp.load("tic_tac_toe"), memory=64)._repr_html_()
    assert "Tic-tac-toe: a draw for the first player; 5,478 positions" in html
    assert "<td>drawn</td><td>1,068</td><td>19.5%</td>" in html
