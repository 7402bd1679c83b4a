// Draws any board as SVG. The server sends cells with x, y, w, h in squares from the top left.
// @ts-check

import { drawDice } from "./dice.js";
import { svg } from "./dom.js";
import { flippedBox } from "./flipping.js";
import { drawPiece } from "./pieces.js";
import { arrowEnds, drawCube, drawLabels, drawShapes, drawStack, placeStack } from "./stacks.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Cell} Cell */

const EDGE = 0.04; // space around the board
const MARGIN = 0.34; // space for the names of rows or columns
const NAME = 0.0255; // the least size of a name, as a share of the board
const WIDE_MARGIN = 1.2; // space for headings, as of a hand of cards
const SQUARES = ["plain", "chequered", "felt"]; // grounds with a rectangle for each cell

/**
 * A picture of a board for the gallery, or null if the board is text.
 * @param {Board} board
 * @param {string} label
 */
export function boardPicture(board, label) {
  if (board.text !== undefined) return null;
  const pieces = board.cells.flatMap(drawPieces);
  return boardFrame(board, false, label, [...drawGround(board, false), ...pieces], false);
}

/**
 * The pieces on a cell: none, one, or a stack.
 * @param {Cell} cell
 */
export function drawPieces(cell) {
  if (cell.pieces) return drawStack(cell);
  return cell.piece ? [drawPiece(cell)] : [];
}

/**
 * The SVG element of a board and its dice, with the names of rows and columns if `withNames`.
 * @param {Board} board
 * @param {boolean} flipped
 * @param {string} label
 * @param {Element[]} children
 * @param {boolean} withNames
 */
export function boardFrame(board, flipped, label, children, withNames) {
  const left = withNames ? leftMargin(board) : EDGE;
  const hasColumns = withNames && board.columns.some(({ text }) => text);
  const above = hasColumns && board.above ? marginOf(board) : EDGE;
  const below = hasColumns && !board.above ? marginOf(board) : EDGE;
  const foot = below + board.tray;
  const height = above + board.height + foot;
  const width = board.width + left + EDGE;
  const share = (/** @type {number} */ length) => (length / height).toFixed(4);
  const attributes = {
    class: `board ${board.ground}`,
    role: withNames ? "group" : "img",
    "aria-label": label,
    viewBox: `${-left} ${-above} ${width} ${height}`,
    style: `--ratio: ${share(width)}; --head: ${share(above)}; --foot: ${share(foot)}`,
  };
  const names = withNames ? drawNames(board, flipped, left, above) : [];
  const top = board.tray ? board.height + below : 0; // without a tray, dice lie on the board
  const cube = drawCube(board, flipped);
  return svg("svg", attributes, ...children, ...names, drawDice(board, top), cube);
}

/** @param {Board} board */
function leftMargin(board) {
  if (!board.rows.some(({ text }) => text)) return EDGE;
  return board.kind === "cards" || board.rows[0].text.length > 2 ? WIDE_MARGIN : marginOf(board);
}

/**
 * The space for a row of names: more on a large board, whose squares are small.
 * @param {Board} board
 */
function marginOf(board) {
  return Math.max(MARGIN, (NAME * Math.max(board.width, board.height)) / 0.6);
}

/**
 * @param {Board} board
 * @param {boolean} flipped
 * @param {number} left
 * @param {number} above
 */
function drawNames(board, flipped, left, above) {
  const extent = Math.max(board.width, board.height);
  const size = Math.max(NAME * extent, Math.min(MARGIN * 0.6, 0.02 * extent + 0.06));
  /** @type {(x: number, y: number, fontSize: number, text: string) => SVGElement} */
  const draw = (x, y, fontSize, text) =>
    svg("text", { class: "name", x, y, "font-size": fontSize, "aria-hidden": true }, text);
  /** @type {(x: number, y: number) => {x: number, y: number}} */
  const at = (x, y) => (flipped ? flippedBox(board, { x, y }) : { x, y });
  const columnY = board.above ? -above / 2 : board.height + marginOf(board) / 2;
  const columns = board.columns
    .filter(({ text }) => text)
    .map(({ x, text }) => draw(at(x, 0).x, columnY, size, text));
  const rowSize = left === WIDE_MARGIN ? Math.min(0.27, Math.max(0.24, size)) : size;
  const rows = board.rows
    .filter(({ text }) => text)
    .map(({ y, text }) => draw(-left / 2, at(0, y).y, rowSize, text));
  return [...columns, ...rows, ...drawCellNames(board, flipped)];
}

/**
 * Names in the corners of the cells, if neither rows nor columns have names.
 * @param {Board} board
 * @param {boolean} flipped
 */
function drawCellNames(board, flipped) {
  const hasNames = [...board.columns, ...board.rows].some(({ text }) => text);
  if (board.kind !== "grid" || hasNames || board.ground === "lines") return [];
  return board.cells
    .filter(({ name, w }) => name && name.length <= 3 && w === 1)
    .map((cell) => {
      const { x, y, name } = placeCell(board, cell, flipped);
      const at = { x: x + 0.035, y: y + 0.1 };
      return svg("text", { class: "corner", ...at, "font-size": 0.16, "aria-hidden": true }, name);
    });
}

/**
 * What is below the pieces: the ground, squares or holes, lines and points.
 * @param {Board} board
 * @param {boolean} flipped
 */
export function drawGround(board, flipped) {
  const { width, height, ground } = board;
  const corner = ground === "wells" ? 0.2 : 0;
  /** @type {SVGElement[]} */
  const drawn = [svg("rect", { class: "ground", x: 0, y: 0, width, height, rx: corner })];
  if (board.kind === "cards") drawn.splice(0, 1, drawTable(board));
  drawn.push(...drawShapes(board, flipped), ...drawLabels(board, flipped));
  const cells = board.cells.map((cell) => placeCell(board, cell, flipped));
  if (ground === "wells") drawn.push(...cells.map((cell) => drawCircle(cell, "well", 0.41)));
  if (SQUARES.includes(ground)) drawn.push(...cells.map(drawSquare));
  /** @type {(x: number, y: number) => {x: number, y: number}} */
  const point = (x, y) => (flipped ? flippedBox(board, { x, y }) : { x, y });
  for (const [fromX, fromY, toX, toY] of board.lines) {
    const { x: x1, y: y1 } = point(fromX, fromY);
    const { x: x2, y: y2 } = point(toX, toY);
    drawn.push(svg("line", { class: "line", x1, y1, x2, y2 }));
  }
  if (ground === "points") drawn.push(...cells.map((cell) => drawCircle(cell, "point", 0.09)));
  const stars = cells.filter(({ star }) => star);
  drawn.push(...stars.map((cell) => drawCircle(cell, "point", 0.08)));
  return drawn;
}

/**
 * The table below cards, and below the names beside them.
 * @param {Board} board
 */
function drawTable({ width, height }) {
  const [x, y] = [-WIDE_MARGIN, -EDGE];
  const size = { width: width - x + EDGE, height: height + 2 * EDGE, rx: 0.1 };
  return svg("rect", { class: "ground", x, y, ...size });
}

/** @param {Cell} cell */
function drawSquare({ x, y, w, h, dark }) {
  return svg("rect", { class: `square ${dark ? "dark" : "light"}`, x, y, width: w, height: h });
}

/**
 * A circle in the middle of a cell.
 * @param {Box} cell
 * @param {string} className
 * @param {number} r
 */
export function drawCircle(cell, className, r) {
  const [cx, cy] = middle(cell);
  return svg("circle", { class: className, cx, cy, r });
}

/**
 * An arrow from one cell to another.
 * @param {Cell} from
 * @param {Cell} to
 */
export function drawArrow(from, to, className = "arrow") {
  const head = 0.28;
  const [[x1, y1], [x2, y2]] = arrowEnds(from, to).map(middle);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [x3, y3] = [x2 - head * dx, y2 - head * dy];
  const [sideX, sideY] = [0.17 * -dy, 0.17 * dx];
  const points = `${x2},${y2} ${x3 + sideX},${y3 + sideY} ${x3 - sideX},${y3 - sideY}`;
  return svg(
    "g",
    { class: className, "aria-hidden": true },
    svg("line", { x1, y1, x2: x3, y2: y3 }),
    svg("polygon", { points }),
  );
}

/**
 * A cell where it is drawn on a board that may be flipped.
 * @param {Board} board
 * @param {Cell} cell
 * @param {boolean} flipped
 * @returns {Cell}
 */
export function placeCell(board, cell, flipped) {
  if (cell.pieces) return placeStack(board, cell, flipped);
  if (!flipped) return cell;
  return { ...cell, ...flippedBox(board, cell) };
}

/**
 * @param {Box} box
 * @returns {[number, number]}
 */
export function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}
