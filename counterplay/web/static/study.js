// Study: walk through the moves and their variations, try moves, and write about them.
// @ts-check

import { button, el, svg } from "./dom.js";
import { GLYPHS, MOST_OWN } from "./move-list.js";
import { load, rememberGame, store } from "./storage.js";
import { StudyTree } from "./study-tree.js";

/** @typedef {import("./study-tree.js").Node} Node */

const LONGEST_COMMENT = 2000;
const ABOUT = "Go to a move and play another one: it becomes a variation.";

/** The walking buttons and the study panel of a room. `page` is the RoomPage. */
export class Study {
  /** @param {import("./room.js").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {StudyTree} null before the first position */
    this.tree = /** @type {any} */ (null);
    /** @type {number | null} */
    this.target = null; // the node that the server was asked for last
    this.tried = false; // whether a move was tried, and the server has not answered yet
    /** @type {(() => void)[]} */
    this.meant = []; // what the user does with that move meanwhile
    /** @type {number | undefined} */
    this.commented = undefined; // the node whose comment is written
    this.walker = this.makeWalker();
    this.glyphs = Object.entries(GLYPHS)
      .slice(0, MOST_OWN)
      .map(([nag, [sign, name]]) => this.glyphButton(Number(nag), sign, name));
    this.comment = el("textarea", {
      rows: 2,
      maxlength: LONGEST_COMMENT,
      placeholder: "Comment",
      "aria-label": "Comment on this move",
      onchange: () => this.keepComment(),
    });
    this.about = el("p", { class: "about" }, ABOUT);
    this.copy = el("a", { class: "button" }, "Study a copy");
    this.promote = button("Make main line", () => this.onceKnown(() => this.change("promote")));
    this.delete = button("Delete from here", () => this.onceKnown(() => this.remove()));
    this.element = el(
      "details",
      { class: "study", open: load("study", false), ontoggle: () => this.remember() },
      el("summary", {}, "Study"),
      el(
        "div",
        { class: "panel" },
        this.about,
        el("div", { class: "glyphs", role: "group", "aria-label": "Glyph" }, this.glyphs),
        this.comment,
        el("div", { class: "tools" }, this.promote, this.delete),
      ),
    );
  }

  makeWalker() {
    /** @type {(d: string, label: string, key: string) => HTMLElement} */
    const walk = (d, label, key) => {
      const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": true }, svg("path", { d }));
      return button(icon, () => this.walk(key), { "aria-label": label, title: label });
    };
    return el(
      "div",
      { class: "walker", role: "group", "aria-label": "Walk through the moves" },
      walk("M6 4v16M19 5l-9 7 9 7z", "First position", "Home"),
      walk("M16 5l-9 7 9 7z", "Previous move", "ArrowLeft"),
      walk("M8 5l9 7-9 7z", "Next move", "ArrowRight"),
      walk("M18 4v16M5 5l9 7-9 7z", "Last move", "End"),
    );
  }

  /**
   * @param {number} nag
   * @param {string} sign
   * @param {string} name
   */
  glyphButton(nag, sign, name) {
    const attributes = {
      "aria-label": name,
      title: name,
      "aria-pressed": "false",
      "data-nag": nag,
    };
    return button(sign, () => this.onceKnown(() => this.mark(nag)), attributes);
  }

  remember() {
    store("study", this.element.open);
  }

  // The state ------------------------------------------------------------------------------------

  /** The node on the board. */
  get node() {
    return this.tree.get(this.page.shown.node);
  }

  /** The node that the user has chosen; its position may be still on its way. */
  get chosen() {
    return this.tree.nodes.get(this.target ?? NaN) ?? this.node;
  }

  /** Whether another position was chosen than that on the board: it is still on its way. */
  get isAway() {
    return this.target !== null && this.target !== this.page.shown.node;
  }

  /** Whether a move on the board that is shown would be a variation. */
  get canTry() {
    const { live, shown } = this.page;
    const isGame = shown.node === live.plies && !live.over;
    return live.study && !isGame && shown.moves.length > 0;
  }

  /** The last ply of the game before the position that is shown. */
  get branch() {
    return this.tree.branch(this.node);
  }

  statusText() {
    const { live, shown } = this.page;
    if (!shown.ply) return "At the start";
    if (shown.node <= live.plies) return `After ${numbered(this.tree.get(shown.node))}`;
    if (shown.player === null) return "Variation: the game is over here";
    if (shown.player < 0) return "Variation: choose what chance does";
    return `Variation: ${this.page.name(shown.player)} to move`;
  }

  // Showing --------------------------------------------------------------------------------------

  /** A position has come. Returns whether it is that of a move that was just tried. */
  arrived() {
    const wasTried = this.tried;
    this.target = null;
    this.tried = false;
    return wasTried;
  }

  /** The tree has the move that was tried: do what the user meant to do with it. */
  doMeant() {
    for (const act of this.meant.splice(0)) act();
  }

  /** The server has refused something, perhaps the move that was tried or the chosen position. */
  refused() {
    this.target = null;
    this.tried = false;
    this.meant = [];
  }

  update() {
    const { live, shown } = this.page;
    this.element.hidden = !live.study;
    const isSecret = this.page.game.hidden && !live.over;
    const isContest = live.guests.length > 0 && !live.over;
    this.copy.hidden = live.study || isSecret || isContest;
    const path = [live.game, isSecret ? "" : live.position].map(encodeURIComponent).join("/");
    this.copy.href = `#/play/${path}`;
    this.about.hidden = Boolean(live.tree);
    this.page.parts.list.classList.toggle("studied", Boolean(live.tree));
    const { node } = this;
    const isStart = !node.parent;
    for (const one of this.glyphs) {
      one.disabled = isStart;
      one.setAttribute("aria-pressed", `${Number(one.dataset.nag) === ownGlyph(node)}`);
    }
    if (document.activeElement !== this.comment || this.commented !== node.id)
      this.comment.value = node.comment;
    this.commented = node.id;
    this.promote.disabled = isStart || this.tree.isGame(node);
    this.delete.disabled = isStart || (this.tree.isGame(node) && !live.own);
    const walkers = /** @type {HTMLButtonElement[]} */ ([...this.walker.children]);
    const [first, previous, next, last] = walkers;
    first.disabled = previous.disabled = shown.node === 0;
    next.disabled = last.disabled = !node.children.length;
  }

  /**
   * The tree has changed, in this window or in another one.
   * @param {Pick<import("./types.js").Room, "version" | "kept" | "tree">} message
   */
  receive({ version, kept, tree }) {
    const { page } = this;
    Object.assign(page.live, { version, kept, tree });
    rememberGame(page.live);
    if (tree) this.element.open = true;
    page.update();
  }

  /** @param {string[]} written */
  readTree(written) {
    this.tree = new StudyTree(this.page.live, written);
  }

  // What the user does ---------------------------------------------------------------------------

  /**
   * Make a move as a variation. Returns whether it is one.
   * @param {string} text
   */
  takes(text) {
    if (!this.canTry) return false;
    this.play([text]);
    return true;
  }

  /**
   * Add moves after the position that is shown.
   * @param {string[]} moves
   */
  play(moves) {
    this.keepComment();
    this.target = null;
    this.tried = true;
    this.page.send({ type: "try", ply: this.page.shown.node, moves });
  }

  /** @param {number} id */
  go(id) {
    this.keepComment();
    this.target = id;
    this.page.send({ type: "show", ply: id });
  }

  /**
   * Walk by a key. Returns whether there is somewhere to go.
   * @param {string} key
   */
  walk(key) {
    const node = this.chosen;
    /** @type {Record<string, () => Node | null | undefined>} */
    const goals = {
      ArrowLeft: () => node.parent,
      ArrowRight: () => node.children[0],
      ArrowUp: () => this.tree.sibling(node, -1),
      ArrowDown: () => this.tree.sibling(node, 1),
      Home: () => this.tree.root,
      End: () => this.tree.last(node),
    };
    const goal = goals[key]?.();
    if (goal) this.go(goal.id);
    return Boolean(goal);
  }

  /** Send a comment that is being written, before another move is shown. */
  keepComment() {
    const node = this.tree.nodes.get(this.commented ?? NaN);
    const { value } = this.comment;
    if (!this.page.live.study || !node || node.comment === value.trim()) return;
    node.comment = value.trim();
    this.annotate(node, ownGlyph(node), value);
  }

  /**
   * Do something with the chosen move. One that was just tried is not in the tree before the
   * server has answered.
   * @param {() => void} act
   */
  onceKnown(act) {
    if (this.tried && this.target === null) this.meant.push(act);
    else act();
  }

  /** @param {string} type */
  change(type) {
    this.page.send({ type, ply: this.chosen.id });
  }

  remove() {
    const node = this.chosen;
    if (this.tree.isGame(node) && !confirm(`Delete ${node.text} and all moves after it?`)) return;
    this.change("delete");
  }

  /**
   * Give the move a glyph, or take it away if the move has it.
   * @param {number} nag
   */
  mark(nag) {
    const node = this.chosen;
    const comment = node.id === this.commented ? this.comment.value : node.comment;
    this.annotate(node, ownGlyph(node) === nag ? null : nag, comment);
  }

  /**
   * @param {Node} node
   * @param {number | null} nag
   * @param {string} comment
   */
  annotate(node, nag, comment) {
    const glyph = GLYPHS[nag ?? NaN]?.[0] ?? "";
    this.page.send({ type: "annotate", ply: node.id, glyph, comment });
  }
}

/**
 * The glyph of a node that says how good the move is; null if it has none.
 * @param {Node} node
 */
function ownGlyph(node) {
  return node.nags.find((nag) => nag <= MOST_OWN) ?? null;
}

/**
 * A move with its number, as in the list of moves.
 * @param {import("./study-tree.js").Node} node
 */
const numbered = ({ round, begins, text }) => `${round}${begins ? "." : "…"} ${text}`;
