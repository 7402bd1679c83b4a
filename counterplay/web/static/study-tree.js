// The moves of a game with their variations, as a tree. It does not know the page.
// @ts-check

const CHANCE = -1;
const ROOT = 0; // the start. A move of the game has its ply as number, others higher ones.

/** @typedef {import("./types.js").TreeRow} TreeRow */

/**
 * A move, or the start. `turn` is whose turn it belongs to, `round` the number of its round.
 * @typedef {{id: number, parent: Node | null, text: string, mover: number, nags: number[],
 *   comment: string, children: Node[], turn: number | null, begins: boolean, round: number}} Node
 */

/**
 * The tree of a room: nodes by their number. `live.tree` has a row for each, or is null if there
 * is nothing but the moves of the game, which are then `written`.
 */
export class StudyTree {
  /**
   * @param {Pick<import("./types.js").Room, "plies" | "tree" | "movers" | "written" | "player">}
   *   live
   * @param {string[]} written
   */
  constructor(live, written = live.written) {
    this.plies = live.plies;
    this.toMove = live.player; // in the newest position
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    for (const row of live.tree ?? plainRows(live.movers, written)) this.add(row);
    for (const node of this.nodes.values()) this.countRound(node);
  }

  /** @param {TreeRow} row */
  add([id, parent, text, mover, nags, comment]) {
    const above = this.nodes.get(parent) ?? null;
    const node = /** @type {Node} */ ({ id, parent: above, text, mover, nags, comment });
    node.children = [];
    node.parent?.children.push(node);
    this.nodes.set(id, node);
  }

  /**
   * The round of a move: one begins when it is the first player's turn again.
   * @param {Node} node
   */
  countRound(node) {
    const { parent } = node;
    const turn = this.turnOf(node);
    const before = parent?.turn ?? null;
    node.turn = turn ?? before;
    node.begins = parent !== null && (!parent.parent || (turn === 0 && before !== 0));
    node.round = (parent?.round ?? 0) + (node.begins ? 1 : 0);
  }

  /**
   * Whose turn a move belongs to: a roll is part of the turn that follows it.
   * @param {Node} node
   */
  turnOf(node) {
    let found = node;
    while (found.mover === CHANCE && found.children.length) [found] = found.children;
    if (found.mover !== CHANCE) return found.parent && found.mover;
    return found.id === this.plies && this.toMove !== CHANCE ? this.toMove : null;
  }

  get root() {
    return /** @type {Node} */ (this.nodes.get(ROOT));
  }

  /** The last move of the game. */
  get end() {
    return /** @type {Node} */ (this.nodes.get(this.plies));
  }

  /**
   * A node by its number; the end of the game if there is none.
   * @param {number} id
   */
  get(id) {
    return this.nodes.get(id) ?? this.end;
  }

  /** @param {Node} node */
  isGame(node) {
    return node.id <= this.plies;
  }

  /**
   * The first moves of the lines that replace a move.
   * @param {Node} node
   * @returns {Node[]}
   */
  variations(node) {
    const siblings = node.parent?.children ?? [];
    return siblings[0] === node ? siblings.slice(1) : [];
  }

  /**
   * The last move of the line that a node is in.
   * @param {Node} node
   */
  last(node) {
    let found = node;
    while (found.children.length) found = found.children[0];
    return found;
  }

  /**
   * The last ply of the game on the way to a node.
   * @param {Node} node
   */
  branch(node) {
    let found = node;
    while (!this.isGame(found)) found = /** @type {Node} */ (found.parent);
    return found.id;
  }

  /**
   * The sibling before or after a node; null if there is none.
   * @param {Node} node
   * @param {number} step
   * @returns {Node | null}
   */
  sibling(node, step) {
    const siblings = node.parent?.children ?? [];
    return siblings[siblings.indexOf(node) + step] ?? null;
  }
}

/**
 * The rows of a game without variations.
 * @param {number[]} movers
 * @param {string[]} written
 * @returns {TreeRow[]}
 */
function plainRows(movers, written) {
  const rows = written.map(
    (text, i) => /** @type {TreeRow} */ ([i + 1, i, text, movers[i], [], ""]),
  );
  return [[ROOT, -1, "", CHANCE, [], ""], ...rows];
}
