"""Go beside OpenSpiel and GNU Go: the rules in random games, and the speed of random games.

python bench/go.py --rules 1000          random games: the same legal moves and the same winner
python bench/go.py --speed               simulations of UCT a second, beside OpenSpiel's MCTS bot
python bench/go.py --gnugo gnugo --positions 300      the same legal moves in GNU Go

OpenSpiel lists moves that recreate a board and ends the game after them; GNU Go knows the simple ko
only. Both are compared as far as they know the rules. docs/games/go.md has the command of a match
with GNU Go.
"""

from __future__ import annotations

import argparse
import random
import time

import pyspiel

import counterplay as cp
from counterplay.protocols.gtp.program import GtpProgram

SIZES = {2: 1.0, 3: 1.0, 5: 0.5, 9: 0.03}
"""The sizes of boards, and the share of the games that is played on each."""
COLOURS = ("black", "white")
SIMULATIONS, NO_LIMIT = 4000, 10**9


def compare_rules(size: int, games: int, seed: int) -> None:
    """Play random games in both programs. Raise AssertionError if they differ."""
    game, rng = cp.load("go", size=size, komi="0.5"), random.Random(seed)
    longest = game.facts.longest_game
    oracle = pyspiel.load_game(f"go(board_size={size},komi=0.5,max_game_length={longest})")
    plies, forbidden = 0, 0
    for _ in range(games):
        position, state = game.position(), oracle.new_initial_state()
        while not position.is_over:
            ours, theirs = set(position.legal_moves), set(state.legal_actions())
            again = theirs - ours
            assert ours <= theirs and all(state.child(a).is_terminal() for a in again), position
            forbidden += len(again)
            move = rng.choice(sorted(ours))
            position = position.play(move)
            state.apply_action(move)
            plies += 1
        assert list(position.payoffs) == state.returns(), position
    print(f"{size}x{size}: {games} games, {plies:,} plies agree; superko forbade {forbidden} moves")


def compare_with_gnugo(program: str, positions: int, seed: int) -> None:
    """The legal moves of positions of random games on nine by nine."""
    game, rng, seen = cp.load("go", superko=False), random.Random(seed), 0
    gnugo = GtpProgram((program, "--mode", "gtp", "--chinese-rules", "--forbid-suicide"))
    gnugo.ask("boardsize 9")
    while seen < positions:
        gnugo.ask("clear_board")
        position = game.position()
        while not position.is_over and seen < positions:
            colour = COLOURS[position.turn]
            ours = set(position.legal_moves_text)
            assert set(gnugo.ask(f"all_legal {colour}").split()) == ours - {"pass"}, position
            move = rng.choice(sorted(ours))
            gnugo.ask(f"play {colour} {move}")
            position, seen = position.play(move), seen + 1
    gnugo.close()
    print(f"GNU Go: the legal moves of {seen} positions agree")


def compare_speed(size: int) -> None:
    """Simulations a second of CPU time from the empty board."""
    game = cp.load("go", size=size)
    session = cp.Session(game, rave=False)
    session.search(game.position(), cp.Limit(nodes=10))
    session.new_game()
    began = time.process_time()
    session.search(game.position(), cp.Limit(nodes=SIMULATIONS))
    ours = SIMULATIONS / (time.process_time() - began)
    few = max(SIMULATIONS // 40, 1)
    oracle = pyspiel.load_game(f"go(board_size={size})")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(oracle, evaluator, 1.4, few, NO_LIMIT, False, 1, False)
    state = oracle.new_initial_state()
    began = time.process_time()
    bot.step(state)
    theirs = few / (time.process_time() - began)
    print(f"{size}x{size}: {ours:,.0f} simulations a second, OpenSpiel {theirs:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", type=int, default=0, metavar="GAMES")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--gnugo", default="", metavar="PROGRAM")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for size, share in SIZES.items() if given.rules else ():
        compare_rules(size, round(given.rules * share), given.seed)
    if given.gnugo:
        compare_with_gnugo(given.gnugo, given.positions, given.seed)
    if given.speed:
        for size in (9, 13, 19):
            compare_speed(size)


if __name__ == "__main__":
    main()
