// One search on the search tree page: its controls, its words, and its picture, which can be
// zoomed and saved.
// @ts-check

import { button, downloadBlob, el, showToast } from "./dom.js";
import { pngOf, svgText } from "./picture-export.js";

/** @type {[string, string, string][]} */
const CONTROLS = [
  ["first", "«", "first step"],
  ["back", "←", "one step back"],
  ["play", "▶", "run"],
  ["next", "→", "one step forward"],
  ["last", "»", "last step"],
];
const LEAST_SCALE = 0.55; // of a picture that is fitted: a smaller one is scrolled
const SMALLEST = 0.2;
const LARGEST = 4;

/** The first stage controls both if two searches are shown. */
export class Stage {
  /** @param {string} label */
  constructor(label) {
    /** @type {Record<string, HTMLButtonElement>} */
    this.controls = Object.fromEntries(
      CONTROLS.map(([name, sign, title]) => {
        const attributes = { class: name, "aria-label": title, title };
        return [name, button(sign, null, attributes)];
      }),
    );
    this.name = "search";
    const slider = { class: "slider", type: "range", min: 1, value: 1, "aria-label": "step" };
    const speed = { class: "speed", type: "range", min: 1, max: 20, value: 3 };
    this.speed = el("input", speed);
    this.count = el("span", { class: "count" });
    const region = { class: "picture", tabindex: 0, role: "region", "aria-label": label };
    this.picture = el("div", region);
    this.picture.onwheel = (event) => this.turnWheel(event);
    this.element = el(
      "div",
      { class: "stage", hidden: true },
      el(
        "div",
        { class: "steps" },
        Object.values(this.controls),
        el("input", slider),
        el("label", { class: "speed-label" }, "Speed", this.speed),
      ),
      el("p", { class: "words", "aria-live": "polite" }),
      el("div", { class: "framed" }, this.tools(), this.picture),
    );
  }

  tools() {
    const tool = (
      /** @type {string} */ sign,
      /** @type {string} */ title,
      /** @type {() => void} */ act,
    ) => button(sign, act, { "aria-label": title, title });
    return el(
      "div",
      { class: "picture-tools" },
      this.count,
      tool("−", "smaller (−)", () => this.zoomBy(0.8)),
      tool("+", "larger (+)", () => this.zoomBy(1.25)),
      tool("Fit", "fit the width (0)", () => this.zoomBy(0)),
      tool("SVG", "save this step as SVG, for slides", () => this.saveSvg()),
      tool("PNG", "save this step as PNG", () => this.savePng()),
    );
  }

  /** @returns {SVGSVGElement | null} */
  get drawn() {
    return this.picture.querySelector("svg");
  }

  /**
   * Show a search; return what steps through it.
   * @param {any} search
   * @param {(step: number) => void} onStep
   * @param {number} last
   */
  show(search, onStep, last) {
    this.element.hidden = false;
    this.name = search.algorithm;
    this.picture.innerHTML = search.svg;
    this.zoomBy(0);
    return /** @type {any} */ (window).stepper(this.element, search, onStep, last);
  }

  /**
   * Make the picture larger or smaller by a factor; 0 fits it to the width of the page.
   * @param {number} factor
   */
  zoomBy(factor) {
    const { drawn } = this;
    if (!drawn) return;
    const natural = Number(drawn.getAttribute("width"));
    const now = drawn.getBoundingClientRect().width / natural || 1;
    const scale = Math.min(LARGEST, Math.max(SMALLEST, now * factor));
    const size = `${Math.round(scale * natural)}px`;
    drawn.style.width = factor ? size : "";
    drawn.style.maxWidth = factor ? "none" : "";
    drawn.style.minWidth = factor ? "" : `${LEAST_SCALE * natural}px`;
    const active = drawn.querySelector(".active");
    if (factor) active?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {WheelEvent} event */
  turnWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1.1 : 0.9);
  }

  /** The name of the file of the step that is shown, without its ending. */
  get fileName() {
    const step = /\d+/.exec(this.count.textContent ?? "")?.[0] ?? "1";
    return `${this.name}-step-${step}`;
  }

  saveSvg() {
    if (!this.drawn) return;
    const text = svgText(this.drawn);
    downloadBlob(`${this.fileName}.svg`, new Blob([text], { type: "image/svg+xml" }));
  }

  async savePng() {
    if (!this.drawn) return;
    try {
      downloadBlob(`${this.fileName}.png`, await pngOf(this.drawn));
    } catch {
      showToast("The browser cannot draw this picture: save it as SVG.");
    }
  }
}
