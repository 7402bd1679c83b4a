// The analysis panel: the evaluation bar, the engine's lines, past games, and the review.

import { button, el } from "./dom.js";
import { drawGraph } from "./graph.js";
import { biggestMistakes } from "./review.js";

const LINES = 3;
const LINES_WITH_DICE = 5; // the lines are short: no one knows the next roll
const SOURCES = {
  search: "Search",
  proven: "Search (proven)",
  book: "Opening book",
  table: "Endgame table",
};

export class Analysis {
  /** `page` is the RoomPage. */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.isExploring = false;
    this.result = null; // the newest result for the position that is shown
    this.analysedPly = null; // the ply that the server was asked about
    this.exploredPly = null;
    this.reviewed = {}; // results of the review by ply
    this.bar = el("div", { class: "bar", role: "img" }, el("div", {}));
    const pressed = { "aria-pressed": "false" };
    this.toggleButton = button("Analyse", () => this.toggle(), pressed);
    this.exploreButton = button("Past games", () => this.toggleExplorer(), pressed);
    this.reviewButton = button("Review", () => this.review());
    this.adviceButton = button("Equilibrium", () => this.advise(), {
      title: "What an equilibrium would have done",
    });
    this.summary = el("p", { class: "counts" });
    this.lines = el("ol", { class: "lines" });
    this.explorer = el("div", { class: "explorer" });
    this.graph = el("div", { class: "graph" });
    this.mistakes = el("div", { class: "mistakes" });
    this.advice = el("div", { class: "advice" });
    this.panel = el(
      "section",
      { class: "analysis", "aria-label": "Analysis" },
      el(
        "div",
        { class: "tools" },
        this.toggleButton,
        page.games.archive ? this.exploreButton : "",
        this.reviewButton,
        this.adviceButton,
      ),
      this.summary,
      this.lines,
      this.explorer,
      this.graph,
      this.mistakes,
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
    this.showReviewButton();
  }

  /** The cells of the best move, to be shown on the board. */
  bestCells() {
    const { shown } = this.page;
    if (!this.isOn || this.result?.ply !== shown.ply) return [];
    const best = this.result.lines[0]?.moves[0];
    const move = shown.moves.find(({ text }) => text === best);
    return move?.cells.map((cells) => cells[cells.length - 1]) ?? [];
  }

  update() {
    const { shown, live, game } = this.page;
    if (this.isOn && this.analysedPly !== shown.ply) this.start();
    if (this.isExploring && this.exploredPly !== shown.ply) this.explore();
    this.toggleButton.hidden = !game.engine;
    this.exploreButton.hidden = game.hidden && !live.over; // it would show the hidden cards
    const isSecret = game.hidden && !live.over;
    this.toggleButton.disabled = this.page.isCovered; // another person may still be looking
    this.reviewButton.hidden = live.plies < 2 || !game.engine || isSecret;
    this.adviceButton.hidden = !game.hidden || !live.over;
    this.advice.hidden = isSecret;
    this.updateBar();
    this.updateResult();
    drawGraph(this.graph, this.page);
  }

  /** The bar shows the evaluation for the first player. */
  updateBar() {
    const { shown, live, game } = this.page;
    const share = live.shares[shown.ply];
    const label = `Evaluation for ${live.names[0]}: ${Math.round(100 * share)} of 100`;
    this.bar.firstChild.style.height = `${100 * (share ?? 0.5)}%`;
    this.bar.classList.toggle("flipped", this.page.flipped);
    this.bar.classList.toggle("dark-first", live.tokens[0].colour === "black");
    this.bar.hidden = live.names.length !== 2 || !game.engine;
    this.bar.setAttribute("aria-label", share === undefined ? "Not analysed" : label);
  }

  // The engine -----------------------------------------------------------------------------------

  toggle() {
    this.isOn = !this.isOn;
    this.toggleButton.setAttribute("aria-pressed", this.isOn);
    if (this.isOn) this.start();
    else this.page.socket.send({ type: "stop" }, false);
    this.page.update();
  }

  /** Ask for an analysis of the position that is shown. */
  start() {
    const { shown, live, isLatest } = this.page;
    this.result = null;
    this.analysedPly = shown.ply;
    if (isLatest && live.over) return;
    const lines = this.page.game.chance ? LINES_WITH_DICE : LINES;
    this.page.socket.send({ type: "analyse", ply: shown.ply, lines }, false);
  }

  showResult(message) {
    const { live, shown } = this.page;
    if (!this.isOn || message.ply !== shown.ply) return;
    this.result = message;
    live.shares[message.ply] = message.share;
    this.page.update();
  }

  updateResult() {
    const { live, isLatest } = this.page;
    this.summary.hidden = this.lines.hidden = !this.isOn;
    if (!this.isOn) return;
    const waiting = live.over && isLatest ? "The game is over." : "Thinking …";
    this.summary.textContent = this.result ? summaryText(this.result) : waiting;
    const lines = (this.result?.lines ?? []).map(({ verdict, loss, moves }) =>
      el("li", {}, el("strong", {}, verdict), el("small", {}, loss), " ", moves.join(" ")),
    );
    this.lines.replaceChildren(...lines);
    this.lines.classList.toggle("ranked", this.page.game.chance);
  }

  // Past games -----------------------------------------------------------------------------------

  toggleExplorer() {
    this.isExploring = !this.isExploring;
    this.exploreButton.setAttribute("aria-pressed", this.isExploring);
    this.exploredPly = null;
    this.explorer.replaceChildren();
    this.update();
  }

  explore() {
    const { ply } = this.page.shown;
    this.exploredPly = ply;
    this.explorer.replaceChildren();
    this.page.socket.send({ type: "explore", ply }, false);
  }

  showExplored({ ply, moves }) {
    if (!this.isExploring || ply !== this.page.shown.ply) return;
    const empty = el("p", { class: "counts" }, "No past game reached this position.");
    this.explorer.replaceChildren(moves.length ? this.exploredTable(moves) : empty);
  }

  exploredTable(moves) {
    const titles = ["move", "games", "won", "drawn", "lost"];
    const head = titles.map((title) => el("th", { scope: "col" }, title));
    const rows = moves.map(({ move, games, wins, draws, losses }) => {
      const total = wins + draws + losses;
      const percent = (count) => (total ? `${Math.round((100 * count) / total)} %` : "");
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

  /** Play a move from the table, if the board still shows its position. */
  playExplored(move) {
    const { canMove, shown } = this.page;
    if (canMove && this.exploredPly === shown.ply) this.page.move(move);
  }

  // The review -----------------------------------------------------------------------------------

  review() {
    this.reviewed = {};
    if (this.isOn) this.toggle();
    this.reviewButton.disabled = true;
    this.page.socket.send({ type: "review" }, false);
  }

  showReviewed(message) {
    const { live } = this.page;
    if (message.done) {
      this.showReviewButton();
      this.showMistakes(message.totals);
      return;
    }
    live.shares[message.ply] = message.share;
    this.reviewed[message.ply] = message;
    this.reviewButton.textContent = `Reviewing … ${message.ply} of ${live.plies}`;
    this.update();
  }

  showReviewButton() {
    this.reviewButton.disabled = false;
    this.reviewButton.textContent = "Review";
  }

  /** Ask what an equilibrium would have done in each decision. */
  advise() {
    this.adviceButton.disabled = true;
    this.advice.replaceChildren(el("p", { class: "counts" }, "Solving …"));
    this.page.socket.send({ type: "advise" }, false);
    setTimeout(() => (this.adviceButton.disabled = false), 2000);
  }

  showAdvised({ rows, exploitability }) {
    this.adviceButton.disabled = false;
    const items = rows.map(({ ply, name, sees, played, moves }) => {
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

  showMistakes(totals) {
    const mistakes = biggestMistakes(this.page.live, this.reviewed);
    const items = mistakes.map(({ ply, text, better, verdict, lost }) => {
      const show = button(`${ply}. ${text}`, () => this.page.show(ply - 1));
      return el("li", {}, show, lost && ` (${lost})`, ` better: ${better} (${verdict})`);
    });
    const title = items.length ? "Biggest mistakes" : "No big mistakes";
    const sums = totals.map((total) => el("p", { class: "counts" }, totalText(total)));
    this.mistakes.replaceChildren(el("h2", {}, title), el("ul", {}, items), ...sums);
  }
}

/** One line about the errors of a player in a game with dice. */
function totalText({ name, decisions, loss, rate, rating }) {
  if (!decisions) return `${name}: no decision`;
  const lost = `${loss.toFixed(3)} lost in ${decisions} decisions`;
  return `${name}: ${lost}, ${rate.toFixed(3)} each: ${rating}`;
}

/** One line about a search: where the result is from, its depth, nodes and speed. */
function summaryText({ source, depth, nodes, seconds, done }) {
  const name = SOURCES[source] ?? source;
  const end = done ? "" : " …";
  if (source !== "search" && source !== "proven") return name + end;
  const speed = seconds > 0 ? nodes / seconds : 0;
  const rate = speed >= 1e6 ? `${(speed / 1e6).toFixed(1)}M` : `${Math.round(speed / 1e3)}k`;
  return `${name}: depth ${depth}, ${nodes.toLocaleString("en")} nodes, ${rate} nodes/s${end}`;
}
