// Finds the biggest mistakes of a game from its review.

const MAX_MISTAKES = 3;
const MIN_LOSS = 0.08; // of the evaluation, which goes from 0 to 1

/**
 * The moves that made the evaluation of their player much worse, in the order of the game.
 * `reviewed` has for each ply the share of the first player, the best move and its verdict.
 */
export function biggestMistakes(live, reviewed) {
  return live.written
    .map((text, ply) => moveLoss(text, reviewed[ply], reviewed[ply + 1]))
    .filter((move) => move && move.loss > MIN_LOSS && move.text !== move.better)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MAX_MISTAKES)
    .sort((a, b) => a.ply - b.ply);
}

/** What a move lost, from the results before and after it; null if one is missing. */
function moveLoss(text, before, after) {
  if (!before || !after) return null;
  const sign = before.player === 0 ? 1 : -1;
  return {
    ply: before.ply + 1,
    text,
    loss: sign * (before.share - after.share),
    better: before.best,
    verdict: before.verdict,
  };
}
