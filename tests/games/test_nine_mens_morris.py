"""Nine men's morris: rules against OpenSpiel's, notation read back, numbers of tables."""

import os
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile import rules
from counterplay.core.compile.functions import compiled
from counterplay.core.game.contract import PLACES
from counterplay.games.nine_mens_morris import evaluation, points
from counterplay.games.nine_mens_morris import rules as morris
from counterplay.games.nine_mens_morris.endgame_index import swapped, turned

GAMES = 100
State = morris.State
ROWS = [[0, 7, 14], [2, 7, 12], [4, 7, 10], [0, 2, 4, 10, 12, 14]]
ROWS += ROWS[2::-1]
"""Where OpenSpiel draws the points of every second line."""

COUNTS = {"3-3": 169_626, "4-3": 2 * 760_398, "4-4": 3_225_597}
"""Positions up to symmetry, for both sides to move where the sides differ: Burnside's lemma."""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("nine_mens_morris")


@pytest.fixture(scope="module")
def oracle() -> Any:
    try:
        import pyspiel
    except ImportError as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"OpenSpiel is not installed ({error})")
    return pyspiel.load_game("nine_mens_morris")


@pytest.fixture(scope="module")
def native(game: cp.Game) -> Any:
    return rules.for_kernels(game)


# The rules.


def their_points(state: Any) -> str:
    lines = str(state).splitlines()[:13:2]
    return "/".join(
        "".join(line[c] for c in columns) for line, columns in zip(lines, ROWS, strict=True)
    ).lower()


def our_points(state: Any) -> str:
    return morris.show_position(state).split()[0]


def turns(state: Any) -> dict[str, list[int]]:
    """Their actions for each whole turn, by the board after it; a capture is one of its own."""
    found = {}
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == state.current_player():
            for capture in child.legal_actions():
                found[their_points(child.child(capture))] = [action, capture]
        else:
            found[their_points(child)] = [action]
    return found


def ways_out(s: Any, a: int) -> int:
    """The points that the other side can step to after a move."""
    after = morris.result(s, a)
    return (points.beside(after.mine) & ~(after.mine | after.theirs)).bit_count()


def test_random_games_agree_with_openspiel(game: cp.Game, oracle: Any) -> None:
    """In every second game both sides capture nothing and hem each other in."""
    rng, met = random.Random(1), Counter[str]()
    for number in range(GAMES):
        s, state = morris.initial(), oracle.new_initial_state()
        for _ in range(180):  # theirs end after 200 turns
            assert morris.terminal(s) == state.is_terminal()
            if state.is_terminal():
                assert [morris.utility(s, p) for p in (0, 1)] == state.returns()
                met["blocked" if s.mine.bit_count() > 3 else "reduced"] += 1
                break
            ours = {our_points(game.result(s, a)): a for a in game.actions(s)}
            theirs = turns(state)
            assert ours.keys() == theirs.keys(), game.show_position(s)
            assert len(ours) == len(game.actions(s)) == game.ask("width", s)
            met["flights"] += s.hand == 0 and s.mine.bit_count() == 3
            after = rng.choice(sorted(ours))
            if number % 2:
                choice = rng.sample(sorted(ours), min(len(ours), 9))
                after = min(choice, key=lambda x: (len(theirs[x]), ways_out(s, ours[x])))
            met["captures"] += len(theirs[after]) == 2
            s = game.result(s, ours[after])
            for action in theirs[after]:
                state.apply_action(action)
    assert met["reduced"] > GAMES // 3 and met["blocked"] > GAMES // 20
    assert met["captures"] > 4 * GAMES and met["flights"] > 2 * GAMES


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        # A stone in a mill is safe while there is one outside.
        ("ww./bbb/.../b...../.../.../... w 5-5", ["g7xa4"]),
        ("ww./bbb/.../....../.../.../... w 6-6", ["g7xb6", "g7xd6", "g7xf6"]),
        # Two mills at once capture one stone.
        (".ww/.../.../w...../.../.../w.b w 5-5", ["a7xg1"]),
        # Who has three stones flies.
        ("ww./.../.../....b./bbb/.../..w w", ["g1-g7xf4"]),
    ],
)
def test_mills(game: cp.Game, position: str, moves: list[str]) -> None:
    here = game.position(position)
    shown = [here.show_move(a) for a in here.legal_moves]
    assert sorted(text for text in shown if "x" in text) == moves
    assert [here.show_move(a) for a in game.buffered("leaving", here.state)] == moves


def test_who_has_no_move_has_lost(game: cp.Game) -> None:
    blocked = game.position("wbw/.../.../b....b/.../.../wbw w")
    assert blocked.is_over and blocked.payoffs == (-1, 1)
    flying = game.position("wbw/.../.../b....b/.../.../wb. w")
    assert not flying.is_over


def test_what_is_shown_is_read_again(game: cp.Game) -> None:
    rng = random.Random(2)
    for _ in range(20):
        position = game.position()
        while not position.is_over and len(position.moves) < 80:
            for move in position.legal_moves:
                assert game.parse_move(position.state, position.show_move(move)) == move
            position = position.play(rng.choice(position.legal_moves))
            assert game.position(game.show_position(position.state)).state == position.state


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("w.b w", "write the points row by row"),
        (".../.../.../....../.../.../...", "write the points row by row"),
        (".../.../.../....../.../.../... x", "write the points row by row"),
        (".../.../.../....../.../.../... w 9-10", "write the points row by row"),
        (".../.../.../....../.../.../... w 8-9", "White places the first stone"),
        ("w../.../.../....../.../.../... w 9-9", "White has 10 stones"),
        ("www/.../.../....../.../.../bb. w", "Black has fewer than three stones"),
    ],
)
def test_bad_positions_get_a_sentence(game: cp.Game, text: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        game.position(text)


def test_bad_moves_get_a_sentence(game: cp.Game) -> None:
    for position, text, sentence in (
        ("startpos", "d4", "a move is a point"),
        ("startpos", "a1-a4", "there is no such move here"),
        ("ww./bb./.../....../.../.../... w 7-7", "g7", "this move closes a mill"),
        ("ww./bb./.../....../.../.../... w 7-7", "d7", "there is no such move here"),
    ):
        with pytest.raises(cp.InputError, match=sentence):
            game.position(position).play(text)


# The numbers of tables.


def some_states(count: int, seed: int) -> list[State]:
    """States without stones in hand, all numbers of stones as likely."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        mine, theirs = rng.randint(3, 9), rng.randint(3, 9)
        points = rng.sample(range(24), mine + theirs)
        sets = [sum(1 << p for p in part) for part in (points[:mine], points[mine:])]
        found.append(State(*sets, 0, rng.randint(0, 1)))
    return found


def images(s: State) -> list[State]:
    """The sixteen states that are alike."""
    turns = [(turned(s.mine, way), turned(s.theirs, way)) for way in range(8)]
    both = turns + [(swapped(x), swapped(y)) for x, y in turns]
    return [State(int(x), int(y), s.hand, s.turn) for x, y in both]


def test_symmetries_keep_lines_and_mills() -> None:
    for s in some_states(200, 1):
        for twin in images(s):
            assert evaluation.mills(twin.mine) == evaluation.mills(s.mine)
            steps = points.beside(s.mine).bit_count()
            assert points.beside(twin.mine).bit_count() == steps
    assert len({tuple(images(s)) for s in images(s)}) == 16


def test_states_alike_share_a_number_and_no_others(game: cp.Game) -> None:
    known: dict[int, set[State]] = {}
    for s in some_states(2000, 2):
        alike = {State(twin.mine, twin.theirs, 0, 0) for twin in images(s)}
        (number,) = {game.ask("index", twin) for twin in alike}
        t, place = divmod(number, PLACES)
        assert 0 <= place < game.ask("size", t)
        assert game.ask("state", number) in alike
        assert known.setdefault(number, alike) == alike


def test_what_has_no_place_has_no_number(game: cp.Game) -> None:
    assert game.ask("index", game.initial()) == -1
    assert game.ask("index", game.position("ww./.../.../....../.../.../bbb w").state) == -1
    assert game.ask("index", game.position("www/.../.../....../.../.../bb. w 1-1").state) == -1
    three = 3 << 4 | 3
    for number in (0, three * PLACES + game.ask("size", three), (3 << 4 | 4) * PLACES):
        assert game.ask("index", game.ask("state", number)) == -1


def test_there_are_as_many_numbers_as_positions(native: Any) -> None:
    index, state, size = native.raw_index, native.raw_state, native.raw_size

    @compiled
    def count(t: int) -> int:
        found = 0
        for i in range(t * PLACES, t * PLACES + size(t)):
            found += index(state(i)) == i
        return found

    for name, positions in COUNTS.items():
        (t,) = morris.parse_tables(name)
        assert count(t) == positions


def test_predecessors_are_the_states_with_a_quiet_move_here(game: cp.Game, native: Any) -> None:
    index, state, result = native.raw_index, native.raw_state, native.raw_result
    actions, predecessors = native.raw_actions, native.raw_predecessors
    nowhere = morris.NOWHERE

    @compiled
    def leads(s: Any, number: int, moves: Any) -> bool:
        """Whether a quiet move of s leads to a state of that number."""
        for k in range(actions(s, moves)):
            if moves[k] >> 10 == nowhere and index(result(s, moves[k])) == number:
                return True
        return False

    @compiled
    def faults(s: Any, moves: Any, others: Any) -> tuple[int, int, int]:
        """Moves that no predecessor goes back, predecessors without a move here; pairs seen."""
        missing, wrong, number = 0, 0, index(s)
        for k in range(actions(s, moves)):
            if moves[k] >> 10 == nowhere:
                n = predecessors(result(s, moves[k]), others)
                missing += not np.any(others[:n] == number)
        n = predecessors(s, moves)
        for k in range(n):
            before = state(moves[k])
            wrong += index(before) != moves[k] or not leads(before, number, others)
        return missing, wrong, n

    seen, buffers = 0, [np.zeros(game.facts.most_actions, np.int64) for _ in range(2)]
    for s in some_states(5000, 3):
        missing, wrong, n = faults(s, *buffers)
        assert (missing, wrong) == (0, 0), s
        seen += n
    assert seen > 50_000


def test_captures_leave_a_table_and_nothing_else_does(game: cp.Game) -> None:
    for s in some_states(1000, 4):
        t = game.ask("index", s) // PLACES
        leaving = set(game.buffered("leaving", s))
        for a in game.actions(s):
            after = game.ask("index", game.result(s, a))
            assert (a in leaving) == (after // PLACES != t)
            if a in leaving and after >= 0:
                assert after // PLACES in morris.tables_below(t)


def test_tables_have_names(game: cp.Game) -> None:
    every = morris.parse_tables("all")
    assert len(every) == 28 and [morris.parse_tables(morris.show_table(t)) for t in every] == [
        [t] for t in every
    ]
    for i, t in enumerate(every):
        assert set(morris.tables_below(t)) <= set(every[:i])
    assert morris.parse_tables("3-5") == morris.parse_tables("5-3")
    assert [morris.show_table(t) for t in morris.tables_below(5 << 4 | 3)] == ["4-3"]
    for text in ("", "5", "5-2", "10-3", "5-3-3", "none"):
        with pytest.raises(ValueError, match="a table is named by the stones"):
            morris.parse_tables(text)


def test_one_form_stands_for_all_sixteen() -> None:
    """The form of a position is the same for each of its images, and is one of them."""
    from counterplay.games.nine_mens_morris.endgame_index import form_of, swapped, turned

    rng = random.Random(8)
    for _ in range(300):
        points = rng.sample(range(24), rng.randrange(19))
        cut = rng.randrange(len(points) + 1)
        x, y = (sum(1 << p for p in half) for half in (points[:cut], points[cut:]))
        images = {(int(turned(x, way)), int(turned(y, way))) for way in range(8)}
        images |= {(int(swapped(a)), int(swapped(b))) for a, b in images}
        forms = {tuple(map(int, form_of(a, b))) for a, b in images}
        assert len(forms) == 1 and forms <= images
