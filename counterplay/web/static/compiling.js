// A line above the page as long as something is compiled for the game that is shown.
// @ts-check

import { el } from "./dom.js";

const TICK = 500; // milliseconds

/** @typedef {{game: string, text: string, seconds: number, usual: number | null}} Told */

export class Compiling {
  /** @param {Element} main the page, above which the line stands */
  constructor(main) {
    /** @type {Map<string, Told & {received: number}>} */
    this.running = new Map(); // by the game and what is compiled
    this.text = el("span", { role: "status" });
    this.clock = el("span", { "aria-hidden": true }); // it is not spoken each second
    this.element = el("p", { class: "compiling", hidden: true }, this.text, this.clock);
    main.before(this.element);
    setInterval(() => this.show(), TICK);
  }

  /** @param {Told & {over: boolean}} message */
  receive(message) {
    const name = `${message.game} ${message.text}`;
    if (message.over) this.running.delete(name);
    else this.running.set(name, { ...message, received: performance.now() });
    this.show();
  }

  show() {
    const shown = document.body.dataset.game;
    const lines = [...this.running.values()].filter(({ game }) => game === shown);
    const text = lines.map((line) => `${line.text}.`).join(" ");
    if (this.text.textContent !== text) this.text.textContent = text;
    this.clock.textContent = lines.map(clockOf).join(", ");
    this.element.hidden = !text;
  }
}

/** @param {Told & {received: number}} told */
function clockOf({ seconds, usual, received }) {
  const passed = Math.round(seconds + (performance.now() - received) / 1000);
  return ` ${passed} s` + (usual ? `, usually ${Math.round(usual)} s` : "");
}
