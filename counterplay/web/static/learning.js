// The learning page: the curve of a course of `counterplay learn`, kept up to date while it runs.
// @ts-check

import { el } from "./dom.js";

const SECONDS = 5;

/** @param {Element} main */
export function learning(main) {
  const picture = el("img", { class: "curve", alt: "The losses and the scores of all rounds" });
  const words = el("p", { class: "about", role: "status" }, "Loading …");
  document.title = "Learning · counterplay";
  main.replaceChildren(el("h1", {}, "Learning"), words, picture);
  picture.hidden = true;

  async function update() {
    const response = await fetch("/api/learning").catch(() => null);
    if (!response) {
      words.textContent = "No connection to the server.";
      return;
    }
    if (!response.ok) {
      words.textContent = await response.text();
      return;
    }
    const drawn = new Blob([await response.text()], { type: "image/svg+xml" });
    const before = picture.src;
    picture.src = URL.createObjectURL(drawn);
    if (before) URL.revokeObjectURL(before);
    picture.hidden = false;
    words.textContent = "The loss of each epoch, and the score of each round's network.";
  }

  update();
  const timer = setInterval(update, SECONDS * 1000);
  return () => clearInterval(timer);
}
