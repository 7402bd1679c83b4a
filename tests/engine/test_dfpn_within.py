"""Wins within so many plies: proof-number search with a depth, also where paths matter."""

import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.arena.matches import match
from counterplay.core.game.limits import Limit
from counterplay.engine.dfpn.engine import DfPn, DfPnSettings
from tests.engine.test_paths import worth

GAME = Path(__file__).parents[1] / "data" / "games" / "roundabout.py"
NODES, FLOOR = 9, 3
DEEPEST = 8


def random_graph(rng: random.Random) -> dict[str, list[int]]:
    """Nodes that lead to a few others, on their own floor or above, and some that end the game."""
    edges = []
    for node in range(NODES):
        near = [n for n in range(NODES) if n // FLOOR >= node // FLOOR and n != node]
        edges.append(sum(1 << n for n in rng.sample(near, rng.choice((1, 2)))))
    for node in rng.sample(range(1, NODES), 3):
        edges[node] = 0
    return {"edges": edges, "payoff": [rng.choice((-1, 0, 1)) for _ in range(NODES)]}


def prover(game: cp.Game) -> DfPn:
    return DfPn(game, DfPnSettings(memory=1))


def wanted(position: cp.Position, plies: int) -> str | None:
    """What can be forced within so many plies, along every single path."""
    value = worth(position, plies)
    return "win" if value > 0 else "loss" if value < 0 else None


@pytest.mark.parametrize("repetition", [2, 3])
def test_wins_in_graphs_full_of_cycles_are_those_of_every_path(repetition: int) -> None:
    rng, seen = random.Random(repetition), []
    for _ in range(300):
        game = cp.load(GAME, repetition=repetition, **random_graph(rng))
        proving, position = prover(game), game.position()
        for _ in range(rng.randrange(6)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        for plies in rng.sample(range(1, DEEPEST + 1), DEEPEST):
            found = proving.search(position, Limit(depth=plies))
            outcome = wanted(position, plies)
            seen.append(outcome)
            assert found.outcome == outcome, (plies, position)
            if outcome is None:
                assert found.kind == "estimate"
    assert seen.count("win") > 50 and seen.count("loss") > 50 and seen.count(None) > 50


def test_the_line_of_a_win_is_no_longer_than_was_asked_for() -> None:
    game, rng, wins = cp.load("connect_four", width=5, height=4), random.Random(5), 0
    proving, exact = prover(game), cp.make_engine(game, "alphabeta", exact=True, memory=1)
    while wins < 60:
        position = game.position()
        for _ in range(rng.randrange(4, 14)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        true = exact.search(position, Limit())
        if true.outcome == "draw":
            continue
        assert true.distance is not None
        proving.new_game()
        if true.distance > 1:
            early = proving.search(position, Limit(depth=true.distance - 1))
            assert early.outcome is None
        found = proving.search(position, Limit(depth=true.distance))
        assert found.outcome == true.outcome
        if found.outcome == "win":
            wins += 1
            assert len(found.line) <= true.distance


def is_reached(position: cp.Position, attacker: int, payoff: float, plies: int) -> bool:
    """Whether the attacker can force such a payoff, and the end within so many plies."""
    if position.is_over:
        return position.payoffs[attacker] >= payoff
    if plies == 0:
        return False
    can = any if position.turn == attacker else all
    after = (position.play(move) for move in position.legal_moves)
    return can(is_reached(child, attacker, payoff, plies - 1) for child in after)


@pytest.mark.parametrize(
    ("name", "parameters", "payoffs", "left"),
    [
        ("tic_tac_toe", {}, (0, 1), 6),
        ("dots_and_boxes", {"rows": 2, "columns": 2, "players": 2}, (1, 2, 3, 4), 6),
    ],
)
def test_payoffs_within_so_many_plies_are_those_of_every_line(
    name: str, parameters: dict[str, int], payoffs: tuple[int, ...], left: int
) -> None:
    game, rng, answers = cp.load(name, **parameters), random.Random(3), []
    most = game.facts.longest_game
    for payoff in payoffs:
        proving = DfPn(game, DfPnSettings(memory=1, at_least=payoff))
        for _ in range(40):
            position = game.position()
            for _ in range(most - rng.randint(2, left)):
                if not position.is_over:
                    position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                continue
            plies = rng.randint(1, left)
            found = proving.search(position, Limit(depth=plies))
            is_proven = found.kind in ("lower", "exact")
            assert is_proven == is_reached(position, position.turn, payoff, plies)
            answers.append(is_proven)
    assert answers.count(True) > 20 and answers.count(False) > 20


def test_a_mate_that_a_repetition_would_draw_is_none() -> None:
    chess = cp.load("chess")
    proving = prover(chess)
    mate = chess.position("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")  # 1 Kf7 Kh7 2 Rh1#
    found = proving.search(mate, Limit(depth=3))
    assert (found.outcome, " ".join(found.line_text)) == ("win", "Kf7 Kh7 Rh1#")
    # The same position, after the king has stood on f7 twice with the same pieces around it.
    before = "e7f7 h8h7 f7e7 h7h8 e7f7 h8h7 f7f6 h7h8"
    repeated = chess.position(f"7k/4K3/8/8/8/8/8/6R1 w - - 0 1 moves {before}")
    assert not repeated.is_over and chess.key(repeated.state) == chess.key(mate.state)
    assert proving.search(repeated, Limit(depth=3)).outcome is None
    assert proving.search(mate, Limit(depth=3)).outcome == "win"


def test_without_a_depth_rules_about_paths_are_refused() -> None:
    with pytest.raises(
        cp.UnfitError, match="give a depth, to look for a win within that many plies"
    ):
        cp.search(cp.load("chess"), method="dfpn", nodes=10)


def test_a_draw_for_lack_of_progress_within_reach_is_refused() -> None:
    rules: dict[str, Any] = {"repetition": 0, "no_progress": 4}
    game = cp.load(GAME, **rules, edges=[2, 1, 0, 0, 0, 0, 0, 0, 0])
    prover(game).search(game.position(), Limit(depth=3))
    with pytest.raises(cp.UnfitError, match="for lack of progress within 4 plies"):
        prover(game).search(game.position(), Limit(depth=4))


def test_a_clock_in_the_state_is_not_forgotten() -> None:
    chess = cp.load("chess")
    mate, late = (chess.position(f"7k/8/5K2/8/8/8/8/6R1 w - - {n} 60") for n in (0, 98))
    proving = prover(chess)
    for _ in range(2):
        assert proving.search(mate, Limit(depth=3)).outcome == "win"
        assert proving.search(late, Limit(depth=3)).outcome is None


def test_what_lies_beyond_a_depth_is_known_without_one() -> None:
    game = cp.load("tic_tac_toe")
    proving = prover(game)
    assert proving.search(game.position(), Limit(depth=2)).outcome is None
    assert proving.search(game.position(), Limit()).outcome == "draw"
    assert proving.search(game.position(), Limit(depth=9)).outcome == "draw"


def test_too_many_positions_to_avoid_are_refused() -> None:
    proving = prover(cp.load(GAME, repetition=2, edges=[2, 4, 1, 0, 0, 0, 0, 0, 0]))
    here = proving.game.position("startpos moves 1 2 0")
    assert proving.search(here, Limit(depth=3)).outcome is None
    proving.kernel.MOST_DRAWN_KEYS, kept = 2, proving.kernel.MOST_DRAWN_KEYS
    try:
        with pytest.raises(
            cp.UnfitError, match="at most 2 positions that would be drawn by repetition, and here"
        ):
            proving.search(here, Limit(depth=3))
    finally:
        proving.kernel.MOST_DRAWN_KEYS = kept


def test_dfpn_is_refused_as_a_player_where_it_needs_a_depth() -> None:
    with pytest.raises(
        cp.UnfitError, match="player 'dfpn': chess has a rule about repeated positions"
    ):
        match(cp.load("chess"), "dfpn", "random", games=2)
