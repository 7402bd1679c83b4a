// Which page is shown, by the address after the #; and light or dark.

import { el, keep, kept } from "./dom.js";
import { gallery } from "./gallery.js";
import { room, setup } from "./room.js";
import { Socket } from "./socket.js";
import { tree } from "./tree.js";

const main = document.getElementById("main");
const socket = new Socket();
let known = null,
  leave = () => {};

async function facts() {
  if (!known) {
    const answer = await fetch("/api/games");
    known = await answer.json();
    known.byName = Object.fromEntries(known.games.map((game) => [game.name, game]));
  }
  return known;
}

/** A part of the address; as it stands where it cannot be read. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function show() {
  const [page = "", name = "", position = ""] = location.hash
    .replace(/^#\//, "")
    .split("/")
    .map(decoded);
  leave();
  leave = () => {};
  main.replaceChildren(el("p", { class: "empty" }, "Loading …"));
  let games;
  try {
    games = await facts();
  } catch {
    main.replaceChildren(
      el(
        "p",
        { class: "empty" },
        "The server does not answer. ",
        el("button", { onclick: show }, "Try again"),
      ),
    );
    return;
  }
  const pages = { "": gallery, play: setup, room, tree };
  const shown = pages[page] ?? gallery;
  for (const link of document.querySelectorAll("header nav a"))
    link.toggleAttribute(
      "aria-current",
      link.dataset.page === (page === "tree" ? "tree" : "gallery") && ["", "tree"].includes(page),
    );
  document.body.dataset.page = page || "gallery";
  leave = shown(main, { socket, games, name, position }) ?? (() => {});
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const dark = matchMedia("(prefers-color-scheme: dark)");
function paint() {
  document.documentElement.dataset.theme = kept("theme") ?? (dark.matches ? "dark" : "light");
}
document.getElementById("theme").onclick = () => {
  keep("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  paint();
};
dark.addEventListener("change", paint);
addEventListener("hashchange", () => {
  if (location.hash !== "#main") show();
});
paint();
show();
