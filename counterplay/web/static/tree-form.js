// The form of the search tree page: a tree or a game, one algorithm or two, and their options.

import { el } from "./dom.js";

const OWN_TREE = "own";
const PLAIN = { spellcheck: "false", autocomplete: "off" };

/** `asked` is the position of a game whose page led here. `onsubmit` starts the search. */
export class TreeForm {
  constructor(games, asked, onsubmit) {
    this.games = games;
    this.source = this.buildSource();
    this.tree = el("textarea", { id: "written", rows: 3, wrap: "off", ...PLAIN });
    this.tree.oninput = () => {
      this.source.value = OWN_TREE;
    };
    this.position = el("input", {
      id: "where",
      placeholder: "startpos",
      value: asked.position ?? "",
      ...PLAIN,
    });
    this.depth = el("input", { id: "depth", type: "number", min: 0, max: 12, value: 0 });
    this.speed = el("input", { id: "speed", type: "range", min: 1, max: 20, value: 3 });
    this.first = new AlgorithmChoice(this, "algorithm", "Algorithm", "automatic");
    this.other = new AlgorithmChoice(this, "other", "Compare with", "nothing");
    this.element = el(
      "form",
      { class: "search-form", onsubmit },
      el(
        "div",
        { class: "subject" },
        field("Tree or game", this.source),
        field("Tree", this.tree),
        field("Position", this.position),
      ),
      el(
        "div",
        { class: "settings" },
        this.first.element,
        this.other.element,
        el(
          "div",
          { class: "choice" },
          field("Depth (0: no limit)", this.depth),
          field("Speed", this.speed),
        ),
        el("button", { class: "main", type: "submit" }, "Search"),
      ),
    );
    if (games.byName[asked.game]) this.source.value = asked.game;
    this.update();
  }

  buildSource() {
    const { trees, games } = this.games;
    const option = (value, label) => el("option", { value }, label);
    return el(
      "select",
      { id: "source", onchange: () => this.update() },
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
  }

  get game() {
    return this.games.byName[this.source.value];
  }

  /** Show the fields that fit the chosen tree or game. */
  update() {
    const { game } = this;
    this.tree.parentElement.hidden = Boolean(game);
    this.position.parentElement.hidden = !game;
    const names = game ? game.algorithms : this.games.algorithms.map(({ name }) => name);
    this.first.offer(names);
    this.other.offer(names);
    if (game && !Number(this.depth.value)) this.depth.value = 2;
    if (!game && this.source.value !== OWN_TREE) this.showExample();
    this.tree.rows = Math.min(12, Math.max(3, this.tree.value.split("\n").length));
    this.updateDepth();
  }

  /** Show the chosen tree, with the algorithm and the depth that it is an example of. */
  showExample() {
    const [, number] = this.source.value.split(" ");
    const [, text, algorithm, depth] = this.games.trees[Number(number)];
    this.tree.value = text.trimEnd();
    this.depth.value = depth;
    this.first.choose(algorithm);
  }

  /** A depth can be given if one of the algorithms takes it. */
  updateDepth() {
    this.depth.disabled = !this.first.takesDepth && !(this.other.name && this.other.takesDepth);
  }

  /** The message that asks for the search. */
  get message() {
    const input = this.game
      ? { game: this.game.name, position: this.position.value.trim() }
      : { tree: this.tree.value.trimEnd() };
    const depth = this.depth.disabled ? 0 : Number(this.depth.value) || 0;
    return {
      type: "trace",
      algorithm: this.first.name,
      options: this.first.options,
      other: this.other.name,
      other_options: this.other.options,
      depth,
      ...input,
    };
  }
}

/** The choice of an algorithm, and a field for each of its options. */
class AlgorithmChoice {
  constructor(form, id, label, nothing) {
    Object.assign(this, { form, id, nothing });
    this.select = el("select", { id, onchange: () => this.update() });
    this.fields = el("span", { class: "options" });
    this.element = el("div", { class: "choice" }, field(label, this.select), this.fields);
  }

  get name() {
    return this.select.value;
  }

  get known() {
    return this.form.games.algorithms.find(({ name }) => name === this.name)?.options ?? [];
  }

  /** Whether the algorithm takes a depth. One that is chosen automatically does. */
  get takesDepth() {
    return !this.name || this.known.some(({ name }) => name === "depth");
  }

  get options() {
    const inputs = [...this.fields.querySelectorAll("input")];
    return Object.fromEntries(inputs.map((input) => [input.name, input.value]));
  }

  offer(names) {
    const chosen = this.name;
    this.select.replaceChildren(
      el("option", { value: "" }, this.nothing),
      ...names.map((name) => el("option", { value: name }, name)),
    );
    this.select.value = names.includes(chosen) ? chosen : "";
    this.update();
  }

  choose(name) {
    this.select.value = name;
    this.update();
  }

  update() {
    const own = this.known.filter(({ name }) => name !== "depth");
    this.fields.replaceChildren(
      ...own.map(({ name, default: placeholder }) =>
        field(name, el("input", { id: `${this.id}-${name}`, name, placeholder, ...PLAIN })),
      ),
    );
    this.form.updateDepth?.();
  }
}

function field(label, input) {
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input);
}
