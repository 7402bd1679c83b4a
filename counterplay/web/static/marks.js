// Arrows and circles that the user draws on a board. Each position of a game has its own.
// @ts-check

import { drawArrow, drawCircle, middle, placeCell } from "./board-drawing.js";
import { svg } from "./dom.js";
import { speak } from "./speech.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Mark} Mark */

/**
 * The colour of a mark, by the keys that are held.
 * @param {MouseEvent | KeyboardEvent} event
 */
export function markColour({ shiftKey, ctrlKey, metaKey, altKey }) {
  const isSecond = shiftKey || ctrlKey || metaKey;
  if (isSecond && altKey) return "yellow";
  if (isSecond) return "red";
  return altKey ? "blue" : "green";
}

/**
 * The marks of a game: for the moves that led to a position, a list of `{from, to, colour}`. A
 * circle ends where it begins.
 */
export class Marks {
  constructor() {
    /** @type {Map<string, Mark[]>} */
    this.byLine = new Map();
    this.isDrawing = false; // whether fingers, clicks and Enter draw
    /** @type {number | null} */
    this.begun = null; // the cell where Enter began a mark
  }

  /** @param {string} line */
  at(line) {
    return this.byLine.get(line) ?? [];
  }

  /**
   * Add a mark. The same mark again removes it; another colour replaces it.
   * @param {string} line
   * @param {number} from
   * @param {number} to
   * @param {string} colour
   */
  toggle(line, from, to, colour) {
    const others = this.at(line).filter((mark) => mark.from !== from || mark.to !== to);
    const isThere = this.at(line).some(
      (mark) => mark.from === from && mark.to === to && mark.colour === colour,
    );
    this.byLine.set(line, isThere ? others : [...others, { from, to, colour }]);
  }

  /**
   * Remove the marks of a position. Returns whether there were any.
   * @param {string} line
   */
  clear(line) {
    this.begun = null;
    return this.at(line).length > 0 && this.byLine.delete(line);
  }

  /**
   * The elements of the marks of a position, and of one that is being drawn.
   * @param {Board} board
   * @param {boolean} flipped
   * @param {string} line
   * @param {Mark | null} current
   */
  draw(board, flipped, line, current = null) {
    const place = (/** @type {number} */ i) => placeCell(board, board.cells[i], flipped);
    const marks = this.at(line).filter(({ from, to }) => board.cells[from] && board.cells[to]);
    const drawn = [...marks, ...(current ? [current] : [])].map(({ from, to, colour }) => {
      if (from === to) return drawRing(place(from), colour);
      return drawArrow(place(from), place(to), `arrow drawn ${colour}`);
    });
    if (this.begun === null || !board.cells[this.begun]) return drawn;
    return [...drawn, drawRing(place(this.begun), "begun")];
  }

  /**
   * Say a mark to screen readers.
   * @param {Board} board
   * @param {Mark} mark
   */
  speak(board, { from, to, colour }) {
    const [first, last] = [board.cells[from].name, board.cells[to].name];
    speak(from === to ? `${colour} circle ${first}` : `${colour} arrow ${first} to ${last}`);
  }
}

/**
 * @param {import("./types.js").Cell} cell
 * @param {string} colour
 */
function drawRing(cell, colour) {
  const spot = cell.pieces?.at(-1) ?? cell.slot ?? cell;
  const [x, y] = middle(spot);
  const radius = Math.max(0.14, Math.min(spot.w, spot.h) / 2 - 0.05);
  const round = { x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius };
  return svg("g", { "aria-hidden": true }, drawCircle(round, `ring drawn ${colour}`, radius));
}
