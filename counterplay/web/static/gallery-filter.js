// The search of the gallery: a text, the number of players, and what kind of game it is.
// @ts-check

import { button, el } from "./dom.js";

/**
 * @typedef {{name: string, title: string, about?: string, player_range?: [number, number],
 *   chance?: boolean, hidden?: boolean, known?: string, own?: boolean, fault?: string}} Entry
 * @typedef {{text: string, players: number, kinds: Set<string>}} Filter
 */

/** @type {[string, string, (game: Entry) => boolean][]} the address, the label, and the test */
const KINDS = [
  ["open", "No chance, nothing hidden", (game) => !game.chance && !game.hidden],
  ["chance", "Dice or cards", (game) => Boolean(game.chance)],
  ["hidden", "Hidden information", (game) => Boolean(game.hidden)],
  ["solved", "Solved", (game) => Boolean(game.known)],
  ["own", "Your files", (game) => Boolean(game.own)],
];

/**
 * The filter that an address asks for.
 * @param {URLSearchParams} query
 * @returns {Filter}
 */
export function readFilter(query) {
  return {
    text: query.get("q") ?? "",
    players: Number(query.get("players")) || 0,
    kinds: new Set(KINDS.map(([kind]) => kind).filter((kind) => query.has(kind))),
  };
}

/**
 * The filter as a part of an address.
 * @param {Filter} filter
 */
export function writeFilter({ text, players, kinds }) {
  const query = new URLSearchParams();
  if (text.trim()) query.set("q", text.trim());
  if (players) query.set("players", String(players));
  for (const kind of kinds) query.set(kind, "1");
  return query.toString();
}

/**
 * Whether a game is one of those that a filter lets through. A game that does not load is found by
 * its title.
 * @param {Entry} game
 * @param {Filter} filter
 */
export function matches(game, { text, players, kinds }) {
  const words = plain(text).split(/\s+/);
  const said = plain(`${game.name} ${game.title} ${game.about ?? ""}`);
  if (!words.every((word) => said.includes(word))) return false;
  if (game.fault) return !players && !kinds.size;
  const [least, most] = game.player_range ?? [2, 2];
  if (players && (players < least || players > most)) return false;
  return KINDS.every(([kind, , test]) => !kinds.has(kind) || test(game));
}

/**
 * A text without accents and capital letters, for comparison.
 * @param {string} text
 */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}|[_']/gu, "")
    .toLowerCase()
    .trim();

/**
 * The fields of the search. They change `filter` and call `update`; Enter calls `openFirst`. The
 * key / leads to the text.
 * @param {Entry[]} games
 * @param {Filter} filter
 * @param {() => void} update
 * @param {() => void} openFirst
 */
export function filterForm(games, filter, update, openFirst) {
  const text = /** @type {HTMLInputElement} */ (
    el("input", {
      id: "search",
      type: "search",
      placeholder: "Search games",
      "aria-label": "Search games",
      title: "Search games (/)",
      autocomplete: "off",
      spellcheck: "false",
      value: filter.text,
    })
  );
  text.oninput = () => {
    filter.text = text.value;
    update();
  };
  const offered = KINDS.filter(([, , test]) => games.some((game) => !game.fault && test(game)));
  const kinds = offered.map(([kind, label]) => kindButton(kind, label, filter, update));
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    openFirst();
  };
  const element = el(
    "form",
    { class: "filter", role: "search", onsubmit },
    text,
    playersSelect(games, filter, update),
    el("span", { class: "kinds", role: "group", "aria-label": "Kinds of games" }, kinds),
  );
  /** @param {KeyboardEvent} event */
  const pressKey = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "/" || target.closest("input, select, textarea")) return;
    event.preventDefault();
    text.focus();
    text.select();
  };
  return { element, pressKey };
}

/**
 * @param {Entry[]} games
 * @param {Filter} filter
 * @param {() => void} update
 */
function playersSelect(games, filter, update) {
  const most = Math.max(2, ...games.map((game) => game.player_range?.[1] ?? 0));
  const numbers = [...Array(most).keys()].map((n) => n + 1);
  const offered = numbers.filter((n) =>
    games.some(({ player_range: [least, last] = [0, 0] }) => least <= n && n <= last),
  );
  const options = offered.map((n) =>
    el("option", { value: n }, n === 1 ? "1 player" : `${n} players`),
  );
  const select = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { id: "players", "aria-label": "Number of players" },
      el("option", { value: 0 }, "Any number of players"),
      options,
    )
  );
  select.value = String(filter.players);
  select.onchange = () => {
    filter.players = Number(select.value);
    update();
  };
  return select;
}

/**
 * @param {string} kind
 * @param {string} label
 * @param {Filter} filter
 * @param {() => void} update
 */
function kindButton(kind, label, filter, update) {
  const toggle = () => {
    if (!filter.kinds.delete(kind)) filter.kinds.add(kind);
    pressed.setAttribute("aria-pressed", String(filter.kinds.has(kind)));
    update();
  };
  const pressed = button(label, toggle, { "aria-pressed": String(filter.kinds.has(kind)) });
  return pressed;
}
