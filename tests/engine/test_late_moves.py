"""Late moves: nothing is computed for them that no technique asks for."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import counterplay as cp
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.settings import Settings

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
END_TAKING = Path(__file__).parents[1] / "data" / "games" / "end_taking.py"
NOISY = "\ndef noisy(s, a, data):\n    return taken(s, a, data) >= 500\n"
OFF = {"history": False, "quiescence": False}  # they ask for noisy moves, too


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cp.Game:
    """End taking with noisy moves. Kernels run as plain Python, so that their calls are counted."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    path = tmp_path / "noisy_taking.py"
    path.write_text(END_TAKING.read_text(encoding="utf-8") + NOISY, encoding="utf-8")
    return cp.load(path, row=(412, 903, 77, 640, 518, 255, 731))


def calls(game: cp.Game, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> int:
    """How often a search asks whether a move is noisy."""
    engine = AlphaBeta(game, Settings(memory=1, **OFF, **settings))
    noisy = Mock(wraps=engine.kernel.rules.noisy)
    with monkeypatch.context() as counting:
        counting.setattr(engine.kernel.rules, "noisy", noisy)
        assert engine.search(game.position(), cp.Limit(depth=6)).nodes > 30
    return noisy.call_count


def test_moves_are_asked_for_noise_only_where_a_technique_needs_it(
    game: cp.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert calls(game, monkeypatch) > 0
    assert calls(game, monkeypatch, exact=True) == 0
    assert calls(game, monkeypatch, selective=False) == 0


def test_reductions_that_are_off_change_nothing() -> None:
    chess = cp.load("chess")
    nodes = {
        base: cp.search(
            chess, KIWIPETE, depth=7, memory=4, late_move_reductions=False, reduction_base=base
        ).nodes
        for base in (-1, 2)
    }
    assert nodes[-1] == nodes[2]
