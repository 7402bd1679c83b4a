"""An engine that ponders plays on with what it found on the opponent's time."""

import threading

import counterplay as cp
from counterplay.players import make_player
from counterplay.players.parse import parse_spec


def pondering():
    return [t for t in threading.enumerate() if t.name == "counterplay-ponder"]


def test_a_player_ponders_between_its_moves_and_ends_with_the_game():
    game = cp.load("connect_four")
    limit = cp.Limit(time=0.02)
    player = make_player(parse_spec("alphabeta:ponder=on,memory=1"), game, limit)
    player.new_game("1")
    thought = player.think(game.position(), limit)
    assert pondering()
    position = game.position().play(thought.move)
    assert player.think(position.play(position.legal_moves[0]), limit).move in range(7)
    player.new_game("2")
    assert not pondering()
    player.think(game.position(), limit)
    player.close()
    assert not pondering()
