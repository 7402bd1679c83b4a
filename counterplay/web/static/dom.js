// Small helpers to build pages from plain elements.

/** An element: `el("button", {class: "main", onclick: f}, "Play")`. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same, for drawings. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith("on")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Say something for a few seconds, to eyes and to screen readers. */
export function say(text, kind = "error") {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.className = kind;
  toast.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => {
    toast.hidden = true;
  }, 6000);
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is in the clipboard.`, "notice");
  } catch {
    window.prompt(`${what}:`, text);
  }
}

/** Hand a text to the browser as a file to be saved. */
export function download(name, text) {
  const link = el("a", {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* private window */
  }
}

export function kept(name, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}
