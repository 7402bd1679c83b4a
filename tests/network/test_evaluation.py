"""Networks: machine code gives the scores that the formula gives, at every ply."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.evaluator import network_evaluator
from counterplay.core.network import inputs
from counterplay.core.network.evaluate import ONE, UNIT
from counterplay.core.network.network import Network

DATA = Path(__file__).parents[1] / "data"
KERNEL = DATA / "kernels" / "evaluations.py"
GAMES = ["tic_tac_toe", str(DATA / "games" / "record_tic_tac_toe.py")]
COUNT = 256


def network_of(
    game: cp.Game,
    width: int,
    buckets: int,
    is_squared: bool,
    seed: int = 0,
    payoffs: tuple[float, ...] = (),
) -> Network:
    """A network of random weights."""
    buckets *= max(len(payoffs) - 1, 1)
    dice, words, views = np.random.default_rng(seed), inputs.word_count(game), inputs.views(game)

    def weights(most: int, *shape: int) -> Any:
        return dice.integers(-most, most + 1, shape).astype(np.int16)

    return Network(
        game.name,
        inputs.fingerprint(game),
        rows=weights(60, 64 * words, width),
        bias=weights(120, width),
        last=weights(127, buckets, views, width),
        offsets=dice.integers(-(10**4), 10**4, buckets),
        most_on=10,
        scale=400,
        is_squared=is_squared,
        payoffs=payoffs,
    )


def with_network(game: cp.Game, network: Network) -> cp.Game:
    return game.with_evaluator(network_evaluator(network, "drawn", "drawn.network"))


def states(game: cp.Game, dice: random.Random) -> list[Any]:
    """States of random games that are not over."""
    found: list[Any] = []
    while len(found) < COUNT:
        s = game.initial()
        while not game.terminal(s):
            found.append(s)
            s = game.result(s, dice.choice(game.actions(s)))
    return found[:COUNT]


def native_scores(
    game: cp.Game, asked: list[Any], plies: list[int], players: list[int]
) -> list[int]:
    module = bind(game, KERNEL)
    context = Context(game, module)
    context.array["count"] = len(asked)
    for i, s in enumerate(asked):
        context.array["states_asked"][0, i] = game.shape.encode(s)
    context.array["plies"][0, : len(asked)] = plies
    context.array["players"][0, : len(asked)] = players
    context.call(module.evaluate_all)
    return context.array["scores"][0, : len(asked)].tolist()


@pytest.mark.parametrize("name", [*GAMES, "chess"], ids=["tuples", "records", "features"])
@pytest.mark.parametrize("is_squared", [True, False], ids=["squared", "clipped"])
def test_machine_code_scores_as_defined(name: str, is_squared: bool) -> None:
    plain = cp.load(name)
    dice = random.Random(1)
    asked = states(plain, dice)
    plies = [dice.randrange(8) for _ in asked]
    players = [dice.randrange(2) for _ in asked]
    for width, buckets in ((16, 1), (40, 3), (512, 2)):  # none of them is compiled again
        game = with_network(plain, network_of(plain, width, buckets, is_squared))
        expected = [game.evaluate_for(s, p) for s, p in zip(asked, players, strict=True)]
        assert native_scores(game, asked, plies, players) == expected
        assert len(set(expected)) > 20


@pytest.mark.parametrize("payoffs", [(-1.0, 1.0), (-3.0, -2.0, -1.0, 1.0, 2.0, 3.0)])
def test_machine_code_predicts_the_mean_payoff(payoffs: tuple[float, ...]) -> None:
    plain = cp.load("tic_tac_toe")
    dice = random.Random(2)
    asked = states(plain, dice)
    plies, players = [0] * len(asked), [dice.randrange(2) for _ in asked]
    network = network_of(plain, 16, 2, True, payoffs=payoffs)
    network.rows[:] *= 4
    network.bias[:] *= 4
    network.last[:] *= 8
    game = with_network(plain, network)
    expected = [game.evaluate_for(s, p) for s, p in zip(asked, players, strict=True)]
    found = native_scores(game, asked, plies, players)
    assert all(abs(a - b) <= 1 for a, b in zip(found, expected, strict=True))
    assert len(set(expected)) > 20
    for s in asked[:20]:
        chances = game.chances(s)
        assert chances is not None
        steps = [high - low for low, high in pairwise(payoffs)]
        mean = payoffs[0] + sum(a * b for a, b in zip(steps, chances, strict=True))
        assert game.evaluate_for(s, 0) == pytest.approx(400 * mean, abs=0.51)


def test_the_score_is_the_formula() -> None:
    game = cp.load("tic_tac_toe")
    network = network_of(game, 16, 1, True)
    (words,) = game.inputs(game.initial())
    on = [i for i in range(64 * len(words)) if int(words[i // 64]) >> i % 64 & 1]
    total = int(network.offsets[0])
    products = 0
    for j in range(16):
        x = min(max(int(network.bias[j]) + sum(int(network.rows[i, j]) for i in on), 0), ONE)
        products += x * x * int(network.last[0, 0, j])
    assert network.score([words]) == (total + products // ONE) * 400 // (ONE * UNIT)


def test_large_sums_do_not_overflow() -> None:
    plain = cp.load("tic_tac_toe")
    full = network_of(plain, 512, 1, True)
    full.rows[:], full.bias[:], full.last[:], full.offsets[:] = 0, 300, 127, 0
    game = with_network(plain, full)
    assert native_scores(game, [game.initial()], [0], [0]) == [
        512 * ONE * 127 * 400 // (ONE * UNIT)
    ]


def test_a_search_with_a_network_is_that_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = cp.load("tic_tac_toe")
    game = with_network(plain, network_of(plain, 16, 2, True))
    native = cp.make_engine(game).search(game.position(), cp.Limit(depth=4))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("counterplay.core.compile.bind._modules", {})
    again = with_network(plain, network_of(plain, 16, 2, True))
    slow = cp.make_engine(again).search(again.position(), cp.Limit(depth=4))
    assert (native.move, native.value, native.nodes) == (slow.move, slow.value, slow.nodes)
    assert native.nodes > 100


def test_a_state_without_inputs_is_worth_nothing() -> None:
    """A game's `features` can leave states out that the network should not judge."""
    game = with_network(plain := cp.load("tic_tac_toe"), network_of(plain, 16, 2, True))
    network = game.evaluator.network if game.evaluator else None
    assert network is not None
    words = np.zeros(network.words, np.uint64)
    assert network.score([words]) == 0
    words[0] = 1
    assert network.score([words]) != 0


# Inputs.


def test_the_fields_of_a_state_are_inputs() -> None:
    game = cp.load("tic_tac_toe")
    s = game.position("startpos moves a1 b2").state
    assert [words.tolist() for words in game.inputs(s)] == [[*map(int, s), 1]]


NUMBERS = """import numpy as np
import counterplay as cp

facts = cp.Facts(title="Numbers", names=("A", "B"), most_actions=1, longest_game=2)
State = np.dtype([("board", np.int64), ("pits", np.int8, (3,)), ("turn", np.int8)])


def initial(out):
    out.board, out.turn = (1 << 40) + 5, 0
    out.pits[:] = (3, 40, -2)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0] = 0
    return 1 - s.turn


def result(s, a, out):
    out.board, out.turn = s.board, 1
    out.pits[:] = s.pits


def terminal(s):
    return s.turn == 1


def utility(s, p):
    return 0


def key(s):
    return np.uint64(s.turn)
"""


def test_a_number_and_a_cell_are_read_by_value_and_by_digits(tmp_path: Path) -> None:
    """A set of squares may be a plain number, and a count may be large."""
    path = tmp_path / "numbers.py"
    path.write_text(NUMBERS)
    game = cp.load(str(path))
    (words,) = game.inputs(game.initial())
    board, pits, turn = words[:2], words[2:4], words[4:6]
    assert board.tolist() == [1 << 63, (1 << 40) + 5]  # too large a value for a bit of its own
    cells = [int(word) >> shift & 0xFFFFFFFF for word in pits for shift in (0, 32)]
    assert cells == [1 << (3 + 8) | 3 << 16, 1 << 15 | 40 << 16, 1 << 6 | 0xFFFE << 16, 0]
    assert turn.tolist() == [1 << 16, 0] and words[6:].tolist() == [1]


def test_both_sides_of_chess_see_the_same_start() -> None:
    game = cp.load("chess")
    own, other = game.inputs(game.initial())
    assert own.tolist() == other.tolist() and len(own) == 12
    assert sum(int(word).bit_count() for word in own) == 32
    after = game.inputs(game.position("startpos moves e2e4").state)
    before = game.inputs(game.initial())
    white = [int(a) ^ int(b) for a, b in zip(after[1], before[0], strict=True)]
    assert white == [1 << 11 | 1 << 27, *[0] * 11]  # the king is on the right: e is seen as d


def test_left_and_right_of_chess_are_the_same() -> None:
    game, pieces = cp.load("chess"), "4k2r/pp3p2/2n5/3Q4/8/1B5P/PP4P1/1K3R2"
    turned = "/".join(row[::-1] for row in pieces.split("/"))
    left, right = (game.inputs(game.position(f"{p} w - - 0 1").state) for p in (pieces, turned))
    assert [v.tolist() for v in left] == [v.tolist() for v in right]
    assert sum(int(word).bit_count() for word in left[0]) == 14
