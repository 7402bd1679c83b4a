// The board of a game. Moves are made by clicking, dragging, or with the keyboard.

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
import { pieceName } from "./pieces.js";

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const lastOf = (list) => list[list.length - 1];

/**
 * A board to play on. `onMove(move)` is called with a move, or with a step of one. `choose(moves)`
 * asks which of several moves is meant.
 *
 * A move has `cells`: for each click, the cells that may be clicked. `touched` are the cells that
 * have been clicked so far.
 */
export class Board {
  constructor(onMove, choose) {
    this.onMove = onMove;
    this.choose = choose;
    this.touched = [];
    this.focus = 0;
    this.element = svg("svg");
  }

  /** Show a position. `moves` are the moves that the user may make. */
  show({ board, moves = [], last = [], flipped = false, label = "Board", hint = [] }) {
    const touchable = moves.filter((move) => move.cells.length);
    Object.assign(this, { board, moves: touchable, last, flipped, label, hint });
    this.touched = [];
    this.draw();
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
    const found = new Set();
    for (const { cells } of this.matchingMoves()) {
      for (const cell of cells[count] ?? []) found.add(cell);
      if (count) for (const cell of lastOf(cells)) found.add(cell);
    }
    return found;
  }

  /** A cell was clicked: select it, continue a move, or make the move. */
  async touch(i) {
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
    const isClear = meant.length === 1 || meant[0].names; // steps between two cells are alike
    const move = isClear ? meant[0] : await this.choose(meant);
    this.touched = [];
    this.draw();
    if (move) this.onMove(move);
  }

  /** A cell outside the current move was clicked: start again there if a move begins there. */
  touchOther(i) {
    const startAgain = this.touched.length > 0 && !this.touched.includes(i);
    this.touched = [];
    if (startAgain && this.nextCells().has(i)) this.touched = [i];
    this.draw();
  }

  /** Deselect. */
  release() {
    if (!this.touched.length) return;
    this.touched = [];
    this.draw();
  }

  // Drawing --------------------------------------------------------------------------------------

  draw() {
    const { board, flipped } = this;
    const next = this.nextCells();
    const cells = board.cells.map((cell, i) =>
      this.drawCell(placeCell(board, cell, flipped), i, next),
    );
    const children = [
      ...drawGround(board, flipped),
      svg("g", { class: "cells" }, cells),
      ...this.drawHint(),
    ];
    const drawn = boardFrame(board, flipped, this.label, children, true);
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceWith(drawn);
    this.element = drawn;
    drawn.onkeydown = (event) => this.pressKey(event);
    drawn.onpointerdown = (event) => this.grab(event);
    if (hadFocus) this.cellElements()[this.focus]?.focus();
  }

  cellElements() {
    return [...this.element.querySelectorAll(".cell")];
  }

  drawCell(cell, i, next) {
    const hasBegun = this.touched.length > 0;
    const isNext = next.has(i);
    const isTouched = this.touched.includes(i);
    const isButton = this.moves.length > 0 && (isNext || isTouched);
    const classes = [
      "cell",
      isNext && (hasBegun ? "goal" : "start"),
      isTouched && "touched",
      this.last.includes(i) && "last",
      this.hint.includes(i) && "hint",
    ];
    const attributes = {
      class: classes.filter(Boolean).join(" "),
      "data-cell": i,
      tabindex: i === this.focus ? 0 : -1,
    };
    if (isButton || cell.about) {
      Object.assign(attributes, { role: isButton ? "button" : "img" });
      attributes["aria-label"] = cellLabel(cell);
    }
    if (isButton && isTouched) attributes["aria-pressed"] = "true";
    const hit = { class: "hit", x: cell.x, y: cell.y, width: cell.w, height: cell.h };
    const group = svg("g", attributes, svg("rect", hit));
    group.append(...drawPieces(cell));
    if (hasBegun && isNext && !isTouched) group.append(drawGoal(cell, this.movingPiece()));
    return group;
  }

  /** The piece on top of the stack that was touched first. */
  movingPiece() {
    return this.board.cells[this.touched[0]]?.pieces?.at(-1);
  }

  /** An arrow for the best move, if it has a start and an end; for stacks, one for each step. */
  drawHint() {
    const { hint, board } = this;
    if (hint.length < 2) return [];
    const steps = hint.map((_, i) => hint.slice(i, i + 2)).filter((_, i) => i % 2 === 0);
    const paths = board.kind === "stacks" ? steps : [[hint[0], lastOf(hint)]];
    return paths.map((path) =>
      drawArrow(...path.map((i) => placeCell(board, board.cells[i], this.flipped))),
    );
  }

  // Pointer and keyboard -------------------------------------------------------------------------

  /** The number of the cell under the pointer, or null. */
  cellAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell");
    return cell && this.element.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  /** Click a cell, or drag a piece to another cell. */
  grab(event) {
    const start = this.cellAt(event);
    if (start === null || event.button > 0) return;
    event.preventDefault();
    this.focus = start;
    const wasTouched = this.touched.includes(start);
    if (!wasTouched) this.touch(start);
    const piece = [...(this.cellElements()[start]?.querySelectorAll(".piece") ?? [])].pop();
    const drag = piece && new Drag(piece, this.element, event);
    const move = (moved) => {
      if (drag && this.touched.includes(start)) drag.move(moved);
    };
    const drop = (dropped) => {
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

  pressKey(event) {
    if (event.key === "Escape") {
      this.release();
      return;
    }
    const cell = event.target.closest?.(".cell");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.focus = Number(cell.dataset.cell);
      this.touch(this.focus);
    } else if (DIRECTIONS[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      this.moveFocus(Number(cell.dataset.cell), ...DIRECTIONS[event.key]);
    }
  }

  /** Move the focus to the nearest cell in a direction. */
  moveFocus(from, dx, dy) {
    const centres = this.board.cells.map((cell) =>
      middle(placeCell(this.board, cell, this.flipped)),
    );
    const [x, y] = centres[from];
    let nearest = null;
    let least = Infinity;
    centres.forEach(([u, v], i) => {
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const distance = along + 3 * aside;
      if (along > 0.05 && distance < least) [nearest, least] = [i, distance];
    });
    if (nearest === null) return;
    const elements = this.cellElements();
    elements[this.focus]?.setAttribute("tabindex", -1);
    this.focus = nearest;
    elements[nearest].setAttribute("tabindex", 0);
    elements[nearest].focus();
  }
}

/** A piece that follows the pointer. */
class Drag {
  constructor(piece, board, { clientX, clientY }) {
    this.piece = piece;
    this.origin = [clientX, clientY];
    this.scale = board.viewBox.baseVal.width / board.getBoundingClientRect().width;
    this.transform = piece.getAttribute("transform") ?? "";
  }

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

/** What a screen reader says for a cell. */
function cellLabel(cell) {
  if (cell.about) return cell.about;
  return [cell.name, cell.piece && pieceName(cell)].filter(Boolean).join(", ") || "empty";
}

/** The mark of a cell where the move can go: a ring around a piece, or a dot. */
function drawGoal(cell, moving) {
  if (cell.slot) {
    const [only, ...more] = cell.pieces;
    const isHit = only && !more.length && only.colour !== moving?.colour;
    return isHit ? drawCircle(only, "take", 0.47) : drawSlot(cell.slot);
  }
  if (cell.piece && cell.kind !== "edge")
    return drawCircle(cell, "take", Math.min(cell.w, cell.h) * 0.45);
  return drawCircle(cell, "hole", 0.14);
}

/** Where a piece comes to lie on a stack. */
function drawSlot({ x, y, w, h }) {
  const isFlat = h < w / 2;
  const size = { x: x + 0.05, y: y + 0.05 * h, width: w - 0.1, height: h * 0.9 };
  return svg("rect", { class: "slot", ...size, rx: isFlat ? 0.06 : w / 2 });
}
