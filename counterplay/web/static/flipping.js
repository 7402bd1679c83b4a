// What flipping a board means, for each kind of board: it is seen from the other side.
// @ts-check

/** @typedef {import("./types.js").Board} Board */

const ROW = 1.15; // the height of a row of cards, as the server sends them

/**
 * Whether a board looks different from the other side.
 * @param {Board} board
 */
export function canFlip(board) {
  if (board.text !== undefined || !board.cells.length) return false;
  return board.kind !== "cards" || board.rows.length > 1;
}

/**
 * Whether a player sees a board flipped at first: if the pieces of the other one begin below. Not
 * if discs fall, and not for somebody who plays both sides (`null`).
 * @param {Board} board
 * @param {number | null} player
 * @param {number} below
 */
export function isFlippedFor(board, player, below) {
  return player !== null && player !== below && board.ground !== "wells";
}

/**
 * Where a rectangle lies on a flipped board. Discs fall down, so that their board is mirrored;
 * rows of cards and stacks change places; any other board is turned.
 * @param {Board} board
 * @param {{x: number, y: number, w?: number, h?: number}} box
 */
export function flippedBox(board, { x, y, w = 0, h = 0 }) {
  if (board.kind === "cards") return { x, y: flippedRow(board, y) };
  const turned = { x: board.width - x - w, y: board.height - y - h };
  if (board.ground === "wells") return { x: turned.x, y };
  return board.kind === "stacks" ? { x, y: turned.y } : turned;
}

/**
 * The last row of cards becomes the first.
 * @param {Board} board
 * @param {number} y
 */
function flippedRow(board, y) {
  const row = Math.floor(y / ROW);
  return y + ROW * (board.rows.length - 1 - 2 * row);
}
