"""The referee: games to the end, and what players lose by."""

import itertools
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import counterplay as cp
from counterplay.arena.record import Record, mean_payoffs
from counterplay.arena.referee import Seated, play
from counterplay.arena.schedule import schedule
from counterplay.core.game.errors import GameError
from counterplay.players import make_player
from counterplay.players.clock import Clock
from counterplay.players.parse import parse_spec

Own = Callable[[str], str]


def one_game(
    game: cp.Game, specs: tuple[str, str], number: int = 0, clock: Clock | None = None, **options
) -> Record:
    pair = []
    for text in specs:
        spec = parse_spec(text)
        limit = spec.limit or cp.Limit(**options)
        pair.append(Seated(make_player(spec, game, limit), limit, spec.name))
    tasks = schedule(["startpos"] * 2, game.facts.players, seed=0)
    return play(game, pair, tasks[number], clock)


def test_a_record_can_be_replayed_to_its_payoffs() -> None:
    game = cp.load("connect_four", width=5, height=4)
    for number in range(4):
        record = one_game(game, ("random", "random"), number)
        end = game.position(record.end)
        assert end.is_over and record.ending == "end" and record.text == ""
        assert record.payoffs == mean_payoffs(end.payoffs, record.seats)
        assert record.score == (record.payoffs[0] + 1) / 2


def test_the_stronger_player_wins_from_either_side(own: Own) -> None:
    game = cp.load("nim", piles=(1, 2), misere=False)  # the first to move wins with best play
    for number in (0, 1):
        record = one_game(game, ("textbook:minimax", own("first")), number)
        assert record.score == 1 and record.seats == ((0, 1), (1, 0))[number]


def test_both_games_of_an_opening_throw_the_same_dice(race: cp.Game, own: Own) -> None:
    dice = []
    for number in (0, 1):
        record = one_game(race, (own("first"), own("first")), number)
        dice.append(record.moves[::2])
    length = min(map(len, dice))
    assert dice[0][:length] == dice[1][:length] and length > 5


def test_moves_may_be_words(own: Own) -> None:
    game = cp.load("tic_tac_toe")
    assert one_game(game, (own("worded"), own("worded"))).ending == "end"


@pytest.mark.parametrize(
    ("name", "ending", "sentence"),
    [
        ("cheat", "illegal", "99 is not a legal move here"),
        ("garbage", "error", "TypeError: choose() returned None, not a move"),
        ("broken", "error", "RuntimeError: out of ideas"),
    ],
)
def test_who_does_what_cannot_be_done_loses(
    own: Own, name: str, ending: str, sentence: str
) -> None:
    game = cp.load("tic_tac_toe")
    for number, score in ((0, 0), (1, 0)):
        record = one_game(game, (own(name), "random"), number)
        assert (record.ending, record.score, record.payoffs) == (ending, score, None)
        assert sentence in record.text
    assert one_game(game, ("random", own(name))).score == 1


@pytest.fixture
def hand_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's clock goes on by 0.2 s for each move of the first player, by nothing else."""
    readings = itertools.count()

    def seconds() -> float:  # read before and after each move; the players move in turn
        moves, has_moved = divmod(next(readings), 2)
        return 0.2 * ((moves + 1) // 2 + (has_moved if moves % 2 == 0 else 0))

    monkeypatch.setattr("counterplay.arena.referee.time", SimpleNamespace(perf_counter=seconds))


@pytest.mark.usefixtures("hand_clock")
def test_who_takes_too_long_loses_on_time(own: Own) -> None:
    game = cp.load("tic_tac_toe")
    record = one_game(game, (own("first"), own("first")), clock=Clock(0.3))
    assert (record.ending, record.score) == ("time", 0)
    assert "exceeded its time by 0.100 s" in record.text
    assert record.efforts[0].moves == 2


@pytest.mark.usefixtures("hand_clock")
def test_an_increment_keeps_a_player_in_time(own: Own) -> None:
    game = cp.load("tic_tac_toe")
    record = one_game(game, (own("first"), own("first")), clock=Clock(0.25, 0.25))
    assert record.ending == "end"


def test_efforts_are_counted_for_each_side() -> None:
    game = cp.load("nim", piles=(2, 3))
    record = one_game(game, ("textbook:hminimax:depth=2", "random"))
    searched, drawn = record.efforts
    assert searched.moves + drawn.moves == len(record.moves)
    assert searched.nodes > searched.moves and searched.depth == 2 * searched.looked > 0
    assert (drawn.nodes, drawn.depth, drawn.looked) == (0, 0, 0)


def test_payoffs_of_several_seats_are_means() -> None:
    assert mean_payoffs([3, 5, 1], (0, 1, 0)) == (2, 5)


def test_rules_that_never_end_are_blamed(race: cp.Game) -> None:
    object.__setattr__(race.facts, "longest_game", 3)
    with pytest.raises(GameError, match="a game did not end within longest_game=3 plies"):
        one_game(race, ("random", "random"))
