// The types that several scripts share. The page does not load this file.

/**
 * A piece as the server sends it; an empty cell has none of these.
 * @typedef {{piece?: string, kind?: string, colour?: string, label?: string}} Piece
 *
 * A place on a board, in squares from the top left.
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {Box & Piece & {name: string, dark?: boolean, star?: boolean, marked?: boolean,
 *   about?: string, pieces?: (Box & Piece)[], slot?: Box}} Cell
 *
 * @typedef {{x: number, y: number, size: number, number: number, pips: [number, number][],
 *   colour: string, used: boolean}} Die
 *
 * A drawing of a position (presentation/shapes.py).
 * @typedef {{kind: string, ground: string, width: number, height: number, cells: Cell[],
 *   columns: {x: number, text: string}[], rows: {y: number, text: string}[], above: boolean,
 *   lines: number[][], dice?: Die[], tray: number, rolled?: string, notes?: string, text?: string,
 *   shapes?: {look: string, points: [number, number][]}[],
 *   labels?: {x: number, y: number, text: string}[],
 *   cube?: (Box & {number: number, about: string}) | null}} Board
 *
 * A game in the catalogue (web/gallery.py).
 * @typedef {{name: string, title: string, about: string, names: string[], board: Board,
 *   below: number, player_range: [number, number], chance: boolean, hidden: boolean,
 *   known: string, own: boolean,
 *   fault?: string, problem?: {text: string, line: number | null, code: string} | null,
 *   algorithms: string[], levels: {name: string, elo: number | null}[], example: string,
 *   engine: boolean}} Game
 *
 * @typedef {{games: Game[], byName: Record<string, Game>,
 *   trees: [string, string, string, number][],
 *   algorithms: import("./algorithm-choice.js").Algorithm[], quiz: string[], archive: boolean,
 *   learning: boolean}} Catalogue
 *
 * A move, and a step of a longer one. `cells` has for each click the cells that may be clicked.
 * `leaves` is the piece on the last cell after it, if that tells moves apart.
 * @typedef {{text: string, cells: number[][], leaves?: Piece, names?: undefined}} Move
 * @typedef {{text: string | null, cells: number[][], names: string[], leaves?: undefined}} Step
 *
 * A mark on a board: an arrow, or a circle if it ends where it begins.
 * @typedef {{from: number, to: number, colour: string}} Mark
 *
 * A position of a game (web/view.py). `player` is -1 for chance, and null at the end. `taken` has
 * the captured pieces of each player.
 * @typedef {{ply: number, node: number, player: number | null, tokens: Piece[], board: Board,
 *   moves: Move[], steps: Step[], rolled_by: number | null, last: number[],
 *   taken: (Piece & {count: number})[][], notation: string}} Position
 *
 * A move in a tree: its number and its parent's, its text, who made it, glyphs and a comment.
 * @typedef {[number, number, string, number, number[], string]} TreeRow
 *
 * A room, and the position that it shows (web/view.py). `yours`, `present`, `names` and `seats`
 * are by player; `written`, `movers` by ply; `shares`, `sources` by node.
 * @typedef {Position & {type: string, room: string, game: string, title: string, names: string[],
 *   seats: number[], version: number, plies: number, over: boolean, result: string,
 *   written: string[], movers: number[], position: string, shares: Record<number, number>,
 *   sources: Record<number, string>, paused: boolean, kept: string, study: boolean, own: boolean,
 *   reviewed: boolean, format: string, tree: TreeRow[] | null, key: string, host: boolean,
 *   yours: boolean[], guests: number[], present: boolean[], offer: number | null,
 *   clocks: {left: number[], running: number | null} | null}} Room
 *
 * A mistake that a review found (web/findings.py).
 * @typedef {{ply: number, text: string, nag: number, loss: number, player: number, best: string,
 *   verdict: string, lost: string}} Mistake
 *
 * A line of the engine, and a result (web/results.py).
 * @typedef {{verdict: string, loss: string, share: number, moves: string[]}} Line
 * @typedef {{ply: number, done: boolean, depth: number, nodes: number, seconds: number,
 *   source: string, share: number, lines: Line[]}} Result
 *
 * A message from the server, by its type.
 * @typedef {{type: string, [field: string]: any}} Message
 *
 * What the address asks for, and what every page needs.
 * @typedef {{socket: import("./socket.js").Socket, games: Catalogue, name: string,
 *   position: string, query: URLSearchParams}} Context
 */

export {};
