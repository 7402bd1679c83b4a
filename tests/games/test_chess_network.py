"""The network of chess: it corrects the evaluation, and can be left out."""

import pickle

import counterplay as cp
from counterplay.players.evaluation import with_evaluation
from counterplay.players.parse import parse_spec

BOARD = "r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ2K1"


def test_chess_has_a_network_that_says_how_it_was_made():
    evaluator = cp.load("chess").evaluator
    assert evaluator is not None and evaluator.network is not None
    assert evaluator.network.is_correction
    assert "counterplay learn chess" in evaluator.network.about["command"]
    assert evaluator.network.rows.nbytes < 4_000_000


def swapped(board: str) -> str:
    """The board with the colours swapped, seen from the other side."""
    return "/".join(reversed(board.split("/"))).swapcase()


def mirrored(board: str) -> str:
    return "/".join(row[::-1] for row in board.split("/"))


def test_colours_and_halves_of_the_board_mean_the_same():
    chess = cp.load("chess")
    first = chess.position(f"{BOARD} w - - 0 9").state
    for board in (BOARD, mirrored(BOARD)):
        white = chess.position(f"{board} w - - 0 9").state
        black = chess.position(f"{swapped(board)} b - - 0 9").state
        assert chess.evaluate_for(white, 0) == chess.evaluate_for(first, 0)
        assert chess.evaluate_for(black, 1) == chess.evaluate_for(first, 0)
    assert chess.evaluate_for(first, 0) != chess.without_network().evaluate_for(first, 0)


def test_it_does_not_disturb_the_mate_of_a_lone_king():
    chess = cp.load("chess")
    for board in ("8/8/8/4k3/8/8/8/2BNK3", "3qk3/8/8/8/8/8/8/4K3"):
        s = chess.position(f"{board} w - - 0 1").state
        assert chess.evaluate_for(s, 0) == chess.without_network().evaluate_for(s, 0)


def test_weights_are_those_of_the_function_alone():
    chess = cp.load("chess")
    for name in ("pieces", "hand", "learned"):
        chosen = with_evaluation(chess, parse_spec(f"alphabeta:weights={name}")).evaluator
        assert chosen is not None and chosen.network is None
        assert (chosen.weights == chosen.named[name]).all()


def test_a_copy_in_another_process_has_a_network_if_the_game_has():
    chess = cp.load("chess")
    hand = with_evaluation(chess, parse_spec("alphabeta:weights=hand"))
    for game in (chess, chess.without_network(), hand):
        own, copy = game.evaluator, pickle.loads(pickle.dumps(game)).evaluator
        assert own is not None and copy is not None
        assert (copy.network is None) == (own.network is None)
        assert (copy.weights == own.weights).all()


def test_other_rules_are_played_without_it():
    evaluator = cp.load("chess", start=0).evaluator
    assert evaluator is not None and evaluator.network is None
