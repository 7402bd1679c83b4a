"""Models of opponents: frequencies of what was seen, and nothing of what was not."""

from random import Random

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.formats.record import GameRecord
from counterplay.players import make_player
from counterplay.players.parse import parse_spec
from counterplay.strategies.judge import Judge
from counterplay.strategies.observed import Observer, lines_like, view_of


@pytest.fixture(scope="module")
def judge():
    return Judge(cp.load("kuhn"))


def test_frequencies_are_those_of_the_games(judge):
    game = judge.game
    ends = ["K Q bet pass"] * 30 + ["K J bet bet"] * 10 + ["K Q pass pass"] * 60
    start = cp.equilibrium(game)
    model = cp.opponent_model(
        game, [game.position(f"startpos moves {end}") for end in ends], prior=10, start=start
    )
    king = game.position("startpos moves K Q")
    assert model.chances(king)[1] == pytest.approx((40 + 10 * start.chances(king)[1]) / 110)
    unseen = game.position("startpos moves J Q")
    assert model.chances(unseen) == pytest.approx(start.chances(unseen))


def test_only_the_named_player_counts(judge):
    game = judge.game
    record = GameRecord.of(game.position("startpos moves K Q bet bet"), players=("a", "b"))
    start = cp.equilibrium(game, iterations=100)
    model = cp.opponent_model(game, [record] * 9, player="b", start=start)
    king, queen = game.position("startpos moves K Q"), game.position("startpos moves K Q bet")
    assert model.chances(king) == pytest.approx(start.chances(king))
    assert model.chances(queen)[1] > start.chances(queen)[1]
    with pytest.raises(cp.InputError, match="none of the games; players are a, b"):
        cp.opponent_model(game, [record], player="c", start=start)


def test_cards_that_were_not_shown_are_not_used(judge):
    folded = [judge.game.position(f"startpos moves Q {card} bet pass") for card in "JK"]
    counts = []
    for end in folded:
        observer = Observer(judge, judge.form.even_strategy())
        observer.add_seen(end, viewer=0)
        counts.append(observer.probabilities())
    assert np.array_equal(counts[0], counts[1])
    assert np.count_nonzero(counts[0] > 0.5) == 2 + 2


def test_cards_of_a_showdown_are_used(judge):
    end = judge.game.position("startpos moves Q K bet bet")
    assert [line.moves for line in lines_like(end, view_of(end, 0))] == [end.moves]
    seen, known = (Observer(judge, judge.form.even_strategy()) for _ in range(2))
    seen.add_seen(end, viewer=0)
    known.add(end, [1])
    assert seen.probabilities() == pytest.approx(known.probabilities())


def test_hidden_cards_count_by_how_likely_the_model_makes_them(judge):
    """Bayes: a model that always calls with the king has folded the jack."""
    game, start = judge.game, judge.form.even_strategy()
    observer = Observer(judge, start, prior=1.0)
    for _ in range(50):
        observer.add(game.position("startpos moves Q K bet bet"), [1])
    observer.add_seen(game.position("startpos moves Q J bet pass"), viewer=0)
    king, jack = (game.position(f"startpos moves Q {card} bet") for card in "KJ")
    folds = observer.strategy()
    assert folds.chances(king)[0] == pytest.approx(0.5 / 51, abs=0.002)
    assert folds.chances(jack)[0] == pytest.approx(0.75, abs=0.01)


def test_an_observer_comes_to_know_an_opponent_from_its_own_seat(judge):
    """Showdowns and folds of 800 games of random play give its frequencies, a half each."""
    game, dice = judge.game, Random(4)
    observer = Observer(judge, judge.probabilities_of(cp.equilibrium(game)), prior=1.0)
    for _ in range(800):
        here = game.position()
        while not here.is_over:
            moves = [a for a, _ in here.chance_outcomes] or here.legal_moves
            here = here.play(dice.choice(moves))
        observer.add_seen(here, viewer=0)
    own = slice(judge.form.firsts[judge.form.starts[1]], None)
    assert np.abs(observer.probabilities()[own] - 0.5).max() < 0.2


def test_an_adaptive_player_learns_to_bluff_against_one_that_folds(judge):
    game = judge.game
    player = make_player(parse_spec("adaptive:trust=0.9"), game, Limit(time=1))
    jack, end = game.position("startpos moves J K"), game.position("startpos moves J K bet pass")
    for number in range(60):
        player.new_game(str(number))
        player.watch_end(end, 0)
    player.new_game("the last")
    bets = sum(player.think(jack, Limit(time=1)).move for _ in range(50))
    assert bets > 40


def test_settings_of_an_adaptive_player_are_checked(judge):
    for text, sentence in {
        "adaptive:trust=2": "from 0 to 1",
        "adaptive:trust=much": "is not a number",
        "adaptive:depth=3": "no settings but trust",
        "adaptive:prior=0": "above 0",
    }.items():
        with pytest.raises(cp.InputError, match=sentence):
            make_player(parse_spec(text), judge.game, Limit(time=1))
