// The yardstick: counterplay's alpha-beta (search/kernels/alphabeta.py) on Connect Four, by hand in
// C++, move for move and entry for entry the same, so that node counts must be equal.
//
//     g++ -O3 -march=native -std=c++17 connect_four.cpp -o connect_four
//     ./connect_four DEPTH REPEATS      prints: depth value nodes seconds (best of REPEATS, CPU time)

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1, PLIES = WIDTH * HEIGHT;
constexpr int64_t WIN = 1000000, PROVEN = WIN - 1000, INFINITE = 2147483647;
constexpr int UPPER = 1, LOWER = 2, EXACT = 3, COMPLETE = 255, NO_MOVE = -1;
constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

constexpr uint64_t bottom() {
    uint64_t mask = 0;
    for (int c = 0; c < WIDTH; c++) mask |= 1ull << (c * COLUMN);
    return mask;
}
constexpr uint64_t BOTTOM = bottom(), BOARD = BOTTOM * ((1ull << HEIGHT) - 1);
constexpr int64_t CENTRE_FIRST[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

uint64_t column(int64_t c) { return ((1ull << HEIGHT) - 1) << (c * COLUMN); }

struct State {
    uint64_t mine, mask;
};

int player(const State& s) { return __builtin_popcountll(s.mask) & 1; }

bool has_run(uint64_t discs, int step) {
    uint64_t pairs = discs & (discs >> step);
    return (pairs & (pairs >> (2 * step))) != 0;
}

bool has_line(uint64_t discs) {
    return has_run(discs, 1) || has_run(discs, COLUMN - 1) || has_run(discs, COLUMN) ||
           has_run(discs, COLUMN + 1);
}

bool terminal(const State& s) { return s.mask == BOARD || has_line(s.mine ^ s.mask); }

State result(const State& s, int64_t a) {
    return {s.mine ^ s.mask, s.mask | ((s.mask + BOTTOM) & column(a))};
}

int actions(const State& s, int64_t* moves) {
    uint64_t free = (s.mask + BOTTOM) & BOARD;
    int n = 0;
    for (int64_t c : CENTRE_FIRST)
        if (free & column(c)) moves[n++] = c;
    return n;
}

int64_t score(const State& s, int p) {
    if (has_line(s.mine ^ s.mask)) return p == player(s) ? -WIN : WIN;
    return 0;
}

struct Search {
    int64_t value = 0, root_first = NO_MOVE, nodes = 0, horizon = 0;
    std::vector<uint64_t> table;
    int shift;
    int64_t line_length[PLIES + 2] = {}, line[PLIES + 2][PLIES + 2] = {};
    int64_t moves[PLIES + 1][WIDTH];

    explicit Search(int bits) : table(size_t(4) << bits), shift(64 - bits) {}

    uint64_t probe(uint64_t key) const {
        const uint64_t* slot = &table[((key * GOLDEN) >> shift) * 4];
        if ((slot[0] ^ slot[1]) == key) return slot[1];
        if ((slot[2] ^ slot[3]) == key) return slot[3];
        return 0;
    }

    void store(uint64_t key, int64_t v, int64_t depth, int bound, int move) {
        uint64_t* slot = &table[((key * GOLDEN) >> shift) * 4];
        uint64_t data = uint64_t(v + (1ll << 31)) | uint64_t(depth) << 32 | uint64_t(bound) << 40 |
                        uint64_t(move + 1) << 42;
        if ((slot[0] ^ slot[1]) != key && int64_t((slot[1] >> 32) & 255) > depth) slot += 2;
        slot[0] = key ^ data;
        slot[1] = data;
    }

    static int64_t to_table(int64_t v, int ply) {
        return v > PROVEN ? v + ply : v < -PROVEN ? v - ply : v;
    }
    static int64_t from_table(int64_t v, int ply) {
        return v > PROVEN ? v - ply : v < -PROVEN ? v + ply : v;
    }

    static bool is_enough(uint64_t data, int64_t known, int64_t depth, int64_t alpha, int64_t beta) {
        int bound = (data >> 40) & 3;
        bool deep = int64_t((data >> 32) & 255) >= depth;
        if (known >= beta && bound != UPPER) return deep || known > PROVEN;
        if (known <= alpha && bound != LOWER) return deep || known < -PROVEN;
        return false;
    }

    void extend_line(int ply, int64_t move) {
        line[ply][0] = move;
        for (int i = 0; i < line_length[ply + 1]; i++) line[ply][i + 1] = line[ply + 1][i];
        line_length[ply] = line_length[ply + 1] + 1;
    }

    int64_t search(const State s, int p, int64_t depth, int ply, int64_t alpha, int64_t beta) {
        nodes++;
        bool is_open = beta - alpha > 1;
        if (is_open) line_length[ply] = 0;
        if (terminal(s)) {
            int64_t v = score(s, p);
            return v > 0 ? v - ply : v < 0 ? v + ply : v;
        }
        if (depth <= 0 || ply >= PLIES) {
            horizon++;
            return 0;
        }
        alpha = std::max(alpha, ply - WIN);
        beta = std::min(beta, WIN - ply - 1);
        if (alpha >= beta) return alpha;

        uint64_t key = s.mask + s.mine;
        uint64_t found = probe(key);
        int first = NO_MOVE;
        if (found) {
            first = int((found >> 42) & 0xFFFF) - 1;
            if (!is_open) {
                int64_t known = from_table(int64_t(found & 0xFFFFFFFF) - (1ll << 31), ply);
                if (is_enough(found, known, depth, alpha, beta)) {
                    if (((found >> 32) & 255) < COMPLETE && std::abs(known) <= PROVEN) horizon++;
                    return known;
                }
            }
        }

        int64_t* list = moves[ply];
        int n = actions(s, list);
        if (ply == 0) first = int(root_first);
        if (first >= n) first = NO_MOVE;

        int64_t best = -INFINITE, floor = alpha, seen = horizon;
        int best_move = NO_MOVE;
        for (int turn = -1; turn < n; turn++) {
            int i = turn < 0 ? first : turn;
            if (i < 0 || (turn >= 0 && i == first)) continue;
            State child = result(s, list[i]);
            int q = player(child);
            bool mine = q == p;
            int64_t v, ceiling = best_move == NO_MOVE ? beta : alpha + 1;
            for (;;) {
                v = mine ? search(child, q, depth - 1, ply + 1, alpha, ceiling)
                         : -search(child, q, depth - 1, ply + 1, -ceiling, -alpha);
                if (ceiling == beta || v <= alpha || v >= beta) break;
                ceiling = beta;
            }
            if (v > best) {
                best = v;
                best_move = i;
                if (v > alpha) {
                    alpha = v;
                    if (is_open) {
                        extend_line(ply, list[i]);
                        if (ply == 0) {
                            value = v;
                            root_first = i;
                        }
                    }
                    if (alpha >= beta) break;
                }
            }
        }
        int bound = best <= floor ? UPPER : best >= beta ? LOWER : EXACT;
        store(key, to_table(best, ply), horizon == seen ? COMPLETE : depth, bound, best_move);
        return best;
    }
};

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace

int main(int count, char** words) {
    int deepest = count > 1 ? std::atoi(words[1]) : 18, repeats = count > 2 ? std::atoi(words[2]) : 3;
    double best = 1e9;
    int64_t value = 0, nodes = 0;
    for (int r = 0; r < repeats; r++) {
        Search search(21);
        double started = cpu_seconds();
        for (int depth = 1; depth <= deepest; depth++) {
            search.horizon = 0;
            search.search({0, 0}, 0, depth, 0, -INFINITE, INFINITE);
        }
        best = std::min(best, cpu_seconds() - started);
        value = search.value;
        nodes = search.nodes;
    }
    std::printf("%d %lld %lld %.6f\n", deepest, (long long)value, (long long)nodes, best);
}
