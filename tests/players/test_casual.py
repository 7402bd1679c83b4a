"""Casual players overlook moves as often as their attention says."""

import pytest

import counterplay as cp
from counterplay.players.casual import CasualPlayer
from counterplay.players.parse import parse_spec


@pytest.fixture(scope="module")
def small() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def casual(game: cp.Game, settings: str) -> CasualPlayer:
    return CasualPlayer(parse_spec(f"casual:{settings}"), game)


def test_with_full_attention_a_win_is_never_overlooked() -> None:
    game = cp.load("tic_tac_toe")
    player, position = casual(game, "attention=1"), game.position("xx./oo./...")
    for seed in range(20):
        player.new_game(str(seed))
        assert position.show_move(int(player.think(position, cp.Limit()).move)) == "c3"


def test_with_little_attention_a_win_is_overlooked_as_often_as_said() -> None:
    game = cp.load("tic_tac_toe")
    player, position = casual(game, "attention=0.5"), game.position("xx./oo./...")
    player.new_game("1")
    found = [position.show_move(int(player.think(position, cp.Limit()).move)) for _ in range(200)]
    assert 0.4 < found.count("c3") / 200 < 0.62 and len(set(found)) > 3


def test_at_two_plies_a_threat_is_seen() -> None:
    game = cp.load("tic_tac_toe")
    position = game.position("xx./o../...")
    for depth, sees in ((1, False), (2, True)):
        player = casual(game, f"depth={depth},attention=1")
        found = set()
        for seed in range(12):
            player.new_game(str(seed))
            found.add(position.show_move(int(player.think(position, cp.Limit()).move)))
        assert (found == {"c3"}) == sees


def test_the_same_seed_plays_the_same_moves(small: cp.Game) -> None:
    def played(seed: str) -> list[int]:
        player, position, moves = casual(small, "attention=0.5"), small.position(), []
        player.new_game(seed)
        while not position.is_over:
            moves.append(int(player.think(position, cp.Limit()).move))
            position = position.play(moves[-1])
        return moves

    assert played("a") == played("a")
    assert len({tuple(played(seed)) for seed in "abcdef"}) > 1


def test_games_of_chance_and_of_several_players_have_casual_players(race: cp.Game) -> None:
    player, position = casual(race, "attention=1"), race.position("state 11 0 1 0")
    assert player.think(position, cp.Limit()).move == 0  # the runner who comes in
    boxes = cp.load("dots_and_boxes", columns=1, rows=2, players=3)
    assert (
        casual(boxes, "").think(boxes.position(), cp.Limit()).move in boxes.position().legal_moves
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("attention=0", "attention=0 must be above 0 and at most 1"),
        ("attention=much", "attention=much must be above 0"),
        ("noise=3", "casual has no setting 'noise'; it takes attention, depth and nodes"),
        ("evaluator=e.py", "a casual player always uses the game's own"),
    ],
)
def test_settings_that_cannot_be_used_get_a_sentence(settings: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        casual(cp.load("tic_tac_toe"), settings)
