// The board editor: put pieces on a board, or write a position, and play or analyse it.
// @ts-check

import { Board } from "./board.js";
import { chooseMove } from "./choice.js";
import { button, el } from "./dom.js";
import { canFlip } from "./flipping.js";
import { pieceIcon, pieceName } from "./pieces.js";
import { PERSON } from "./setup.js";
import { speak } from "./speech.js";
import { rememberGame, store } from "./storage.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Board} Drawing */

/**
 * What a click does: it puts a piece, or it erases or moves one.
 * @typedef {Piece & {name?: string, symbol?: string}} Tool
 *
 * What the server found (web/editor.py). Pieces that make no position have no board; only the
 * answer to a text has a palette and sides.
 * @typedef {{text: string, fault: string, board?: Drawing, player?: number | null, over?: boolean,
 *   palette?: Piece[], sides?: number[], moves?: import("./types.js").Move[]}} Edited
 */

/** @type {Tool} */
const HAND = { name: "Move pieces", symbol: "✥" };
/** @type {Tool} */
const ERASER = { name: "Erase", symbol: "✕", piece: "" };
const PAUSE = 250; // milliseconds after which a text that is typed is checked
const LONGEST = 32_000;

/**
 * `name` is the name of the game; a link may give a `position`.
 * @param {Element} main
 * @param {Context} context
 */
export function editor(main, context) {
  const game = context.games.byName[context.name];
  if (!game || game.fault) {
    const reason = game?.fault ?? "There is no such game here.";
    const link = el("a", { href: "#/" }, "All games");
    main.replaceChildren(el("p", { class: "empty" }, reason, " ", link));
    return undefined;
  }
  const page = new EditorPage(main, context, game);
  return () => page.close();
}

/** A board on which every cell can be clicked, by a tool; without tools, moves are made on it. */
class EditorBoard extends Board {
  /** @param {EditorPage} page */
  constructor(page) {
    super((move) => page.makeMove(/** @type {string} */ (move.text)), chooseMove);
    this.page = page;
  }

  /** @param {number} i */
  async touch(i) {
    if (this.page.hasPieces) this.page.touch(i);
    else await super.touch(i);
  }

  /**
   * The right button erases.
   * @param {PointerEvent} event
   */
  press(event) {
    const i = this.cellAt(event);
    if (event.button !== 2) this.grab(event);
    else if (i !== null && this.page.hasPieces) this.page.put(i, "");
  }

  /** @param {KeyboardEvent} event */
  pressKey(event) {
    /** @type {SVGElement | null} */
    const cell = /** @type {Element} */ (event.target).closest?.(".cell");
    if (cell && this.page.hasPieces && ["Delete", "Backspace"].includes(event.key)) {
      this.focus = Number(cell.dataset.cell);
      this.page.put(this.focus, "");
    } else super.pressKey(event);
  }
}

/**
 * `board` is what is shown. The server checks it: `text` is its text, and `fault` is why the rules
 * do not allow it.
 */
class EditorPage {
  /**
   * @param {Element} main
   * @param {Context} context
   * @param {import("./types.js").Game} game
   */
  constructor(main, { socket, position }, game) {
    this.main = main;
    this.socket = socket;
    this.game = game;
    this.tool = HAND;
    this.flipped = false;
    this.asked = 0;
    this.player = 0;
    /** @type {ReturnType<typeof setTimeout> | null | undefined} */
    this.timer = undefined;
    /** @type {Tool[]} */
    this.tools = [];
    /** @type {HTMLSelectElement | undefined} */
    this.side = undefined;
    /** @type {HTMLTextAreaElement} made by `build`, as the parts */
    this.text = /** @type {any} */ (undefined);
    /**
     * @type {Record<"moves" | "palette" | "side" | "fault" | "drawing", HTMLElement> &
     *   Record<"undo" | "play" | "analyse" | "flip" | "clear" | "start", HTMLButtonElement>}
     */
    this.parts = /** @type {any} */ (undefined);
    /** @type {Edited} null before the first answer */
    this.state = /** @type {any} */ (null);
    /** @type {string[]} */
    this.earlier = []; // texts before the moves that were made here
    this.latest = ""; // the text that was asked about last; the answer may be on its way
    this.isOpening = ""; // what to do with the room that was asked for
    this.board = new EditorBoard(this);
    this.stopListening = socket.listen((message) => this.receive(message));
    document.title = `Board editor · ${game.title} · counterplay`;
    this.build();
    this.ask(position);
  }

  close() {
    clearTimeout(this.timer ?? undefined);
    this.stopListening();
  }

  // Messages -------------------------------------------------------------------------------------

  /**
   * Let the server check a text.
   * @param {string} text
   */
  ask(text) {
    this.asked += 1;
    this.latest = text;
    this.socket.send({ type: "edit", game: this.game.name, text, number: this.asked });
  }

  /** Let the server check the pieces on the board. */
  check() {
    const { game, board, player } = this;
    this.asked += 1;
    this.socket.send({
      type: "edit",
      game: game.name,
      text: this.state.text,
      pieces: board.board.cells.map(({ piece }) => piece ?? ""),
      player,
      number: this.asked,
    });
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "edited" && message.number === this.asked) this.show(message);
    if (message.type === "error") {
      if (this.state) this.latest = this.state.text;
      else this.parts.fault.textContent = message.text;
    }
    if (message.type !== "room" || !this.isOpening) return;
    rememberGame(message);
    if (this.isOpening === "analyse") store("analyse", message.room);
    location.hash = `#/room/${message.room}`;
  }

  // Showing --------------------------------------------------------------------------------------

  build() {
    const { game } = this;
    const id = "editor-text";
    this.text = el("textarea", {
      id,
      rows: 3,
      maxlength: LONGEST,
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => this.type(),
    });
    this.parts = {
      moves: el("div", { class: "choices" }),
      undo: button("Undo", () => this.undo()),
      palette: el("div", { class: "palette", role: "group", "aria-label": "Pieces" }),
      side: el("div", { class: "look" }),
      fault: el("p", { class: "fault", role: "status" }),
      drawing: el("div", { class: "beside" }, this.board.element),
      play: button("Play from here", () => this.play(), { class: "main" }),
      analyse: button("Analyse", () => this.open("analyse")),
      flip: button("Flip board", () => this.flip()),
      clear: button("Clear board", () => this.clear()),
      start: button("Starting position", () => this.ask("")),
    };
    const { palette, side, fault, drawing, play, analyse, flip, clear, start } = this.parts;
    const { moves, undo } = this.parts;
    const table = el("section", { class: "table", "aria-label": "The board" }, drawing);
    const tools = el(
      "section",
      { class: "side", "aria-label": "Board editor" },
      el("h1", {}, game.title),
      el("p", { class: "about" }, "Board editor"),
      palette,
      moves,
      side,
      el("div", { class: "tools" }, start, undo, clear, flip),
      el("div", { class: "written" }, el("label", { for: id }, "The position as text"), this.text),
      fault,
      el("div", { class: "tools" }, play, analyse),
    );
    this.main.replaceChildren(el("div", { class: "room editor" }, table, tools));
  }

  /**
   * Show what the server found. Pieces that make no position stay on the board.
   * @param {Edited} message
   */
  show(message) {
    const isFirst = !this.state?.palette;
    this.state = { ...this.state, ...message };
    const { text, fault, board, palette } = this.state;
    this.latest = text;
    if (document.activeElement !== this.text || !this.timer) this.text.value = text;
    if (board && message.board) this.draw(board);
    else if (isFirst) this.draw(this.game.board);
    const { player = null } = message;
    if (!fault && player !== null && player >= 0) this.player = player;
    if (palette && message.palette) this.showPalette(palette);
    this.showSide();
    const isFound = !fault;
    this.parts.fault.textContent = isFound ? this.turnText() : fault;
    this.parts.fault.classList.toggle("wrong", !isFound);
    for (const one of [this.parts.play, this.parts.analyse]) one.disabled = !isFound;
    this.parts.clear.hidden = !palette?.length;
    this.showMoves();
  }

  /** Whether the board is edited piece by piece. */
  get hasPieces() {
    return Boolean(this.state?.palette?.length);
  }

  /** Without a palette: the moves that cannot be made on the board. */
  showMoves() {
    const { moves = [], fault, board } = this.state;
    const isText = board?.text !== undefined;
    const listed = fault ? [] : moves.filter(({ cells }) => isText || !cells.length);
    const buttons = listed.map(({ text }) => button(text, () => this.makeMove(text)));
    this.parts.moves.replaceChildren(...buttons);
    this.parts.undo.hidden = this.hasPieces;
    this.parts.undo.disabled = !this.earlier.length;
  }

  /** @param {Drawing} board */
  draw(board) {
    const isText = board.text !== undefined;
    this.parts.flip.hidden = !canFlip(board);
    if (isText) {
      this.parts.drawing.replaceChildren(el("pre", { class: "text-board" }, board.text));
      return;
    }
    if (!this.board.element.isConnected) this.parts.drawing.replaceChildren(this.board.element);
    const canPremove = this.hasPieces; // every cell is a button
    const { moves = [], text } = this.state;
    const { flipped } = this;
    this.board.show({ board, moves, flipped, label: "Board to edit", canPremove, line: text });
  }

  /** Who is to move, or that the game is over. */
  turnText() {
    const { over, player = null } = this.state;
    if (over) return "The game is over in this position.";
    return player === null || player < 0 ? "Chance moves next." : `${this.name(player)} to move.`;
  }

  /** @param {number} player */
  name(player) {
    return this.game.names[player];
  }

  /** @param {Piece[]} palette */
  showPalette(palette) {
    const pieces = palette.map((piece) => ({ ...piece, name: pieceName(piece) }));
    this.tools = palette.length ? [HAND, ERASER, ...pieces] : [];
    const buttons = this.tools.map((tool) => toolButton(tool, () => this.choose(tool, buttons)));
    const colours = [...new Set(this.tools.map(({ colour }) => colour))]; // a row for each
    const rows = colours.map((colour) =>
      el(
        "div",
        { class: "row" },
        buttons.filter((_, i) => this.tools[i].colour === colour),
      ),
    );
    const hint = el(
      "p",
      { class: "about" },
      "Make moves on the board, or write the position below.",
    );
    this.parts.palette.replaceChildren(...(rows.length ? rows : [hint]));
  }

  /**
   * @param {Tool} tool
   * @param {HTMLElement[]} buttons
   */
  choose(tool, buttons) {
    this.tool = tool;
    this.board.release();
    buttons.forEach((one, i) => one.setAttribute("aria-pressed", `${this.tools[i] === tool}`));
  }

  /** The choice of the player to move, if the text of a position says it. */
  showSide() {
    const { sides } = this.state;
    if (sides?.length && !this.side) {
      const options = sides.map((p) => el("option", { value: p }, this.name(p)));
      const side = el("select", { id: "to-move" }, options);
      side.onchange = () => {
        this.player = Number(side.value);
        this.check();
      };
      this.side = side;
      this.parts.side.append(el("label", { for: "to-move" }, "To move"), side);
    }
    if (this.side) this.side.value = `${this.player}`;
  }

  // What the user does ---------------------------------------------------------------------------

  /**
   * A cell was clicked.
   * @param {number} i
   */
  touch(i) {
    const { board, tool } = this;
    if (!board.board.cells[i].name) return;
    if (tool !== HAND) {
      const isThere = (board.board.cells[i].piece ?? "") === tool.piece;
      this.put(i, isThere ? "" : (tool.piece ?? ""));
      return;
    }
    const [from] = board.touched;
    board.touched = [];
    if (from === undefined && board.board.cells[i].piece) board.touched = [i];
    if (from !== undefined && from !== i) this.carry(from, i);
    else board.draw();
  }

  /**
   * Move a piece to another cell.
   * @param {number} from
   * @param {number} to
   */
  carry(from, to) {
    const { piece } = this.board.board.cells[from];
    this.change({ [from]: "", [to]: piece ?? "" });
  }

  /**
   * @param {number} i
   * @param {string} piece
   */
  put(i, piece) {
    if (this.board.board.cells[i].name) this.change({ [i]: piece });
  }

  /**
   * Put pieces on cells, show them, and let the server check them.
   * @param {Record<number, string>} pieces
   */
  change(pieces) {
    const looks = Object.fromEntries((this.state.palette ?? []).map((look) => [look.piece, look]));
    const { board } = this.board;
    const cells = board.cells.map((cell, i) => {
      if (!(i in pieces)) return { ...cell, marked: false };
      const { x, y, w, h, name, dark, star } = cell;
      return { x, y, w, h, name, dark, star, ...(looks[pieces[i]] ?? {}) };
    });
    this.draw({ ...board, cells });
    const said = Object.entries(pieces).map(
      ([i, piece]) => `${cells[Number(i)].name} ${piece ? pieceName(looks[piece]) : "empty"}`,
    );
    if (said.length < 3) speak(said.join(", "));
    this.check();
  }

  /**
   * Change the position by a move of a player, or of chance. The answer to the move before it may
   * still be on its way.
   * @param {string} move
   */
  makeMove(move) {
    const text = this.latest;
    this.earlier.push(text);
    this.ask(text.includes(" moves ") ? `${text} ${move}` : `${text} moves ${move}`);
  }

  undo() {
    const text = this.earlier.pop();
    if (text !== undefined) this.ask(text);
  }

  clear() {
    this.change(Object.fromEntries(this.board.board.cells.map((_, i) => [i, ""])));
  }

  /** Check a text when the user stops typing. */
  type() {
    clearTimeout(this.timer ?? undefined);
    this.timer = setTimeout(() => {
      this.ask(this.text.value.trim());
      this.timer = null;
    }, PAUSE);
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw(this.board.board);
  }

  /** Choose the players on the page where games begin. */
  play() {
    const path = [this.game.name, this.state.text].map(encodeURIComponent).join("/");
    location.hash = `#/play/${path}`;
  }

  /**
   * Open a game of people here, to look at the position.
   * @param {string} purpose
   */
  open(purpose) {
    this.isOpening = purpose;
    const seats = this.game.names.map(() => PERSON);
    this.socket.send({ type: "new", game: this.game.name, seats, position: this.state.text });
  }
}

/**
 * The button of a tool: a piece, the eraser, or the hand.
 * @param {Tool} tool
 * @param {() => void} onclick
 */
function toolButton(tool, onclick) {
  const picture = tool.kind ? pieceIcon(tool, { "aria-hidden": true }) : null;
  return button(picture ?? tool.symbol ?? tool.piece, onclick, {
    "aria-label": tool.name,
    title: tool.name,
    "aria-pressed": String(tool === HAND),
  });
}
