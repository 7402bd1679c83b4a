// The search tree page: runs a textbook algorithm and shows its tree step by step.
// The picture is stepped through by drawing/step.js.

import { button, el } from "./dom.js";
import { load, store } from "./storage.js";

const OWN_TREE = "own";
const PLAY = "▶";
const PAUSE = "❚❚";
const CONTROLS = [
  ["first", "«", "first step"],
  ["back", "←", "one step back"],
  ["play", PLAY, "run"],
  ["next", "→", "one step forward"],
  ["last", "»", "last step"],
];

export function tree(main, { socket, games }) {
  const page = new TreePage(main, socket, games);
  return () => page.close();
}

class TreePage {
  constructor(main, socket, games) {
    Object.assign(this, { socket, games, steps: null, timer: null });
    const asked = load("tree", {}); // the position of a game whose page led here
    store("tree", {});
    this.buildForm(asked);
    this.buildStage();
    document.title = "Search tree · counterplay";
    main.replaceChildren(
      el("h1", {}, "Search tree"),
      el(
        "p",
        { class: "about" },
        "Watch a textbook algorithm search step by step: the order of the nodes, their values, ",
        "and the subtrees that are pruned.",
      ),
      this.form,
      this.about,
      this.stage,
    );
    if (games.byName[asked.game]) this.source.value = asked.game;
    this.updateForm();
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

  // The form -------------------------------------------------------------------------------------

  buildForm({ position = "" }) {
    const { trees, games } = this.games;
    const text = { spellcheck: "false", autocomplete: "off" };
    const option = (value, label) => el("option", { value }, label);
    this.source = el(
      "select",
      { id: "source", onchange: () => this.updateForm() },
      el(
        "optgroup",
        { label: "Trees" },
        trees.map(([name], i) => option(`tree ${i}`, name)),
        option(OWN_TREE, "Your own tree"),
      ),
      el(
        "optgroup",
        { label: "Games" },
        games.map(({ name, title }) => option(name, title)),
      ),
    );
    this.tree = el("input", { id: "written", value: trees[0][1], ...text });
    this.tree.oninput = () => {
      this.source.value = OWN_TREE;
    };
    this.position = el("input", {
      id: "where",
      placeholder: "startpos",
      value: position,
      ...text,
    });
    this.algorithm = el("select", { id: "algorithm" });
    this.depth = el("input", { id: "depth", type: "number", min: 0, max: 12, value: 0 });
    this.speed = el("input", { id: "speed", type: "range", min: 1, max: 20, value: 3 });
    this.speed.oninput = () => {
      if (this.timer) this.run();
    };
    this.about = el("p", { class: "about" });
    this.form = el(
      "form",
      { class: "search-form", onsubmit: (event) => this.search(event) },
      field("Tree or game", this.source),
      field("Tree", this.tree),
      field("Position", this.position),
      field("Algorithm", this.algorithm),
      field("Depth (0: no limit)", this.depth),
      field("Speed", this.speed),
      el("button", { class: "main", type: "submit" }, "Search"),
    );
  }

  get game() {
    return this.games.byName[this.source.value];
  }

  /** Show the fields that fit the chosen tree or game. */
  updateForm() {
    const { game } = this;
    this.tree.parentElement.hidden = Boolean(game);
    this.position.parentElement.hidden = !game;
    const names = game ? game.algorithms : this.games.algorithms.map(({ name }) => name);
    const chosen = this.algorithm.value;
    this.algorithm.replaceChildren(
      el("option", { value: "" }, "automatic"),
      ...names.map((name) => el("option", { value: name }, name)),
    );
    this.algorithm.value = names.includes(chosen) ? chosen : "";
    if (!game) this.depth.value = 0;
    else if (!Number(this.depth.value)) this.depth.value = 2;
    if (!game && this.source.value !== OWN_TREE) {
      const [, number] = this.source.value.split(" ");
      this.tree.value = this.games.trees[Number(number)][1];
    }
  }

  search(event) {
    event?.preventDefault();
    this.pause();
    this.about.textContent = "Searching …";
    const input = this.game
      ? { game: this.game.name, position: this.position.value.trim() }
      : { tree: this.tree.value.trim() };
    const depth = Number(this.depth.value) || 0;
    this.socket.send({ type: "trace", algorithm: this.algorithm.value, depth, ...input });
  }

  // The picture ----------------------------------------------------------------------------------

  buildStage() {
    this.controls = Object.fromEntries(
      CONTROLS.map(([name, sign, label]) => {
        const attributes = { class: name, "aria-label": label, title: label };
        return [name, button(sign, null, attributes)];
      }),
    );
    this.controls.play.onclick = () => (this.timer ? this.pause() : this.run());
    const slider = { class: "slider", type: "range", min: 1, value: 1, "aria-label": "step" };
    const label = "The search tree";
    this.picture = el("div", {
      class: "picture",
      tabindex: 0,
      role: "region",
      "aria-label": label,
    });
    this.stage = el(
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

  receive(message) {
    if (message.type === "error") this.about.textContent = message.text;
    if (message.type !== "tree") return;
    const { title, about } = message;
    this.about.textContent = `${title}. ${about[0].toUpperCase()}${about.slice(1)}.`;
    this.stage.hidden = false;
    this.picture.innerHTML = message.svg;
    const drawn = this.picture.querySelector("svg");
    drawn.style.minWidth = `${0.55 * drawn.getAttribute("width")}px`;
    this.steps = window.stepper(this.stage, message);
    this.steps.show(1);
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
    this.timer = null;
    this.showPlayButton(PLAY, "run");
  }

  showPlayButton(sign, label) {
    this.controls.play.textContent = sign;
    this.controls.play.setAttribute("aria-label", label);
  }

  pressKey(event) {
    if (!this.steps || this.stage.hidden) return;
    if (event.key !== " ") this.steps.press(event);
    else if (!event.target.closest("button, input, select")) {
      event.preventDefault();
      this.controls.play.click();
    }
  }
}

function field(label, input) {
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input);
}
