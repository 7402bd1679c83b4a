// The board of a game. Moves are made by clicking, dragging, or with the keyboard.
// @ts-check

import {
  boardFrame,
  drawArrow,
  drawCircle,
  drawGround,
  drawPieces,
  middle,
  placeCell,
} from "./board-drawing.js";
import { svg } from "./dom.js";
import { slide } from "./feedback.js";
import { markColour, Marks } from "./marks.js";
import { pieceName } from "./pieces.js";
import { hasPiece, Premove } from "./premove.js";
import { drawReach, drawStart, rareStarts } from "./starts.js";
import { speak } from "./speech.js";

/** @typedef {import("./types.js").Board} Drawing */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Move | import("./types.js").Step} Choice */

/**
 * What a board shows: see `show`.
 * @typedef {{board: Drawing, moves?: Choice[], last?: number[], flipped?: boolean,
 *   label?: string, hint?: number[], isMove?: boolean, canPremove?: boolean, ply?: number,
 *   line?: string}} Shown
 */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * @template Item
 * @param {Item[]} list
 */
const lastOf = (list) => list[list.length - 1];

/**
 * A board to play on. `onMove(move)` is called with a move, or with a step of one. `choose(moves,
 * place)` asks which of several moves is meant, beside a rectangle on the screen.
 *
 * A move has `cells`: for each click, the cells that may be clicked. `touched` are the cells that
 * have been clicked so far.
 */
export class Board {
  /**
   * @param {(move: Choice) => void} onMove
   * @param {(moves: Choice[], place: DOMRect) => Promise<Choice | null>} choose
   */
  constructor(onMove, choose) {
    this.onMove = onMove;
    this.choose = choose;
    /** @type {number[]} */
    this.touched = [];
    this.premove = new Premove();
    this.marks = new Marks();
    this.clicks = 0; // of the user's moves so far
    this.focus = 0;
    this.element = svg("svg");
    /** @type {Drawing} none before `show` */
    this.board = /** @type {any} */ (undefined);
    /** @type {Choice[]} */
    this.moves = [];
    /** @type {number[]} */
    this.last = [];
    /** @type {number[]} */
    this.hint = [];
    this.flipped = false;
    this.label = "Board";
    this.drawn = "";
    this.canPremove = false;
    this.ply = 0;
    this.line = "";
    /** @type {Set<number>} cells to mark before the first click */
    this.hints = new Set();
    this.arrows = svg("g");
    this.drawings = svg("g");
  }

  /**
   * Show a position. `moves` are the moves that the user may make. If only the hint or the label
   * is new, as during an analysis, cells stay selected and a dragged piece stays in hand. With
   * `isMove` the piece of the last move slides to its place. With `canPremove` the user may choose
   * a move for later, after `ply` moves. `line` are the moves that led here, which have marks of
   * their own.
   * @param {Shown} shown
   */
  show({ board, moves = [], last = [], flipped = false, label = "Board", hint = [], ...more }) {
    const { isMove, canPremove = false, ply = 0, line = "" } = more;
    const touchable = moves.filter((move) => move.cells.length);
    const drawn = JSON.stringify([board, touchable, last, flipped, canPremove, line]);
    const isNew = drawn !== this.drawn;
    Object.assign(this, { board, moves: touchable, last, flipped, label, hint, drawn });
    Object.assign(this, { canPremove, ply, line });
    if (isNew) {
      this.touched = [];
      this.marks.begun = null;
      const { meant, selected } = this.takePremove();
      this.touched = selected;
      this.draw();
      if (isMove) this.slideMove();
      if (meant.length) this.finish(meant, lastOf(lastOf(meant).cells)[0]);
    } else {
      this.element.setAttribute("aria-label", label);
      this.showHint();
    }
  }

  // Which cells can be clicked -------------------------------------------------------------------

  /** The moves that begin with the touched cells. */
  matchingMoves() {
    return this.moves.filter((move) =>
      this.touched.every((cell, i) => move.cells[i]?.includes(cell)),
    );
  }

  /** The cells to click next: the next cell of each move. After the first also its last cell. */
  nextCells() {
    const count = this.touched.length;
    /** @type {Set<number>} */
    const found = new Set();
    for (const { cells } of this.matchingMoves()) {
      for (const cell of cells[count] ?? []) found.add(cell);
      if (count) for (const cell of lastOf(cells)) found.add(cell);
    }
    return found;
  }

  /**
   * A cell was clicked: select it, continue a move, or make the move.
   * @param {number} i
   */
  async touch(i) {
    if (this.canPremove) this.touchPremove(i);
    if (!this.moves.length) return;
    if (!this.nextCells().has(i)) {
      this.touchOther(i);
      return;
    }
    const matching = this.matchingMoves();
    const count = this.touched.length;
    const following = matching.filter(({ cells }) => cells[count]?.includes(i));
    const complete = following.filter(({ cells }) => cells.length === count + 1);
    if (following.length && !complete.length) {
      this.touched.push(i);
      this.draw();
      return;
    }
    const ending = matching.filter(({ cells }) => lastOf(cells).includes(i));
    const meant = complete.length ? complete : ending;
    await this.finish(meant, i);
  }

  /**
   * Make one of some moves, which end on a cell. If there are several, the user chooses one.
   * @param {Choice[]} meant
   * @param {number} i
   */
  async finish(meant, i) {
    const isClear = meant.length === 1 || meant[0].names; // steps between two cells are alike
    const move = isClear ? meant[0] : await this.choose(meant, this.placeOf(i));
    this.touched = [];
    this.draw();
    if (move) this.onMove(move);
  }

  /**
   * A cell outside the current move was clicked: start again there if a move begins there.
   * @param {number} i
   */
  touchOther(i) {
    const startAgain = this.touched.length > 0 && !this.touched.includes(i);
    this.touched = [];
    if (startAgain && this.nextCells().has(i)) this.touched = [i];
    this.draw();
  }

  /** Deselect, or take a premove back. Returns whether there was something. */
  release() {
    if (!this.touched.length && !this.premove.cells.length) return false;
    this.touched = [];
    this.premove.clear();
    this.draw();
    return true;
  }

  // Premoves -------------------------------------------------------------------------------------

  /** @param {number} i */
  touchPremove(i) {
    this.premove.touch(i, this.board, this.ply, this.clicks);
    this.draw();
    const names = this.premove.names.filter(Boolean).join(" ");
    speak(names ? `Premove ${names}` : "No premove");
  }

  /**
   * If it is the user's turn, the moves that the premove means, and what stays selected.
   * @returns {{meant: Choice[], selected: number[]}}
   */
  takePremove() {
    if (this.ply < this.premove.since) this.premove.clear(); // moves were taken back
    if (!this.moves.length) return { meant: [], selected: [] };
    this.clicks = Math.max(...this.moves.map(({ cells }) => cells.length));
    return this.premove.resolve(this.moves, this.board, this.ply);
  }

  // Drawing --------------------------------------------------------------------------------------

  draw() {
    const { board, flipped } = this;
    const next = this.nextCells();
    this.hints = rareStarts(board, this.moves);
    if (isSilent(board.cells[this.focus] ?? {}))
      this.focus = Math.max(
        0,
        board.cells.findIndex((cell) => !isSilent(cell)),
      );
    const cells = board.cells.map((cell, i) =>
      this.drawCell(placeCell(board, cell, flipped), i, next),
    );
    this.arrows = svg("g", { class: "arrows" });
    this.drawings = svg("g", { class: "drawings" });
    const children = [
      ...drawGround(board, flipped),
      svg("g", { class: "cells" }, cells),
      this.arrows,
      this.drawings,
    ];
    const drawn = boardFrame(board, flipped, this.label, children, true);
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceWith(drawn);
    this.element = drawn;
    drawn.onkeydown = (event) => this.pressKey(event);
    drawn.onpointerdown = (event) => this.press(event);
    // A tap is over: its click would fall on what the tap has opened, such as a promotion.
    drawn.ontouchend = (event) => event.cancelable && event.preventDefault();
    drawn.oncontextmenu = (event) => event.preventDefault();
    drawn.classList.toggle("drawing", this.marks.isDrawing);
    this.showHint();
    this.showMarks();
    if (hadFocus) this.cellElements()[this.focus]?.focus();
  }

  /**
   * Where a cell is on the screen.
   * @param {number} i
   */
  placeOf(i) {
    const hit = /** @type {Element} */ (this.cellElements()[i].querySelector(".hit"));
    return hit.getBoundingClientRect();
  }

  cellElements() {
    return /** @type {SVGElement[]} */ ([...this.element.querySelectorAll(".cell")]);
  }

  /**
   * @param {Cell} cell
   * @param {number} i
   * @param {Set<number>} next
   */
  drawCell(cell, i, next) {
    const hasBegun = this.touched.length > 0;
    const isNext = next.has(i);
    const isTouched = this.touched.includes(i);
    const isPremove = this.canPremove && this.premove.cells.includes(i);
    const isButton = (this.moves.length > 0 && (isNext || isTouched)) || this.canPremove;
    const classes = [
      "cell",
      isNext && (hasBegun ? "goal" : "start"),
      isTouched && "touched",
      isPremove && "premove",
      this.last.includes(i) && "last",
      cell.marked && "marked",
    ];
    /** @type {Record<string, any>} */
    const attributes = { class: classes.filter(Boolean).join(" "), "data-cell": i };
    if (isSilent(cell)) attributes["aria-hidden"] = true;
    else
      Object.assign(attributes, {
        role: isButton ? "button" : "img",
        tabindex: i === this.focus ? 0 : -1,
        "aria-label": cellLabel(cell),
      });
    if (isButton && (isTouched || isPremove)) attributes["aria-pressed"] = "true";
    const hit = { class: "hit", x: cell.x, y: cell.y, width: cell.w, height: cell.h };
    const group = svg("g", attributes, drawReach(cell), svg("rect", hit));
    group.append(svg("g", { class: "pieces" }, drawPieces(cell)));
    if (hasBegun && isNext && !isTouched) group.append(drawGoal(cell, this.movingPiece()));
    if (!hasBegun && this.hints.has(i)) group.append(drawStart(cell));
    return group;
  }

  /** Let the piece of the last move slide from its first cell to its last one. */
  slideMove() {
    const { board, last, flipped } = this;
    if (last.length < 2 || board.kind === "stacks" || board.kind === "cards") return;
    const place = (/** @type {number} */ i) => middle(placeCell(board, board.cells[i], flipped));
    const [[x, y], [goalX, goalY]] = [place(last[0]), place(lastOf(last))];
    slide(this.cellElements()[lastOf(last)].querySelector(".pieces"), [x - goalX, y - goalY]);
  }

  /** The piece on top of the stack that was touched first. */
  movingPiece() {
    return this.board.cells[this.touched[0]]?.pieces?.at(-1);
  }

  /** Mark the cells of the best move, with an arrow if it has a start and an end. */
  showHint() {
    this.cellElements().forEach((cell, i) => {
      cell.classList.toggle("hint", this.hint.includes(i));
    });
    this.arrows.replaceChildren(...this.drawArrows(), ...this.drawPremove());
  }

  /** The arrow of a premove from one cell to another. */
  drawPremove() {
    const { board, flipped, canPremove, premove } = this;
    if (!canPremove || premove.cells.length < 2) return [];
    const [from, to] = premove.cells.map((i) => placeCell(board, board.cells[i], flipped));
    return [drawArrow(from, to, "arrow premove")];
  }

  /** The arrow of the best move; for stacks, one for each step. */
  drawArrows() {
    const { hint, board } = this;
    if (hint.length < 2) return [];
    const steps = hint.map((_, i) => hint.slice(i, i + 2)).filter((_, i) => i % 2 === 0);
    const paths = board.kind === "stacks" ? steps : [[hint[0], lastOf(hint)]];
    return paths.map((path) => {
      const [from, to] = path.map((i) => placeCell(board, board.cells[i], this.flipped));
      return drawArrow(from, to);
    });
  }

  // Arrows and circles ---------------------------------------------------------------------------

  /**
   * Show what the user has drawn, and the mark that is being drawn.
   * @param {Mark | null} current
   */
  showMarks(current = null) {
    const { board, flipped, line } = this;
    this.drawings.replaceChildren(...this.marks.draw(board, flipped, line, current));
  }

  /**
   * Draw from the cell under the pointer to the cell where it is let go.
   * @param {PointerEvent} event
   */
  drawMark(event) {
    const from = this.cellAt(event);
    if (from === null) return;
    event.preventDefault();
    const mark = (/** @type {PointerEvent} */ moved) => ({
      from,
      to: this.cellAt(moved) ?? from,
      colour: markColour(event),
    });
    const move = (/** @type {PointerEvent} */ moved) => this.showMarks(mark(moved));
    const drop = (/** @type {PointerEvent} */ dropped) => {
      removeEventListener("pointermove", move);
      this.addMark(mark(dropped));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop, { once: true });
  }

  /** @param {Mark} mark */
  addMark(mark) {
    this.marks.toggle(this.line, mark.from, mark.to, mark.colour);
    this.marks.speak(this.board, mark);
    this.showMarks();
  }

  clearMarks() {
    if (this.marks.clear(this.line)) this.showMarks();
  }

  /** Let clicks and fingers draw, or play again. */
  switchDrawing() {
    this.marks.isDrawing = !this.marks.isDrawing;
    this.marks.begun = null;
    this.touched = [];
    this.draw();
    speak(this.marks.isDrawing ? "Clicks draw" : "Clicks move");
    return this.marks.isDrawing;
  }

  // Pointer and keyboard -------------------------------------------------------------------------

  /**
   * A button of the mouse or a finger: the right button takes a premove back, or draws.
   * @param {PointerEvent} event
   */
  press(event) {
    const isRight = event.button === 2;
    if (isRight && this.release()) return;
    if (isRight || this.marks.isDrawing) this.drawMark(event);
    else this.grab(event);
  }

  /**
   * The number of the cell under the pointer, or null.
   * @param {MouseEvent} event
   */
  cellAt(event) {
    /** @type {SVGElement | null | undefined} */
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell");
    return cell && this.element.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  /**
   * Click a cell, or drag a piece to another cell.
   * @param {PointerEvent} event
   */
  grab(event) {
    const start = this.cellAt(event);
    if (start === null || event.button > 0) return;
    event.preventDefault();
    this.focus = start;
    if (!hasPiece(this.board.cells[start]) && !this.touched.length) this.clearMarks();
    const isHeld = () => this.touched.includes(start) || this.premove.cells.includes(start);
    const wasTouched = isHeld();
    if (!wasTouched) this.touch(start);
    const piece = [...(this.cellElements()[start]?.querySelectorAll(".piece") ?? [])].pop();
    const drag = piece && new Drag(piece, this.element, event);
    const move = (/** @type {PointerEvent} */ moved) => {
      if (drag && isHeld()) drag.move(moved);
    };
    const drop = (/** @type {PointerEvent} */ dropped) => {
      removeEventListener("pointermove", move);
      drag?.end();
      piece?.setAttribute("visibility", "hidden"); // to find the cell below the piece
      const goal = this.cellAt(dropped);
      piece?.removeAttribute("visibility");
      if (goal !== null && goal !== start) this.touch(goal);
      else if (wasTouched && goal === start) this.touch(start);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop, { once: true });
  }

  /** @param {KeyboardEvent} event */
  pressKey(event) {
    if (event.key === "Escape") {
      this.release();
      return;
    }
    /** @type {SVGElement | null} */
    const cell = /** @type {Element} */ (event.target).closest?.(".cell");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.focus = Number(cell.dataset.cell);
      if (this.marks.isDrawing) this.drawByKey(event);
      else this.touch(this.focus);
    } else if (DIRECTIONS[event.key] && isWalked(cell)) {
      event.preventDefault();
      event.stopPropagation();
      this.moveFocus(Number(cell.dataset.cell), ...DIRECTIONS[event.key]);
    }
  }

  /**
   * Enter begins a mark on a cell; on another cell it ends an arrow, on the same one a circle.
   * @param {KeyboardEvent} event
   */
  drawByKey(event) {
    const { marks, focus } = this;
    const from = marks.begun;
    marks.begun = from === null ? focus : null;
    if (from === null) this.showMarks();
    else this.addMark({ from, to: focus, colour: markColour(event) });
  }

  /**
   * Move the focus to the nearest cell in a direction.
   * @param {number} from
   * @param {number} dx
   * @param {number} dy
   */
  moveFocus(from, dx, dy) {
    const centres = this.board.cells.map((cell) =>
      middle(placeCell(this.board, cell, this.flipped)),
    );
    const [x, y] = centres[from];
    /** @type {number | null} */
    let nearest = null;
    let least = Infinity;
    centres.forEach(([u, v], i) => {
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const distance = along + 3 * aside;
      if (isSilent(this.board.cells[i])) return;
      if (along > 0.05 && distance < least) [nearest, least] = [i, distance];
    });
    if (nearest === null) return;
    const elements = this.cellElements();
    elements[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = nearest;
    elements[nearest].setAttribute("tabindex", "0");
    elements[nearest].focus();
  }
}

let isPointed = false; // whether the board was clicked after the last key that is no arrow
addEventListener(
  "pointerdown",
  ({ target }) => {
    isPointed = Boolean(/** @type {Element} */ (target).closest(".board"));
  },
  true,
);
addEventListener(
  "keydown",
  ({ key }) => {
    if (!DIRECTIONS[key]) isPointed = false;
  },
  true,
);

/**
 * Whether arrow keys walk over the board. After a click they step through the moves.
 * `:focus-visible` alone does not tell: a clicked cell that is drawn anew gets the focus again.
 * @param {Element} cell
 */
export function isWalked(cell) {
  return !isPointed && cell.matches(":focus-visible");
}

/** A piece that follows the pointer. */
class Drag {
  /**
   * @param {Element} piece
   * @param {SVGSVGElement} board
   * @param {MouseEvent} event
   */
  constructor(piece, board, { clientX, clientY }) {
    this.piece = piece;
    this.origin = [clientX, clientY];
    this.scale = board.viewBox.baseVal.width / board.getBoundingClientRect().width;
    this.transform = piece.getAttribute("transform") ?? "";
  }

  /** @param {MouseEvent} event */
  move({ clientX, clientY }) {
    const x = (clientX - this.origin[0]) * this.scale;
    const y = (clientY - this.origin[1]) * this.scale;
    this.piece.setAttribute("transform", `translate(${x} ${y}) ${this.transform}`);
    this.piece.classList.add("dragged");
  }

  end() {
    this.piece.setAttribute("transform", this.transform);
    this.piece.classList.remove("dragged");
  }
}

/**
 * Whether a cell means nothing to screen readers: one without a name that no move uses.
 * @param {Partial<Cell>} cell
 */
function isSilent({ name, about, piece, kind }) {
  return !name && !about && (!piece || kind === "dot");
}

/**
 * What a screen reader says for a cell.
 * @param {Cell} cell
 */
function cellLabel(cell) {
  if (cell.about) return cell.about;
  const mark = cell.marked && "marked";
  return [cell.name, cell.piece && pieceName(cell), mark].filter(Boolean).join(", ");
}

/**
 * The mark of a cell where the move can go: a ring around a piece, or a dot.
 * @param {Cell} cell
 * @param {import("./types.js").Piece | undefined} moving
 */
function drawGoal(cell, moving) {
  if (cell.slot) {
    const [only, ...more] = cell.pieces ?? [];
    const isHit = only && !more.length && only.colour !== moving?.colour;
    return isHit ? drawCircle(only, "take", 0.47) : drawSlot(cell.slot);
  }
  if (cell.piece && cell.kind !== "edge")
    return drawCircle(cell, "take", Math.min(cell.w, cell.h) * 0.45);
  return drawCircle(cell, "hole", 0.14);
}

/**
 * Where a piece comes to lie on a stack.
 * @param {import("./types.js").Box} slot
 */
function drawSlot({ x, y, w, h }) {
  const isFlat = h < w / 2;
  const size = { x: x + 0.05, y: y + 0.05 * h, width: w - 0.1, height: h * 0.9 };
  return svg("rect", { class: "slot", ...size, rx: isFlat ? 0.06 : w / 2 });
}
