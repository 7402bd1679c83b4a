// The router: shows the page that the address names after its #. Also the theme switch.
// @ts-check

import { addGame, addVariant, fetchCatalogue } from "./catalogue.js";
import { button, el } from "./dom.js";
import { FileNotice } from "./file-notice.js";
import { gallery } from "./gallery.js";
import { listenForHelp } from "./help.js";
import { room } from "./room.js";
import { setup } from "./setup.js";
import { Socket } from "./socket.js";
import { load, store } from "./storage.js";

// A page is a function that fills `main`. It may return a function that is called when it is left.
/** @typedef {(main: HTMLElement, context: any) => (() => void) | undefined | void} Page */

/** @type {Record<string, Page>} */
const PAGES = { "": gallery, play: setup, room };
/** @type {Record<string, () => Promise<Page>>} pages that are loaded when they are opened */
const LATER = {
  edit: async () => (await import("./editor.js")).editor,
  rules: async () => (await import("./rules.js")).rules,
  tree: async () => (await import("./tree.js")).tree,
  quiz: async () => (await import("./quiz.js")).quiz,
  learning: async () => (await import("./learning.js")).learning,
};
/** @type {Record<string, string[]>} the style sheets that such pages alone need */
const STYLES = {
  edit: ["editor"],
  quiz: ["tree", "tree-dark", "quiz"],
  rules: ["rules"],
  tree: ["tree", "tree-dark"],
};
const GAME_PAGES = ["play", "rules", "edit"]; // whose address names a game

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const main = find("main");
const socket = new Socket();
/** @type {import("./types.js").Catalogue | null} */
let catalogue = null;
/** @type {Promise<import("./types.js").Catalogue> | null} */
let fetched = null; // one for all pages that are asked for before it has come
const notice = new FileNotice(main, socket);
/** @type {Promise<import("./compiling.js").Compiling> | null} */
let compiling = null; // loaded when something is compiled
let leavePage = () => {};
let asked = 0; // how many pages have been asked for

/**
 * The games on this server, fetched once, and the variant of one that the address names.
 * @param {string} page
 * @param {string} name
 */
async function fetchGames(page, name) {
  if (!catalogue) {
    fetched ??= fetchCatalogue();
    catalogue = await fetched.catch((error) => {
      fetched = null;
      throw error;
    });
    const learning_ = document.querySelector("[data-page=learning]");
    learning_?.toggleAttribute("hidden", !catalogue.learning);
  }
  if (GAME_PAGES.includes(page)) await addVariant(catalogue, name);
  return catalogue;
}

/**
 * Decode a part of the address. If it is not valid, return it unchanged.
 * @param {string} text
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Load a style sheet, once.
 * @param {string} name
 */
function loadStyle(name) {
  const href = `/static/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  return new Promise((onload, onerror) => {
    document.head.append(el("link", { rel: "stylesheet", href, onload, onerror }));
  });
}

/** The page, the game and the position that the address names, and the rest of it. */
function address() {
  const [path, search = ""] = location.hash.replace(/^#\//, "").split("?");
  const [page = "", name = "", position = ""] = path.split("/").map(decode);
  return { page, name, position, query: new URLSearchParams(search) };
}

async function showPage() {
  const { page, name, position, query } = address();
  leavePage();
  leavePage = () => {};
  notice.hide();
  main.replaceChildren(el("p", { class: "empty" }, "Loading …"));
  const number = ++asked;
  let games, show;
  try {
    games = await fetchGames(page, name);
    await Promise.all((STYLES[page] ?? []).map(loadStyle));
    show = PAGES[page] ?? (await LATER[page]?.()) ?? gallery;
  } catch {
    const retry = button("Try again", showPage);
    main.replaceChildren(el("p", { class: "empty" }, "No connection to the server. ", retry));
    return;
  }
  if (number !== asked) return; // another page was opened meanwhile
  markCurrent(page);
  document.body.dataset.page = page || "gallery";
  document.body.dataset.game = GAME_PAGES.includes(page) ? name : "";
  leavePage = show(main, { socket, games, name, position, query }) ?? (() => {});
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Mark the link of the current page in the header.
 * @param {string} page
 */
function markCurrent(page) {
  for (const link of document.querySelectorAll("header nav a"))
    link.toggleAttribute("aria-current", link.getAttribute("data-page") === (page || "gallery"));
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  const theme = load("theme") ?? (darkScheme.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
}

find("theme").onclick = () => {
  store("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  applyTheme();
};
darkScheme.addEventListener("change", applyTheme);
socket.listen((message) => {
  if (message.type !== "game" || !catalogue) return;
  const isListed = addGame(catalogue, message.game);
  const { page = "gallery" } = document.body.dataset;
  // What a person has chosen for another game stays.
  const isShown = GAME_PAGES.includes(page) && address().name === message.game.name;
  if (isListed && (page === "gallery" || isShown)) showPage();
});
socket.listen((/** @type {any} */ message) => {
  if (message.type !== "compiling") return;
  compiling ??= import("./compiling.js").then(({ Compiling }) => new Compiling(main));
  compiling.then((line) => line.receive(message));
});
addEventListener("hashchange", () => {
  if (location.hash !== "#main") showPage();
});
listenForHelp(find("help"), () => document.body.dataset.page);
applyTheme();
showPage();
