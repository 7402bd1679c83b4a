"""Trees of moves: variations, glyphs and comments."""

import random

import pytest

from counterplay.formats.move_tree import FIRST_VARIATION, ROOT, MoveTree, TreeBuilder

Lines = set[tuple[int, ...]]


def lines(tree: MoveTree) -> Lines:
    """All paths of moves from the start."""
    return {tree.moves_to(node) for node in tree.nodes}


def test_a_line_is_numbered_by_its_plies() -> None:
    tree = MoveTree.of([7, 8, 9])
    assert tree.main_line == (0, 1, 2, 3)
    assert tree.moves_to(2) == (7, 8)
    assert tree.is_bare


def test_a_move_is_added_once() -> None:
    tree, node = MoveTree.of([7, 8]).add(1, 5)
    assert node == FIRST_VARIATION
    assert tree.add(1, 5) == (tree, node)
    assert tree.add(1, 8) == (tree, 2)
    assert not tree.is_bare
    assert tree.children[1] == (2, node)


def test_a_move_of_the_game_comes_before_the_variations() -> None:
    tree, aside = MoveTree.of([7]).add(1, 5)
    assert tree.play(1, 6).children[1] == (2, aside)
    followed = tree.play(1, 5)
    assert followed.main_line == (0, 1, 2)
    assert followed == MoveTree.of([7, 5])


def test_a_promoted_line_is_the_main_line() -> None:
    tree, aside = MoveTree.of([7, 8, 9]).add(1, 5)
    tree, node = tree.add(aside, 4)
    promoted = tree.promote(node).numbered()
    assert promoted.moves_to(promoted.main_line[-1]) == (7, 5, 4)
    assert lines(promoted) == lines(tree)
    assert promoted.find((7, 8, 9)) == FIRST_VARIATION + 1


def test_moves_of_the_game_stay_before_a_promoted_variation() -> None:
    tree, _ = MoveTree.of([7, 8, 9]).add(1, 5)
    tree, second = tree.add(1, 6)
    promoted = tree.promote(second, 3)
    assert promoted.main_line == (0, 1, 2, 3)
    assert [promoted.nodes[node].move for node in promoted.children[1]] == [8, 6, 5]


def test_a_deleted_move_takes_all_that_follow_it_away() -> None:
    tree, aside = MoveTree.of([7, 8, 9]).add(2, 5)
    assert tree.remove(2) == MoveTree.of([7])
    assert tree.remove(aside) == MoveTree.of([7, 8, 9])


def test_a_move_that_comes_twice_in_a_file_is_one_move_with_both_comments() -> None:
    builder = TreeBuilder()
    builder.add(ROOT, 3, (1,), "first")
    builder.add(ROOT, 3, (1, 14), "second")
    assert builder.tree().nodes[1][2:] == ((1, 14), "first second")


@pytest.mark.parametrize("seed", range(40))
def test_random_changes_are_those_of_plain_lists(seed: int) -> None:
    """The tree is compared with the set of its lines, and the main line with a list of moves."""
    dice = random.Random(seed)
    tree, known, plies = MoveTree.of(), {()}, 0
    for _ in range(60):
        node = dice.choice(list(tree.nodes))
        before = tree.moves_to(node)
        action = dice.randrange(6)
        if action < 3:
            move = dice.randrange(4)
            tree, _ = tree.add(node, move)
            known.add((*before, move))
        elif action == 3:
            move = dice.randrange(4)
            game = tree.moves_to(tree.main_line[plies])
            tree, plies = tree.play(plies, move), plies + 1
            known.add((*game, move))
            assert tree.main_line[: plies + 1] == tuple(range(plies + 1))
            assert tree.moves_to(plies) == (*game, move)
        elif action == 4 and node > plies:
            tree = tree.remove(node)
            known -= {line for line in known if line[: len(before)] == before}
        elif action == 5:
            game = tree.moves_to(plies)
            tree = tree.promote(node, plies)
            assert tree.moves_to(plies) == game == tree.moves_to(tree.main_line[plies])
        assert lines(tree) == known
        assert len(known) == len(tree.nodes)
        assert MoveTree.from_json(tree.as_json()) == tree
        walked = list(tree.walk())
        assert sorted(walked) == sorted(tree.nodes)
        assert all(walked.index(tree.nodes[n].parent) < walked.index(n) for n in walked if n)
