// Any board, drawn from cells; moves are made by touching, dragging, or by the keyboard.

import { svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

const MARGIN = 0.34;

/** The picture of a board without anything to touch, for the gallery. */
export function picture(board, label) {
  if (board.text !== undefined) return null;
  return frame(
    board,
    false,
    label,
    [...ground(board, false), ...board.cells.filter((c) => c.piece).map((c) => drawPiece(c))],
    false,
  );
}

function frame(board, flipped, label, children, margins) {
  const left =
    margins && board.rows.some((row) => row.text)
      ? board.kind === "cards" || board.rows[0].text.length > 2
        ? 1.2
        : MARGIN
      : 0.04;
  const lower = margins && board.columns.some((column) => column.text) ? MARGIN : 0.04;
  const above = board.above ? lower : 0.04,
    below = board.above ? 0.04 : lower;
  return svg(
    "svg",
    {
      class: `board ${board.ground}`,
      role: margins ? "group" : "img",
      "aria-label": label,
      viewBox: `${-left} ${-above} ${board.width + left + 0.04} ${board.height + above + below}`,
    },
    ...children,
    ...(margins ? names(board, flipped, left, above) : []),
  );
}

function names(board, flipped, left, above) {
  const size = Math.min(MARGIN * 0.6, 0.035 * Math.max(board.width, board.height) + 0.04);
  const across = (x) => (flipped ? board.width - x : x),
    down = (y) => (flipped ? board.height - y : y);
  const columns = board.columns
    .filter((column) => column.text)
    .map(({ x, text }) =>
      svg(
        "text",
        {
          class: "name",
          x: across(x),
          y: board.above ? -above / 2 : board.height + MARGIN / 2,
          "font-size": size,
          "aria-hidden": true,
        },
        text,
      ),
    );
  const rows = board.rows
    .filter((row) => row.text)
    .map(({ y, text }) =>
      svg(
        "text",
        {
          class: "name",
          x: -left / 2,
          y: down(y),
          "font-size": left > 1 ? 0.24 : size,
          "aria-hidden": true,
        },
        text,
      ),
    );
  return [...columns, ...rows, ...corners(board, flipped)];
}

/** The names of squares in their corners, where neither columns nor rows have any. */
function corners(board, flipped) {
  if (
    board.kind !== "grid" ||
    [...board.columns, ...board.rows].some(({ text }) => text) ||
    board.ground === "lines"
  )
    return [];
  return board.cells
    .filter((cell) => cell.name && cell.w === 1)
    .map((cell) => placed(board, cell, flipped))
    .map(({ x, y, name }) =>
      svg(
        "text",
        { class: "corner", x: x + 0.06, y: y + 0.13, "font-size": 0.17, "aria-hidden": true },
        name,
      ),
    );
}

function ground(board, flipped) {
  const drawn = [
    svg("rect", {
      class: "ground",
      x: 0,
      y: 0,
      width: board.width,
      height: board.height,
      rx: board.ground === "wells" ? 0.2 : 0,
    }),
  ];
  for (const cell of board.cells.map((c) => placed(board, c, flipped))) {
    if (board.ground === "wells")
      drawn.push(
        svg("circle", {
          class: "well",
          cx: cell.x + cell.w / 2,
          cy: cell.y + cell.h / 2,
          r: 0.41,
        }),
      );
    else if (["plain", "chequered", "felt"].includes(board.ground))
      drawn.push(
        svg("rect", {
          class: `square ${cell.dark ? "dark" : "light"}`,
          x: cell.x,
          y: cell.y,
          width: cell.w,
          height: cell.h,
        }),
      );
  }
  const turn = (x, y) => (flipped ? [board.width - x, board.height - y] : [x, y]);
  for (const [x1, y1, x2, y2] of board.lines) {
    const [a, b] = turn(x1, y1),
      [c, d] = turn(x2, y2);
    drawn.push(svg("line", { class: "line", x1: a, y1: b, x2: c, y2: d }));
  }
  if (board.ground === "points")
    for (const cell of board.cells.map((c) => placed(board, c, flipped)))
      drawn.push(
        svg("circle", {
          class: "point",
          cx: cell.x + cell.w / 2,
          cy: cell.y + cell.h / 2,
          r: 0.09,
        }),
      );
  return drawn;
}

function placed(board, cell, flipped) {
  return flipped
    ? { ...cell, x: board.width - cell.x - cell.w, y: board.height - cell.y - cell.h }
    : cell;
}

/** A board to play on. `onMove` is told the text of a move, `choose` asks which of several. */
export class Board {
  constructor(onMove, choose) {
    this.onMove = onMove;
    this.choose = choose;
    this.touched = [];
    this.focus = 0;
    this.element = svg("svg");
  }

  /** Show a position; `moves` are those that can be made by touching. */
  show({ board, moves = [], last = [], flipped = false, label = "Board", hint = [] }) {
    Object.assign(this, {
      board,
      moves: moves.filter((move) => move.cells.length),
      last,
      flipped,
      label,
      hint,
    });
    this.touched = [];
    this.draw();
  }

  /** The moves that what was touched so far can become. */
  fitting() {
    return this.moves.filter((move) =>
      this.touched.every((cell, i) => move.cells[i]?.includes(cell)),
    );
  }

  /** Cells that may be touched next: the next of each move, and from the second on also its last. */
  goals() {
    const at = this.touched.length,
      found = new Set();
    for (const { cells } of this.fitting()) {
      for (const cell of cells[at] ?? []) found.add(cell);
      if (at) for (const cell of cells[cells.length - 1]) found.add(cell);
    }
    return found;
  }

  draw() {
    const { board, flipped } = this;
    const goals = this.goals(),
      began = this.touched.length > 0;
    const cells = board.cells.map((cell, i) =>
      this.cell(placed(board, cell, flipped), i, goals, began),
    );
    const drawn = frame(
      board,
      flipped,
      this.label,
      [...ground(board, flipped), svg("g", { class: "cells" }, cells), ...this.arrow()],
      true,
    );
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceWith(drawn);
    this.element = drawn;
    drawn.onkeydown = (event) => this.press(event);
    drawn.onpointerdown = (event) => this.grab(event);
    if (hadFocus) this.nodes()[this.focus]?.focus();
  }

  nodes() {
    return [...this.element.querySelectorAll(".cell")];
  }

  cell(cell, i, goals, began) {
    const isGoal = goals.has(i),
      isTouched = this.touched.includes(i);
    const active = this.moves.length > 0;
    const state = [
      began && isGoal && "goal",
      !began && isGoal && "start",
      isTouched && "touched",
      this.last.includes(i) && "last",
      this.hint.includes(i) && "hint",
    ];
    const spoken =
      [cell.name, cell.piece && (cell.kind ? `${cell.colour} ${cell.kind}` : cell.piece)]
        .filter(Boolean)
        .join(", ") || "empty";
    const interactive = active && (isGoal || isTouched);
    const group = svg(
      "g",
      {
        class: ["cell", ...state.filter(Boolean)].join(" "),
        "data-cell": i,
        role: interactive ? "button" : undefined,
        tabindex: i === this.focus ? 0 : -1,
        "aria-label": interactive ? spoken : undefined,
        "aria-pressed": interactive && isTouched ? "true" : undefined,
      },
      svg("rect", { class: "hit", x: cell.x, y: cell.y, width: cell.w, height: cell.h }),
    );
    if (cell.piece) group.append(drawPiece(cell));
    if (began && isGoal && !isTouched)
      group.append(
        cell.piece && cell.kind !== "edge"
          ? svg("circle", {
              class: "take",
              cx: cell.x + cell.w / 2,
              cy: cell.y + cell.h / 2,
              r: Math.min(cell.w, cell.h) * 0.45,
            })
          : svg("circle", {
              class: "hole",
              cx: cell.x + cell.w / 2,
              cy: cell.y + cell.h / 2,
              r: 0.14,
            }),
      );
    return group;
  }

  arrow() {
    if (this.hint.length < 2) return [];
    const [a, b] = [this.hint[0], this.hint[this.hint.length - 1]].map((i) =>
      placed(this.board, this.board.cells[i], this.flipped),
    );
    const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
    const [x1, y1] = middle(a),
      [x2, y2] = middle(b),
      length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [u, v] = [(x2 - x1) / length, (y2 - y1) / length],
      head = 0.28;
    const [x3, y3] = [x2 - head * u, y2 - head * v];
    return [
      svg(
        "g",
        { class: "arrow", "aria-hidden": true },
        svg("line", { x1, y1, x2: x3, y2: y3 }),
        svg("polygon", {
          points: `${x2},${y2} ${x3 - 0.17 * v},${y3 + 0.17 * u} ${x3 + 0.17 * v},${y3 - 0.17 * u}`,
        }),
      ),
    ];
  }

  /** A cell has been touched: begin, go on, or make the move. */
  async touch(i) {
    if (!this.moves.length) return;
    if (!this.goals().has(i)) {
      const again = this.touched.length > 0 && !this.touched.includes(i);
      this.touched = [];
      if (again && this.goals().has(i)) this.touched = [i];
      this.draw();
      return;
    }
    const before = this.fitting(),
      at = this.touched.length;
    const ends = at ? before.filter(({ cells }) => cells[cells.length - 1].includes(i)) : [];
    const next = before.filter(({ cells }) => cells[at]?.includes(i));
    const whole = next.filter(({ cells }) => cells.length === at + 1);
    const found = whole.length ? whole : next.length ? [] : ends;
    if (!found.length && next.length) {
      this.touched.push(i);
      this.draw();
      return;
    }
    const move =
      found.length === 1 ? found[0].text : await this.choose(found.map(({ text }) => text));
    this.touched = [];
    this.draw();
    if (move) this.onMove(move);
  }

  /** Let go of what was touched. */
  release() {
    if (!this.touched.length) return;
    this.touched = [];
    this.draw();
  }

  at(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell");
    return cell && this.element.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  /** Touch, or drag from one cell to another. */
  grab(event) {
    const start = this.at(event);
    if (start === null || event.button > 0) return;
    event.preventDefault();
    this.focus = start;
    const wasTouched = this.touched.includes(start);
    if (!wasTouched) this.touch(start);
    const piece = this.nodes()[start]?.querySelector(".piece");
    const origin = { x: event.clientX, y: event.clientY };
    const scale = this.element.viewBox.baseVal.width / this.element.getBoundingClientRect().width;
    const base = piece?.getAttribute("transform") ?? "";
    const move = (moved) => {
      if (!this.touched.includes(start) || !piece) return;
      const [x, y] = [(moved.clientX - origin.x) * scale, (moved.clientY - origin.y) * scale];
      piece.setAttribute("transform", `translate(${x} ${y}) ${base}`);
      piece.classList.add("dragged");
    };
    const drop = (dropped) => {
      removeEventListener("pointermove", move);
      piece?.setAttribute("transform", base);
      piece?.classList.remove("dragged");
      piece?.setAttribute("visibility", "hidden");
      const goal = this.at(dropped);
      piece?.removeAttribute("visibility");
      if (goal !== null && goal !== start) this.touch(goal);
      else if (wasTouched && goal === start) this.touch(start);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop, { once: true });
  }

  press(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Escape") {
      this.release();
      return;
    }
    const here = event.target.closest?.(".cell");
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.focus = Number(here.dataset.cell);
      this.touch(this.focus);
    } else if (ways[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      this.step(Number(here.dataset.cell), ...ways[event.key]);
    }
  }

  /** Move the focus to the nearest cell in a direction. */
  step(from, dx, dy) {
    const cells = this.board.cells.map((cell) => placed(this.board, cell, this.flipped));
    const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
    const [x, y] = middle(cells[from]);
    let best = null,
      least = Infinity;
    cells.forEach((cell, i) => {
      const [u, v] = middle(cell),
        along = (u - x) * dx + (v - y) * dy,
        aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 0.05 && along + 3 * aside < least) {
        best = i;
        least = along + 3 * aside;
      }
    });
    if (best === null) return;
    const nodes = this.nodes();
    nodes[this.focus]?.setAttribute("tabindex", -1);
    this.focus = best;
    nodes[best].setAttribute("tabindex", 0);
    nodes[best].focus();
  }
}
