// The search tree page: runs one or two textbook algorithms and shows their trees step by step.
// The pictures are stepped through by drawing/step.js.

import { button, el } from "./dom.js";
import { load, store } from "./storage.js";
import { TreeForm } from "./tree-form.js";

const PLAY = "▶";
const PAUSE = "❚❚";
const CONTROLS = [
  ["first", "«", "first step"],
  ["back", "←", "one step back"],
  ["play", PLAY, "run"],
  ["next", "→", "one step forward"],
  ["last", "»", "last step"],
];
const COLUMNS = [
  ["best move", ({ move }) => move],
  ["value", ({ value, values }) => values?.join(", ") || shortened(value)],
  ["leaves", ({ counts }) => counts.evaluated],
  ["nodes", ({ counts }) => counts.nodes],
  ["moves pruned", ({ counts }) => counts.pruned],
  ["table hits", ({ counts }) => counts.hits],
  ["steps", ({ steps }) => steps.length],
];

export function tree(main, { socket, games }) {
  const page = new TreePage(main, socket, games);
  return () => page.close();
}

class TreePage {
  constructor(main, socket, games) {
    Object.assign(this, { socket, steps: null, timer: null });
    const asked = load("tree", {}); // the position of a game whose page led here
    store("tree", {});
    this.form = new TreeForm(games, asked, (event) => this.search(event));
    this.form.speed.oninput = () => {
      if (this.timer) this.run();
    };
    this.about = el("p", { class: "about", "aria-live": "polite" });
    this.stages = [new Stage("The search tree"), new Stage("The second search tree")];
    this.play = this.stages[0].controls.play;
    this.play.onclick = () => (this.timer ? this.pause() : this.run());
    this.side = el("div", { class: "stages" }, this.stages[0].element);
    this.counts = el("div", { class: "counts", hidden: true });
    document.title = "Search tree · counterplay";
    main.replaceChildren(
      el("h1", {}, "Search tree"),
      el(
        "p",
        { class: "about" },
        "Watch a textbook algorithm search step by step: the order of the nodes, their values, ",
        "and the subtrees that are pruned. Two algorithms can run side by side.",
      ),
      this.form.element,
      this.about,
      this.counts,
      this.side,
    );
    this.stopListening = socket.listen((message) => this.receive(message));
    this.onkeydown = (event) => this.pressKey(event);
    addEventListener("keydown", this.onkeydown);
    this.search();
  }

  close() {
    this.stopListening();
    this.pause();
    removeEventListener("keydown", this.onkeydown);
  }

  search(event) {
    event?.preventDefault();
    this.pause();
    this.about.textContent = "Searching …";
    this.socket.send(this.form.message);
  }

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

  /** A table of what the two searches cost and found. */
  showCounts(searches) {
    this.counts.hidden = !searches.length;
    const row = (search) => [
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
      1500 / Number(this.form.speed.value),
    );
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlayButton(PLAY, "run");
  }

  showPlayButton(sign, label) {
    this.play.textContent = sign;
    this.play.setAttribute("aria-label", label);
  }

  pressKey(event) {
    if (!this.steps || this.stages[0].element.hidden) return;
    if (event.key !== " ") this.steps.press(event);
    else if (!event.target.closest("button, input, select, textarea")) {
      event.preventDefault();
      this.play.click();
    }
  }
}

/** The controls, the words and the picture of one search. The first stage controls both. */
class Stage {
  constructor(label) {
    this.controls = Object.fromEntries(
      CONTROLS.map(([name, sign, title]) => {
        const attributes = { class: name, "aria-label": title, title };
        return [name, button(sign, null, attributes)];
      }),
    );
    const slider = { class: "slider", type: "range", min: 1, value: 1, "aria-label": "step" };
    this.picture = el("div", {
      class: "picture",
      tabindex: 0,
      role: "region",
      "aria-label": label,
    });
    this.element = el(
      "div",
      { class: "stage", hidden: true },
      el(
        "div",
        { class: "steps" },
        Object.values(this.controls),
        el("input", slider),
        el("span", { class: "count" }),
      ),
      el("p", { class: "words", "aria-live": "polite" }),
      this.picture,
    );
  }

  /** Show a search; return what steps through it. */
  show(search, onStep, last) {
    this.element.hidden = false;
    this.picture.innerHTML = search.svg;
    const drawn = this.picture.querySelector("svg");
    drawn.style.minWidth = `${0.55 * drawn.getAttribute("width")}px`;
    return window.stepper(this.element, search, onStep, last);
  }
}

function describe({ title, about }) {
  return `${title}. ${about[0].toUpperCase()}${about.slice(1)}.`;
}

const shortened = (value) => (typeof value === "number" ? Number(value.toFixed(3)) : value);
