"""The cache of static evaluations: each entry is what the evaluation says of its state."""

import numpy as np

import counterplay as cp
from counterplay.core.bits.addresses import array_at
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN

POSITION = "startpos moves e4 e5 Nf3 Nc6 Bb5 a6"


def test_the_entries_are_evaluations_of_their_states() -> None:
    game = cp.load("chess")
    engine = AlphaBeta(game)
    engine.search(game.position(POSITION), cp.Limit(depth=6))
    slots = engine.kernel.SLOTS
    cache = array_at(int(engine.context.record.evaluations), (slots,), np.uint64)
    assert 1000 < (cache != 0).sum() < slots
    found = 0
    root = game.position(POSITION)
    for first in map(root.play, root.legal_moves):
        for second in map(first.play, first.legal_moves):
            mixed = int(game.key(second.state)) * int(GOLDEN) % 2**64
            entry = int(cache[mixed >> 48])
            if entry and entry >> 32 == mixed >> 16 & 2**32 - 1:
                mover = game.player(second.state)
                assert entry % 2**32 - 2**31 == game.evaluate_for(second.state, mover)
                found += 1
    assert found > 20


def test_a_game_without_a_network_has_no_cache() -> None:
    assert AlphaBeta(cp.load("connect_four")).kernel.SLOTS == 0


def test_a_search_reads_the_entries_and_is_the_same_with_them() -> None:
    game = cp.load("chess")
    engine = AlphaBeta(game)
    slots = engine.kernel.SLOTS
    cache = array_at(int(engine.context.record.evaluations), (slots,), np.uint64)

    def nodes() -> int:
        engine.new_game()
        return engine.search(game.position(POSITION), cp.Limit(depth=6)).nodes

    empty = nodes()
    assert nodes() == empty  # the entries are those of the search before
    cache ^= np.uint64(0xFFFFFFFF)  # the checks stay, the evaluations turn round
    assert nodes() != empty
