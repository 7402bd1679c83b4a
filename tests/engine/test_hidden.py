"""Searches of games with hidden information: they know their worlds, and nothing else."""

from collections import defaultdict
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position
from counterplay.engine.hidden.plain_worlds import plain_worlds
from counterplay.engine.hidden.worlds import worlds_of
from counterplay.engine.ismcts.engine import KERNEL
from counterplay.textbook import expectiminimax

FORK = Path(__file__).parents[1] / "data" / "games" / "fork.py"


def all_positions(game):
    """Every position of a game in which a player is to move, with its probability if all players
    move at random."""
    waiting = [(Position(game, game.initial()), 1.0)]
    while waiting:
        here, chance = waiting.pop()
        if here.is_over:
            continue
        if here.turn >= 0:
            yield here, chance
            n = len(here.legal_moves)
            waiting += [(here.play(a), chance / n) for a in here.legal_moves]
        else:
            waiting += [(here.play(a), chance * x) for a, x in here.chance_outcomes]


@pytest.fixture(scope="module")
def kuhn():
    return cp.load("kuhn")


@pytest.fixture(scope="module")
def information_sets(kuhn):
    """The positions of each information set of the player to move, with their probabilities."""
    found = defaultdict(list)
    for here, chance in all_positions(kuhn):
        found[here.turn, knowledge(here, here.turn)].append((here, chance))
    return found


def state_bytes(game, s):
    return game.shape.encode(s).tobytes()


def test_worlds_are_the_states_of_the_information_set(kuhn, information_sets):
    kernel = bind(kuhn, KERNEL)
    for members in information_sets.values():
        own = [here.legal_moves for here, _ in members]
        assert all(moves == own[0] for moves in own)
        # The mover's own moves are known, so they do not count.
        weights = {}
        for here, _ in members:
            weight = 1.0
            for ply in range(here.ply):
                before = here.undo(here.ply - ply)
                if before.turn < 0:
                    weight *= dict(before.chance_outcomes)[here.moves[ply]]
                elif before.turn != here.turn:
                    weight /= len(before.legal_moves)
            weights[state_bytes(kuhn, here.state)] = weight
        found = worlds_of(members[0][0], kernel)
        assert found.is_all
        total = sum(weights.values())
        known = {r.tobytes(): w for r, w in zip(found.states, found.weights, strict=True)}
        assert known == pytest.approx({s: w / total for s, w in weights.items()})


def test_plain_worlds_are_the_same(kuhn, information_sets):
    import random

    for members in information_sets.values():
        wanted = {state_bytes(kuhn, here.state) for here, _ in members}
        found = plain_worlds(members[0][0], random.Random(1))
        assert {state_bytes(kuhn, s) for s in found} == wanted


@pytest.mark.parametrize(
    ("method", "settings"),
    [("ismcts", {}), ("ismcts", {"multiple_observer": False}), ("pimc", {})],
)
def test_what_is_hidden_changes_no_answer(kuhn, information_sets, method, settings):
    engine = cp.make_engine(kuhn, method, **settings)
    for members in information_sets.values():
        answers = set()
        for here, _ in members:
            engine.new_game()
            found = engine.search(here, cp.Limit(nodes=500))
            ranked = [(one.move, one.value) for one in (found, *found.alternatives)]
            answers.add(tuple(ranked))
        assert len(answers) == 1


def test_clairvoyance_is_averaged_as_the_textbook_would(kuhn, information_sets):
    engine = cp.make_engine(kuhn, "pimc")
    open_game = kuhn.with_open_cards()
    for members in information_sets.values():
        here = members[0][0]
        worlds = worlds_of(here, engine.kernel)
        means = dict.fromkeys(here.legal_moves, 0.0)
        for record, weight in zip(worlds.states, worlds.weights, strict=True):
            for move in means:
                after = open_game.result(kuhn.shape.decode(record), move)
                if open_game.terminal(after):
                    value = open_game.utility(after, here.turn)
                else:
                    other = expectiminimax(open_game, after).value
                    value = other if open_game.player(after) == here.turn else -other
                means[move] += weight * value
        found = engine.search(here, cp.Limit(depth=10))
        ranked = {one.move: one.value for one in (found, *found.alternatives)}
        assert ranked == pytest.approx(means)


@pytest.mark.parametrize(
    ("line", "best"), [("K Q pass bet", "bet"), ("J Q pass bet", "pass"), ("J K bet", "bet")]
)
def test_sure_things_are_found(kuhn, line, best):
    engine = cp.make_engine(kuhn, "ismcts")
    found = engine.search(kuhn.position(f"startpos moves {line}"), cp.Limit(nodes=2_000))
    assert found.move_text == best


def test_clairvoyance_guesses_where_it_should_not():
    game = cp.load(FORK)
    here = game.position("startpos moves 2")
    wrong = cp.make_engine(game, "pimc").search(here, cp.Limit(nodes=1_000))
    right = cp.make_engine(game, "ismcts").search(here, cp.Limit(nodes=4_000))
    assert (wrong.move, wrong.value) == (1, 1.0)
    assert (right.move, right.value) == (0, pytest.approx(0.6))
    strategy = cp.equilibrium(game, exploitability=1e-3)
    assert strategy.about["payoffs"][0] == pytest.approx(0.6, abs=0.01)


def test_games_that_hide_nothing_or_do_not_say_what_are_refused():
    with pytest.raises(cp.UnfitError, match="hides nothing"):
        cp.make_engine(cp.load("tic_tac_toe"), "ismcts")
    silent = cp.load(Path(__file__).parents[1] / "data" / "games" / "kuhn_poker.py", told=False)
    with pytest.raises(cp.UnfitError, match="does not say what players know"):
        cp.make_engine(silent, "pimc")


def test_a_position_without_its_moves_is_refused_if_nothing_can_be_drawn(kuhn):
    dealt = kuhn.position("startpos moves K Q").state
    with pytest.raises(cp.UnfitError, match="does not say which moves led to it"):
        cp.make_engine(kuhn, "ismcts").search(Position(kuhn, dealt), cp.Limit(nodes=10))
