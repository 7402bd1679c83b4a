"""Strategies and runs in files: they come back as they were, and go on as if never stopped."""

from dataclasses import replace

import numpy as np
import pytest

import counterplay as cp
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import Sampler
from counterplay.strategies.store import load, resume_run, save, save_run


@pytest.fixture(scope="module")
def kuhn():
    return cp.load("kuhn")


def test_a_strategy_comes_back(kuhn, tmp_path):
    made = cp.equilibrium(kuhn, iterations=50)
    save(made, tmp_path / "kuhn.strategy")
    found = load(kuhn, tmp_path / "kuhn.strategy")
    assert found.about == made.about
    for _, here in made.known_positions():
        assert found.chances(here) == made.chances(here)


@pytest.mark.parametrize("make", [Minimiser, lambda game: Sampler(game, memory=1)])
def test_a_run_that_was_stopped_ends_like_one_that_was_not(kuhn, tmp_path, make):
    whole = make(kuhn)
    whole.run(300)
    part = make(kuhn)
    part.run(120)
    save_run(part, tmp_path / "run")
    rest = make(kuhn)
    resume_run(rest, tmp_path / "run")
    rest.run(180)
    assert rest.iterations == 300
    assert np.array_equal(rest.strategy().probabilities, whole.strategy().probabilities)


def test_equilibrium_goes_on_from_its_file(kuhn, tmp_path):
    at_once = cp.equilibrium(kuhn, iterations=200)
    cp.equilibrium(kuhn, iterations=90, run_file=tmp_path / "run")
    later = cp.equilibrium(kuhn, iterations=200, run_file=tmp_path / "run")
    assert np.array_equal(at_once.probabilities, later.probabilities)


def test_files_of_other_games_variants_and_damaged_ones_are_refused(kuhn, tmp_path):
    save(cp.equilibrium(kuhn, iterations=5), tmp_path / "two.strategy")
    with pytest.raises(cp.InputError, match="not of"):
        load(cp.load("kuhn", players=3), tmp_path / "two.strategy")
    run = Minimiser(kuhn, "cfr")
    save_run(run, tmp_path / "run")
    with pytest.raises(cp.InputError, match="a run of cfr, not of cfr\\+"):
        resume_run(Minimiser(kuhn, "cfr+", run.form), tmp_path / "run")
    with pytest.raises(cp.InputError, match="is not a strategy"):
        load(kuhn, tmp_path / "run")
    whole = (tmp_path / "two.strategy").read_bytes()
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(cp.InputError, match=r"incomplete|damaged"):
        load(kuhn, tmp_path / "half")


def test_a_strategy_is_refused_when_players_are_told_other_things(kuhn, tmp_path):
    save(cp.equilibrium(kuhn, iterations=5), tmp_path / "kuhn.strategy")

    def observe(s, p):
        return s.count

    blind = replace(kuhn, functions={**kuhn.functions, "observe": observe})
    with pytest.raises(cp.InputError, match="told players other things"):
        load(blind, tmp_path / "kuhn.strategy")


def test_limits_and_variants_that_make_no_sense_are_refused(kuhn):
    with pytest.raises(cp.InputError, match="must be a number above 0"):
        cp.equilibrium(kuhn, exploitability=-1)
    with pytest.raises(cp.InputError, match="is not one of: cfr"):
        cp.equilibrium(kuhn, variant="best")
    with pytest.raises(cp.InputError, match="1 or more"):
        cp.equilibrium(kuhn, iterations=0)


def test_a_game_that_is_too_large_is_refused_with_what_to_do(kuhn):
    from counterplay.strategies.sequence_form import sequence_form

    with pytest.raises(cp.UnfitError, match=r"more than 10 different games.*sample"):
        sequence_form(kuhn, most_ends=10)


def test_too_little_memory_is_refused(kuhn):
    run = Sampler(kuhn, memory=1)
    run.context.record.set_room = 3
    with pytest.raises(cp.InputError, match="raise `memory`"):
        run.run(100)


def test_a_strategy_plays_matches_and_is_a_book(kuhn, tmp_path):
    from counterplay.core.game.limits import Limit
    from counterplay.players import make_player
    from counterplay.players.parse import parse_spec

    save(cp.equilibrium(kuhn, iterations=500), path := tmp_path / "kuhn.strategy")
    player = make_player(parse_spec(f"strategy:file={path}"), kuhn, Limit(time=1))
    king = kuhn.position("startpos moves K Q pass bet")
    assert {player.think(king, Limit(time=1)).move for _ in range(20)} == {1}
    with cp.Session(kuhn, book=path) as session:
        answer = session.move(king)
        assert (answer.source, answer.move_text) == ("book", "bet")
    with pytest.raises(cp.InputError, match="name its file"):
        make_player(parse_spec("strategy"), kuhn, Limit(time=1))
