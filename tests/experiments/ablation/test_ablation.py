"""Techniques switched one by one: the right ones, compared position by position, and honestly."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.limits import Limit
from counterplay.engine.base import make_engine
from counterplay.experiments.ablation import Ablation, ablate
from counterplay.experiments.ablation.contest import Contest, spec
from counterplay.experiments.ablation.estimate import tree_size
from counterplay.experiments.ablation.methods import ALPHABETA, EXPECTIMINIMAX, Method
from counterplay.experiments.ablation.positions import draw, stages, typical_length
from counterplay.experiments.ablation.result import compare
from counterplay.experiments.ablation.samples import Sample
from counterplay.experiments.ablation.variants import (
    BASELINE,
    Variant,
    nothing,
    settings_of,
    variants,
)
from counterplay.players.parse import parse_spec

DICE_GAME = Path(__file__).parents[2] / "data" / "games" / "dice_maze.py"
OWN_GAME = '''"""Take one, two or three of a row of 21; whoever takes the last wins."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Twenty-one", most_actions=3, longest_game=21)


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(21, 0)


def player(s):
    return s.turn


def actions(s, moves):
    for i in range(3):
        moves[i] = i + 1
    return min(3, s.left)


def result(s, a):
    return State(s.left - a, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return -1 if p == s.turn else 1
'''


@pytest.fixture(scope="module")
def game() -> cp.Game:
    """Small, with an evaluator and most hooks."""
    return cp.load("breakthrough", width=4, height=5)


@pytest.fixture(scope="module")
def own_game(tmp_path_factory) -> cp.Game:
    path = tmp_path_factory.mktemp("own") / "twenty_one.py"
    path.write_text(OWN_GAME)
    return cp.load(path)


@pytest.fixture(scope="module")
def table(game: cp.Game) -> Ablation:
    return ablate(game, positions=4, depth=5)


@pytest.fixture(scope="module")
def exact_table(game: cp.Game) -> Ablation:
    return ablate(game, positions=4, exact=True, plies=6, cap=1000)


# Which settings are compared.


def test_what_is_on_is_switched_off_and_what_is_off_is_switched_on(game: cp.Game) -> None:
    names = {variant.name for variant in variants(game, settings_of(game, {}))[0]}
    assert {"killers off", "transposition_table off", "selective off", "bias on"} <= names
    assert {"killers on", "transposition_table off"} <= {
        variant.name for variant in variants(game, settings_of(game, {"killers": "off"}))[0]
    }


def test_every_selective_technique_has_a_switch_of_its_own(game: cp.Game) -> None:
    names = {variant.name for variant in variants(game, settings_of(game, {}))[0]}
    assert {"singular_extensions off", "late_move_reductions off", "futility off"} <= names


def test_a_technique_without_its_hook_is_left_out_and_the_hook_named(game: cp.Game) -> None:
    idle = {one.technique: one.reason for one in variants(game, settings_of(game, {}))[1]}
    assert idle["null_move"] == "breakthrough does not define `null(s)`"


def test_an_exact_search_has_no_selective_techniques(game: cp.Game) -> None:
    settings = settings_of(game, {"exact": True})
    idle = {one.technique: one.reason for one in variants(game, settings)[1]}
    for name in ("selective", "late_move_reductions", "futility", "singular_extensions"):
        assert idle[name] == "an exact search is never selective"


def test_a_technique_that_another_setting_overrules_is_left_out(game: cp.Game) -> None:
    found, idle = variants(game, settings_of(game, {"selective": False}), ["futility", "selective"])
    assert [variant.name for variant in found] == ["selective on"]
    assert [(one.technique, one.reason) for one in idle] == [("futility", "selective is off")]


@pytest.mark.parametrize("method", [ALPHABETA, EXPECTIMINIMAX], ids=lambda method: method.name)
def test_everything_off_is_every_switch_off(method: Method) -> None:
    assert {name for name, _ in nothing(method).changes} >= set(method.techniques)
    assert not any(value for _, value in nothing(method).changes)


def test_an_unknown_technique_is_refused_with_its_neighbours(game: cp.Game) -> None:
    with pytest.raises(InputError, match="no technique 'killer': did you mean killers"):
        ablate(game, ["killer"])


# The positions.


def test_stages_go_evenly_from_the_opening_to_the_middle() -> None:
    assert stages(60, 6) == [6, 12, 18, 24, 30, 36]
    assert stages(60, 1) == [6]


def test_positions_are_different_open_where_they_can_be_and_the_seed_decides(game: cp.Game) -> None:
    plies = [4] * 20
    some = draw(game, plies, 1, lambda position: position.moves[0] % 2 == 0)
    assert len({position.state for position in some}) == 20
    assert all(len(position.moves) == 4 and position.moves[0] % 2 == 0 for position in some)
    again = draw(game, plies, 1, lambda position: position.moves[0] % 2 == 0)
    assert list(map(str, again)) == list(map(str, some))


def test_where_nothing_is_open_other_positions_serve(game: cp.Game) -> None:
    assert len(draw(game, [4] * 5, 1, lambda position: False)) == 5


def test_a_stage_that_random_games_do_not_reach_is_refused(game: cp.Game) -> None:
    with pytest.raises(InputError, match="no position after 300 random plies"):
        ablate(game, plies=300, depth=2)


def test_a_random_game_of_tic_tac_toe_is_five_to_nine_plies() -> None:
    assert 5 <= typical_length(cp.load("tic_tac_toe"), 0) <= 9


# The numbers.


def test_a_row_holds_what_its_own_engine_finds_from_a_clean_table(
    game: cp.Game, table: Ablation
) -> None:
    row = next(row for row in table.rows if row.name == "order off")
    nodes, moves, values = 0, 0, 0
    for text in table.positions:
        position = game.position(text)
        on, off = (
            make_engine(game, "alphabeta", **settings).search(position, Limit(depth=5))
            for settings in ({}, {"order": False})
        )
        nodes += off.nodes
        moves += on.move == off.move
        values += (on.value, on.distance) == (off.value, off.distance)
    assert (row.nodes, row.same_moves, row.same_values) == (nodes, moves, values)


def test_the_same_call_counts_the_same_nodes(game: cp.Game, table: Ablation) -> None:
    again = ablate(game, positions=4, depth=5, repeats=2)
    assert [(row.name, row.nodes) for row in again.rows] == [
        (row.name, row.nodes) for row in table.rows
    ]
    assert again.minimax == table.minimax


def test_the_baseline_is_its_own_measure(table: Ablation) -> None:
    base = table.baseline
    assert (base.nodes_ratio, base.time_ratio, base.stopped) == (1, 1, 0)
    assert base.same_moves == base.same_values == base.compared == 4


def test_what_changes_nothing_is_said_not_shown(game: cp.Game) -> None:
    """Two plies are too few for a shallower search first."""
    found = ablate(game, ["internal_iterative_deepening"], positions=2, depth=2)
    assert found.rows == ()
    assert [(one.technique, one.reason) for one in found.idle] == [
        ("internal_iterative_deepening", "the same nodes as the baseline")
    ]


def test_no_technique_changes_the_value_of_an_exact_search(exact_table: Ablation) -> None:
    assert len(exact_table.rows) > 5 and exact_table.depth is None
    for row in exact_table.rows:
        assert row.same_values == row.compared, row.name


def test_in_a_plain_search_to_a_depth_no_order_and_no_memory_changes_a_value(
    game: cp.Game,
) -> None:
    """Bounds and sufficient moves know what is beyond the horizon, so they are off."""
    base = {"selective": "off", "bounds": "off", "sufficient_moves": "off"}
    neutral = ["scout", "aspiration", "transposition_table", "enhanced_cutoffs", "symmetry",
               "order", "killers", "history", "countermoves",
               "internal_iterative_deepening"]  # fmt: skip
    found = ablate(game, neutral, positions=6, depth=6, base=base)
    assert len(found.rows) > 5
    assert [row.name for row in found.rows if row.same_values < row.compared] == []


def test_all_techniques_together_save_most_of_the_nodes(exact_table: Ablation) -> None:
    nothing = exact_table.rows[-1]
    assert nothing.name == "everything off" and nothing.nodes_ratio > 2


def test_exact_searches_start_as_early_as_the_time_and_the_positions_allow(
    own_game: cp.Game,
) -> None:
    """There are three positions after a move, one before it, and none takes long."""
    found = ablate(own_game, ["transposition_table"], positions=3, exact=True, seconds=60)
    assert found.plies == 1


def test_where_no_exact_search_ends_in_time_there_is_a_sentence(game: cp.Game) -> None:
    with pytest.raises(UnfitError, match="is not solved in 1e-09 s a position"):
        ablate(game, ["transposition_table"], positions=2, exact=True, seconds=1e-9)


def test_the_depth_is_what_the_time_allows(game: cp.Game) -> None:
    found = ablate(game, ["killers"], positions=2, seconds=0.02)
    assert found.depth is not None and found.depth >= 3


def sample(nodes: int, seconds: float = 1.0, **changes: object) -> Sample:
    given = {"move": 1, "value": 0.0, "distance": None, "depth": 2, "finished": True, **changes}
    return Sample(nodes=nodes, seconds=seconds, **given)  # type: ignore[arg-type]


def test_ratios_are_geometric_means_and_time_is_nodes_times_the_cost_of_one() -> None:
    base = [sample(100, 1.0), sample(400, 1.0)]
    row = compare(Variant("x"), [sample(200, 6.0), sample(3200, 6.0)], base, 2)
    assert row.nodes_ratio == pytest.approx(4)  # of 2 and 8
    assert row.time_ratio == pytest.approx(4 * (12 / 3400) / (2 / 500))
    assert row.branching == pytest.approx((200 * 3200) ** 0.25)


def test_a_stopped_search_is_a_bound_and_is_not_compared() -> None:
    base = [sample(100), sample(100)]
    row = compare(Variant("x"), [sample(200, move=2), sample(900, finished=False)], base, 2)
    assert (row.stopped, row.compared, row.same_moves, row.same_values) == (1, 1, 0, 1)
    assert row.branching is None


def test_no_search_takes_more_than_the_cap_allows(game: cp.Game) -> None:
    found = ablate(game, positions=1, depth=14, plies=0, cap=1)
    nothing = found.rows[-1]
    assert nothing.stopped == 1 and nothing.nodes == max(1_000_000, found.baseline.nodes) + 1


def test_the_size_of_a_tree_is_exact_where_branching_is_uniform() -> None:
    start = cp.load("tic_tac_toe").position()
    assert tree_size(start, 4, seed=0) == 1 + 9 + 9 * 8 + 9 * 8 * 7 + 9 * 8 * 7 * 6


def test_the_size_of_a_tree_is_estimated_without_bias() -> None:
    """Tic-tac-toe has 549,946 nodes in all."""
    start = cp.load("tic_tac_toe").position()
    assert tree_size(start, 9, seed=0, probes=4000) == pytest.approx(549_946, rel=0.02)


# A user's own game, matches, and what cannot be done.


def test_a_game_of_five_functions_is_measured(own_game: cp.Game) -> None:
    found = ablate(own_game, positions=6, depth=9)
    names = {row.name for row in found.rows}
    assert {"transposition_table off", "everything off"} <= names
    assert {one.technique for one in found.idle} >= {"order", "quiescence", "futility", "symmetry"}


def test_variants_play_the_baseline_and_their_games_are_kept(
    own_game: cp.Game, tmp_path: Path
) -> None:
    def play() -> Ablation:
        return ablate(
            own_game,
            ["transposition_table"],
            positions=2,
            depth=3,
            games=4,
            time=0.002,
            out=tmp_path,
        )

    first = play()
    match = first.rows[0].match
    assert match is not None and match.played == 4 and first.finished
    assert [side.name for side in match.sides] == ["baseline", "transposition_table off"]
    (file,) = tmp_path.iterdir()
    held = file.read_bytes()
    assert play().rows[0].match == match and file.read_bytes() == held


def test_the_player_of_a_variant_has_its_settings() -> None:
    changed = Variant("killers off", (("killers", False),))
    text = spec(ALPHABETA, {"memory": 16, "exact": False}, changed)
    assert text == "alphabeta:memory=16,exact=off,killers=off,name=killers off"
    assert parse_spec(text).name == "killers off"
    assert parse_spec(spec(EXPECTIMINIMAX, {}, BASELINE)).settings == ()


def test_ctrl_c_leaves_the_rows_there_are(own_game: cp.Game) -> None:
    def interrupt(what: str, done: int, total: int) -> None:
        if what == "everything off":
            raise KeyboardInterrupt

    found = ablate(own_game, positions=2, depth=9, report=interrupt)
    names = [row.name for row in found.rows]
    assert (
        not found.finished and "transposition_table off" in names and "everything off" not in names
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"positions": 0}, "positions=0 is not a whole number from 1 up"),
        ({"repeats": 0}, "repeats=0 is not"),
        ({"seconds": 0}, "seconds=0 is not a number above 0"),
        ({"plies": -1}, "plies=-1 is not"),
        ({"cap": 0.5}, "cap=0.5 is not a number from 1 up"),
        ({"depth": 0}, "depth=0 must be"),
        ({"exact": True, "depth": 3}, "leave out the depth"),
        ({"games": 3}, "games=3 must be even"),
        ({"games": 2, "jobs": 0}, "jobs=0"),
        ({"games": 2, "time": 0.0}, "time=0.0 must be"),
        ({"games": 2000}, "different openings"),
        ({"base": {"threads": 2}}, "threads=2: node counts can be compared only"),
        ({"base": {"killer": "off"}}, "alphabeta has no setting 'killer'"),
    ],
)
def test_what_makes_no_sense_is_refused(own_game: cp.Game, options, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        ablate(own_game, **options)


def test_a_file_in_place_of_the_folder_is_refused(own_game: cp.Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be a folder"):
        Contest(2, 0.1, 1, 0, tmp_path / "file").prepare(own_game)


def test_a_game_that_alphabeta_does_not_fit_is_refused() -> None:
    with pytest.raises(UnfitError, match="maxn"):
        ablate(cp.load("dots_and_boxes", players=3))


# Games with dice.


@pytest.fixture(scope="module")
def dice_table() -> Ablation:
    return ablate(cp.load(DICE_GAME, length=14), positions=4, depth=4)


def test_with_dice_the_techniques_are_those_of_expectiminimax(dice_table: Ablation) -> None:
    names = {row.name for row in dice_table.rows}
    assert dice_table.method == "expectiminimax"
    assert {"star1 off", "star2 off", "everything off"} <= names


def test_techniques_of_expectiminimax_save_nodes_and_change_no_value(dice_table: Ablation) -> None:
    rows = {row.name: row for row in dice_table.rows}
    assert rows["everything off"].nodes_ratio > rows["star1 off"].nodes_ratio > 1
    assert all(row.same_values == row.compared == 4 for row in rows.values())


def test_a_tree_with_dice_has_the_nodes_that_are_visited_without_pruning() -> None:
    coin = {"chance": [[0.5, 1], [0.5, {"player": 1, "children": [2, 3, 4]}]]}
    position = cp.load("tree", tree=[coin, coin, {"player": 1, "children": [5, 6]}]).position()
    assert tree_size(position, 2, seed=0, probes=4000) == pytest.approx(1 + 3 + 6 + 6, rel=0.05)


def test_with_dice_there_is_no_exact_search() -> None:
    with pytest.raises(InputError, match="expectiminimax has no exact search: leave out --exact"):
        ablate(cp.load("einstein"), exact=True)


def test_a_technique_of_alphabeta_is_refused_with_dice() -> None:
    with pytest.raises(InputError, match="expectiminimax has no technique 'killers': it has star1"):
        ablate(cp.load("einstein"), ["killers"])
