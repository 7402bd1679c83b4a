// The review of a game: mistakes in the list of moves, the accuracy of each player, and a retry.
// @ts-check

import { button, el } from "./dom.js";
import { GLYPHS } from "./move-list.js";
import { Retry } from "./retry.js";

/** @typedef {import("./room.js").Page} Page */
/** @typedef {import("./types.js").Mistake} Mistake */

/**
 * What the server found: mistakes, a line for each player, and totals with dice.
 * @typedef {{done: true, mistakes: Mistake[],
 *   players: {name: string, accuracy: number | null, counts: number[]}[],
 *   totals: {name: string, decisions: number, loss: number, rate: number,
 *     rating: string}[]}} Found
 */

const MAX_MISTAKES = 3;
const KINDS = [6, 2, 4]; // the glyphs of mistakes, as the server counts them

/** `page` is the RoomPage. */
export class Review {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Found | null} */
    this.found = null; // before the first review
    this.isRunning = false;
    this.button = button("Review", () => this.start());
    this.element = el("div", { class: "mistakes" });
    this.retry = new Retry(page);
  }

  /** The mistakes that are still in the game. */
  get mistakes() {
    const { written } = this.page.live;
    return (this.found?.mistakes ?? []).filter(({ ply, text }) => written[ply - 1] === text);
  }

  /**
   * The glyphs of the mistakes by ply.
   * @returns {Record<number, number>}
   */
  get marks() {
    return Object.fromEntries(this.mistakes.map(({ ply, nag }) => [ply, nag]));
  }

  /** The mistakes of the players of this page; of all if it plays all or none. */
  get own() {
    const { yours } = this.page.live;
    const isPlayer = yours.includes(true) && yours.includes(false);
    return this.mistakes.filter(({ player }) => !isPlayer || yours[player]);
  }

  /** @param {boolean} isHidden */
  update(isHidden) {
    const { live } = this.page;
    this.button.hidden = live.plies < 2 || isHidden;
    if (live.reviewed && !this.found && !this.isRunning && !this.button.hidden) this.start();
    this.element.hidden = this.retry.isOn;
    this.retry.update();
  }

  start() {
    const { page } = this;
    this.isRunning = true;
    if (page.analysis.isOn) page.analysis.toggle();
    this.button.disabled = true;
    page.socket.send({ type: "review" }, false);
  }

  /** The connection is new, so that no answer comes any more. */
  reconnected() {
    this.isRunning = false;
    this.button.disabled = false;
    this.button.textContent = "Review";
  }

  /** @param {{done?: undefined, ply: number, share: number} | Found} message */
  receive(message) {
    const { page } = this;
    if (message.done) {
      this.reconnected();
      this.found = message;
      this.show(message);
    } else {
      page.live.shares[message.ply] = message.share;
      this.button.textContent = `Reviewing … ${message.ply} of ${page.live.plies}`;
    }
    page.update();
  }

  /** @param {Found} found */
  show({ players, totals }) {
    const items = biggest(this.mistakes).map(({ ply, text, nag, best, verdict, lost }) => {
      const { round, begins } = this.page.study.tree.get(ply);
      const label = `${round}${begins ? "." : "…"} ${text}${GLYPHS[nag][0]}`;
      const go = button(label, () => this.page.show(ply - 1));
      return el("li", {}, go, lost && ` (${lost})`, ` better: ${best} (${verdict})`);
    });
    const sums = totals.map((total) => el("p", { class: "counts" }, totalText(total)));
    const isOwn = this.own.length > 0;
    const again = button("Retry your mistakes", () => this.retry.start(this.own), {
      class: "main",
    });
    this.element.replaceChildren(
      players.length ? accuracyTable(players) : "",
      isOwn ? again : "",
      el("h2", {}, items.length ? "Biggest mistakes" : "No big mistakes"),
      el("ul", {}, items),
      ...sums,
    );
  }
}

/**
 * The mistakes that lost most, in the order of the game.
 * @param {Mistake[]} mistakes
 */
function biggest(mistakes) {
  const worst = [...mistakes].sort((a, b) => b.loss - a.loss).slice(0, MAX_MISTAKES);
  return worst.sort((a, b) => a.ply - b.ply);
}

/**
 * A row for each player: the accuracy, and how many mistakes of each kind.
 * @param {Found["players"]} players
 */
function accuracyTable(players) {
  const kinds = KINDS.map((nag) => {
    const [sign, name] = GLYPHS[nag];
    return el("th", { scope: "col", title: `${name}s` }, el("abbr", { title: `${name}s` }, sign));
  });
  const head = [
    el("th", { scope: "col" }, "Player"),
    el("th", { scope: "col" }, "Accuracy"),
    kinds,
  ];
  const rows = players.map(({ name, accuracy, counts }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", {}, accuracy === null ? "–" : `${accuracy.toFixed(0)} %`),
      counts.map((count) => el("td", {}, `${count}`)),
    ),
  );
  return el(
    "table",
    { class: "accuracy" },
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, rows),
  );
}

/**
 * One line about the errors of a player in a game with dice.
 * @param {Found["totals"][number]} total
 */
function totalText({ name, decisions, loss, rate, rating }) {
  if (!decisions) return `${name}: no decision`;
  const lost = `${loss.toFixed(3)} lost in ${decisions} decisions`;
  return `${name}: ${lost}, ${rate.toFixed(3)} each: ${rating}`;
}
