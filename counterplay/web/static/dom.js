// Helpers to build elements, show messages, and copy or save text.
// @ts-check

/**
 * Create an HTML element: `el("button", {class: "main", onclick: f}, "Play")`. Children may be
 * lists; what is missing (null, false) is left out.
 * @template {string} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 * @returns {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  return /** @type {any} */ (fill(document.createElement(name), attributes, children));
}

/**
 * Create an SVG element.
 * @template {string} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 * @returns {Name extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[Name] : SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  return /** @type {any} */ (fill(element, attributes, children));
}

/**
 * Create a button that does not submit a form.
 * @param {any} label
 * @param {((event: any) => any) | null} onclick
 * @param {Record<string, any>} attributes
 */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * An input with its label above it.
 * @param {string} label
 * @param {Element} input
 */
export function field(label, input) {
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input);
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (isMissing(value)) continue;
    if (name.startsWith("on")) Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => !isMissing(child)));
  return element;
}

/** @param {any} value */
const isMissing = (value) => value === false || value === undefined || value === null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * Show a message for six seconds; screen readers read it. `kind` is "error" or "notice".
 * @param {string} text
 * @param {string} kind
 */
export function showToast(text, kind = "error") {
  const toast = document.getElementById("toast");
  if (!toast) return;
  toast.textContent = text;
  toast.className = kind;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, 6000);
}

/**
 * Copy a text to the clipboard, or show it in a prompt if the browser does not allow that.
 * @param {string} text
 * @param {string} name
 */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`${name} copied.`, "notice");
  } catch {
    window.prompt(`${name}:`, text);
  }
}

/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  downloadBlob(name, new Blob([text], { type: "text/plain" }));
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
export function downloadBlob(name, content) {
  const href = URL.createObjectURL(content);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
