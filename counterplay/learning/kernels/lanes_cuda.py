"""Kernel: self-play on a GPU, one game at a time in each thread (`lane_games.py`)."""

import numpy as np

from counterplay.core.compile.cuda.kernel import (
    atomic_add,
    launch,
    local_buffer,
    thread_number,
    wait_for_block,
)
from counterplay.core.compile.unbound import rules
from counterplay.learning.kernels.lane_evaluation import CHANGES, weigh
from counterplay.learning.kernels.lane_games import (
    DOES,
    GOES_ON,
    IDLE,
    IS_OVER,
    NUMBER,
    PLAYING,
    begin_game,
    decide,
    end_early,
    write_samples,
)
from counterplay.learning.kernels.lane_moves import list_moves
from counterplay.learning.kernels.lane_search import (
    DONE,
    ENTER,
    EVALUATE,
    LIST,
    MAKE,
    MODE,
    NOW,
    PRUNE,
    Lane,
    arrive,
    make,
    prune,
    settle,
)

INT64, UINT64 = np.int64, np.uint64
SOME_WORDS = max(rules.NET_WORDS, 1)


@launch
def play(
    steps, how, seeds, taken, games, roots, nows, all_states, all_frames, all_keys, all_moves,
    all_ranks, pasts, tables, histories, all_words, all_sums, rows, bias, last, offsets, weights,
    seen_states, seen_scores, seen_movers, counts, states, scores, results,
):  # fmt: skip
    """Let every thread take this many steps; there are as many threads as lanes.

    `seeds` is the queue of games, and `taken` says how many of them are begun. The samples of a
    game go to its row of `states`, `scores` and `results`, and their number to `counts`, where -1
    means that the game is not over.

    All threads of a block go through the phases together: the program is larger than the memory
    from which a multiprocessor reads it, so each phase is read once for all of them.
    """
    g = thread_number()
    now = local_buffer(NOW, INT64)
    for i in range(NOW):
        now[i] = nows[g, i]
    lane = Lane(
        now, all_states[g], all_frames[g], all_keys[g], all_moves[g], all_ranks[g], pasts[g],
        tables[g], histories[g], all_words[g], all_sums[g], local_buffer(SOME_WORDS, UINT64),
        local_buffer(CHANGES, INT64), how, rows, bias, last, offsets, weights,
    )  # fmt: skip
    game, root = games[g], roots[g]
    seen, values, movers = seen_states[g], seen_scores[g], seen_movers[g]
    for _ in range(steps):
        if game[DOES] == IDLE and taken[0] < len(seeds):
            number = atomic_add(taken, 0, 1)
            if number < len(seeds):
                begin_game(lane, game, root, number, seeds[number])
        if game[DOES] == PLAYING and now[MODE] == DONE:
            end = decide(lane, game, root, seen, values, movers)
            if end != GOES_ON:
                n, count = game[NUMBER], np.int64(0)
                if end == IS_OVER:
                    count = write_samples(
                        game, seen, values, movers, states[n], scores[n], results[n]
                    )
                counts[n] = count
                game[DOES] = IDLE
        wait_for_block()
        if now[MODE] == ENTER:
            arrive(lane)
        wait_for_block()
        if now[MODE] == EVALUATE:
            weigh(lane)
        wait_for_block()
        if now[MODE] == PRUNE:
            prune(lane)
        if now[MODE] == LIST:
            list_moves(lane)
        wait_for_block()
        settle(lane)
        wait_for_block()
        if now[MODE] == MAKE:
            make(lane)
        end_early(lane)
    for i in range(NOW):
        nows[g, i] = now[i]
