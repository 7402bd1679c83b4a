// The types that several scripts share. The page does not load this file.

/**
 * A piece as the server sends it; an empty cell has none of these.
 * @typedef {{piece?: string, kind?: string, colour?: string, label?: string}} Piece
 *
 * A place on a board, in squares from the top left.
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {Box & Piece & {name: string, dark?: boolean, star?: boolean, marked?: boolean,
 *   pieces?: (Box & Piece)[], slot?: Box}} Cell
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
 *   player_range: [number, number], chance: boolean, hidden: boolean, known: string, own: boolean,
 *   fault?: string, problem?: {text: string, line: number | null, code: string} | null,
 *   algorithms: string[], levels: {name: string, elo: number | null}[], example: string}} Game
 *
 * @typedef {{games: Game[], byName: Record<string, Game>,
 *   trees: [string, string, string, number][],
 *   algorithms: import("./algorithm-choice.js").Algorithm[], quiz: string[], archive: boolean,
 *   learning: boolean}} Catalogue
 *
 * A message from the server, by its type.
 * @typedef {{type: string, [field: string]: any}} Message
 *
 * What the address asks for, and what every page needs.
 * @typedef {{socket: import("./socket.js").Socket, games: Catalogue, name: string,
 *   position: string, query: URLSearchParams}} Context
 */

export {};
