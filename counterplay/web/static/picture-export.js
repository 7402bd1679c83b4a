// Pictures of a search for slides. A saved SVG has no style sheet, because many slide programs
// ignore it: every element has its own colours, those of the light theme, and its own font.
// @ts-check

import { el } from "./dom.js";

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "font-size",
  "font-weight",
  "text-anchor",
  "letter-spacing",
];
const SHAPES = "path, rect, circle, polygon, text";
const FONT = "Arial, Helvetica, sans-serif";
const DEFAULTS = ["none", "normal", "0px", "start", "miter"];
const PNG_SCALE = 3;
const MOST_PIXELS = 16_000; // of a side, as browsers allow

/**
 * A picture as the text of an SVG file that slide programs draw rightly.
 * @param {SVGSVGElement} picture
 */
export function svgText(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  copy.removeAttribute("style");
  // Outside of .picture, so that the colours of the dark theme do not apply.
  const place = el("div", { class: "off-screen", "aria-hidden": "true" }, copy);
  document.body.append(place);
  for (const shape of copy.querySelectorAll(SHAPES)) inlineStyles(shape);
  place.remove();
  copy.querySelectorAll("style, [data-gone]").forEach((element) => element.remove());
  for (const element of copy.querySelectorAll("*")) {
    for (const name of ["class", "id", "aria-hidden"]) element.removeAttribute(name);
  }
  const text = new XMLSerializer().serializeToString(copy);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

/**
 * Write the style of a shape into its attributes, and mark it if it is not shown.
 * @param {Element} shape
 */
function inlineStyles(shape) {
  const style = getComputedStyle(shape);
  if (style.display === "none" || (shape.tagName === "text" && !shape.textContent)) {
    shape.setAttribute("data-gone", "");
    return;
  }
  const isText = shape.tagName === "text";
  for (const name of STYLES) {
    if (!isText && /^(font|text|letter)/.test(name)) continue;
    const value = style.getPropertyValue(name);
    if (name === "fill" || !DEFAULTS.includes(value)) shape.setAttribute(name, plain(value));
  }
  if (isText) shape.setAttribute("font-family", FONT);
}

/**
 * A value without units, and colours as #rrggbb.
 * @param {string} value
 */
function plain(value) {
  const colour = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value);
  if (colour) {
    const parts = colour.slice(1).map((part) => Number(part).toString(16).padStart(2, "0"));
    return `#${parts.join("")}`;
  }
  return value.replace(/([\d.]+)px/g, "$1");
}

/**
 * A picture as a PNG file, three times as large.
 * @param {SVGSVGElement} picture
 * @returns {Promise<Blob>}
 */
export async function pngOf(picture) {
  const blob = new Blob([svgText(picture)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(PNG_SCALE, MOST_PIXELS / Math.max(image.width, image.height));
    const canvas = el("canvas", {
      width: Math.round(image.width * scale),
      height: Math.round(image.height * scale),
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
