"""Depth-first proof-number search (Nagai 2002): does the attacker get at least so many points?

A state has two numbers, for the player who moves there: phi, how much is still to be shown before
it is proven that this player has its way, and delta, before it is proven that it has not. The
attacker's way is `at_least` points or more; the defender's is that it stays below. One good move
is enough, so phi is the least phi of the moves; all must fail for delta, their deltas together.
0 is proven. The search goes on where least is to be shown, down to a state that nobody has looked
at, and stays in a subtree until its numbers say that another is more promising.

- Thresholds leave room for epsilon times the second best (Pawlewicz and Lew 2007).
- With `weak` (Ueda et al. 2008) deltas together are the largest, and one for each other move: a
  sum counts states twice that are reached on two ways, as they are in most games.
- With `mobility` a new state starts with as many moves as it has for its delta, not with 1.

States never come back in a game that ends after `longest_game` plies, so that a state's answer
does not depend on the way to it. A search that meets its own horizon counts it for the defender
and says so in `horizon`: then only what the attacker gets is proven.

The horizon may be asked for: does the attacker win within `last` plies? A state's answer then
depends on the plies that are left, which go into its key. This holds with a rule about repetition
as well: who follows the shortest win never comes to a state again, and those that are drawn when
they come up once more, by what was played before, are known at the root (`worn`).

The frame of a ply (`moves`, `phi`, `delta`, `work`, `keys`) holds the moves of its state and what
is known of them, as the mover there sees it. The table belongs to the caller.
"""

import numpy as np

from counterplay.core.bits.bits import highest
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.transposition import NO_TAG
from counterplay.engine.dfpn.kernel.table import (
    GOLDEN,
    HOPELESS,
    PROVEN,
    TABLE_FIELDS,
    entry_delta,
    entry_phi,
    entry_work,
    probe,
    store,
)
from counterplay.engine.shared.sorting import sort_moves

PLIES = rules.PLIES
WIDEST = rules.MOST_ACTIONS

MOST_WORN = 512
"""The most states that would be drawn if they came up again."""

CONTEXT = [
    ("attacker", np.int64),
    ("at_least", np.int64),
    ("epsilon", np.float64),
    ("weak", np.int64),
    ("mobility", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("pause_at", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("deepest", np.int64),
    ("root_count", np.int64),
    ("last", np.int64),
    ("worn_count", np.int64),
    ("worn", np.uint64, (MOST_WORN,)),
    *TABLE_FIELDS,
    ("moves", np.int64, (PLIES + 2, WIDEST)),
    ("phi", np.int64, (PLIES + 2, WIDEST)),
    ("delta", np.int64, (PLIES + 2, WIDEST)),
    ("work", np.int64, (PLIES + 2, WIDEST)),
    ("keys", np.uint64, (PLIES + 2, WIDEST)),
    ("ranks", np.int64, (WIDEST,)),
]


@native
def prove(ctx, s, p, key, ply, phi_limit, delta_limit):
    """The phi and delta of `s`, where `p` moves, once one has reached its limit; (0, 0) if the
    search was stopped before there was anything to say.
    """
    before = ctx.nodes
    n = expand(ctx, s, p, ply)
    if n == 0:
        return np.int64(0), np.int64(0)
    if ply == 0:
        ctx.root_count = n
    phis, deltas = ctx.phi[ply], ctx.delta[ply]
    while True:
        # 1. The numbers of the state, by those of its moves.
        best, phi, second = 0, phis[0], HOPELESS
        total, largest, others = deltas[0], deltas[0], -1 if deltas[0] == PROVEN else 0
        for i in range(1, n):
            if phis[i] < phi:
                best, phi, second = i, phis[i], phi
            else:
                second = min(second, phis[i])
            total += deltas[i]
            largest = max(largest, deltas[i])
            others += 1 if deltas[i] > PROVEN else 0
        delta = total
        if ctx.weak and total > PROVEN:
            delta = largest + others
        if phi == PROVEN:
            delta = HOPELESS
        elif phi < HOPELESS:
            delta = min(delta, HOPELESS - 1)
        if phi >= phi_limit or delta >= delta_limit or ctx.aborted or ctx.nodes >= ctx.pause_at:
            break

        # 2. On with the best move, until it is no longer the best or the limits are reached.
        room = delta_limit - others if ctx.weak else delta_limit - delta + deltas[best]
        a = min(phi_limit, max(np.int64(np.ceil(second * (1 + ctx.epsilon))), second + 1), HOPELESS)
        b = min(max(room, deltas[best] + 1), HOPELESS)
        child = rules.result(ctx, ply + 1, s, ctx.moves[ply, best])
        q = rules.player(ctx, child)
        spent = ctx.nodes
        x, y = prove(
            ctx, child, q, ctx.keys[ply, best], ply + 1, a if q == p else b, b if q == p else a
        )
        if x + y > 0:
            phis[best] = x if q == p else y
            deltas[best] = y if q == p else x
            ctx.work[ply, best] = max(ctx.work[ply, best], highest(ctx.nodes - spent))

    store(ctx, key, phi, delta, highest(ctx.nodes - before))
    return phi, delta


@native
def expand(ctx, s, p, ply):
    """Fill the frame of `s`; how many moves it holds. One that is proven to work is the last."""
    moves = ctx.moves[ply]
    n = moves_of(ctx, s, ply, moves)
    if ctx.aborted:
        return 0
    if rules.HAS_ORDER:
        sort_moves(ctx, s, ply, n, NO_TAG)
    ctx.deepest = max(ctx.deepest, ply + 1)
    for i in range(n):
        ctx.nodes += 1
        if ctx.nodes > ctx.node_limit:
            ctx.aborted = 1
            return 0
        look_at(ctx, s, p, ply, i)
        if ctx.phi[ply, i] == PROVEN:
            return i + 1
    return n


@native
def moves_of(ctx, s, ply, moves):
    """The moves that need to be looked at: at the root all, below it those that suffice."""
    n = np.int64(0)
    if ply > 0 and rules.HAS_SUFFICIENT_MOVES:
        n = rules.sufficient_moves(ctx, s, moves)
    if n == 0:
        n = rules.actions(ctx, s, moves)
    if n <= 0 or n > WIDEST:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
    return n


@native
def look_at(ctx, s, p, ply, i):
    """Enter what is known of a move: by the end it leads to, by bounds, or by the table."""
    child = rules.result(ctx, ply + 1, s, ctx.moves[ply, i])
    ctx.work[ply, i] = 0
    if rules.terminal(ctx, child):
        settle(ctx, p, ply, i, rules.score(ctx, child, ctx.attacker) >= ctx.at_least)
        return
    q = rules.player(ctx, child)
    if ctx.worn_count and is_worn(ctx, rules.key(ctx, child)):
        settle(ctx, p, ply, i, ctx.at_least <= 0)
        return
    if rules.HAS_BOUNDS:
        wall = ctx.at_least if q == ctx.attacker else 1 - ctx.at_least
        low, high = rules.bounds(ctx, child, wall - 1, wall)
        reached = (low >= wall) == (q == ctx.attacker)
        # They need not say how soon a win comes: within so many plies they only rule it out.
        if (low >= wall or high < wall) and not (reached and ctx.last < PLIES):
            settle(ctx, p, ply, i, reached)
            return
    if ply + 1 >= ctx.last:
        if ctx.last == PLIES:
            ctx.horizon = 1
        settle(ctx, p, ply, i, False)
        return
    key = table_key(ctx, child, ply + 1)
    ctx.keys[ply, i] = key
    data = probe(ctx, key)
    phi, delta = entry_phi(data), entry_delta(data)
    if data == 0:
        phi = np.int64(1)
        delta = moves_of(ctx, child, ply + 1, ctx.moves[ply + 1]) if ctx.mobility else phi
    ctx.phi[ply, i] = phi if q == p else delta
    ctx.delta[ply, i] = delta if q == p else phi
    ctx.work[ply, i] = entry_work(data)


@native
def settle(ctx, p, ply, i, reached):
    """Enter that the attacker has reached its goal with a move, or never will."""
    works = reached == (p == ctx.attacker)
    ctx.phi[ply, i] = PROVEN if works else HOPELESS
    ctx.delta[ply, i] = HOPELESS if works else PROVEN


@native
def is_worn(ctx, key):
    for i in range(ctx.worn_count):
        if ctx.worn[i] == key:
            return True
    return False


@native
def table_key(ctx, s, ply):
    """The state's own key where the horizon does not matter, else also by the plies left.

    Where states are worn, one that is like another by symmetry may still lead elsewhere.
    """
    if ctx.worn_count == 0:
        s = rules.canonical(ctx, PLIES + 1, s)
    key = rules.key(ctx, s)
    if ctx.last < PLIES:
        key ^= np.uint64(ctx.last - ply) * GOLDEN
    return key


@entry
def think(contexts):
    """Ask the question about the root until it is answered, stopped or `pause_at` nodes are up.

    The answer stands in the frame of ply 0, of which `root_count` moves are filled.
    """
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.root_count = 0
    most = np.int64(HOPELESS)
    ply = np.int64(0)
    prove(ctx, s, rules.player(ctx, s), table_key(ctx, s, ply), ply, most, most)
