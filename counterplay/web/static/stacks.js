// Draws what only boards with stacks have: the wood, the triangles, labels and the doubling cube.
// @ts-check

import { svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Cell} Cell */

/**
 * A board with stacks is flipped upside down, so that trays and bar stay where they are.
 * @param {Board} board
 * @param {boolean} flipped
 * @param {number} y
 */
const flippedY = (board, flipped, y, height = 0) => (flipped ? board.height - y - height : y);

/**
 * A cell with its pieces and its slot, where they are drawn.
 * @param {Board} board
 * @param {Cell} cell
 * @param {boolean} flipped
 */
export function placeStack(board, cell, flipped) {
  /**
   * @template {Box} Part
   * @param {Part} one
   */
  const place = (one) => ({ ...one, y: flippedY(board, flipped, one.y, one.h) });
  const slot = cell.slot && place(cell.slot);
  return { ...place(cell), pieces: (cell.pieces ?? []).map(place), slot };
}

/**
 * The wood, the tables and the triangles.
 * @param {Board} board
 * @param {boolean} flipped
 */
export function drawShapes(board, flipped) {
  return (board.shapes ?? []).map(({ look, points }) => {
    const corners = points.map(([x, y]) => `${x},${flippedY(board, flipped, y)}`);
    return svg("polygon", { class: `shape ${look}`, points: corners.join(" ") });
  });
}

/**
 * The names of the points, and the pip counts.
 * @param {Board} board
 * @param {boolean} flipped
 */
export function drawLabels(board, flipped) {
  return (board.labels ?? []).map(({ x, y, text }) => {
    const at = { x, y: flippedY(board, flipped, y), "font-size": 0.36 };
    return svg("text", { class: "rim-name", ...at, "aria-hidden": true }, text);
  });
}

/**
 * The doubling cube, or null.
 * @param {Board} board
 * @param {boolean} flipped
 */
export function drawCube(board, flipped) {
  if (!board.cube) return null;
  const { x, w, h, number, about } = board.cube;
  const y = flippedY(board, flipped, board.cube.y, h);
  const middle = { x: x + w / 2, y: y + h / 2 + 0.02 };
  return svg(
    "g",
    { class: "cube", role: "img", "aria-label": about },
    svg("rect", { x, y, width: w, height: h, rx: 0.16 }),
    svg("text", { ...middle, "font-size": number > 9 ? 0.44 : 0.54 }, number),
  );
}

/**
 * The pieces of a stack. The last one is the one that moves.
 * @param {Cell} cell
 */
export function drawStack(cell) {
  return (cell.pieces ?? []).map(drawPiece);
}

/**
 * An arrow begins at the piece that moves, and ends where it comes to lie.
 * @param {Cell} from
 * @param {Cell} to
 */
export function arrowEnds(from, to) {
  return [from.pieces?.at(-1) ?? from.slot ?? from, to.slot ?? to];
}
