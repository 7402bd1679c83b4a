// The list of moves: the game by rounds, and below a round its variations and comments.
// @ts-check

import { button, el } from "./dom.js";
import { cardText } from "./pieces.js";

/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./study-tree.js").Node} Node */
/** @typedef {import("./study-tree.js").StudyTree} StudyTree */

const CHANCE = -1;
export const HIDDEN_MOVE = "…"; // what the server sends for a move that is still secret
const FACES = "⚀⚁⚂⚃⚄⚅";
/** @type {Record<string, string[]>} shown beside an engine's move, and the sentence about it */
const SOURCES = {
  book: ["book", "from the book"],
  table: ["table", "from the table"],
  stand_in: ["plain Python", "by plain Python, while the engine was compiled"],
};
/**
 * What the numbers of glyphs in game files stand for, and their names.
 * @type {Record<number, [string, string]>}
 */
export const GLYPHS = {
  1: ["!", "good move"],
  2: ["?", "mistake"],
  3: ["!!", "brilliant move"],
  4: ["??", "blunder"],
  5: ["!?", "interesting move"],
  6: ["?!", "doubtful move"],
  7: ["□", "only move"],
  10: ["=", "equal position"],
  13: ["∞", "unclear position"],
  14: ["⩲", "first player is slightly better"],
  15: ["⩱", "second player is slightly better"],
  16: ["±", "first player is better"],
  17: ["∓", "second player is better"],
  18: ["+−", "first player is winning"],
  19: ["−+", "second player is winning"],
};
export const MOST_OWN = 6; // glyphs up to this number say how good a move is: a move has one

/**
 * Make an empty list. `show(id)` is called with the move that is clicked. A browser drops a click
 * if the list is drawn anew while the mouse is down, so the list looks where the mouse goes down
 * and up.
 * @param {(id: number) => void} show
 */
export function makeMoveList(show) {
  /** @type {number | null} */
  let pressed = null;
  const listeners = {
    onpointerdown: (/** @type {MouseEvent} */ event) =>
      (pressed = event.button ? null : moveAt(event)),
    onpointerup: (/** @type {MouseEvent} */ event) => {
      const id = moveAt(event);
      if (id !== null && id === pressed) show(id);
      pressed = null;
    },
    onclick: (/** @type {MouseEvent} */ { detail, target }) => {
      const id = idOf(target);
      if (!detail && id !== null) show(id); // by a key, or a screen reader
    },
  };
  const list = el("ol", {
    class: "moves",
    "aria-label": "Moves played",
    tabindex: 0,
    ...listeners,
  });
  // A phone is turned, a window made smaller: the move on the board stays in sight.
  new ResizeObserver(() => showCurrent(list)).observe(list);
  return list;
}

/**
 * The number of the move below the mouse; null if there is none.
 * @param {MouseEvent} event
 */
const moveAt = ({ clientX, clientY }) => idOf(document.elementFromPoint(clientX, clientY));

/** @param {EventTarget | null} element */
function idOf(element) {
  /** @type {HTMLElement | null | undefined} */
  const move = /** @type {Element | null} */ (element)?.closest("[data-node]");
  return move ? Number(move.dataset.node) : null;
}

/**
 * Fill `list` with the moves of a tree. `shown` is the number of the node on the board, and
 * `marks` has the glyphs of a review by ply, `kind` is the kind of the board.
 * @param {HTMLElement} list
 * @param {{live: Room, tree: StudyTree, shown: number, marks?: Record<number, number>,
 *   kind: string}} content
 */
export function fillMoveList(list, { live, tree, shown, marks = {}, kind }) {
  const isCards = kind === "cards";
  const areTurns = kind === "stacks" || (!isCards && isInTurns(live));
  const isPaired = live.names.length === 2 && areTurns;
  const item = (/** @type {Node} */ node) => {
    const made = moveButton(live, node, marks[node.id], isCards);
    made.dataset.node = `${node.id}`;
    if (node.id === shown) made.setAttribute("aria-current", "step");
    return made;
  };
  list.classList.toggle("paired", isPaired);
  list.replaceChildren(...new Rows(tree, item, isPaired).made);
  showCurrent(list);
}

/**
 * Whether the two players have moved in turns, each once. Chance does not count.
 * @param {Room} live
 */
function isInTurns({ movers }) {
  const players = movers.filter((mover) => mover !== CHANCE);
  return players.every((mover, i) => !i || mover !== players[i - 1]);
}

/** The rows of the list: a round each, and what is beside its moves. */
class Rows {
  /**
   * @param {StudyTree} tree
   * @param {(node: Node) => HTMLElement} item
   * @param {boolean} isPaired
   */
  constructor(tree, item, isPaired) {
    this.tree = tree;
    this.item = item;
    this.isPaired = isPaired;
    /** @type {HTMLElement[]} */
    this.made = [];
    /** @type {HTMLElement | null} */
    this.row = null;
    /** @type {HTMLElement | null} */
    this.cell = null; // of the turn that goes on
    /** @type {number | null} */
    this.turn = null;
    /** @type {HTMLElement | undefined} */
    this.setup = undefined;
    this.addAside(tree.root);
    for (let ply = 1; ply <= tree.plies; ply += 1) this.addMove(tree.get(ply));
    const after = tree.end.children.filter((child) => !tree.isGame(child));
    if (after.length) this.made.push(aside(after.map((node) => this.variation(node))));
  }

  /** @param {Node} node */
  addMove(node) {
    if (this.isPaired && isSetup(node)) {
      this.setup ??= this.made[this.made.push(aside([])) - 1];
      this.setup.append(this.item(node));
      return;
    }
    if (node.begins || !this.row) {
      const number = el("span", { class: "number", "aria-hidden": true }, `${node.round}.`);
      const isLate = this.isPaired && node.turn === 1; // the second player begins, or goes on
      this.row = el("li", {}, number, isLate ? el("span", { class: "number" }, "…") : "");
      this.made.push(this.row);
      this.cell = this.isPaired ? null : this.row;
    }
    if (!this.cell || (this.isPaired && node.turn !== this.turn))
      this.cell = this.row.appendChild(el("span", { class: "turn" }));
    this.turn = node.turn;
    this.cell.append(this.item(node));
    this.addAside(node);
  }

  /**
   * The comment on a move of the game, and the lines that replace it.
   * @param {Node} node
   */
  addAside(node) {
    const lines = this.tree.isGame(node) ? this.tree.variations(node) : [];
    if (!lines.length && !node.comment) return;
    const comment = node.comment ? [el("p", { class: "comment" }, node.comment)] : [];
    this.made.push(aside([...comment, ...lines.map((line) => this.variation(line))]));
    this.row = null;
  }

  /**
   * A line beside the game. What replaces a move of it stands below that move.
   * @param {Node} first
   */
  variation(first) {
    const box = el("div", { class: "variation" });
    /** @type {HTMLElement | null} */
    let line = null;
    for (let node = first; node; [node] = node.children) {
      const isNumbered = !line || node.begins;
      line ??= box.appendChild(el("div", { class: "line" }));
      if (isNumbered) line.append(numberOf(node));
      line.append(this.item(node));
      if (node.comment) line.append(el("span", { class: "comment" }, node.comment));
      const others = node === first ? [] : this.tree.variations(node);
      box.append(...others.map((other) => this.variation(other)));
      if (others.length) line = null;
    }
    return box;
  }
}

/**
 * Whether chance goes on after a move of chance, as when it sets up the board.
 * @param {Node} node
 */
const isSetup = ({ mover, children }) => mover === CHANCE && children[0]?.mover === CHANCE;

/** @param {Element[]} children */
const aside = (children) => el("li", { class: "aside" }, children);

/** @param {Node} node */
function numberOf({ round, begins }) {
  return el("span", { class: "number" }, begins ? `${round}.` : `${round}…`);
}

/**
 * A move: for chance with a die or a suit, for an engine with where it came from.
 * @param {Room} live
 * @param {Node} node
 * @param {number | undefined} mark of a review
 * @param {boolean} isCards
 */
function moveButton(live, { id, text, mover, nags }, mark, isCards) {
  const [source, about] = SOURCES[live.sources[id]] ?? [];
  const isChance = mover === CHANCE;
  const face =
    (/^[1-6]$/.test(text) && FACES[Number(text) - 1]) ||
    (isCards || /^[1-6]+$/.test(text) ? "" : "⚄");
  const dealt = { class: isCards && !face && "dealt", role: "img", "aria-label": "by chance" };
  const die = el("span", dealt, face && `${face} `);
  const secret = text === HIDDEN_MOVE && "secret";
  const title = isChance ? "by chance" : about;
  const item = button(isChance ? die : "", null, { class: secret, title });
  const own = nags.some((nag) => nag <= MOST_OWN) || !mark ? nags : [mark, ...nags];
  const isRoll = isChance && /^[1-6]{2,}$/.test(text);
  const dice = [...text].map((number) => el("span", { class: "rolled" }, number));
  item.append(
    ...(isRoll ? dice : [isCards ? cardText(text) : text]),
    ...own.map(glyph),
    source ? el("small", {}, ` ${source}`) : "",
  );
  return item;
}

/**
 * A glyph after a move.
 * @param {number} nag
 */
function glyph(nag) {
  const [sign, name] = GLYPHS[nag] ?? [`$${nag}`, ""];
  const attributes = {
    class: `glyph nag-${nag}`,
    role: "img",
    "aria-label": ` ${name}`,
    title: name,
  };
  return el("span", attributes, sign);
}

/**
 * Scroll the list, and nothing else, so that the move on the board is seen.
 * @param {Element} list
 */
function showCurrent(list) {
  const move = list.querySelector("[aria-current]");
  if (!move) return;
  const [frame, box] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 4;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 4;
}
