// The analysis panel: the evaluation bar, the engine's lines, past games, and the review.
// @ts-check

import { button, el } from "./dom.js";
import { EngineLines } from "./engine-lines.js";
import { drawGraph } from "./graph.js";
import { Review } from "./review.js";
import { load, store } from "./storage.js";

/** @typedef {import("./types.js").Result} Result */

/**
 * How often a move was played, and what followed; and what an equilibrium does instead of a move.
 * @typedef {{move: string, games: number, wins: number, draws: number, losses: number}} Explored
 * @typedef {{ply: number, name: string, sees: string[], played: string,
 *   moves: Record<string, number>}} Advice
 */

const LINES = 3;
const MOST_LINES = 5;
const LINES_WITH_DICE = 5; // the lines are short: no one knows the next roll
/** @type {Record<string, string>} */
const SOURCES = {
  search: "Search",
  proven: "Search (proven)",
  book: "Opening book",
  table: "Endgame table",
};

export class Analysis {
  /**
   * `page` is the RoomPage.
   * @param {import("./room.js").Page} page
   */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.isPaused = false;
    this.isExploring = false;
    /** @type {Result | null} */
    this.result = null; // the newest result for the position that is shown
    /** @type {number | null} */
    this.analysedPly = null; // the node that the server was asked about
    /** @type {number | null} */
    this.exploredPly = null;
    this.bar = el("div", { class: "bar", role: "img" }, el("div", {}));
    const pressed = { "aria-pressed": "false" };
    this.toggleButton = button("Analyse", () => this.toggle(), pressed);
    this.exploreButton = button("Past games", () => this.toggleExplorer(), pressed);
    this.review = new Review(page);
    this.adviceButton = button("Equilibrium", () => this.advise(), {
      title: "What an equilibrium would have done",
    });
    this.summary = el("p", { class: "counts" });
    this.lines = new EngineLines(page);
    this.count = this.lineCount();
    this.pauseButton = button("Pause", () => this.pause());
    const about = el("label", {}, "Lines ", this.count);
    this.engine = el("div", { class: "engine", hidden: true }, about, this.pauseButton);
    this.explorer = el("div", { class: "explorer" });
    this.graph = el("div", { class: "graph" });
    this.advice = el("div", { class: "advice" });
    this.panel = el(
      "section",
      { class: "analysis", "aria-label": "Analysis" },
      el(
        "div",
        { class: "tools" },
        this.toggleButton,
        page.games.archive ? this.exploreButton : "",
        this.review.button,
        this.adviceButton,
        this.engine,
      ),
      this.summary,
      this.lines.element,
      this.explorer,
    );
    this.findings = el(
      "section",
      { class: "findings", "aria-label": "Review" },
      this.graph,
      this.review.element,
      this.advice,
    );
  }

  /** Forget the result, because the position changes. */
  clear() {
    this.result = null;
  }

  /** The connection is new: ask the server again. */
  reconnected() {
    this.analysedPly = null;
    this.exploredPly = null;
    this.review.reconnected();
  }

  /** The cells of the best move, to be shown on the board. */
  bestCells() {
    const { shown } = this.page;
    const { retry } = this.review;
    const isKnown = this.isOn && this.result?.ply === shown.node;
    const found = isKnown ? this.result?.lines[0]?.moves[0] : null;
    const best = retry.isThere && retry.answer ? retry.answer : found;
    const move = shown.moves.find(({ text }) => text === best);
    return move?.cells.map((cells) => cells[cells.length - 1]) ?? [];
  }

  update() {
    const { shown, live, game } = this.page;
    if (this.isOn && this.analysedPly !== shown.node) this.start();
    if (this.isExploring && this.exploredPly !== shown.node) this.explore();
    this.toggleButton.hidden = !game.engine;
    this.exploreButton.hidden = game.hidden && !live.over; // it would show the hidden cards
    const isSecret = game.hidden && !live.over;
    const isContest = live.guests.length > 0 && !live.over && live.yours.includes(true);
    this.toggleButton.disabled = this.page.isCovered || isContest; // others may look, or play
    this.review.update(!game.engine || isSecret || isContest);
    this.adviceButton.hidden = !game.hidden || !live.over;
    this.advice.hidden = isSecret;
    this.updateBar();
    this.updateResult();
    drawGraph(this.graph, this.page);
  }

  /** The bar shows the evaluation for the first player. */
  updateBar() {
    const { shown, live, game } = this.page;
    const share = live.shares[shown.node];
    const label = `Evaluation for ${live.names[0]}: ${Math.round(100 * share)} of 100`;
    const fill = /** @type {HTMLElement} */ (this.bar.firstChild);
    fill.style.height = share === undefined ? "" : `${100 * share}%`;
    this.bar.classList.toggle("unknown", share === undefined);
    this.bar.classList.toggle("flipped", this.page.flipped !== Boolean(game.below));
    this.bar.classList.toggle("dark-first", live.tokens[0].colour === "black");
    this.bar.hidden = live.names.length !== 2 || !game.engine;
    this.bar.setAttribute("aria-label", share === undefined ? "Not analysed" : label);
  }

  // The engine -----------------------------------------------------------------------------------

  toggle() {
    this.isOn = !this.isOn;
    this.isPaused = false;
    this.toggleButton.setAttribute("aria-pressed", `${this.isOn}`);
    if (this.isOn) this.start();
    else this.page.socket.send({ type: "stop" }, false);
    this.page.update();
  }

  /** A choice of the number of lines, remembered for all games. */
  lineCount() {
    const numbers = Array.from({ length: MOST_LINES }, (_, i) => i + 1);
    const select = el(
      "select",
      {},
      numbers.map((n) => el("option", { value: n }, `${n}`)),
    );
    select.onchange = () => {
      store("lines", Number(select.value));
      if (!this.isPaused) this.start();
    };
    return select;
  }

  /** Let the search wait, or go on. */
  pause() {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.page.socket.send({ type: "stop" }, false);
    else this.start();
    this.page.update();
  }

  /** Whether the position that is shown has a winner already. */
  get isEnd() {
    return this.page.shown.player === null;
  }

  /** Ask for an analysis of the position that is shown. */
  start() {
    const { shown, game } = this.page;
    this.count.value = load("lines") ?? (game.chance ? LINES_WITH_DICE : LINES);
    if (this.analysedPly !== shown.node) this.result = null;
    this.analysedPly = shown.node;
    if (this.isEnd || this.isPaused) return;
    const lines = Number(this.count.value);
    this.page.socket.send({ type: "analyse", ply: shown.node, lines }, false);
  }

  /** @param {Result} message */
  showResult(message) {
    const { live, shown } = this.page;
    if (!this.isOn || this.isPaused || message.ply !== shown.node) return;
    this.result = message;
    this.isPaused = message.done && message.source === "search"; // a day is over
    live.shares[message.ply] = message.share;
    this.page.update();
  }

  updateResult() {
    const { shown, game } = this.page;
    const isHidden = !this.isOn;
    this.engine.hidden = this.summary.hidden = this.lines.element.hidden = isHidden;
    if (isHidden) return;
    const result = this.result?.ply === shown.node ? this.result : null;
    const waiting = this.isPaused ? "Paused" : "Thinking …";
    const about = this.isEnd ? "The game is over." : waiting;
    this.summary.textContent = result ? summaryText(result, this.isPaused) : about;
    this.lines.element.style.setProperty("--count", this.count.value);
    this.lines.show(shown.node, result?.lines ?? [], game.chance);
    this.pauseButton.textContent = this.isPaused ? "Go on" : "Pause";
    this.pauseButton.disabled = this.isEnd || Boolean(result?.done && !this.isPaused);
  }

  // Past games -----------------------------------------------------------------------------------

  toggleExplorer() {
    this.isExploring = !this.isExploring;
    this.exploreButton.setAttribute("aria-pressed", `${this.isExploring}`);
    this.exploredPly = null;
    this.explorer.replaceChildren();
    this.update();
  }

  explore() {
    const { node: ply } = this.page.shown;
    this.exploredPly = ply;
    this.explorer.replaceChildren();
    this.page.socket.send({ type: "explore", ply }, false);
  }

  /** @param {{ply: number, moves: Explored[]}} message */
  showExplored({ ply, moves }) {
    if (!this.isExploring || ply !== this.page.shown.node) return;
    const empty = el("p", { class: "counts" }, "No past game reached this position.");
    this.explorer.replaceChildren(moves.length ? this.exploredTable(moves) : empty);
  }

  /** @param {Explored[]} moves */
  exploredTable(moves) {
    const titles = ["move", "games", "won", "drawn", "lost"];
    const head = titles.map((title) => el("th", { scope: "col" }, title));
    const rows = moves.map(({ move, games, wins, draws, losses }) => {
      const total = wins + draws + losses;
      const percent = (/** @type {number} */ count) =>
        total ? `${Math.round((100 * count) / total)} %` : "";
      const play = button(move, () => this.playExplored(move));
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, this.page.canMove ? play : move),
        el("td", {}, games.toLocaleString("en")),
        [wins, draws, losses].map((count) => el("td", {}, percent(count))),
      );
    });
    return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
  }

  /**
   * Play a move from the table, if the board still shows its position.
   * @param {string} move
   */
  playExplored(move) {
    const { canMove, shown } = this.page;
    if (canMove && this.exploredPly === shown.node) this.page.move(move);
  }

  // After a game with hidden cards --------------------------------------------------------------

  /** Ask what an equilibrium would have done in each decision. */
  advise() {
    this.adviceButton.disabled = true;
    this.advice.replaceChildren(el("p", { class: "counts" }, "Solving …"));
    this.page.socket.send({ type: "advise" }, false);
    setTimeout(() => (this.adviceButton.disabled = false), 2000);
  }

  /** @param {{rows: Advice[], exploitability: number | null}} message */
  showAdvised({ rows, exploitability }) {
    this.adviceButton.disabled = false;
    const items = rows.map(({ ply, name, played, moves }) => {
      const chances = Object.entries(moves).map(([text, chance]) => {
        const shown = `${text}\u00a0${Math.round(100 * chance)}\u00a0%`;
        return el(text === played ? "strong" : "span", {}, shown);
      });
      const show = button(`${ply}. ${played}`, () => this.page.show(ply - 1));
      return el("li", {}, show, ` ${name}: `, ...chances.flatMap((one) => [one, " "]));
    });
    const gap = exploitability === null ? "" : `Exploitability ${exploitability.toPrecision(2)}. `;
    const about = `${gap}The move that was played is bold.`;
    this.advice.replaceChildren(
      el("h2", {}, "What an equilibrium would have done"),
      el("ul", {}, items),
      el("p", { class: "counts" }, about),
    );
  }
}

/**
 * One line about a search: where the result is from, its depth, nodes and speed.
 * @param {Result} result
 * @param {boolean} isPaused
 */
function summaryText({ source, depth, nodes, seconds, done }, isPaused) {
  const name = SOURCES[source] ?? source;
  const end = done ? "" : " …";
  if (source !== "search" && source !== "proven") return name + end;
  const speed = seconds > 0 ? nodes / seconds : 0;
  const rate = speed >= 1e6 ? `${(speed / 1e6).toFixed(1)}M` : `${Math.round(speed / 1e3)}k`;
  const pace = isPaused ? "paused" : `${rate} nodes/s${end}`;
  return `${name}: depth ${depth}, ${nodes.toLocaleString("en")} nodes, ${pace}`;
}
