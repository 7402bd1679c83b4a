"""Models of opponents in hold'em, and responses to them."""

import json

import numpy as np
import pytest

import counterplay as cp
from counterplay.formats.json_games.lines import as_json
from counterplay.formats.record import GameRecord
from counterplay.games.poker.cards import read_cards
from counterplay.strategies.holdem.betting import betting_tree
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import Buckets
from counterplay.strategies.holdem.cards import canonical_tables, hand_number
from counterplay.strategies.holdem.model import Frequencies, frequencies_of, respond_to

FOLD, CALL = 0, 1


@pytest.fixture(scope="module")
def blueprint():
    """All moves equally likely, and one bucket on the flop and the turn."""
    game = cp.load("no_limit_holdem", stack=10, sizes=(100,))
    centres = (np.ones((1, 30)) for _ in range(2))
    buckets = Buckets(*centres, (np.arange(1981) * 20 // 1981).astype(np.uint16))
    tree, size = betting_tree(game).with_rows(buckets.sizes)
    return Blueprint(game, buckets, tree, np.full(size, 100, np.uint8))


def ends_of(blueprint, moves, count):
    """Games in which the button makes the first move, and the blind the second."""
    return [blueprint.game.position(f"startpos moves Ah Kd 7s 2c {moves}")] * count


def test_without_games_the_model_is_the_blueprint(blueprint):
    rows = Frequencies(blueprint).rows()
    counts = blueprint.tree.nodes["count"]
    assert rows[: counts[0]] == pytest.approx(np.full(counts[0], 1 / counts[0]))


def test_frequencies_are_those_of_the_games(blueprint):
    model = Frequencies(blueprint)
    for end in ends_of(blueprint, "all-in fold", 400):
        model.add(end, 1)
    probabilities = model.rows()
    node = blueprint.tree.child(0, 11)  # the button is all-in
    bucket = blueprint.buckets.of_hand(*hand_and_table("7s 2c"))
    first = int(blueprint.tree.nodes[node]["row"]) + 2 * bucket
    assert blueprint.tree.moves_of(node) == [FOLD, CALL]
    assert probabilities[first] > 0.98
    assert probabilities.min() >= 0 and probabilities.max() <= 1


def test_who_has_bet_a_hand_does_not_fold_it_as_others_fold_to_a_bet(blueprint):
    """The blind folds to a bet, but calls when its own bet is raised."""
    model, flop = Frequencies(blueprint), "call check 3h 4h 5d"
    lines = (f"{flop} check bet4 fold", f"{flop} bet4 all-in call 9c Jc")
    for line in lines:
        for end in ends_of(blueprint, line, 100):
            model.add(end, 1)
    rows = model.rows()
    assert fold_chance(blueprint, rows, (1, 1, 1, 7)) > 0.9
    assert fold_chance(blueprint, rows, (1, 1, 7, 11)) < 0.1


def test_a_kind_of_decision_that_was_never_seen_is_like_a_wider_kind(blueprint):
    """The blind folds to all-in on the flop. It is expected to do so after a raise, too."""
    model = Frequencies(blueprint)
    for end in ends_of(blueprint, "call check 3h 4h 5d check all-in fold", 100):
        model.add(end, 1)
    assert fold_chance(blueprint, model.rows(), (7, 1, 1, 11)) > 0.9


def fold_chance(blueprint, rows, moves):
    """The probability that a hand of the first bucket is folded after these moves."""
    node = 0
    for move in moves:
        node = blueprint.tree.child(node, move)
    return rows[int(blueprint.tree.nodes[node]["row"])]


def hand_and_table(text):
    return hand_number(*read_cards(text)), ()


def test_a_response_goes_all_in_against_one_that_folds(blueprint):
    """The worst hand bets if the blind always folds, and folds if the blind always calls."""
    tables = tuple(np.zeros((len(canonical_tables(n)), 1326), np.uint16) for n in (3, 4))
    worst = blueprint.game.position("startpos moves 7s 2c Ah Kd")
    chances = {}
    for move in ("fold", "call"):
        model = Frequencies(blueprint)
        if move == "fold":
            played = ends_of(blueprint, "all-in fold", 400)
        else:
            played = ends_of(blueprint, "all-in call 3h 4h 5d 9c Jc", 400)
        for end in played:
            model.add(end, 1)
        answer = respond_to(model, tables, trust=0.9, iterations=20_000)
        chances[move] = answer.chances(worst)
    assert chances["fold"][11] > 0.6
    assert chances["call"][11] < 0.2


def test_games_of_a_file_are_counted_for_the_player_that_is_named(blueprint, tmp_path):
    path, game = tmp_path / "games.jsonl", blueprint.game
    record = GameRecord.of(ends_of(blueprint, "all-in fold", 1)[0], players=("a", "b"))
    line = json.dumps(as_json(game, record)) + "\n"
    path.write_text(line * 3)
    assert frequencies_of(blueprint, path, "b").games == 3
    assert frequencies_of(blueprint, path, None).games == 6
    with pytest.raises(cp.InputError, match="players are a, b"):
        frequencies_of(blueprint, path, "c")
    path.write_text('{"game": "nim", "moves": []}\n')
    with pytest.raises(cp.InputError, match="has no games of no_limit_holdem"):
        frequencies_of(blueprint, path, None)


def test_trust_is_a_probability(blueprint):
    with pytest.raises(cp.InputError, match="from 0 to 1"):
        respond_to(Frequencies(blueprint), (None, None), trust=2, iterations=1)
