// The form of the search tree page: a tree or a game, one algorithm or two, and their options.
// @ts-check

import { AlgorithmChoice } from "./algorithm-choice.js";
import { el, field } from "./dom.js";

const OWN_TREE = "own";
const PLAIN = { spellcheck: "false", autocomplete: "off" };

/** `asked` is the position of a game whose page led here. `onsubmit` starts the search. */
export class TreeForm {
  /**
   * @param {any} games
   * @param {{game?: string, position?: string}} asked
   * @param {(event: Event) => void} onsubmit
   */
  constructor(games, asked, onsubmit) {
    this.games = games;
    this.source = this.buildSource(asked.game);
    this.tree = el("textarea", { id: "written", rows: 2, wrap: "off", ...PLAIN });
    this.tree.oninput = () => {
      this.source.value = OWN_TREE;
    };
    this.position = el("input", {
      id: "where",
      placeholder: "startpos",
      value: asked.position ?? "",
      ...PLAIN,
    });
    this.first = new AlgorithmChoice(games.algorithms, "algorithm", "Algorithm", "Automatic");
    this.other = new AlgorithmChoice(games.algorithms, "other", "Compare with", "");
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
        el("button", { class: "main", type: "submit" }, "Search"),
      ),
    );
    const known = asked.game && games.byName[asked.game];
    if (known?.algorithms?.length) this.source.value = known.name;
    this.update();
  }

  /**
   * The trees and the games to choose from, and the variant of a game whose page led here.
   * @param {string | undefined} asked
   */
  buildSource(asked) {
    const { trees } = this.games;
    const listed = this.games.games.filter(
      (/** @type {any} */ { fault, algorithms }) => !fault && algorithms.length,
    );
    const variant = asked && asked.includes("?") ? this.games.byName[asked] : null;
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
      el("option", { value }, label);
    return el(
      "select",
      { id: "source", onchange: () => this.update() },
      el(
        "optgroup",
        { label: "Trees" },
        trees.map((/** @type {string[]} */ [name], /** @type {number} */ i) =>
          option(`tree ${i}`, name),
        ),
        option(OWN_TREE, "Your own tree"),
      ),
      el(
        "optgroup",
        { label: "Games" },
        [...(variant ? [variant] : []), ...listed].map(({ name, title }) => option(name, title)),
      ),
    );
  }

  get game() {
    return this.games.byName[this.source.value];
  }

  /** Show the fields that fit the chosen tree or game. */
  update() {
    const { game } = this;
    const isHidden = (/** @type {Element} */ input, /** @type {boolean} */ hidden) =>
      input.parentElement?.toggleAttribute("hidden", hidden);
    isHidden(this.tree, Boolean(game));
    isHidden(this.position, !game);
    const all = this.games.algorithms.map((/** @type {any} */ { name }) => name);
    for (const choice of [this.first, this.other]) {
      choice.usualDepth = game ? 2 : 0;
      choice.offer(game ? game.algorithms : all);
    }
    if (!game && this.source.value !== OWN_TREE) this.showExample();
    this.tree.rows = Math.min(12, Math.max(2, this.tree.value.split("\n").length));
  }

  /** Show the chosen tree, with the algorithm and the depth that it is an example of. */
  showExample() {
    const [, number] = this.source.value.split(" ");
    const [, text, algorithm, depth] = this.games.trees[Number(number)];
    this.tree.value = text.trimEnd();
    this.first.choose(algorithm, depth);
  }

  /** The message that asks for the search. */
  get message() {
    const input = this.game
      ? { game: this.game.name, position: this.position.value.trim() }
      : { tree: this.tree.value.trimEnd() };
    return {
      type: "trace",
      algorithm: this.first.name,
      options: this.first.options,
      depth: this.first.depth,
      other: this.other.name,
      other_options: this.other.options,
      other_depth: this.other.depth,
      ...input,
    };
  }
}
