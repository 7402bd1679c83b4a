"""The codec of tablebases: every form says the same, and its numbers are those of the files."""

import numpy as np
import pytest

from counterplay.core.game import tablebase_codec as codec

SAMPLE = np.array([codec.NO_STATE, -127, -1, 1, 2, 127], np.int16)


def test_the_numbers_are_those_of_the_files() -> None:
    """Files of users contain them: they never change."""
    assert (codec.UNKNOWN, codec.DRAW, codec.WON_NOW, codec.LOST_NOW) == (0, 1, 2, -1)
    assert (codec.NO_STATE, codec.NO_STATE_8, codec.OUTCOME_CODES) == (
        -32768,
        -128,
        (-32768, -1, 1, 2),
    )


@pytest.mark.parametrize(
    ("code", "outcome", "plies"),
    [(2, "win", 0), (7, "win", 5), (-1, "loss", 0), (-6, "loss", 5)],
)
def test_a_code_has_an_outcome_and_a_distance(code: int, outcome: str, plies: int) -> None:
    assert (codec.outcome_of_code(code), codec.plies_of_code(code)) == (outcome, plies)


def test_the_end_of_a_game_has_distance_0() -> None:
    assert [codec.code_of_end(score) for score in (1.0, 0.0, -1.0)] == [2, 1, -1]
    assert codec.outcome_of_code(codec.DRAW) == "draw"


def test_narrow_codes_widen_to_the_same() -> None:
    stored = codec.narrow(SAMPLE)
    assert stored.dtype == np.int8 and stored[0] == codec.NO_STATE_8
    assert (codec.widen(stored) == SAMPLE).all()
    assert [codec.widen_one(element) for element in stored] == SAMPLE.tolist()


@pytest.mark.parametrize("code", [-128, 128])
def test_codes_that_do_not_fit_into_8_bits_keep_16(code: int) -> None:
    codes = np.array([*SAMPLE, code], np.int16)
    assert codec.narrow(codes) is codes and (codec.widen(codes) == codes).all()


def test_outcomes_take_2_bits() -> None:
    packed = codec.pack_outcomes(SAMPLE)
    assert packed.tolist() == [0b10_01_01_00, 0b11_11]
    codes = [codec.unpack_outcome(int(packed[i // 4]), i) for i in range(len(SAMPLE))]
    assert codes == [codec.NO_STATE, -1, -1, 1, 2, 2]
    assert codec.count_outcomes(SAMPLE) == {"won": 2, "drawn": 1, "lost": 2}
