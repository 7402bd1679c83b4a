// What a move looks and sounds like: it slides to its goal, with a click if the user wants one.
// @ts-check

import { el } from "./dom.js";
import { load, store } from "./storage.js";

const SLIDE = 170; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {AudioContext | null} */
let audio = null;

/**
 * The user's choices.
 * @returns {{motion: boolean, sound: boolean}}
 */
const settings = () => ({ motion: true, sound: false, ...load("feedback", {}) });

/**
 * Let what is drawn on a cell slide from another cell to its place.
 * @param {Element | null} pieces
 * @param {[number, number]} from the other cell, in squares from here
 */
export function slide(pieces, [dx, dy]) {
  if (!pieces || calm.matches || !settings().motion) return;
  const from = { transform: `translate(${dx}px, ${dy}px)` };
  pieces.animate([from, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
}

/**
 * A short click; higher if something was captured.
 * @param {boolean} isCapture
 */
export function click(isCapture) {
  if (!settings().sound) return;
  audio ??= new AudioContext();
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.frequency.setValueAtTime(isCapture ? 520 : 330, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

/** Boxes to switch motion and sound on and off. */
export function feedbackBoxes() {
  const box = (/** @type {"motion" | "sound"} */ name, /** @type {string} */ label) => {
    const input = el("input", { type: "checkbox", id: `feedback-${name}` });
    input.checked = settings()[name];
    input.onchange = () => store("feedback", { ...settings(), [name]: input.checked });
    return el("label", { class: "check", for: input.id }, input, ` ${label}`);
  };
  return [box("motion", "Animate moves"), box("sound", "Play sounds")];
}
