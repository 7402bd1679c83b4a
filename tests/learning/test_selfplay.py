"""Self-play games are the same again, and a stopped run is resumed."""

import dataclasses
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.learning.selfplay import PartsFolder, Plan, Samples, play_games

DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


def test_games_are_the_same_again_and_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    game = cp.load(DOMINEERING, size=4)
    plan = Plan(games=300, nodes=50, opening_plies=3, seed=1)
    whole = play_games(game, plan, tmp_path / "a", threads=2)
    told: list[int] = []
    play_games(game, Plan(200, 50, 3, 1), tmp_path / "b")
    damaged = tmp_path / "b" / "00001.npz"
    damaged.write_bytes(damaged.read_bytes()[:100])
    again = play_games(game, plan, tmp_path / "b", report=told.append)
    assert told[0] == 100 and told[-1] == 300
    for one, other in zip(
        (whole.states, whole.results, whole.games),
        (again.states, again.results, again.games),
        strict=True,
    ):
        assert (one == other).all()
    assert set(whole.results.tolist()) == {-1, 1}
    with pytest.raises(cp.InputError, match="other rules, weights or settings"):
        play_games(game, Plan(100, 60, 3, 1), tmp_path / "b")


def test_a_part_with_any_flipped_byte_is_damaged_or_the_same(tmp_path: Path) -> None:
    game, samples = cp.load(DOMINEERING, size=4), np.zeros(3, np.int64)
    parts = PartsFolder(tmp_path, game.name, "x")
    parts.write(parts.path(0), Samples(np.zeros(3, game.shape.dtype), samples, samples, samples))
    whole = parts.path(0).read_bytes()
    for at in range(len(whole)):
        parts.path(0).write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with suppress(cp.InputError):  # it may name another game now
            found = parts.read(parts.path(0))
            assert found is None or (found.results == samples).all()


def test_results_of_played_out_games_are_what_exact_search_says(tmp_path: Path) -> None:
    game = cp.load(DOMINEERING, size=4)  # so small that every search sees the end
    samples = play_games(game, Plan(100, 100_000, 2, 7), tmp_path)
    assert len(samples.states) > 60
    for state, result in zip(samples.states[:60], samples.results[:60], strict=True):
        position = cp.Position(game, game.shape.decode(state))
        found = cp.search(game, position, exact=True)
        assert found.outcome == ("win" if result > 0 else "loss")


def test_a_trace_is_td_lambda(tmp_path: Path) -> None:
    """Every state of Domineering is quiet, and a game is short: all of its values are sampled."""
    game, share, scale = cp.load(DOMINEERING, size=4), 0.7, 40
    plan = Plan(100, 8, 2, 3)
    plain = play_games(game, plan, tmp_path / "plain")
    mixed = play_games(
        game, dataclasses.replace(plan, trace=share, trace_scale=scale), tmp_path / "mixed"
    )
    assert (plain.states == mixed.states).all() and (plain.results == mixed.results).all()
    lines: dict[int, list[tuple[int, int, int, int, int]]] = {}
    for i, number in enumerate(plain.games.tolist()):
        s = game.shape.decode(plain.states[i])
        stones = sum(int(word).bit_count() for word in game.shape.encode(s).tolist()[:1])
        values = int(plain.results[i]), int(plain.scores[i]), int(mixed.scores[i])
        lines.setdefault(number, []).append((stones, game.player(s), *values))
    checked = 0
    for line in lines.values():
        ahead, ahead_player = None, 0
        for _, player, result, score, found in sorted(line, reverse=True):
            if ahead is None:
                ahead, ahead_player = float(result > 0), player
            last = ahead if player == ahead_player else 1 - ahead
            odds = np.exp(-max(min(score / scale, 500.0), -500.0))
            chance = (1 - share) / (1 + odds) + share * last
            ahead, ahead_player = chance, player
            kept = min(max(chance, 1e-6), 1 - 1e-6)
            assert abs(found - scale * np.log(kept / (1 - kept))) <= 1, (line, score, found)
            checked += 1
    assert checked == len(plain.games) > 200
    assert (plain.scores != mixed.scores).any()
    with pytest.raises(cp.InputError, match=r"trace=1\.5 must be between 0 and 1"):
        Plan(1, 1, 0, 0, trace=1.5)


def test_td_leaf_samples_the_states_that_the_values_come_from(tmp_path: Path) -> None:
    game, plan = cp.load(DOMINEERING, size=4), Plan(100, 30, 2, 3)
    roots = play_games(game, plan, tmp_path / "roots")
    leaves = play_games(game, dataclasses.replace(plan, leaf=True), tmp_path / "leaves")
    assert len(leaves.states) > 60
    for state, score in zip(leaves.states, leaves.scores, strict=True):
        assert game.evaluate(game.shape.decode(state)) == score
    values = [game.evaluate(game.shape.decode(state)) for state in roots.states]
    assert (np.array(values) != roots.scores).any()


def test_games_that_are_interrupted_leave_whole_parts_and_go_on(tmp_path: Path) -> None:
    game, plan = cp.load(DOMINEERING, size=4), Plan(500, 50, 3, 1)

    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(game, plan, tmp_path, threads=2, report=interrupt)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept and all(name.endswith(".npz") for name in kept)
    told: list[int] = []
    play_games(game, plan, tmp_path, report=told.append)
    assert told[0] == 100 * len(kept) and told[-1] == 500
