"""Blueprints of hold'em: buckets, the betting tree, training, files and play."""

import random
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.poker.cards import HANDS, read_cards
from counterplay.games.poker.equity import meetings
from counterplay.strategies import store
from counterplay.strategies.holdem.betting import betting_tree
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import Buckets, _context
from counterplay.strategies.holdem.cards import KINDS, canonical_tables, hand_number
from counterplay.strategies.holdem.clustering import centres_of, cumulative
from counterplay.strategies.holdem.find import blueprint_of
from counterplay.strategies.holdem.nodes import FOLD_END, SHOWDOWN_END
from counterplay.strategies.holdem.store import (
    load_blueprint,
    own_blueprint,
    resume_training,
    save_training,
)
from counterplay.strategies.holdem.trainer import Trainer
from counterplay.strategies.holdem.translation import stands_for

DICE = np.random.default_rng(1)
SMALL = {"stack": 10, "sizes": (100,)}


def coarse(flop=4, turn=5, river=8):
    """Buckets whose centres are drawn at random, not clustered: quick to make."""
    drawn = [np.sort(DICE.random((n, 30)), axis=1) for n in (flop, turn)]
    centres = (points[np.argsort(-points.sum(axis=1))] for points in drawn)
    return Buckets(*centres, (np.arange(1981) * river // 1981).astype(np.uint16))


@pytest.fixture(scope="module")
def trained():
    """A small game of no-limit hold'em, trained with one bucket on the flop and the turn."""
    trainer = begun()
    trainer.run(60_000)
    return trainer


def tables():
    return tuple(np.zeros((len(canonical_tables(n)), 1326), np.uint16) for n in (3, 4))


def begun(seed=1):
    buckets = coarse(flop=1, turn=1, river=20)
    return Trainer(cp.load("no_limit_holdem", **SMALL), buckets, tables(), seed=seed)


# The betting tree.


def test_limit_holdem_has_the_known_number_of_betting_sequences():
    # 8 choices before the flop, then 10 after each of 7, 63 and 567 ways to get there.
    tree = betting_tree(cp.load("limit_holdem"))
    choices = tree.nodes[tree.nodes["count"] > 0]
    assert np.bincount(choices["street"]).tolist() == [8, 70, 630, 5670]
    assert len(tree.moves) == len(tree.nodes) - 1


def test_a_walk_through_the_tree_is_a_game(trained):
    game, tree, dice = trained.game, trained.tree, random.Random(1)
    for _ in range(50):
        position, node = game.position(), 0
        while not position.is_over:
            if position.turn == cp.CHANCE:
                position = position.play(game.draw(position.state, dice.random().hex()))
                continue
            assert tree.moves_of(node) == position.legal_moves
            assert tree.nodes[node]["player"] == position.turn
            move = dice.choice(position.legal_moves)
            position, node = position.play(move), tree.child(node, move)
        end, payoff = tree.nodes[node]["player"], position.payoffs[0]
        assert end in (FOLD_END, SHOWDOWN_END)
        stake = tree.nodes[node]["stake"]
        assert payoff == stake if end == FOLD_END else abs(payoff) in (0, stake)


# Buckets.


def test_there_are_as_many_kinds_of_tables_as_published():
    assert (len(canonical_tables(3)), len(canonical_tables(4))) == (1_755, 16_432)
    assert [hand_number(*hand) for hand in HANDS] == list(range(1_326))


@pytest.mark.parametrize("text", ["QhJh2c7s", "QhJh2c7s7d", ""])
def test_a_hand_has_the_same_bucket_alone_and_among_all(text):
    buckets, table = coarse(), read_cards(text)
    among_all = buckets.on(table)
    free = [i for i, hand in enumerate(HANDS) if not set(hand) & set(table)]
    for hand in random.Random(2).sample(free, 12):
        assert buckets.of_hand(hand, table) == among_all[hand]


def test_river_buckets_follow_the_equity_against_any_hand():
    buckets, table = coarse(), read_cards("QhJh2c7s7d")
    hands = [hand for hand in HANDS if not set(hand) & set(table)]
    found = meetings(hands, hands, table)
    shares = 2 * found["wins"] + found["ties"]
    wanted = buckets.river[shares]
    assert np.array_equal(buckets.on(table)[[hand_number(*hand) for hand in hands]], wanted)


def test_a_bucket_is_the_nearest_of_all_centres():
    buckets, table = coarse(turn=40), read_cards("QhJh2c7s")
    context, kernel = _context(table)
    context.call(kernel.histograms_of_table)
    histograms = np.array(context.record.histograms)
    free = histograms.sum(axis=1) > 0
    points = cumulative(histograms[free])
    squares = ((points[:, None] - buckets.turn[None]) ** 2).sum(axis=2)
    assert np.array_equal(buckets.on(table)[free], squares.argmin(axis=1))


def test_renaming_suits_changes_no_bucket():
    buckets = coarse()
    plain, renamed = read_cards("QhJh2c7s"), read_cards("QdJd2s7c")
    hand, other = read_cards("AhTh"), read_cards("AdTd")
    assert buckets.of_hand(hand_number(*hand), plain) == buckets.of_hand(
        hand_number(*other), renamed
    )


def test_clusters_are_found_again():
    histograms = np.zeros((300, 30), np.int32)
    histograms[:100, 3], histograms[100:200, 15], histograms[200:, 28] = 10, 10, 10
    histograms[::2, 4] += 1
    centres = centres_of(cumulative(histograms), 3)
    assert [int((centre < 0.5).sum()) for centre in centres] == [3, 15, 28]


# Training.


def test_the_same_seed_gives_the_same_strategy_also_after_a_stop(tmp_path):
    whole, first = begun(), begun()
    whole.run(6_000)
    first.run(2_000)
    save_training(first, tmp_path / "run")
    sizes = first.buckets.sizes[1:]
    going_on = resume_training(first.game, tmp_path / "run", 1, sizes, lambda _: tables())
    going_on.run(4_000)
    assert going_on.iterations == whole.iterations
    assert np.array_equal(going_on.sums, whole.sums)
    assert not np.array_equal(begun(seed=2).random, begun().random)


def test_aces_are_not_folded_and_good_hands_go_in_more_often_than_bad_ones(trained):
    blueprint = blueprint_of(trained)
    rows = blueprint.rows(0)  # fold, call, raise, all-in
    assert rows[KINDS.index("AA"), 0] < 0.05
    assert rows[KINDS.index("72o"), 0] > rows[KINDS.index("AKs"), 0]


def test_several_threads_make_the_iterations_together():
    game, buckets = cp.load("no_limit_holdem", **SMALL), coarse(1, 1, 20)
    trainer = Trainer(game, buckets, tables(), threads=2)
    assert trainer.run(1_000) == trainer.iterations == 1_000
    assert np.isfinite(trainer.probabilities()).all()


# Files and play.


def test_a_blueprint_comes_back_and_plays(trained, tmp_path):
    path = tmp_path / "small.blueprint"
    store.save(blueprint_of(trained), path)
    assert store.is_strategy(path)
    game = trained.game
    blueprint = store.load(game, path)
    position = game.position("startpos moves As Ah Kc Kd raise6 call 2c 7d 9h")
    assert sum(blueprint.chances(position).values()) == pytest.approx(1)
    assert blueprint.pick(position, random.Random(1)) in position.legal_moves


def test_what_is_hidden_changes_no_answer(trained):
    blueprint, game = blueprint_of(trained), trained.game
    for other in ("Kc Kd", "3c 2d", "As 9c"):
        seen = game.position(f"startpos moves Qs Qh {other} raise6 call 2c 7d 9h check")
        first = blueprint.chances(seen)
        assert first == blueprint.chances(
            game.position("startpos moves Qs Qh 4c 4d raise6 call 2c 7d 9h check")
        )


def test_a_file_of_another_game_is_refused(trained, tmp_path):
    path = tmp_path / "small.blueprint"
    store.save(blueprint_of(trained), path)
    with pytest.raises(cp.InputError, match="is a blueprint of no_limit_holdem"):
        load_blueprint(cp.load("limit_holdem"), path)
    with pytest.raises(cp.InputError, match="was made with stack=10, not 200"):
        load_blueprint(cp.load("no_limit_holdem"), path)


def test_bets_that_a_blueprint_does_not_know_are_translated(trained):
    game = cp.load("no_limit_holdem", stack=10, sizes=())
    blueprint: Blueprint = blueprint_of(trained)
    dice = random.Random(1)
    for _ in range(40):
        position = game.position()
        while not position.is_over:
            if position.turn == cp.CHANCE:
                position = position.play(game.draw(position.state, dice.random().hex()))
                continue
            chances = blueprint.chances(position)
            assert set(chances) <= set(position.legal_moves)
            assert sum(chances.values()) == pytest.approx(1)
            position = position.play(dice.choice(position.legal_moves))


def test_the_mapping_of_bets_is_pseudo_harmonic():
    # Ganzfried and Sandholm (2013): between 0.5 and 1 pots, half of 0.714 pots count as each.
    known = [0.5, 1.0]
    assert [stands_for(x, known, 0.5) for x in (0.1, 0.5, 0.7, 0.73, 1.0, 9.0)] == [
        0,
        0,
        0,
        1,
        1,
        1,
    ]
    assert [stands_for(0.7, known, coin) for coin in (0.0, 0.99)] == [0, 1]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "give a limit"),
        ({"exploitability": 0.1}, "its exploitability is not known"),
        ({"iterations": 1, "variant": "cfr+"}, "made by external sampling"),
        ({"iterations": 1, "threads": 0}, "threads=0 is out of range"),
        ({"iterations": 1, "buckets": (1,)}, "buckets=1,1,1: give one number"),
        ({"iterations": 1, "buckets": (5, 5)}, "buckets=5,5: give one number"),
    ],
)
def test_bad_input_is_one_sentence(given, sentence):
    with pytest.raises(cp.InputError, match=sentence):
        cp.equilibrium("limit_holdem", **given)


def test_buckets_are_for_holdem():
    with pytest.raises(cp.InputError, match="buckets are for games of hold'em"):
        cp.equilibrium("kuhn", buckets=(5,))


def test_a_run_that_is_no_training_is_refused(trained, tmp_path):
    path = Path(tmp_path / "x.blueprint")
    store.save(blueprint_of(trained), path)
    with pytest.raises(cp.InputError, match="is not a training"):
        resume_training(trained.game, path, 1, (1, 1, 20), lambda _: tables())


def test_limit_holdem_comes_with_a_blueprint():
    game = cp.load("limit_holdem")
    blueprint = load_blueprint(game, own_blueprint(game))
    fold, _, raise_ = blueprint.rows(0).T
    assert raise_[KINDS.index("AA")] > 0.9 and fold[KINDS.index("72o")] > 0.9
    book = cp.Session(game, book="own")
    assert book.move("startpos moves As Ah Kc Kd raise raise", cp.Limit(nodes=1)).source == "book"
    assert own_blueprint(cp.load("kuhn")) is None


def test_no_limit_holdem_comes_with_a_blueprint_that_plays_any_bet():
    game = cp.load("no_limit_holdem", sizes=())
    blueprint = load_blueprint(game, own_blueprint(game))
    assert blueprint.rows(0)[KINDS.index("AA"), 0] < 0.05  # it does not fold aces
    chances = blueprint.chances(game.position("startpos moves As Ah Kc Kd raise7 raise23"))
    assert chances[0] == 0 and sum(chances.values()) == pytest.approx(1)
    assert own_blueprint(cp.load("no_limit_holdem", stack=40)) is None


def always(trainer, wanted):
    """The strategy that makes the same move always, or calls where it is not possible."""
    rows = []
    for node in np.flatnonzero(trainer.tree.nodes["count"]):
        moves = trainer.tree.moves_of(node)
        chosen = wanted if wanted in moves else 1
        row = [float(move == chosen) for move in moves]
        rows += row * trainer.buckets.sizes[int(trainer.tree.nodes[node]["street"])]
    return np.array(rows)


def test_what_simple_strategies_win_is_known_without_cards(trained):
    fold, call, all_in = (always(trained, move) for move in (0, 1, 11))
    # Who calls always has an even chance, if hands are exchanged; a big blind is 2 chips.
    assert not trained.expected(call, call, 50).any()
    assert not trained.expected(call, all_in, 50).any()
    assert set(trained.expected(all_in, fold, 50)) == {2.0}
    assert set(trained.expected(fold, call, 50)) == {-1.0}


def test_a_trained_strategy_wins_from_a_player_who_calls_always(trained):
    ours, caller = trained.probabilities(), always(trained, 1)
    won = trained.expected(ours, caller, 6_000) - trained.expected(caller, ours, 6_000)
    assert won.mean() > 5 * won.std() / 6_000**0.5
