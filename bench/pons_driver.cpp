// Pascal Pons' Connect Four solver (github.com/PascalPons/connect4), asked over a pipe.
//
// In:   a number n, then n positions: the columns played, from 1 on, or "-" for the empty board.
// Out:  n lines "score nodes", then one with the CPU seconds of the n searches together.
//
// The table is kept from position to position, as the solver's own program does, or with the
// argument "reset" emptied before each, outside the clock.

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "Solver.hpp"

using GameSolver::Connect4::Position;
using GameSolver::Connect4::Solver;

struct Answer {
  int score;
  unsigned long long nodes;
};

static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static std::vector<Position> read_positions(size_t count) {
  std::vector<Position> positions(count);
  for (Position& position : positions) {
    std::string moves;
    std::cin >> moves;
    if (moves != "-" && position.play(moves) != moves.size()) {
      std::fprintf(stderr, "%s is no position that the solver takes\n", moves.c_str());
      std::exit(1);
    }
  }
  return positions;
}

int main(int argc, char** argv) {
  const bool resets = argc > 1 && std::string(argv[1]) == "reset";
  Solver solver;
  for (size_t count; std::cin >> count;) {
    const std::vector<Position> positions = read_positions(count);
    std::vector<Answer> answers(count);
    double outside = 0;
    const double started = cpu_seconds();
    for (size_t i = 0; i < count; i++) {
      if (resets) {
        const double before = cpu_seconds();
        solver.reset();
        outside += cpu_seconds() - before;
      }
      const unsigned long long before = solver.getNodeCount();
      answers[i].score = solver.solve(positions[i]);
      answers[i].nodes = solver.getNodeCount() - before;
    }
    const double seconds = cpu_seconds() - started - outside;
    for (const Answer& answer : answers) std::printf("%d %llu\n", answer.score, answer.nodes);
    std::printf("%.9f\n", seconds);
    std::fflush(stdout);
  }
}
