// The yardstick: counterplay's alpha-beta (search/kernels/alphabeta) on Connect Four, by hand in
// C++: principal variation search, iterative deepening and the same table, entry for entry, so that
// node counts must be equal. It knows that players take turns, and cannot be stopped.
//
//     g++ -O3 -march=native -std=c++17 connect_four.cpp -o connect_four
//     ./connect_four DEPTH      prints a line for each depth: depth, value, nodes, CPU seconds

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1, PLIES = WIDTH * HEIGHT;
constexpr int WIN = 1'000'000, PROVEN = WIN - 1000, INFINITE = 2'147'483'647;

// The rules.

constexpr uint64_t bottom_row() {
    uint64_t row = 0;
    for (int c = 0; c < WIDTH; c++) row |= 1ull << (c * COLUMN);
    return row;
}

constexpr uint64_t BOTTOM = bottom_row(), FULL_COLUMN = (1ull << HEIGHT) - 1;
constexpr uint64_t BOARD = BOTTOM * FULL_COLUMN;
constexpr int CENTRE_FIRST[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

struct State {
    uint64_t mine = 0, mask = 0;
    uint64_t key() const { return mask + mine; }
    uint64_t landing(int c) const { return (mask + BOTTOM) & (FULL_COLUMN << (c * COLUMN)); }
    State play(int c) const { return {mine ^ mask, mask | landing(c)}; }
};

bool has_run(uint64_t discs, int step) {
    uint64_t pairs = discs & (discs >> step);
    return (pairs & (pairs >> (2 * step))) != 0;
}

bool has_line(uint64_t discs) {
    return has_run(discs, 1) || has_run(discs, COLUMN - 1) || has_run(discs, COLUMN) ||
           has_run(discs, COLUMN + 1);
}

struct Moves {
    int list[WIDTH], count = 0;

    explicit Moves(const State& s) {
        for (int c : CENTRE_FIRST)
            if (s.landing(c)) list[count++] = c;
    }

    // Bring a move, if it is one of these, before the others, which keep their order.
    void put_first(int move) {
        int* at = std::find(list, list + count, move);
        if (at != list + count) std::rotate(list, at, at + 1);
    }
};

// The table: buckets of four entries, each one cache line. A tag is a move plus one, or 0 for none.

enum Bound { UPPER = 1, LOWER = 2, EXACT = 3 };
constexpr int COMPLETE = 255, NO_TAG = 0;

struct Entry {
    uint64_t check = 0, data = 0;

    bool is_of(uint64_t key) const { return (check ^ data) == key; }
    int value() const { return int(int64_t(data & 0xFFFFFFFF) - (1ll << 31)); }
    int depth() const { return (data >> 32) & 255; }
    int bound() const { return (data >> 40) & 3; }
    int tag() const { return (data >> 42) & 0xFFFF; }
    uint64_t age() const { return data >> 58; }
};

class Table {
  public:
    Table() {
        if (!buckets) std::abort();
        madvise(buckets.get(), BYTES, MADV_HUGEPAGE);  // as NumPy does
        std::memset(static_cast<void*>(buckets.get()), 0, BYTES);
    }

    void fetch(uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    Entry probe(uint64_t key) const {
        for (const Entry& entry : bucket(key).entries)
            if (entry.is_of(key)) return entry;
        return {};
    }

    void store(uint64_t key, int value, int depth, Bound bound, int tag) {
        Entry* chosen = nullptr;
        int least = INFINITE;
        for (Entry& entry : bucket(key).entries) {
            if (entry.is_of(key)) {
                chosen = &entry;
                if (tag == NO_TAG) tag = entry.tag();
                break;
            }
            int worth = entry.depth() + (entry.age() == AGE ? 256 : 0);
            if (worth < least) chosen = &entry, least = worth;
        }
        uint64_t data = uint64_t(value + (1ll << 31)) | uint64_t(depth) << 32 |
                        uint64_t(bound) << 40 | uint64_t(tag) << 42 | AGE << 58;
        *chosen = {key ^ data, data};
    }

  private:
    struct alignas(64) Bucket {
        Entry entries[4];
    };
    static constexpr int BITS = 14;  // one megabyte
    static constexpr size_t BYTES = sizeof(Bucket) << BITS, HUGE_PAGE = 1 << 21;
    static constexpr uint64_t AGE = 1;  // one search: nothing in the table is older

    Bucket& bucket(uint64_t key) const {
        return buckets.get()[(key * 0x9E3779B97F4A7C15ull) >> (64 - BITS)];
    }

    std::unique_ptr<Bucket, decltype(&std::free)> buckets{
        static_cast<Bucket*>(std::aligned_alloc(HUGE_PAGE, BYTES)), &std::free};
};

// A win counts from the root; in the table, from its own state.
int to_state(int v, int ply) { return v > PROVEN ? v + ply : v < -PROVEN ? v - ply : v; }
int from_state(int v, int ply) { return v > PROVEN ? v - ply : v < -PROVEN ? v + ply : v; }

bool is_enough(const Entry& found, int known, int depth, int alpha, int beta) {
    bool is_deep = found.depth() >= depth;
    if (known >= beta && found.bound() != UPPER) return is_deep || known > PROVEN;
    if (known <= alpha && found.bound() != LOWER) return is_deep || known < -PROVEN;
    return false;
}

struct Search {
    int64_t nodes = 0, horizon = 0;
    Moves root_moves{State{}};
    int line[PLIES + 2][PLIES + 2] = {}, line_length[PLIES + 2] = {};
    Table table;

    // The value of the start, one depth further; its best move is brought to the front.
    int iterate(int depth) {
        nodes++;
        horizon = 0;
        int best = -INFINITE, best_at = 0;
        for (int i = 0; i < root_moves.count; i++) {
            int move = root_moves.list[i];
            int v = try_move(State{}.play(move), i, depth, 0, best, INFINITE);
            if (v > best) {
                best = v;
                best_at = i;
                extend_line(0, move);
            }
        }
        root_moves.put_first(root_moves.list[best_at]);
        return best;
    }

    // The value of a move at `ply`: the first gets the whole window, the rest a closed one first.
    int try_move(const State child, int turn, int depth, int ply, int alpha, int beta) {
        if (turn > 0) {
            int v = -value(child, depth - 1, ply + 1, -alpha - 1, -alpha);
            if (v <= alpha || v >= beta || beta == alpha + 1) return v;
        }
        return -value(child, depth - 1, ply + 1, -beta, -alpha);
    }

    int value(const State s, int depth, int ply, int alpha, int beta) {
        nodes++;
        line_length[ply] = 0;
        uint64_t key = s.key();
        if (depth > 0) table.fetch(key);
        if (has_line(s.mine ^ s.mask)) return ply - WIN;
        if (s.mask == BOARD) return 0;

        alpha = std::max(alpha, ply - WIN);
        beta = std::min(beta, WIN - ply - 1);
        if (alpha >= beta) return alpha;
        if (depth <= 0) {
            horizon++;
            return 0;
        }

        bool is_closed = beta - alpha == 1;
        Entry found = table.probe(key);
        if (found.data && is_closed) {
            int known = from_state(found.value(), ply);
            if (is_enough(found, known, depth, alpha, beta)) {
                bool is_win = known > PROVEN && known >= beta;
                bool is_loss = known < -PROVEN && known <= alpha;
                if (found.depth() < COMPLETE && !is_win && !is_loss) horizon++;
                return known;
            }
        }

        Moves moves(s);
        if (found.tag() != NO_TAG) moves.put_first(found.tag() - 1);
        int64_t seen = horizon;
        int best = -INFINITE, best_tag = NO_TAG, floor = alpha;
        for (int turn = 0; turn < moves.count; turn++) {
            int move = moves.list[turn];
            int v = try_move(s.play(move), turn, depth, ply, alpha, beta);
            if (v <= best) continue;
            best = v;
            if (v > alpha) {
                best_tag = move + 1;
                alpha = v;
                if (!is_closed) extend_line(ply, move);
                if (alpha >= beta) break;
            }
        }

        Bound bound = best <= floor ? UPPER : best >= beta ? LOWER : EXACT;
        table.store(key, to_state(best, ply), horizon == seen ? COMPLETE : depth, bound, best_tag);
        return best;
    }

    void extend_line(int ply, int move) {
        line[ply][0] = move;
        std::copy_n(line[ply + 1], line_length[ply + 1], line[ply] + 1);
        line_length[ply] = line_length[ply + 1] + 1;
    }
};

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace

int main(int count, char** words) {
    int deepest = count > 1 ? std::atoi(words[1]) : 18;
    auto search = std::make_unique<Search>();
    double started = cpu_seconds();
    for (int depth = 1; depth <= deepest; depth++) {
        int value = search->iterate(depth);
        long long nodes = search->nodes;
        std::printf("%d %d %lld %.6f\n", depth, value, nodes, cpu_seconds() - started);
    }
}
