"""A clearly best move, once seen, is tried at the depth limit too."""

from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.minimax import minimax
from counterplay.textbook.singular import singular


def state(guess: int, **children: Any) -> Any:
    return {"guess": guess, "children": children}


# MAX will lose a bishop (3), whatever it does. Giving a pawn (1) with check only delays that, by
# the two plies that put the capture of the bishop past a depth limit of three.
BISHOP = Tree(
    state(
        0,
        wait=state(
            0,
            capture=state(-3, step=state(-3, on=-3)),
            other=state(0, step=state(0, on=0)),
        ),
        check=state(
            0,
            take_pawn=state(-1, wait=state(-1, capture=state(-4, on=-4), other=state(-1, on=-1))),
        ),
    )
)


def test_a_fixed_depth_gives_a_pawn_to_push_the_loss_over_the_horizon() -> None:
    fixed = hminimax(BISHOP, 0, depth=3, evaluate=BISHOP.evaluate)
    assert (fixed.move, fixed.value) == ("check", -1)


def test_the_remembered_capture_shows_that_the_loss_is_only_delayed() -> None:
    found = singular(BISHOP, 0, depth=3, evaluate=BISHOP.evaluate)
    assert (found.move, found.value) == ("wait", -3)


def test_it_is_the_decision_of_a_deeper_search_for_fewer_nodes() -> None:
    deeper = hminimax(BISHOP, 0, depth=5, evaluate=BISHOP.evaluate)
    found = singular(BISHOP, 0, depth=3, evaluate=BISHOP.evaluate)
    assert (found.move, found.value) == (deeper.move, deeper.value)
    assert found.nodes < deeper.nodes


def test_how_clear_clearly_is_can_be_said() -> None:
    """The capture is better by three than the other move."""
    for margin, move in ((3, "wait"), (3.5, "check")):
        assert singular(BISHOP, 0, depth=3, evaluate=BISHOP.evaluate, margin=margin).move == move
    with pytest.raises(ValueError, match="margin=0"):
        singular(BISHOP, 0, depth=3, margin=0)


def test_an_only_move_is_not_better_than_others() -> None:
    """`take` is all that MIN can do in the first line, so nothing is learned from it."""
    tree = Tree(
        state(
            0,
            first=state(0, take=-5),
            second=state(0, on=state(1, on=state(1, take=-9, on=1))),
        )
    )
    assert singular(tree, 0, depth=3, evaluate=tree.evaluate).value == 1


def test_a_remembered_move_belongs_to_its_player() -> None:
    """MIN's clearly best `go` says nothing about MAX's `go`."""
    tree = Tree(
        state(
            0,
            first=state(0, go=-5, stay=0),
            second=state(0, on=state(-6, go=9, stay=-6), off=0),
        )
    )
    assert singular(tree, 0, depth=2, evaluate=tree.evaluate).value == -5


def test_remembered_moves_follow_one_another_only_so_far() -> None:
    """After the limit each side has its remembered move again and again."""
    chain: Any = 50
    for _ in range(6):
        chain = state(-20, tick=state(20, tock=chain, rest=20), rest=-20)
    tree = Tree(
        state(
            0,
            teach=state(0, tock=state(-9, tick=-9, rest=-19), rest=9),
            play=state(0, on=chain),
        )
    )
    depths = []
    for extra in (0, 1, 2, 3):
        trace = singular(tree, 0, depth=2, evaluate=tree.evaluate, extra=extra, trace=True).trace
        depths.append(max(len(visit.path) for visit in trace))
    assert depths == sorted(depths)
    assert all(depth <= 2 + extra for extra, depth in enumerate(depths[1:], 1))


def test_without_extra_plies_or_with_a_large_margin_it_is_depth_limited_alphabeta() -> None:
    for tree in random_trees(800, seed=1):
        for options in ({"extra": 0}, {"margin": 1000}):
            found = singular(tree, 0, depth=2, evaluate=tree.evaluate, **options)  # type: ignore
            assert found.value == backed_up(tree, 0, tree.player(0), 2)
            assert found.move == best_moves(tree, 0, 2)[0]


def test_without_a_limit_it_is_exact() -> None:
    for tree in random_trees(1000, seed=2):
        found, exact = singular(tree, 0), minimax(tree, 0)
        assert (found.move, found.value) == (exact.move, exact.value)


def test_what_is_remembered_was_clearly_best_by_the_reference() -> None:
    """Up to the first extension the tree is the reference's, so that one can be checked."""
    checked = 0
    for tree in random_trees(1500, seed=3):

        def at(path: tuple[Any, ...], tree: Tree = tree) -> int:
            s = 0
            for move in path:
                s = tree.result(s, move)
            return s

        def clearly_best(s: int, left: int, tree: Tree = tree) -> Any:
            p, moves = tree.player(s), tree.actions(s)
            values = [backed_up(tree, tree.result(s, a), p, left - 1) for a in moves]
            best, *others = sorted(values, reverse=True)
            return moves[values.index(best)] if others and best - others[0] >= 2 else None

        trace = singular(tree, 0, depth=3, evaluate=tree.evaluate, margin=2, trace=True).trace
        first = next((i for i, v in enumerate(trace) if v.note.startswith("extended")), None)
        if first is None:
            continue
        mover = tree.player(at(trace[first].path))
        seen = [v.path for v in trace[:first] if v.event == "leave" and len(v.path) < 3]
        found = {clearly_best(at(p), 3 - len(p)) for p in seen if tree.player(at(p)) == mover}
        assert set(trace[first].moves) <= found
        checked += 1
    assert checked > 50
