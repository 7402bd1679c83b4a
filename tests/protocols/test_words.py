"""What the words of UCI mean: options, `go`, levels of strength."""

from itertools import pairwise

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.protocols.go import Go, split_position
from counterplay.protocols.go import parse_go as parse
from counterplay.protocols.options import Option, parse_option
from counterplay.protocols.uci.levels import level_of, levels
from counterplay.protocols.uci.server import WORDS


def parse_go(text: str) -> tuple[Go, list[str]]:
    return parse(text, WORDS)


@pytest.mark.parametrize(
    "option",
    [
        Option("Hash", "spin", "16", 1, 1024),
        Option("Skill Level", "spin", "-3", -20, 20),
        Option("Style", "combo", "Normal", choices=("Solid", "Normal", "Very Wild")),
        Option("Clear Hash", "button"),
        Option("Book File", "string"),
        Option("Ponder", "check", "false"),
    ],
    ids=lambda option: option.name,
)
def test_an_option_is_read_as_it_is_written(option: Option) -> None:
    assert parse_option(f"option {option}") == option


def test_lines_that_declare_nothing_are_no_options() -> None:
    for line in ("", "option", "option name Hash", "id name X", "option type spin name"):
        assert parse_option(line) is None


def test_values_are_read_as_uci_writes_them() -> None:
    assert Option("Ponder", "check").read(" ON ") == "true"
    assert Option("Hash", "spin", "1", 1, 64).read("+07") == "7"
    assert Option("Style", "combo", choices=("Very Wild",)).read("very wild") == "Very Wild"
    for option, value in ((Option("A", "check"), "2"), (Option("B", "spin", "1", 1, 4), "5")):
        with pytest.raises(InputError, match=f"option {option.name} is "):
            option.read(value)


def test_a_clock_is_that_of_the_side_to_move_less_what_is_lost_on_the_way() -> None:
    go, wrong = parse_go("wtime 10000 btime 2000 winc 100 binc 50 movestogo 7")
    assert not wrong
    assert go.limit(0, 0.5, 0.03) == Limit(clock=9.41, increment=0.1, moves_to_go=7)
    assert go.limit(1, 0.0, 0.0) == Limit(clock=2.0, increment=0.05, moves_to_go=7)
    assert go.limit(1, 60.0, 0.0).clock == 0.001


def test_limits_may_be_given_together_or_not_at_all() -> None:
    assert parse_go("movetime 500 depth 9 nodes 1000")[0].limit(0, 0.1, 0.1) == Limit(0.4, 9, 1000)
    assert parse_go("infinite")[0].limit(0, 0, 0) is None
    assert parse_go("wtime 5000")[0].limit(1, 0, 0) is None
    assert parse_go("mate 3")[0].mate_plies == 5
    go = parse_go("ponder searchmoves e2e4 d2d4 depth 3")[0]
    assert go.ponder and go.moves == ("e2e4", "d2d4") and go.numbers == {"depth": 3}


def test_the_fraction_of_a_clock_is_cut_off() -> None:
    assert parse_go("wtime 10000.75 movestogo 7. depth 2.5") == (
        Go(WORDS.sides, {"wtime": 10000, "movestogo": 7, "depth": 2}),
        [],
    )


def test_a_position_is_a_start_and_moves() -> None:
    assert split_position("startpos") == ("startpos", [])
    assert split_position("startpos moves e2e4 e7e5") == ("startpos", ["e2e4", "e7e5"])
    assert split_position("fen 8/8  w - moves a1a2") == ("8/8 w -", ["a1a2"])
    for text in ("", "fen", "moves e2e4", "startpos e2e4", "8/8 w"):
        with pytest.raises(InputError, match="'startpos' or 'fen' and a FEN is needed"):
            split_position(text)


def test_levels_rise_and_lie_between_those_of_the_table() -> None:
    table = levels()
    for low, high in pairwise(table):
        between = level_of((low.elo + high.elo) // 2)
        assert low.nodes < between.nodes < high.nodes
        assert low.spread >= between.spread >= high.spread
    assert level_of(table[0].elo) == table[0] and level_of(0) == table[0]
    assert level_of(9999) == table[-1]
