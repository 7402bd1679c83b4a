// Draws the dice below a board, and lets them roll.
// @ts-check

import { svg } from "./dom.js";

const BOX = 45; // a die is drawn in a box of 45 by 45 units
const ROLL = 600; // milliseconds, as in board.css

/**
 * The dice of a board in a tray that begins at `top`, or null if it has none.
 * @param {import("./types.js").Board} board
 * @param {number} top
 */
export function drawDice(board, top) {
  if (!board.dice?.length) return null;
  const label = board.rolled || "dice, not rolled";
  const dice = board.dice.map((die) => drawDie(die, top));
  return svg("g", { class: "dice", role: "img", "aria-label": label }, dice);
}

/**
 * @param {import("./types.js").Die} die
 * @param {number} top
 */
function drawDie({ x, y, size, number, pips, colour, used }, top) {
  /** @type {SVGElement[]} */
  const face = pips.map(([column, row]) =>
    svg("circle", { class: "pip", cx: 11.5 + 11 * column, cy: 11.5 + 11 * row, r: 4 }),
  );
  if (!face.length) face.push(svg("text", { x: 22.5, y: 23.5, "font-size": 20 }, number || "?"));
  const body = svg("rect", { class: "body", width: BOX, height: BOX, rx: 9 });
  const state = used || !number ? "faint" : "";
  return svg(
    "g",
    { transform: `translate(${x} ${top + y}) scale(${size / BOX})` },
    svg("g", { class: `piece die ${colour} ${state}` }, body, ...face),
  );
}

/**
 * Let the dice of a board roll. Returns how long it takes in milliseconds: 0 if there are no dice,
 * or if the user prefers reduced motion.
 * @param {Element} element
 */
export function rollDice(element) {
  const dice = element.querySelectorAll(".die:not(.faint)");
  if (!dice.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  dice.forEach((die) => die.classList.add("rolling"));
  return ROLL;
}
