// The form of the rules page with the parameters of a game: play it with others.
// @ts-check

import { fetchGame, variantName } from "./catalogue.js";
import { el } from "./dom.js";

/**
 * @typedef {{name: string, about: string, kind: string, value: string, default: string,
 *   low: number | null, high: number | null}} Parameter
 */

/**
 * The form; null if the game has no parameters.
 * @param {{name: string}} game
 * @param {{parameters: Parameter[], fixed: Parameter[]}} rules
 */
export function parameterForm(game, { parameters, fixed }) {
  if (!parameters.length && !fixed.length) return null;
  const inputs = parameters.map((parameter) => ({ parameter, input: field(parameter) }));
  const complaint = el("p", { class: "problem", role: "alert", hidden: true });
  const open = async (/** @type {string} */ page) => {
    const changed = inputs
      .map(({ parameter, input }) => [parameter.name, valueOf(input)])
      .filter(([name, value]) => value !== startValue(game.name, parameters, name));
    const name = variantName(game.name, Object.fromEntries(changed));
    try {
      await fetchGame(name);
      location.hash = `#/${page}/${encodeURIComponent(name)}`;
    } catch (error) {
      complaint.textContent = /** @type {Error} */ (error).message;
      complaint.hidden = false;
    }
  };
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    open("play");
  };
  const show = { type: "button", onclick: () => open("rules") };
  const buttons = [
    el("button", { type: "submit" }, "Play with these"),
    el("button", show, "Show their rules"),
  ];
  return el(
    "form",
    { class: "parameters", onsubmit },
    inputs.map(({ parameter, input }) => row(parameter, input)),
    fixed.map((parameter) => fixedRow(parameter)),
    complaint,
    parameters.length ? el("p", { class: "tools" }, buttons) : "",
  );
}

/**
 * The value that a parameter has if an address does not name it. In a variant it is the default.
 * @param {string} name
 * @param {Parameter[]} parameters
 * @param {string} parameter
 */
function startValue(name, parameters, parameter) {
  const found = parameters.find((one) => one.name === parameter);
  return name.includes("?") ? found?.default : found?.value;
}

/** @param {HTMLInputElement} input */
const valueOf = (input) =>
  input.type === "checkbox" ? String(input.checked) : input.value.trim();

/** @param {Parameter} parameter */
function field({ name, kind, value, low, high }) {
  const id = `parameter-${name}`;
  if (kind === "truth")
    return /** @type {HTMLInputElement} */ (
      el("input", { id, type: "checkbox", checked: value === "true" })
    );
  const bounds = kind === "number" ? { type: "number", min: low, max: high } : { type: "text" };
  const plain = { autocomplete: "off", spellcheck: "false" };
  return /** @type {HTMLInputElement} */ (el("input", { id, value, ...bounds, ...plain }));
}

/**
 * @param {Parameter} parameter
 * @param {HTMLInputElement} input
 */
function row({ name, about, low, high }, input) {
  const isBounded = low !== null && high !== null;
  const range = isBounded ? ` (${low} to ${high})` : "";
  return el(
    "div",
    { class: "parameter" },
    el("label", { for: input.id }, name.replaceAll("_", " ")),
    input,
    el("span", { class: "about" }, `${about}${range}`),
  );
}

/**
 * A parameter that only the command can change, because it is a text that may name a file.
 * @param {Parameter} parameter
 */
function fixedRow({ name, about, value }) {
  const words = `${about}${value ? `: ${value}` : ""}. Start the server with --set ${name}=…`;
  return el(
    "div",
    { class: "parameter" },
    el("span", {}, name.replaceAll("_", " ")),
    el("span", { class: "about" }, words),
  );
}
