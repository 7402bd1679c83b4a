// A premove: cells that the user clicks while others are to move. It stays in the browser until it
// is the user's turn, so that no one can know it.
// @ts-check

/** @typedef {import("./types.js").Board} Board */

/** The cells of a premove. */
export class Premove {
  constructor() {
    /** @type {number[]} */
    this.cells = [];
    /** @type {string[]} */
    this.names = [];
    this.since = 0; // the ply at which it was made
  }

  clear() {
    this.cells = [];
    this.names = [];
    this.since = 0;
  }

  /**
   * A cell was clicked at a ply. `clicks` is the number of clicks of the user's moves so far; 0 if
   * it is not known. Then a move that begins on an empty cell has one click.
   * @param {number} i
   * @param {Board} board
   * @param {number} ply
   * @param {number} clicks
   */
  touch(i, board, ply, clicks) {
    const [first, ...more] = this.cells;
    const isAgain = this.cells.includes(i);
    const isLonger =
      first !== undefined && !more.length && clicks !== 1 && hasPiece(board.cells[first]);
    if (isAgain) this.clear();
    else if (isLonger) this.cells.push(i);
    else this.cells = more.length && !hasPiece(board.cells[i]) ? [] : [i];
    this.names = this.cells.map((cell) => board.cells[cell].name);
    this.since = ply;
  }

  /**
   * It is the user's turn: the moves that are meant, and the cells that stay selected if more
   * clicks are needed. Both are empty if the premove is not legal. The premove is cleared.
   * @template {{cells: number[][]}} Choice
   * @param {Choice[]} moves
   * @param {Board} board
   * @param {number} ply
   * @returns {{meant: Choice[], selected: number[]}}
   */
  resolve(moves, board, ply) {
    const { cells, names, since } = this;
    this.clear();
    const isSame = cells.every((cell, i) => board.cells[cell]?.name === names[i]);
    if (!cells.length || ply <= since || !isSame) return { meant: [], selected: [] };
    const begins = (/** @type {Choice} */ move) =>
      cells.every((cell, i) => move.cells[i]?.includes(cell));
    const exact = moves.filter((move) => begins(move) && move.cells.length === cells.length);
    if (exact.length) return { meant: exact, selected: [] };
    const last = cells[cells.length - 1];
    const hasEnds = (/** @type {Choice} */ move) =>
      move.cells[0].includes(cells[0]) && move.cells[move.cells.length - 1].includes(last);
    const direct = cells.length > 1 ? moves.filter(hasEnds) : [];
    if (direct.length) return { meant: direct, selected: [] };
    return { meant: [], selected: moves.some(begins) ? cells : [] };
  }
}

/**
 * Whether something lies on a cell.
 * @param {{piece?: string, pieces?: object[]}} cell
 */
export const hasPiece = ({ piece, pieces }) => Boolean(piece || pieces?.length);
