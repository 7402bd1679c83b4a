"""The inputs of TD-Gammon and of pubeval, beside those that are read from position IDs."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.backgammon.ids import read_position
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Bits, Points, Pubeval
from counterplay.learning.td.kernels.encoding import input_of, is_race, pubeval_input
from counterplay.learning.td.pubeval import weights

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def random_states(game: cp.Game, games: int) -> list[Any]:
    """States where a player is on roll, in random games."""
    rng, found = random.Random(1), []
    for _ in range(games):
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == cp.CHANCE:
                s = game.result(s, game.draw(s, rng.getrandbits(40)))
            else:
                s = game.result(s, rng.choice(game.actions(s)))
                if not game.terminal(s):
                    found.append(s)
    return found


def test_both_players_have_seven_and_two_inputs_at_the_start(game: cp.Game) -> None:
    s = game.initial()._replace(stage=3)
    seen = {i: input_of(s, 0, i) for i in range(198) if input_of(s, 0, i)}
    side = {21: 1, 23: 1, 29: 1, 30: 1, 49: 1, 51: 1, 93: 1}  # the points 6, 8, 13 and 24
    assert seen == {**side, **{98 + i: x for i, x in side.items()}, 196: 1}


def test_inputs_are_those_of_the_position_id(
    game: cp.Game, inputs_of: Callable[[Any], np.ndarray]
) -> None:
    for s in random_states(game, 20)[::3]:
        found = np.array([input_of(s, s.turn, i) for i in range(198)], np.float32)
        assert np.array_equal(found, inputs_of(s)), game.show_position(s)


def test_the_other_player_sees_the_sides_exchanged(game: cp.Game) -> None:
    for s in random_states(game, 2):
        mine, theirs = ([input_of(s, p, i) for i in range(198)] for p in (s.turn, 1 - s.turn))
        assert theirs == [*mine[98:196], *mine[:98], 0.0, 1.0]


def board(game: cp.Game, s: Any) -> list[int]:
    """The array `pos` that pubeval's author describes, for the player who is not on roll."""
    theirs, mine = read_position(game.show_position(s)[:14])
    pos = [0] * 28
    for point in range(1, 25):
        pos[point] = mine[point - 1] - theirs[24 - point]
    pos[25], pos[0] = mine[24], -theirs[24]
    pos[26], pos[27] = 15 - sum(mine), sum(theirs) - 15
    return pos


def test_pubeval_sees_the_board_that_its_author_describes(game: cp.Game) -> None:
    for s in random_states(game, 10)[::5]:
        pos, wanted = board(game, s), [0.0] * 122
        for j in range(24):
            n = pos[24 - j]
            wanted[5 * j : 5 * j + 5] = [
                float(n == -1), float(n == 1), float(n >= 2), float(n == 3), max(n - 3, 0) / 2,
            ]  # fmt: skip
        wanted[120], wanted[121] = -pos[0] / 2, pos[26] / 15
        assert [pubeval_input(s, 1 - s.turn, i) for i in range(122)] == wanted


def test_a_race_has_no_contact(game: cp.Game) -> None:
    states = random_states(game, 10)
    assert {is_race(s) for s in states} == {False, True}
    for s in states:
        pos = board(game, s)
        mine = [25 if i == 25 else i for i in range(1, 26) if pos[i] > 0]
        theirs = [i for i in range(25) if pos[i] < 0]
        assert is_race(s) == (max(mine) < min(theirs))


def test_pubeval_has_the_published_weights() -> None:
    known = weights()
    assert len(known) == 244
    assert known[:3] == (0.25696, -0.66937, -1.66135) and known[120:122] == (5.62596, -2.75800)
    assert known[122:125] == (0.0, -0.17160, 0.27010) and known[243] == 3.42040


def test_rows_have_the_inputs_of_the_states_after_plays(game: cp.Game) -> None:
    pubeval = Pubeval()
    batch = Batch(game, (Points(), pubeval), 3, seed=5)
    for _ in range(40):
        batch.step(lambda rows: torch.zeros(len(rows)))
    batch.roll()
    row = 0
    for state in map(game.shape.decode, batch.states()):
        mover, first = game.player(state), 122 * is_race(state)
        for after in (game.result(state, a) for a in game.actions(state)):
            wanted = torch.tensor([input_of(after, 1 - mover, i) for i in range(198)])
            assert torch.equal(batch.inputs()[row], wanted.float())
            scored = torch.zeros(244)
            scored[first : first + 122] = torch.tensor(
                [pubeval_input(after, mover, i) for i in range(122)]
            )
            assert torch.equal(batch.inputs(pubeval)[row], scored)
            row += 1
    assert row == batch.rows


def test_bits_are_those_of_the_inputs_that_the_game_has_for_networks(race: cp.Game) -> None:
    batch = Batch(race, Bits(race), 4)
    for _ in range(5):
        batch.step(lambda rows: rows.sum(1))
    batch.roll()
    states = [race.shape.decode(s) for s in batch.states()]
    afters = [race.result(s, a) for s in states for a in race.actions(s)]
    words = np.stack([race.inputs(after)[0] for after in afters]).view(np.uint8)
    assert np.array_equal(batch.inputs().numpy(), np.unpackbits(words, axis=1, bitorder="little"))
