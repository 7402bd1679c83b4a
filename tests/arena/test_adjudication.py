"""Games that a table ends: only where no rule about the way there could change the result."""

import dataclasses
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import counterplay as cp
from counterplay.arena import match
from counterplay.arena.adjudication import Judge
from counterplay.arena.event import make_event
from counterplay.core.game.position import Position
from counterplay.players.parse import parse_pair
from counterplay.tablebase.store.solution_file import save

CHASE = Path(__file__).parents[1] / "tablebase" / "chase.py"


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tic-tac-toe, all of it."""
    path = tmp_path_factory.mktemp("solved") / "tic_tac_toe.table"
    save(cp.solve(cp.load("tic_tac_toe")), path)
    return path


def chase(folder: Path, **rules: int) -> cp.Game:
    """The chase with other rules about the way, and its tables in a folder."""
    game = cp.load(CHASE)
    changed = dataclasses.replace(game, facts=dataclasses.replace(game.facts, **rules))
    cp.build_tablebase(changed, "all", folder=folder, threads=1)
    return changed


def wander(game: cp.Game, dice: Random, plies: int) -> Position:
    """A random way, that often comes back to where it was."""
    position = game.position()
    while not position.is_over and len(position.moves) < plies:
        moves = position.legal_moves
        known = [a for a in moves if game.result(position.state, a) in position.past]
        position = position.play(dice.choice(known if known and dice.random() < 0.7 else moves))
    return position


def test_a_solution_gives_what_best_play_gives(solved: Path) -> None:
    game, dice = cp.load("tic_tac_toe"), Random(1)
    judge = Judge(game, solved)
    for plies in (4, 4, 5, 5, 6, 6, 7, 8):
        position = wander(game, dice, plies)
        if not position.is_over:
            found = cp.textbook.minimax(game, position.state)
            payoffs = judge.payoffs(position)
            assert payoffs is not None and payoffs[position.turn] == found.value


def test_with_a_count_of_plies_the_judge_is_always_right(tmp_path: Path) -> None:
    """Against the value of every state with every count, worked out here."""
    game = chase(tmp_path)
    judge, dice, said = Judge(game, tmp_path), Random(2), []

    @cache
    def value(state: Any, quiet: int) -> float:
        if game.terminal(state):
            return float(game.utility(state, 0))
        if quiet >= 4:
            return 0.0
        after = [
            value(game.result(state, a), 0 if game.ask("irreversible", state, a) else quiet + 1)
            for a in game.actions(state)
        ]
        return max(after) if game.player(state) == 0 else min(after)

    for _ in range(150):
        position = wander(game, dice, dice.randrange(7))
        if not position.is_over and (payoffs := judge.payoffs(position)) is not None:
            assert payoffs[0] == value(position.state, position.reversible)
            said.append((payoffs[0], position.reversible))
    assert {payoff for payoff, _ in said} >= {1, -1} and {quiet for _, quiet in said} >= {0, 1, 2}


def test_with_repetitions_a_win_is_forced_on_the_way_there_was(tmp_path: Path) -> None:
    game = chase(tmp_path, no_progress=0, repetition=3)
    judge, tables, dice = Judge(game, tmp_path), cp.Tablebase(game, tmp_path), Random(3)

    def is_forced(position: Position, winner: int, plies: int) -> bool:
        if position.is_over:
            return bool(position.payoffs[winner] == 1)
        after = (position.play(move) for move in position.legal_moves)
        quantifier = any if position.turn == winner else all
        return plies > 0 and quantifier(is_forced(p, winner, plies - 1) for p in after)

    checked = withheld = 0
    for _ in range(300):
        position = wander(game, dice, dice.randrange(4, 14))
        entry = None if position.is_over else tables.value(position)
        if entry is None or entry.distance not in (2, 3) or position.state.rested:
            continue
        if judge.payoffs(position) is None:
            withheld += 1
        else:
            assert is_forced(position, entry.values.index(1), entry.distance)
            checked += 1
    assert checked > 20 and withheld > 5


def test_a_game_ends_where_the_table_knows_it(solved: Path, tmp_path: Path) -> None:
    game = cp.load("tic_tac_toe")
    openings = tmp_path / "openings.txt"
    openings.write_text("startpos moves a1 b1\nstartpos moves b2 a1\n")
    out = tmp_path / "m.jsonl"
    result = match(
        game, "random", "random", games=4, openings=openings, table=solved, out=out, nodes=10
    )
    assert dict(result.endings) == {"table": 4} and not any(r.moves for r in result.games)
    assert [r.score for r in result.games] == [1, 0, 0.5, 0.5]  # a1 b1 loses for the second player
    header = json.loads(out.read_text().splitlines()[0])
    assert header["table"].startswith("1 files ")
    with pytest.raises(cp.InputError, match=r"table: 1 files \w+, not none"):
        match(game, "random", "random", games=4, openings=openings, out=out, nodes=10)


def test_games_run_into_the_tables_and_the_same_ones_do_with_two_jobs(tmp_path: Path) -> None:
    game = chase(tmp_path)
    options: dict[str, Any] = {"games": 6, "opening_plies": 1, "table": tmp_path, "nodes": 50}
    one, two = (match(game, "random", "random", jobs=jobs, **options) for jobs in (1, 2))
    assert [r.moves for r in one.games] == [r.moves for r in two.games]
    ended = [r for r in one.games if r.ending == "table"]
    assert ended and any(r.moves for r in ended)
    for record in ended:
        assert not game.position(record.end).is_over
        assert record.payoffs is not None and record.payoffs[0] == 2 * record.score - 1


def test_openings_that_a_table_knows_are_not_drawn(solved: Path) -> None:
    with pytest.raises(cp.InputError, match=r"has only 0 different openings .* not in a table"):
        match(cp.load("tic_tac_toe"), "random", "random", games=2, table=solved)


def test_tables_that_are_no_help_are_refused(tmp_path: Path) -> None:
    with pytest.raises(cp.InputError, match="there are no tables of tic_tac_toe in"):
        match(cp.load("tic_tac_toe"), "random", "random", games=2, table=tmp_path)


def test_a_match_is_another_one_if_a_player_has_tables(solved: Path) -> None:
    game = cp.load("tic_tac_toe")
    pair = parse_pair("alphabeta:nodes=10", f"alphabeta:nodes=10,tables={solved}")
    files = dict(make_event(game, pair, ((0, 1),)).conditions.files)
    assert files[f"tables {solved.name}"].startswith("1 files ")
