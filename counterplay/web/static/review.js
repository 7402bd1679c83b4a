// Finds the biggest mistakes of a game from its review.

const MAX_MISTAKES = 3;
const MIN_LOSS = 0.08; // of the evaluation, which goes from 0 to 1
const MIN_EQUITY = 0.04; // of the payoff, in games with dice: what GNU Backgammon calls doubtful

/**
 * The moves that made the evaluation of their player much worse, in the order of the game.
 * `reviewed` has for each ply the share of the first player, the best move and its verdict.
 */
export function biggestMistakes(live, reviewed) {
  return live.written
    .map((text, ply) => moveLoss(text, reviewed[ply], reviewed[ply + 1]))
    .filter((move) => move && move.loss > move.least && move.text !== move.better)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MAX_MISTAKES)
    .sort((a, b) => a.ply - b.ply);
}

/**
 * What a move lost, from the results before and after it; null if one is missing. With dice, the
 * server says what it lost.
 */
function moveLoss(text, before, after) {
  if (!before) return null;
  const { best, verdict, loss, lost } = before;
  const move = { ply: before.ply + 1, text, better: best, verdict };
  if (loss !== null) return { ...move, loss, lost, least: MIN_EQUITY };
  if (!after) return null;
  const sign = before.player === 0 ? 1 : -1;
  return { ...move, loss: sign * (before.share - after.share), lost: "", least: MIN_LOSS };
}
