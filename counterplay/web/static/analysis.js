// What the engine thinks: the bar, the lines, the graph over the game, and the moves that lost most.

import { el, svg } from "./dom.js";

const WIDTH = 320,
  HEIGHT = 90;
const SOURCES = { search: "search", proven: "search, proven", book: "book", table: "table" };
const WORST = 3,
  LOSS = 0.08;

export class Analysis {
  constructor(view) {
    this.view = view;
    this.on = false;
    this.found = null;
    this.reviewed = {};
    this.bar = el(
      "div",
      { class: "bar", role: "img", "aria-label": "nobody is ahead" },
      el("div", {}),
    );
    this.toggler = el(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => this.toggle() },
      "Analyse",
    );
    this.counts = el("p", { class: "counts" });
    this.lines = el("ol", { class: "lines" });
    this.graph = el("div", { class: "graph" });
    this.worst = el("div", { class: "worst" });
    this.reviewer = el(
      "button",
      { type: "button", onclick: () => this.review() },
      "Look through the game",
    );
    this.explorer = el(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => this.explore() },
      "Games",
    );
    this.played = el("div", { class: "played" });
    this.panel = el(
      "section",
      { class: "analysis", "aria-label": "Analysis" },
      el(
        "div",
        { class: "tools" },
        this.toggler,
        view.games.archive ? this.explorer : "",
        this.reviewer,
      ),
      this.counts,
      this.lines,
      this.played,
      this.graph,
      this.worst,
    );
  }

  toggle() {
    this.on = !this.on;
    this.toggler.setAttribute("aria-pressed", this.on);
    this.found = null;
    if (this.on) this.start();
    else this.view.socket.send({ type: "stop" }, false);
    this.view.update();
  }

  start() {
    const { shown, live } = this.view;
    this.asked = shown.ply;
    if (shown.ply === live.plies && live.over) {
      this.found = null;
      return;
    }
    this.view.socket.send({ type: "analyse", ply: shown.ply, lines: 3 }, false);
  }

  /** Show what was played here before, in all games that are kept. */
  explore() {
    this.exploring = !this.exploring;
    this.explorer.setAttribute("aria-pressed", this.exploring);
    this.explored = null;
    this.played.replaceChildren();
    this.update();
  }

  showPlayed({ moves }) {
    const share = (part, all) => (all ? `${Math.round((100 * part) / all)} %` : "");
    const rows = moves.map(({ move, games, wins, draws, losses }) => {
      const all = wins + draws + losses;
      return el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          this.view.isMine
            ? el(
                "button",
                {
                  type: "button",
                  onclick: () => {
                    if (this.view.isMine && this.explored === this.view.shown.ply)
                      this.view.move(move);
                  },
                },
                move,
              )
            : move,
        ),
        el("td", {}, games.toLocaleString("en")),
        el("td", {}, share(wins, all)),
        el("td", {}, share(draws, all)),
        el("td", {}, share(losses, all)),
      );
    });
    this.played.replaceChildren(
      rows.length
        ? el(
            "table",
            {},
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                ["move", "games", "won", "drawn", "lost"].map((name) =>
                  el("th", { scope: "col" }, name),
                ),
              ),
            ),
            el("tbody", {}, rows),
          )
        : el("p", { class: "counts" }, "No game that is kept has come here."),
    );
  }

  /** The connection is new: what was asked for before has to be asked for again. */
  again() {
    this.asked = this.explored = null;
    this.idle();
  }

  idle() {
    this.reviewer.disabled = false;
    this.reviewer.textContent = "Look through the game";
  }

  moved() {
    this.found = null;
  }

  hear(message) {
    const { live } = this.view;
    if (message.type === "explored") {
      if (this.exploring && message.ply === this.view.shown.ply) this.showPlayed(message);
    } else if (message.type === "analysis") {
      if (!this.on || message.ply !== this.view.shown.ply) return;
      this.found = message;
      live.shares[message.ply] = message.share;
      this.view.update();
    } else if (message.done) {
      this.idle();
      this.showWorst();
    } else {
      live.shares[message.ply] = message.share;
      this.reviewed[message.ply] = message;
      this.reviewer.textContent = `Looking … ${message.ply} of ${live.plies}`;
      this.update();
    }
  }

  review() {
    this.reviewed = {};
    if (this.on) this.toggle();
    this.reviewer.disabled = true;
    this.view.socket.send({ type: "review" }, false);
  }

  /** The cells of the best move, to be shown on the board. */
  hint() {
    const { shown } = this.view;
    if (!this.on || !this.found || this.found.ply !== shown.ply) return [];
    const best = this.found.lines[0]?.moves[0];
    return (
      shown.moves
        .find(({ text }) => text === best)
        ?.cells.map((cells) => cells[cells.length - 1]) ?? []
    );
  }

  update() {
    const { shown, live } = this.view;
    if (this.on && this.asked !== shown.ply) {
      this.found = null;
      this.start();
    }
    if (this.exploring && this.explored !== shown.ply) {
      this.explored = shown.ply;
      this.played.replaceChildren();
      this.view.socket.send({ type: "explore", ply: shown.ply }, false);
    }
    const share = live.shares[shown.ply];
    this.bar.firstChild.style.height = `${100 * (share ?? 0.5)}%`;
    this.bar.classList.toggle("flipped", Boolean(this.view.flipped));
    this.bar.classList.toggle("dark-first", live.tokens[0].colour === "black");
    this.bar.hidden = live.names.length !== 2 || !this.view.game.engine;
    this.bar.setAttribute(
      "aria-label",
      share === undefined
        ? "not analysed"
        : `${live.names[0]} stands at ${Math.round(100 * share)} of 100`,
    );
    this.toggler.hidden = !this.view.game.engine;
    this.explorer.hidden = this.view.game.hidden && !live.over; // it would tell who holds what
    this.reviewer.hidden = live.plies < 2 || !this.view.game.engine;
    this.showFound();
    this.draw();
  }

  showFound() {
    const { found } = this;
    this.counts.hidden = this.lines.hidden = !this.on;
    if (!this.on) return;
    if (!found) {
      this.counts.textContent =
        this.view.live.over && this.view.isLive ? "The game is over." : "Thinking …";
      this.lines.replaceChildren();
      return;
    }
    const speed = found.seconds > 0 ? found.nodes / found.seconds : 0;
    const rate =
      speed >= 1e6 ? `${(speed / 1e6).toFixed(1)} million` : `${Math.round(speed / 1e3)} thousand`;
    const searched = ["search", "proven"].includes(found.source);
    this.counts.textContent = `${SOURCES[found.source] ?? found.source}${searched ? `: depth ${found.depth}, ${found.nodes.toLocaleString("en")} nodes, ${rate} a second` : ""}${found.done ? "" : " …"}`;
    this.lines.replaceChildren(
      ...found.lines.map(({ verdict, moves }) =>
        el("li", {}, el("strong", {}, verdict), " ", moves.join(" ")),
      ),
    );
  }

  /** The graph: how well the first player stood, ply by ply; a click shows the ply. */
  draw() {
    const { live, shown } = this.view;
    const plies = Object.keys(live.shares)
      .map(Number)
      .filter((ply) => ply <= live.plies)
      .sort((a, b) => a - b);
    this.graph.hidden = plies.length < 2 || live.names.length !== 2;
    if (this.graph.hidden) return;
    const x = (ply) => 4 + ((WIDTH - 8) * ply) / Math.max(1, live.plies),
      y = (share) => 4 + (HEIGHT - 8) * (1 - share);
    const points = plies.map((ply) => `${x(ply).toFixed(1)},${y(live.shares[ply]).toFixed(1)}`);
    const area = `M${x(plies[0])} ${y(0.5)} L${points.join(" L")} L${x(plies[plies.length - 1])} ${y(0.5)} Z`;
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `How ${live.names[0]} stood over the game`,
      },
      svg("path", { class: "area", d: area }),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
      svg("polyline", { points: points.join(" ") }),
      svg("line", { class: "now", x1: x(shown.ply), x2: x(shown.ply), y1: 0, y2: HEIGHT }),
    );
    picture.onclick = (event) => {
      const box = picture.getBoundingClientRect();
      this.view.look(Math.round(((event.clientX - box.left) / box.width) * live.plies));
    };
    this.graph.replaceChildren(picture);
  }

  /** The moves after which the player who made them stood much worse. */
  showWorst() {
    const { live } = this.view;
    const first = live.plies - live.written.length;
    const lost = live.written
      .map((text, i) => {
        const before = this.reviewed[first + i],
          after = this.reviewed[first + i + 1];
        if (!before || !after) return null;
        const sign = before.player === 0 ? 1 : -1;
        return {
          ply: first + i + 1,
          text,
          loss: sign * (before.share - after.share),
          better: before.best,
          verdict: before.verdict,
        };
      })
      .filter(Boolean)
      .filter(({ loss, text, better }) => loss > LOSS && text !== better)
      .sort((a, b) => b.loss - a.loss)
      .slice(0, WORST);
    this.worst.replaceChildren(
      el("h2", {}, lost.length ? "What cost most" : "No move lost much."),
      el(
        "ul",
        {},
        lost
          .sort((a, b) => a.ply - b.ply)
          .map(({ ply, text, better, verdict }) =>
            el(
              "li",
              {},
              el(
                "button",
                { type: "button", onclick: () => this.view.look(ply - 1) },
                `${ply}. ${text}`,
              ),
              ` better was ${better} (${verdict})`,
            ),
          ),
      ),
    );
  }
}
