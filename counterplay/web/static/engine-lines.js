// The lines of the engine: a click plays one as a variation, pointing at it shows the board.
// @ts-check

import { Board } from "./board.js";
import { el } from "./dom.js";
import { cardText } from "./pieces.js";

/** @typedef {import("./types.js").Line} Line */

const DELAY = 60; // milliseconds before a board is asked for

export class EngineLines {
  /**
   * `page` is the RoomPage.
   * @param {import("./room.js").Page} page
   */
  constructor(page) {
    this.page = page;
    this.element = el("ol", { class: "lines", "aria-label": "Best lines" });
    this.preview = el("div", { class: "preview", hidden: true });
    this.board = new Board(
      () => {},
      async () => null,
    );
    /** @type {number | null} */
    this.node = null; // the node that the lines begin at
    /** @type {string | null} */
    this.wanted = null; // the moves whose board is to be shown
    /** @type {Line[]} */
    this.lines = [];
    this.element.onclick = ({ target }) => this.play(target);
    this.element.onpointerover = (event) =>
      event.pointerType === "mouse" && this.point(event.target);
    this.element.onpointerleave = () => this.hide();
    this.element.addEventListener("focusin", ({ target }) => this.point(target));
    this.element.addEventListener("focusout", () => this.hide());
  }

  close() {
    this.hide();
    this.preview.remove();
  }

  /**
   * Show the lines of a result for a node. Lines that have not changed stay as they are.
   * @param {number} node
   * @param {Line[]} lines
   * @param {boolean} isRanked
   */
  show(node, lines, isRanked) {
    if (node !== this.node) this.hide();
    this.node = node;
    this.lines = lines;
    this.element.classList.toggle("ranked", isRanked);
    const drawn = lines.map(({ moves }) => `${this.page.live.study} ${moves.join(" ")}`);
    const old = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const items = lines.map((line, n) => {
      const kept = old[n]?.dataset.drawn === drawn[n] ? old[n] : this.item(line, n, drawn[n]);
      kept.children[0].textContent = line.verdict;
      kept.children[1].textContent = line.loss;
      return kept;
    });
    items.forEach((item, n) => old[n] === item || this.place(item, old[n]));
    old.slice(items.length).forEach((item) => item.remove());
  }

  /**
   * @param {Element} item
   * @param {Element | undefined} old
   */
  place(item, old) {
    if (!old) this.element.append(item);
    else {
      if (old.contains(document.activeElement) || old.matches(":hover")) this.hide();
      old.replaceWith(item);
    }
  }

  /**
   * @param {Line} found
   * @param {number} line
   * @param {string} drawn
   */
  item({ moves }, line, drawn) {
    const name = this.page.live.study ? "button" : "span";
    const type = this.page.live.study ? "button" : undefined;
    const isCards = this.page.shown.board.kind === "cards";
    const items = moves.map((move, n) => {
      const text = isCards ? cardText(move) : move;
      return el(name, { type, class: "step", "data-line": line, "data-count": n + 1 }, text);
    });
    const attributes = { "data-drawn": drawn };
    const gaps = items.flatMap((item) => [" ", item]);
    return el("li", attributes, el("strong", {}), el("small", {}), gaps);
  }

  /**
   * The moves up to the one that an element shows; null if it shows none.
   * @param {EventTarget | null} target
   */
  movesAt(target) {
    /** @type {HTMLElement | null} */
    const step = /** @type {Element} */ (target).closest?.(".step");
    const { line, count } = step?.dataset ?? {};
    return count ? (this.lines[Number(line)]?.moves.slice(0, Number(count)) ?? null) : null;
  }

  /** @param {EventTarget | null} target */
  play(target) {
    const moves = this.movesAt(target);
    if (!moves || !this.page.live.study || this.node !== this.page.shown.node) return;
    this.hide();
    this.page.study.play(moves);
  }

  // The preview ----------------------------------------------------------------------------------

  /** @param {EventTarget | null} target */
  point(target) {
    const moves = this.movesAt(target);
    const { game, live } = this.page;
    if (!moves || (game.hidden && !live.over)) {
      this.hide();
      return;
    }
    clearTimeout(this.timer);
    this.wanted = moves.join(" ");
    const item = /** @type {Element} */ (/** @type {Element} */ (target).closest("li"));
    this.rectangle = item.getBoundingClientRect();
    const message = { type: "preview", ply: this.node, moves };
    this.timer = setTimeout(() => this.page.socket.send(message, false), DELAY);
  }

  hide() {
    clearTimeout(this.timer);
    this.wanted = null;
    this.preview.hidden = true;
  }

  /**
   * The board of some moves has come.
   * @param {{ply: number, moves: string[], board: import("./types.js").Board,
   *   last: number[]}} message
   */
  showPreview({ ply, moves, board, last }) {
    if (ply !== this.node || moves.join(" ") !== this.wanted) return;
    const { page, preview } = this;
    if (board.text === undefined) {
      const flipped = page.flipped && board.ground !== "wells";
      this.board.show({ board, last, flipped, label: `After ${moves.join(" ")}` });
      preview.replaceChildren(this.board.element);
    } else preview.replaceChildren(el("pre", {}, board.text));
    preview.hidden = false;
    document.body.append(preview);
    const { top } = /** @type {DOMRect} */ (this.rectangle);
    const { left } = this.element.getBoundingClientRect();
    const { width, height } = preview.getBoundingClientRect();
    preview.style.left = `${Math.max(8, left - width - 16)}px`;
    preview.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }
}
