// What this browser remembers: settings, and the games that are not finished.

const MAX_GAMES = 8;

/** Store a value. In a private window nothing is stored. */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or not allowed. The page works without it.
  }
}

/** Load a stored value. */
export function load(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** The unfinished games, newest first. */
export function openGames() {
  return load("games", []);
}

/** Remember a game until it is over. With this record a restarted server can restore it. */
export function rememberGame({ room, game, seats, position, seed, plies, over }) {
  const others = openGames().filter((other) => other.room !== room);
  const record = { room, game, seats, position, seed, plies };
  store("games", over ? others : [record, ...others].slice(0, MAX_GAMES));
}
