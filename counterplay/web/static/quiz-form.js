// The form of the quiz: its level, and what it is about.
// @ts-check

import { el, field } from "./dom.js";

const TREES = "";
const OWN_TREE = "own";
const MOST_SEED = 1_000_000;
const LEVELS = ["Easy", "Medium", "Hard"];
const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";

export class QuizForm {
  /**
   * @param {import("./types.js").Catalogue} games
   * @param {(event: Event) => void} onsubmit
   */
  constructor(games, onsubmit) {
    const option = (/** @type {any} */ value, /** @type {string} */ label) =>
      el("option", { value }, label);
    this.level = el(
      "select",
      { id: "level" },
      LEVELS.map((name, i) => option(i + 1, name)),
    );
    const titles = games.quiz.map((name) => option(name, games.byName[name].title));
    this.source = el(
      "select",
      { id: "source", onchange: () => this.update() },
      option(TREES, "Random trees"),
      option(OWN_TREE, "Your own tree"),
      el("optgroup", { label: "Ends of games" }, titles),
    );
    this.tree = el("textarea", { id: "written", rows: 3, wrap: "off", spellcheck: "false" });
    this.tree.value = EXAMPLE;
    this.element = el(
      "form",
      { class: "search-form quiz-form", onsubmit },
      field("Level", this.level),
      field("About", this.source),
      field("Tree", this.tree),
      el("button", { class: "main", type: "submit" }, "New quiz"),
    );
    this.update();
  }

  update() {
    this.tree.parentElement?.toggleAttribute("hidden", this.source.value !== OWN_TREE);
  }

  /** What the questions are about. The seed makes other questions each time. */
  get quiz() {
    const about = this.source.value;
    return {
      level: Number(this.level.value),
      seed: Math.floor(Math.random() * MOST_SEED),
      ...(about === OWN_TREE ? { tree: this.tree.value.trim() } : { game: about }),
    };
  }
}
