// What this browser remembers: settings, the keys of its games, open games and studies.
// @ts-check

const MAX_GAMES = 8;
const MAX_KEYS = 60;

/**
 * A game that is not finished. `kept` is what the server needs to open it again.
 * @typedef {{room: string, game: string, plies: number, kept: string}} OpenGame
 */

/**
 * Store a value. In a private window nothing is stored.
 * @param {string} key
 * @param {any} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or not allowed. The page works without it.
  }
}

/**
 * Load a stored value.
 * @param {string} key
 * @param {any} fallback
 */
export function load(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * The unfinished games and the studies, newest first.
 * @returns {OpenGame[]}
 */
export function openGames() {
  return load("games", []);
}

/**
 * Remember the key of a game that is played here, and until it is over what the server needs to
 * open it again: `kept`, which only the server can read. Games with variations are always kept.
 * @param {OpenGame & {over: boolean, tree: object | null, key: string}} message
 */
export function rememberGame({ room, game, plies, over, tree, kept, key }) {
  if (!key) return; // someone else's game, which is watched here
  rememberKey(room, key);
  const others = openGames().filter((other) => other.room !== room);
  store(
    "games",
    over && !tree ? others : [{ room, game, plies, kept }, ...others].slice(0, MAX_GAMES),
  );
}

/**
 * The keys of this browser's games: the id of a room, and its key.
 * @returns {[string, string][]}
 */
const keys = () => load("keys", []);

/**
 * The key that this browser has for a game; empty if it can only watch.
 * @param {string} room
 */
export function keyOf(room) {
  return keys().find(([id]) => id === room)?.[1] ?? "";
}

/**
 * @param {string} room
 * @param {string} key
 */
export function rememberKey(room, key) {
  if (keyOf(room) === key) return;
  const others = keys().filter(([id]) => id !== room);
  store("keys", [[room, key], ...others].slice(0, MAX_KEYS));
}
