"""The table gives what alpha-beta gives, for less work where orders of moves meet again."""

import random
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

import counterplay as cp
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax
from counterplay.textbook.ordering import ordered
from counterplay.textbook.transposition import transposition

State = tuple[int, int]


class Graph:
    """States in layers, with moves to the next layer, or also past it: many paths meet."""

    def __init__(self, rng: random.Random, layers: int, width: int, longest: int = 1) -> None:
        self.to: dict[State, list[State]] = {}
        self.who: dict[State, int] = {}
        self.worth: dict[State, int] = {}
        spread = rng.choice((1, 3, 20))
        for layer in range(layers):
            for i in range(width if layer else 1):
                s = (layer, i)
                over = layer == layers - 1 or (layer > 0 and rng.random() < 0.1)
                self.to[s] = [
                    (min(layers - 1, layer + rng.randint(1, longest)), rng.randrange(width))
                    for _ in range(0 if over else rng.randint(1, 4))
                ]
                self.who[s] = layer % 2 if rng.random() < 0.8 else rng.randrange(2)
                self.worth[s] = rng.randint(-spread, spread)

    def player(self, s: State) -> int:
        return self.who[s]

    def actions(self, s: State) -> list[int]:
        return list(range(len(self.to[s])))

    def result(self, s: State, a: int) -> State:
        return self.to[s][a]

    def terminal(self, s: State) -> bool:
        return not self.to[s]

    def utility(self, s: State, p: int) -> float:
        assert not self.to[s]
        return self.worth[s] if p == 0 else -self.worth[s]

    def evaluate(self, s: State, p: int) -> float:
        assert self.to[s]
        return self.worth[s] if p == 0 else -self.worth[s]


def test_value_and_move_are_exact_where_paths_meet() -> None:
    for seed in range(2000):
        rng = random.Random(seed)
        game = Graph(rng, rng.randint(2, 6), rng.randint(1, 5), longest=rng.randint(1, 3))
        found = transposition(game, (0, 0))
        assert found.value == minimax(game, (0, 0)).value
        assert found.move in best_moves(game, (0, 0))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_to_a_depth_it_is_what_the_reference_backs_up(depth: int) -> None:
    for seed in range(500):
        rng = random.Random(seed)
        game = Graph(rng, rng.randint(2, 6), rng.randint(1, 5))
        found = transposition(game, (0, 0), depth=depth, evaluate=game.evaluate)
        assert found.value == backed_up(game, (0, 0), game.player((0, 0)), depth)
        assert found.move in best_moves(game, (0, 0), depth)


def test_where_no_paths_meet_it_is_alphabeta() -> None:
    for tree in random_trees(1000, seed=3):
        found, plain = transposition(tree, 0), alphabeta(tree, 0)
        assert (found.move, found.value, found.nodes) == (plain.move, plain.value, plain.nodes)


def test_a_shallow_entry_does_not_answer_a_deep_question() -> None:
    """A state met one ply above the horizon looks good; then it is met two plies above."""
    meeting = {"guess": 5, "children": [{"guess": 5, "children": [-9]}]}
    tree = Tree([[meeting, 3], [0]])
    met = tree.result(tree.result(0, 0), 0)
    tree.moves[0][2] = met  # a third move leads there at once
    found = transposition(tree, 0, depth=3, evaluate=tree.evaluate)
    assert (found.move, found.value) == (0, 3)


def test_it_saves_nodes_on_tic_tac_toe() -> None:
    game = cp.load("tic_tac_toe")
    s = game.initial()
    found, plain = transposition(game, s), alphabeta(game, s)
    assert found.value == plain.value == 0
    assert found.nodes < plain.nodes / 2


def test_it_saves_nodes_on_nim() -> None:
    game = cp.load("nim", piles=(2, 3, 3))
    found, plain = transposition(game, game.initial()), alphabeta(game, game.initial())
    assert found.value == plain.value
    assert found.nodes < plain.nodes / 2


def test_a_key_may_join_states_that_are_symmetric() -> None:
    class Piles:
        """Nim as a list of piles; who takes the last match wins."""

        def player(self, s: Any) -> int:
            return int(s[-1])

        def actions(self, s: Any) -> list[tuple[int, int]]:
            return [(i, n) for i, pile in enumerate(s[:-1]) for n in range(1, pile + 1)]

        def result(self, s: Any, a: tuple[int, int]) -> Any:
            left = [pile - a[1] if i == a[0] else pile for i, pile in enumerate(s[:-1])]
            return [*left, 1 - s[-1]]

        def terminal(self, s: Any) -> bool:
            return not any(s[:-1])

        def utility(self, s: Any, p: int) -> float:
            return -1 if p == s[-1] else 1

    game, state = Piles(), [1, 3, 3, 0]
    with pytest.raises(ValueError, match="give key="):
        transposition(game, state)
    plain = transposition(game, state, key=tuple)
    symmetric = transposition(game, state, key=lambda s: (*sorted(s[:-1]), s[-1]))
    assert plain.value == symmetric.value == minimax(game, state).value == 1
    assert plain.move == symmetric.move == (0, 1)
    assert symmetric.nodes < plain.nodes


def test_a_lookup_is_a_node_with_a_note_and_no_evaluation() -> None:
    game = cp.load("nim", piles=(1, 1, 2))
    found = transposition(game, game.initial(), trace=True)
    hits = [v for v in found.trace if "from the table" in v.note]
    leaves = [v for v in found.trace if v.event == "leaf"]
    assert hits
    assert found.evaluated == len(leaves) - len([v for v in hits if v.event == "leaf"])


def test_sorted_moves_and_a_table_agree() -> None:
    game = cp.load("nim", piles=(1, 2, 2))
    s = game.initial()
    assert ordered(game, s).value == transposition(game, s).value
