// The graph of the evaluation over a game, for the first player.
// @ts-check

import { svg } from "./dom.js";
import { GLYPHS } from "./move-list.js";

const WIDTH = 320;
const HEIGHT = 90;
const PADDING = 4;

/**
 * Draw the graph into `element`. A click shows the position after that move.
 * @param {HTMLElement} element
 * @param {import("./room.js").Page} page
 */
export function drawGraph(element, page) {
  const { live, study } = page;
  const plies = Object.keys(live.shares)
    .map(Number)
    .filter((ply) => ply <= live.plies)
    .sort((a, b) => a - b);
  element.hidden = plies.length < 2 || live.names.length !== 2;
  if (element.hidden) return;
  const x = (/** @type {number} */ ply) =>
    PADDING + ((WIDTH - 2 * PADDING) * ply) / Math.max(1, live.plies);
  const y = (/** @type {number} */ share) => PADDING + (HEIGHT - 2 * PADDING) * (1 - share);
  const points = plies.map((ply) => `${x(ply).toFixed(1)},${y(live.shares[ply]).toFixed(1)}`);
  const [start, end] = [x(plies[0]), x(plies[plies.length - 1])];
  const zero = y(0.5);
  const now = x(study.branch);
  const found = page.analysis.review.mistakes;
  const mistakes = found.filter(({ ply }) => ply in live.shares);
  const label = `Evaluation over the game, for ${live.names[0]}`;
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svg("path", { class: "area", d: `M${start} ${zero} L${points.join(" L")} L${end} ${zero} Z` }),
    svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: zero, y2: zero }),
    svg("polyline", { points: points.join(" ") }),
    ...mistakes.map(({ ply, text, nag }) => mistakeDot(x(ply), y(live.shares[ply]), text, nag)),
    svg("line", { class: "now", x1: now, x2: now, y1: 0, y2: HEIGHT }),
  );
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    page.show(Math.round(((event.clientX - box.left) / box.width) * live.plies));
  };
  element.replaceChildren(picture);
}

/**
 * A mistake: a dot on the graph, the bigger the worse.
 * @param {number} cx
 * @param {number} cy
 * @param {string} text
 * @param {number} nag
 */
function mistakeDot(cx, cy, text, nag) {
  const [sign, name] = GLYPHS[nag];
  const title = svg("title", {}, `${text}${sign} ${name}`);
  return svg("circle", { class: `dot nag-${nag}`, cx, cy, r: nag === 4 ? 4.5 : 3.2 }, title);
}
