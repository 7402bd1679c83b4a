"""Rivers solved anew: ranges by Bayes, and play that looks at no hidden card."""

from random import Random

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.poker.cards import HANDS, card_text, read_cards
from counterplay.players import make_player
from counterplay.players.parse import parse_spec
from counterplay.strategies import store
from counterplay.strategies.holdem.betting import betting_tree
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import Buckets
from counterplay.strategies.holdem.cards import hand_number
from counterplay.strategies.holdem.resolve import DOUBT, RiverPlay, ranges_at, river_start

BETS = "raise call {} check bet call {} check check {}"
LINE = f"startpos moves {{}} {{}} {BETS.format('2c 7d Kh', '5s', '3d')}"


def drawn_blueprint(game):
    """A blueprint with few buckets and random probabilities."""
    dice = np.random.default_rng(3)
    centres = (np.sort(dice.random((4, 30)), axis=1) for _ in range(2))
    buckets = Buckets(*centres, (np.arange(1981) * 8 // 1981).astype(np.uint16))
    tree, size = betting_tree(game).with_rows(buckets.sizes)
    return Blueprint(game, buckets, tree, dice.integers(20, 200, size, dtype=np.uint8))


@pytest.fixture(scope="module")
def limit():
    return drawn_blueprint(cp.load("limit_holdem"))


def position_of(blueprint, first, second, rest=""):
    return blueprint.game.position(f"{LINE.format(first, second)} {rest}")


def test_a_range_is_the_product_of_what_each_hand_would_have_done(limit):
    """The same numbers from the blueprint itself, asked at each move with each hand in turn."""
    start = river_start(position_of(limit, "Ah Kd", "Ts 9s", "check"))
    ranges, dice = ranges_at(limit, start), Random(1)
    table = set(read_cards("2c 7d Kh 5s 3d"))
    for player in (0, 1):
        shares = []
        for hand in dice.sample([h for h in HANDS if not table & set(h)], 6):
            other = next(h for h in HANDS if not (table | set(hand)) & set(h))
            pair = (hand, other) if player == 0 else (other, hand)
            texts = [" ".join(map(card_text, one)) for one in pair]
            line = position_of(limit, *texts)
            likely = 1.0
            for ply, move in enumerate(line.moves):
                here = line.undo(line.ply - ply)
                if here.turn == player:
                    chances = limit.chances(here)
                    likely *= (1 - DOUBT) * chances[move] + DOUBT / len(chances)
            shares.append((likely, ranges[player][hand_number(*hand)]))
        ratios = [likely / found for likely, found in shares]
        assert ratios == pytest.approx([ratios[0]] * len(ratios))


def test_the_cards_of_the_opponent_change_nothing(limit):
    answers = []
    for hand in ("Ts 9s", "Ah As", "4c 4d"):
        play = RiverPlay(limit)
        answers.append(play.chances(position_of(limit, "Kc Kd", hand, "bet")))
    assert answers[0] == answers[1] == answers[2]


def test_the_best_hand_raises_and_the_worst_never_calls(limit):
    best = RiverPlay(limit).chances(position_of(limit, "6s 4s", "Ts 9s", "bet"))
    assert best[0] < 1e-3 and best[2] > 0.99
    worst = RiverPlay(limit).chances(position_of(limit, "8h 6h", "Ts 9s", "bet"))
    assert worst[1] < 0.05


def test_before_the_river_it_is_the_blueprint(limit):
    here = limit.game.position("startpos moves Ah Kd Ts 9s raise")
    assert RiverPlay(limit).chances(here) == limit.chances(here)


def test_bets_of_any_size_are_understood():
    game = cp.load("no_limit_holdem", stack=20, sizes=())
    known = drawn_blueprint(cp.load("no_limit_holdem", stack=20, sizes=(100,)))
    start = "startpos moves Ah Kd Ts 9s call check 2c 7d Kh check check 5s check check 3d"
    play = RiverPlay(known)
    for bets, wanted in (("", {1}), ("bet3", {0, 1}), ("bet3 raise11", {0, 1})):
        chances = play.chances(game.position(f"{start} {bets}"))
        assert wanted <= set(chances) and sum(chances.values()) == pytest.approx(1)
        assert len(chances) <= 8


def test_rivers_are_a_setting_of_the_player(limit, tmp_path):
    path = tmp_path / "limit.blueprint"
    store.save(limit, path)
    player = make_player(parse_spec(f"strategy:file={path},river=on"), limit.game, cp.Limit(time=1))
    here = position_of(limit, "6s 4s", "Ts 9s", "bet")
    assert player.think(here, cp.Limit(time=1)).move == 2
    with pytest.raises(cp.InputError, match="not on or off"):
        make_player(parse_spec(f"strategy:file={path},river=x"), limit.game, cp.Limit(time=1))
    kuhn = cp.load("kuhn")
    store.save(cp.equilibrium(kuhn, iterations=5), tmp_path / "kuhn")
    with pytest.raises(cp.InputError, match="for blueprints"):
        text = f"strategy:file={tmp_path / 'kuhn'},river=on"
        make_player(parse_spec(text), kuhn, cp.Limit(time=1))
