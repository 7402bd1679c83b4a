// The search tree page: runs one or two textbook algorithms and shows their trees step by step.
// The pictures are stepped through by drawing/step.js.
// @ts-check

import { el } from "./dom.js";
import { load, store } from "./storage.js";
import { TreeForm } from "./tree-form.js";
import { Stage } from "./tree-stage.js";

const PLAY = "▶";
const PAUSE = "❚❚";
/** @type {Record<string, number>} */
const ZOOM_KEYS = { "+": 1.25, "=": 1.25, "-": 0.8, 0: 0 }; // 0 fits the width
/** @type {[string, (search: any) => any][]} */
const COLUMNS = [
  ["best move", ({ move }) => move],
  ["value", ({ value, values }) => values?.join(", ") || shortened(value)],
  ["leaves", ({ counts }) => counts.evaluated],
  ["nodes", ({ counts }) => counts.nodes],
  ["moves pruned", ({ counts }) => counts.pruned],
  ["table hits", ({ counts }) => counts.hits],
  ["steps", ({ steps }) => steps.length],
];

/**
 * @param {Element} main
 * @param {import("./types.js").Context} context
 */
export function tree(main, { socket, games }) {
  const page = new TreePage(main, socket, games);
  return () => page.close();
}

class TreePage {
  /**
   * @param {Element} main
   * @param {import("./socket.js").Socket} socket
   * @param {import("./types.js").Catalogue} games
   */
  constructor(main, socket, games) {
    this.socket = socket;
    /** @type {any} what steps through the pictures */
    this.steps = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    const asked = load("tree", {}); // the position of a game whose page led here
    store("tree", {});
    this.form = new TreeForm(games, asked, (event) => this.search(event));
    this.about = el("p", { class: "about", "aria-live": "polite" });
    this.stages = [new Stage("The search tree"), new Stage("The second search tree")];
    this.play = this.stages[0].controls.play;
    this.play.onclick = () => (this.timer ? this.pause() : this.run());
    this.speed = this.stages[0].speed;
    this.speed.oninput = () => {
      if (this.timer) this.run();
    };
    this.side = el("div", { class: "stages" }, this.stages[0].element);
    this.counts = el("div", { class: "counts", hidden: true });
    document.title = "Search tree · counterplay";
    main.replaceChildren(
      el("h1", {}, "Search tree"),
      this.form.element,
      this.about,
      this.counts,
      this.side,
      el(
        "p",
        { class: "about" },
        "Watch a textbook algorithm search step by step: the order of the nodes, their values, ",
        "and the subtrees that are pruned. Two algorithms can run side by side.",
      ),
    );
    this.stopListening = socket.listen((message) => this.receive(message));
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.pressKey(event);
    addEventListener("keydown", this.onkeydown);
    this.search();
  }

  close() {
    this.stopListening();
    this.pause();
    removeEventListener("keydown", this.onkeydown);
  }

  /** @param {Event} [event] */
  search(event) {
    event?.preventDefault();
    this.pause();
    this.about.textContent = "Searching …";
    this.socket.send(this.form.message);
  }

  /** @param {import("./types.js").Message} message */
  receive(message) {
    if (message.type === "error") this.about.textContent = message.text;
    if (message.type !== "tree") return;
    const { other } = message;
    const searches = other ? [message, other] : [message];
    this.about.textContent = searches.map(describe).join(" ");
    this.showCounts(other ? searches : []);
    const last = Math.max(...searches.map(({ steps }) => steps.length));
    const [first, second] = this.stages;
    this.side.replaceChildren(first.element, ...(other ? [second.element] : []));
    const beside = other ? second.show(other, () => {}, last) : null;
    this.steps = first.show(message, (step) => beside?.show(step), last);
    this.steps.show(1);
  }

  /**
   * A table of what the two searches cost and found.
   * @param {any[]} searches
   */
  showCounts(searches) {
    this.counts.hidden = !searches.length;
    const row = (/** @type {any} */ search) => [
      el("th", { scope: "row" }, search.algorithm),
      ...COLUMNS.map(([, value]) => el("td", {}, String(value(search)))),
    ];
    this.counts.replaceChildren(
      el(
        "table",
        {},
        el("caption", {}, "Side by side"),
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("td"),
            COLUMNS.map(([name]) => el("th", { scope: "col" }, name)),
          ),
        ),
        el(
          "tbody",
          {},
          searches.map((search) => el("tr", {}, row(search))),
        ),
      ),
    );
  }

  /** Run the search by itself, from the start if it is at its end. */
  run() {
    this.pause();
    if (this.steps.at() === this.steps.last) this.steps.show(1);
    this.showPlayButton(PAUSE, "pause");
    this.timer = setInterval(
      () => {
        if (this.steps.at() === this.steps.last) this.pause();
        else this.steps.show(this.steps.at() + 1);
      },
      1500 / Number(this.speed.value),
    );
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlayButton(PLAY, "run");
  }

  /**
   * @param {string} sign
   * @param {string} label
   */
  showPlayButton(sign, label) {
    this.play.textContent = sign;
    this.play.setAttribute("aria-label", label);
  }

  /** @param {KeyboardEvent} event */
  pressKey(event) {
    if (!this.steps || this.stages[0].element.hidden) return;
    const target = /** @type {Element} */ (event.target);
    const zoom = ZOOM_KEYS[event.key];
    const isTyped = target.closest("select, textarea, input:not([type=range])");
    if (zoom !== undefined && !isTyped && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      for (const stage of this.stages) stage.zoomBy(zoom);
    } else if (event.key !== " ") this.steps.press(event);
    else if (!target.closest("button, input, select, textarea")) {
      event.preventDefault();
      this.play.click();
    }
  }
}

/** @param {{title: string, about: string, rolled: string}} search */
function describe({ title, about, rolled }) {
  const after = rolled ? `After the roll ${rolled}: ` : "";
  return `${after}${title}. ${about[0].toUpperCase()}${about.slice(1)}.`;
}

/** @param {any} value */
const shortened = (value) => (typeof value === "number" ? Number(value.toFixed(3)) : value);
