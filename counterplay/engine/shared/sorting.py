"""A simple move ordering: one move that is known to be good, then by the game's `order`."""

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.transposition import tag_of

MOST_RANK = 2**62


@native
def sort_moves(ctx, s, ply, n, first):
    """Stable sort: the move with tag `first`, then the highest `order` first."""
    moves, ranks = ctx.moves[ply], ctx.ranks
    for i in range(n):
        move = moves[i]
        rank = MOST_RANK if tag_of(move) == first else rules.order(ctx, s, move)
        j = i
        while j > 0 and ranks[j - 1] < rank:
            ranks[j] = ranks[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        ranks[j] = rank
        moves[j] = move
