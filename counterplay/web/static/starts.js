// Where moves can begin: marks for cells that are easily overlooked, and room for a finger.
// @ts-check

import { drawCircle } from "./board-drawing.js";
import { svg } from "./dom.js";
import { drawCardEdge } from "./pieces.js";
import { hasPiece } from "./premove.js";

/** @typedef {import("./types.js").Cell} Cell */

const NARROW = 0.5; // squares; a narrower cell reaches beyond its edges
const REACH = 0.24;

/**
 * The cells to mark before the first click: empty cells if a move can begin on less than half of
 * them, as in Othello, and pieces if less than a third of their colour can move, as in check.
 * @param {import("./types.js").Board} board
 * @param {{cells: number[][]}[]} moves
 */
export function rareStarts(board, moves) {
  const single = moves.filter(({ cells }) => cells[0].length === 1);
  const starts = [...new Set(single.map(({ cells }) => cells[0][0]))];
  const free = starts.filter((i) => !hasPiece(board.cells[i]));
  const occupied = starts.filter((i) => hasPiece(board.cells[i]));
  const empty = board.cells.filter((cell) => cell.name && !hasPiece(cell));
  const colours = new Set(occupied.map((i) => board.cells[i].colour));
  const own = board.cells.filter((cell) => cell.kind && colours.has(cell.colour));
  return new Set([
    ...(2 * free.length < empty.length ? free : []),
    ...(colours.size === 1 && 3 * occupied.length < own.length ? occupied : []),
  ]);
}

/**
 * The mark of a cell where a move can begin: a dot, or a thin ring around a piece.
 * @param {Cell} cell
 */
export function drawStart(cell) {
  const size = Math.min(cell.w, cell.h);
  if (cell.kind === "card") return drawCardEdge(cell, "movable");
  return hasPiece(cell)
    ? drawCircle(cell, "movable", size * 0.46)
    : drawCircle(cell, "free", size * 0.11);
}

/**
 * An unseen rectangle that makes a narrow cell wide enough for a finger, or null.
 * @param {Cell} cell
 */
export function drawReach({ x, y, w, h, name, pieces }) {
  if (!name || pieces || Math.min(w, h) >= NARROW) return null;
  const [wider, higher] = [w < NARROW ? REACH : 0, h < NARROW ? REACH : 0];
  const size = { width: w + 2 * wider, height: h + 2 * higher };
  return svg("rect", { class: "reach", x: x - wider, y: y - higher, ...size });
}
