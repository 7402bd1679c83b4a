// Helpers to build elements, show messages, and copy or save text.

/** Create an HTML element: `el("button", {class: "main", onclick: f}, "Play")`. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Create an SVG element. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** Create a button that does not submit a form. */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (isMissing(value)) continue;
    if (name.startsWith("on")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => !isMissing(child)));
  return element;
}

const isMissing = (value) => value === false || value === undefined || value === null;

/** Show a message for six seconds; screen readers read it. `kind` is "error" or "notice". */
export function showToast(text, kind = "error") {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.className = kind;
  toast.hidden = false;
  clearTimeout(showToast.timer);
  showToast.timer = setTimeout(() => {
    toast.hidden = true;
  }, 6000);
}

/** Copy a text to the clipboard, or show it in a prompt if the browser does not allow that. */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`${name} copied.`, "notice");
  } catch {
    window.prompt(`${name}:`, text);
  }
}

/** Let the browser save a text as a file. */
export function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
