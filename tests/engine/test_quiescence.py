"""Quiescence search: what it returns is a bound, or exact, as the window says.

The kernel runs as plain Python here, so that one of its functions can be called alone.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.engine.alphabeta.contexts import set_root
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.settings import Settings

END_TAKING = Path(__file__).parents[1] / "data" / "games" / "end_taking.py"
LARGE = 300
CAPTURES = f"""

def evaluate(s):
    return UNIT * (s.lead if s.mover == 0 else -s.lead)


def noisy(s, a, data):
    return taken(s, a, data) >= {LARGE}


def exchange(s, a, least, data):
    '''The opponent can take back, so a move wins at most what it takes.'''
    return UNIT * taken(s, a, data) >= least
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[tuple[int, ...]], cp.Game]:
    """End taking, where large numbers are captures and a lead is worth what it is."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    path = tmp_path / "captures.py"
    path.write_text(END_TAKING.read_text(encoding="utf-8") + CAPTURES, encoding="utf-8")
    return lambda row: cp.load(path, row=row)


def quiet_value(game: cp.Game, s: Any) -> int:
    """What the side to move gets if each side takes large numbers or stops."""
    own = game.facts.unit * (s.lead if s.mover == 0 else -s.lead)
    if game.terminal(s):
        return own
    row = game.data.row
    taken = {0: row[s.left], 1: row[s.right - 1]}
    loud = [a for a in game.actions(s) if taken[a] >= LARGE]
    return max([own, *(-quiet_value(game, game.result(s, a)) for a in loud)])


def searched(engine: AlphaBeta, alpha: int, beta: int) -> int:
    """The quiescence search of the start within a window. The table stays from earlier windows."""
    quiescence, s = engine.kernel.quiescence, engine.game.initial()
    set_root(engine.context, engine.kernel, engine.game.position())
    return int(engine.context.call(lambda contexts: quiescence(contexts[0], s, 0, 0, alpha, beta)))


def test_a_move_that_is_not_followed_leaves_a_true_bound(
    load: Callable[[tuple[int, ...]], cp.Game],
) -> None:
    dice, failed_low = random.Random(1), 0
    for _ in range(60):
        game = load(tuple(dice.randrange(1, 1000) for _ in range(dice.randrange(2, 9))))
        engine = AlphaBeta(game, Settings(memory=1, margin=1, delta_margin=0.5))
        assert engine.use & engine.kernel.EXCHANGE_PRUNING
        truth = quiet_value(game, game.initial())
        for _ in range(20):
            alpha = dice.randrange(-1_500_000, 1_500_000)
            beta = alpha + dice.choice((1, 1000, 500_000))
            value = searched(engine, alpha, beta)
            if value <= alpha:
                failed_low += value > truth
                assert value >= truth, "an upper bound"
            elif value >= beta:
                assert value <= truth, "a lower bound"
            else:
                assert value == truth
    assert failed_low > 50  # moves were not followed
