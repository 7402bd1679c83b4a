// The games on this server, and variants of them: the same game with other parameters.
// @ts-check

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Catalogue} Catalogue */

const USUAL = { w: 1, h: 1, name: "", dark: false }; // the values of a cell

/**
 * The games on this server, also by name.
 * @returns {Promise<Catalogue>}
 */
export async function fetchCatalogue() {
  const catalogue = await (await fetch("/api/games")).json();
  catalogue.games.forEach(completeBoard);
  const pairs = catalogue.games.map((/** @type {Game} */ game) => [game.name, game]);
  return { ...catalogue, byName: Object.fromEntries(pairs) };
}

/**
 * Put back the usual values that the server leaves out of a small picture (web/thumbnails.py).
 * @param {Game} game
 */
function completeBoard({ board }) {
  if (!board?.cells) return;
  board.cells = board.cells.map((cell) => ({ ...USUAL, ...cell }));
}

/**
 * Add a game that the server has told about, or its new version. Returns whether it is one of
 * those in the list, and not a variant.
 * @param {Catalogue} catalogue
 * @param {Game} game
 */
export function addGame(catalogue, game) {
  completeBoard(game);
  catalogue.byName[game.name] = game;
  const at = catalogue.games.findIndex(({ name }) => name === game.name);
  if (at >= 0) catalogue.games[at] = game;
  return at >= 0;
}

/**
 * A game and its rules page. Throws an error with a sentence if there is none.
 * @param {string} name
 */
export async function fetchGame(name) {
  const response = await fetch(`/api/games/${encodeURIComponent(name)}`);
  const answer = await response.json();
  if (answer.error) throw new Error(answer.error);
  completeBoard(answer.game);
  return answer;
}

/**
 * Add the variant that an address names, if it is not known yet. One that cannot be played is
 * added with its fault.
 * @param {Catalogue} catalogue
 * @param {string} name
 */
export async function addVariant(catalogue, name) {
  if (!name.includes("?") || catalogue.byName[name]) return;
  try {
    const { game } = await fetchGame(name);
    catalogue.byName[name] = catalogue.byName[game.name] = game;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const faulty = { name, title: name, fault: `${message}.` };
    catalogue.byName[name] = /** @type {Game} */ (faulty);
  }
}

/**
 * The name of a variant: the game, and the parameters that differ.
 * @param {string} name
 * @param {Record<string, string>} given
 */
export function variantName(name, given) {
  const [base] = name.split("?");
  const query = new URLSearchParams(given).toString();
  return query ? `${base}?${query}` : base;
}
