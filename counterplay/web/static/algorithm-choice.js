// The choice of an algorithm on the search tree page, and a field for each of its options.
// @ts-check

import { el, field } from "./dom.js";

const DEEPEST = 12;

/**
 * @typedef {{name: string, default: string, type: string}} Option
 * @typedef {{name: string, about: string, options: Option[]}} Algorithm
 */

/** @type {Option} of an algorithm that is chosen automatically */
const DEPTH = { name: "depth", default: "", type: "number" };

export class AlgorithmChoice {
  /**
   * `automatic` is the label of the first choice: an algorithm that fits. If it is empty, the
   * first choice is none.
   * @param {Algorithm[]} algorithms
   * @param {string} id
   * @param {string} label
   * @param {string} automatic
   */
  constructor(algorithms, id, label, automatic) {
    this.algorithms = algorithms;
    this.id = id;
    this.automatic = automatic;
    /** The depth that is set for an algorithm that takes one; 0 is no limit. */
    this.usualDepth = 0;
    this.select = el("select", { id, onchange: () => this.update() });
    this.fields = el("span", { class: "options" });
    this.element = el("div", { class: "choice" }, field(label, this.select), this.fields);
  }

  get name() {
    return this.select.value;
  }

  /** The options of the chosen algorithm. One that is chosen automatically takes a depth. */
  get known() {
    if (!this.name) return this.automatic ? [DEPTH] : [];
    return this.algorithms.find(({ name }) => name === this.name)?.options ?? [];
  }

  /** @returns {HTMLInputElement[]} */
  get inputs() {
    return [...this.fields.querySelectorAll("input, select")].map(
      (input) => /** @type {HTMLInputElement} */ (input),
    );
  }

  /** What was given, without the depth; an option that was not given has its default. */
  get options() {
    const given = this.inputs.filter(({ name }) => name !== "depth");
    return Object.fromEntries(given.map(({ name, value }) => [name, value.trim()]));
  }

  /** The depth; 0 if there is none. */
  get depth() {
    const input = this.inputs.find(({ name }) => name === "depth");
    return Math.min(DEEPEST, Math.max(0, Math.round(Number(input?.value)) || 0));
  }

  /** @param {string[]} names */
  offer(names) {
    const chosen = this.name;
    this.select.replaceChildren(
      el("option", { value: "" }, this.automatic || "Nothing"),
      ...names.map((name) => el("option", { value: name }, name)),
    );
    this.choose(names.includes(chosen) ? chosen : "");
  }

  /**
   * @param {string} name
   * @param {number} depth
   */
  choose(name, depth = this.usualDepth) {
    this.select.value = name;
    this.update(depth);
  }

  /** Show the options of the algorithm, with a depth if it takes one. */
  update(depth = this.usualDepth) {
    const fields = this.known.map((option) => field(option.name, this.input(option, depth)));
    this.fields.replaceChildren(...fields);
  }

  /**
   * @param {Option} option
   * @param {number} depth
   */
  input({ name, default: usual, type }, depth) {
    const id = `${this.id}-${name}`;
    if (name === "depth") {
      const value = depth || usual;
      const bounds = { type: "number", min: 0, max: DEEPEST };
      return el("input", { id, name, value, placeholder: "all", ...bounds });
    }
    if (type === "truth") {
      const words = [["", `${usual.toLowerCase()} (default)`], ["true"], ["false"]];
      return el(
        "select",
        { id, name },
        words.map(([value, label = value]) => el("option", { value }, label)),
      );
    }
    const plain = { spellcheck: "false", autocomplete: "off" };
    const mode = type === "number" ? { inputmode: "decimal" } : {};
    return el("input", { id, name, placeholder: usual, ...mode, ...plain });
  }
}
