"""The algorithms of the textbook do what the book says, node by node, on any game."""

import random
from typing import Any

import pytest

import counterplay as cp
from counterplay.textbook import alphabeta, minimax

FIGURE = cp.load("tree")  # Russell and Norvig, figure 5.2


def leaves(trace: Any) -> list[float]:
    return [visit.value for visit in trace if visit.event == "leaf"]


def test_minimax_looks_at_all_nine_ends_of_the_figure() -> None:
    decision = minimax(FIGURE, FIGURE.initial(), trace=True)
    assert (decision.move, decision.value) == (0, 3)
    assert (decision.nodes, decision.evaluated, decision.pruned) == (13, 9, 0)
    assert leaves(decision.trace) == [3, 12, 8, 2, 4, 6, 14, 5, 2]


def test_alphabeta_leaves_out_two_ends_of_the_figure() -> None:
    decision = alphabeta(FIGURE, FIGURE.initial(), trace=True)
    assert (decision.move, decision.value) == (0, 3)
    assert (decision.nodes, decision.evaluated, decision.pruned) == (11, 7, 2)
    assert leaves(decision.trace) == [3, 12, 8, 2, 14, 5, 2]
    pruned = [visit for visit in decision.trace if visit.event == "prune"]
    assert [visit.path for visit in pruned] == [(1, 1), (1, 2)]  # the ends worth 4 and 6
    assert all(visit.note.startswith("2 <= alpha 3") for visit in pruned)


def test_the_inner_nodes_of_the_figure_have_the_values_of_the_book() -> None:
    decision = minimax(FIGURE, FIGURE.initial(), trace=True)
    left = {visit.path: visit.value for visit in decision.trace if visit.event == "leave"}
    assert left == {(0,): 3, (1,): 2, (2,): 2, (): 3}


def test_a_trace_is_made_only_if_asked_for() -> None:
    assert minimax(FIGURE, FIGURE.initial()).trace == ()
    assert alphabeta(FIGURE, FIGURE.initial()).trace == ()


@pytest.mark.parametrize("algorithm", [minimax, alphabeta])
def test_a_trace_opens_and_leaves_every_inner_node_once(algorithm: Any) -> None:
    rng = random.Random(1)

    def grown(depth: int) -> Any:
        return [grown(depth - 1) for _ in range(3)] if depth else rng.randint(-9, 9)

    game = cp.load("tree", tree=grown(4))
    decision = algorithm(game, game.initial(), trace=True)
    events = [visit.event for visit in decision.trace]
    assert events.count("open") == events.count("leave") == decision.nodes - decision.evaluated
    assert events.count("leaf") == decision.evaluated
    assert events.count("prune") == decision.pruned
    open_nodes: list[Any] = []
    for visit in decision.trace:
        if visit.event == "open":
            open_nodes.append(visit.path)
        elif visit.event == "leave":
            assert open_nodes.pop() == visit.path
        else:
            assert visit.path[:-1] == open_nodes[-1]
    assert not open_nodes
    assert decision.trace[-1].value == decision.value


def test_perfectly_ordered_alphabeta_looks_at_as_few_ends_as_knuth_and_moore_say() -> None:
    """With best moves first, b^ceil(d/2) + b^floor(d/2) - 1 ends of b^d are looked at."""

    def ordered(depth: int, width: int, value: int) -> Any:
        """A tree worth `value`; its mover's best move comes first, at every node."""
        if depth == 0:
            return value
        worse = -1 if depth % 2 == 0 else 1  # MAX is to move at even depths
        return [ordered(depth - 1, width, value + worse * i) for i in range(width)]

    for depth, width in ((2, 3), (4, 3), (6, 2)):
        game = cp.load("tree", tree=ordered(depth, width, 0))
        expected = width ** ((depth + 1) // 2) + width ** (depth // 2) - 1
        assert alphabeta(game, game.initial()).evaluated == expected
        assert minimax(game, game.initial()).evaluated == width**depth


class Subtraction:
    """Take one or two of some matches; who takes the last one wins. States and moves are texts."""

    def player(self, s: str) -> int:
        return int(s[-1])

    def actions(self, s: str) -> list[str]:
        return ["one", "two"][: s.count("|")]

    def result(self, s: str, a: str) -> str:
        left = s.count("|") - (1 if a == "one" else 2)
        return "|" * left + str(1 - self.player(s))

    def terminal(self, s: str) -> bool:
        return "|" not in s

    def utility(self, s: str, p: int) -> float:
        return -1 if p == self.player(s) else 1


@pytest.mark.parametrize("algorithm", [minimax, alphabeta])
def test_any_object_with_the_five_functions_is_a_game(algorithm: Any) -> None:
    for matches in range(1, 10):
        decision = algorithm(Subtraction(), "|" * matches + "0")
        assert decision.value == (-1 if matches % 3 == 0 else 1)
        if matches % 3:
            assert decision.move == ("one", "two")[matches % 3 - 1]


@pytest.mark.parametrize("algorithm", [minimax, alphabeta])
def test_an_ended_game_has_nothing_to_decide(algorithm: Any) -> None:
    game = cp.load("tree", tree=5)
    with pytest.raises(ValueError, match="over"):
        algorithm(game, game.initial())


@pytest.mark.parametrize("algorithm", [minimax, alphabeta])
@pytest.mark.parametrize(
    "tree",
    [[{"chance": [[0.5, 1], [0.5, 2]]}, 3], {"chance": [[0.5, [1, 2]], [0.5, [3]]]}],
    ids=["chance", "chance at the root"],
)
def test_chance_is_refused_with_a_sentence(algorithm: Any, tree: Any) -> None:
    game = cp.load("tree", tree=tree)
    with pytest.raises(ValueError, match="chance"):
        algorithm(game, game.initial())


def test_the_player_to_move_at_the_root_is_max() -> None:
    game = cp.load("tree", tree=[[3, 12], [2, 4]])
    first = game.position().play(0)
    assert minimax(game, first.state).value == -3
    assert alphabeta(game, first.state).value == -3
    assert minimax(game, first.state).move == 0
