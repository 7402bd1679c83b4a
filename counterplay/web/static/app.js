// The router: shows the page that the address names after its #. Also the theme switch.

import { button, el } from "./dom.js";
import { gallery } from "./gallery.js";
import { learning } from "./learning.js";
import { quiz } from "./quiz.js";
import { room } from "./room.js";
import { setup } from "./setup.js";
import { Socket } from "./socket.js";
import { load, store } from "./storage.js";
import { tree } from "./tree.js";

// A page is a function that fills `main`. It may return a function that is called when it is left.
const PAGES = { "": gallery, play: setup, room, tree, quiz, learning };

const main = document.getElementById("main");
const socket = new Socket();
let catalogue = null;
let leavePage = () => {};

/** The games on this server, fetched once. */
async function fetchCatalogue() {
  if (!catalogue) {
    const response = await fetch("/api/games");
    catalogue = await response.json();
    document.querySelector("[data-page=learning]").hidden = !catalogue.learning;
    catalogue.byName = Object.fromEntries(catalogue.games.map((game) => [game.name, game]));
  }
  return catalogue;
}

/** Decode a part of the address. If it is not valid, return it unchanged. */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function showPage() {
  const parts = location.hash.replace(/^#\//, "").split("/").map(decode);
  const [page = "", name = "", position = ""] = parts;
  leavePage();
  leavePage = () => {};
  main.replaceChildren(el("p", { class: "empty" }, "Loading …"));
  let games;
  try {
    games = await fetchCatalogue();
  } catch {
    const retry = button("Try again", showPage);
    main.replaceChildren(el("p", { class: "empty" }, "No connection to the server. ", retry));
    return;
  }
  markCurrent(page);
  document.body.dataset.page = page || "gallery";
  const show = PAGES[page] ?? gallery;
  leavePage = show(main, { socket, games, name, position }) ?? (() => {});
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Mark the link of the current page in the header. */
function markCurrent(page) {
  const current = { "": "gallery", tree: "tree", quiz: "quiz", learning: "learning" }[page];
  for (const link of document.querySelectorAll("header nav a"))
    link.toggleAttribute("aria-current", link.dataset.page === current);
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  const theme = load("theme") ?? (darkScheme.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
}

document.getElementById("theme").onclick = () => {
  store("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  applyTheme();
};
darkScheme.addEventListener("change", applyTheme);
addEventListener("hashchange", () => {
  if (location.hash !== "#main") showPage();
});
applyTheme();
showPage();
