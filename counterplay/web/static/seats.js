// The players beside a board: who plays, captured pieces, clocks, and invitations.
// @ts-check

import { button, copy, el } from "./dom.js";
import { pieceIcon, pieceName } from "./pieces.js";
import { PERSON, seatSelect } from "./setup.js";

/** @typedef {import("./room.js").Page} Page */

const TICK = 200; // milliseconds between two looks at the clocks
const HURRY = 20; // seconds below which tenths are shown

/** The rows of all players. `page` is the RoomPage. */
export class Seats {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.element = el("div", { class: "seats" });
    /** @type {HTMLElement[]} */
    this.faces = []; // the elements of the clocks
    this.received = 0; // when the clocks were sent
    this.timer = setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.timer);
  }

  update() {
    const { live } = this.page;
    this.faces = live.names.map(() => el("span", { class: "clock", role: "timer" }));
    this.element.classList.toggle("many", live.names.length > 2);
    this.element.classList.toggle("crowd", live.names.length > 3);
    this.element.replaceChildren(...live.names.map((name, p) => this.row(name, p)));
    this.tick();
  }

  /** New clocks have come from the server. */
  startClocks() {
    this.received = performance.now();
  }

  /** The player whose side of the board is below. */
  get below() {
    const { shown, flipped, isSecond, game } = this.page;
    if (shown.board.ground === "wells") return Number(isSecond); // discs fall for both
    return flipped ? 1 - game.below : game.below;
  }

  /**
   * A player: the piece, the name, who plays, the captured pieces, and the clock.
   * @param {string} name
   * @param {number} p
   */
  row(name, p) {
    const { live, shown } = this.page;
    const isChosen = live.host && !live.guests.includes(p);
    const row = isChosen ? this.chooser(name, p) : this.label(name, p);
    row.classList.toggle("turn", !live.over && live.player === p);
    row.classList.toggle("above", live.names.length === 2 && p !== this.below);
    if (live.tokens[p].kind) row.prepend(pieceIcon(live.tokens[p], { "aria-hidden": true }));
    if (shown.taken[p].length) row.append(capturedPieces(shown.taken[p]));
    if (this.canInvite(p)) row.append(this.inviter(name, p));
    if (live.clocks) row.append(this.faces[p]);
    return row;
  }

  /**
   * Whether the host may give this seat to a guest: if several people play.
   * @param {number} p
   */
  canInvite(p) {
    const { live } = this.page;
    const people = live.seats.filter((seat) => seat === PERSON).length;
    return live.host && live.seats[p] === PERSON && people > 1 && !live.over;
  }

  /**
   * The row of the host, who may choose who plays.
   * @param {string} name
   * @param {number} p
   */
  chooser(name, p) {
    const { live, game } = this.page;
    const { row, select } = seatSelect(game, name, live.seats[p]);
    select.onchange = () => {
      const seats = live.seats.map((seat, q) => (q === p ? Number(select.value) : seat));
      this.page.send({ type: "seats", seats });
    };
    return row;
  }

  /**
   * @param {string} name
   * @param {number} p
   */
  label(name, p) {
    const { live, game } = this.page;
    const seat = live.seats[p];
    const who = seat === PERSON ? this.person(p) : game.levels[seat - 1]?.name;
    const about = el("span", { class: "about" }, who);
    return el("div", { class: "seat" }, el("span", { class: "who" }, name), about);
  }

  /** @param {number} p */
  person(p) {
    const { live } = this.page;
    if (live.yours[p]) return "you";
    const who = live.guests.includes(p) ? "guest" : "person";
    return live.present[p] ? who : `${who}, not here`;
  }

  /**
   * A button that gives a seat to a guest, or takes it back.
   * @param {string} name
   * @param {number} p
   */
  inviter(name, p) {
    const { live } = this.page;
    if (!live.guests.includes(p)) {
      const title = `Get a link for the person who plays ${name}`;
      return button("Invite", () => this.page.send({ type: "invite", player: p }), { title });
    }
    const link = button("Link", () => this.page.send({ type: "invite", player: p }));
    const back = button("Withdraw", () => this.page.send({ type: "dismiss", player: p }), {
      title: `${name} is yours again, and the link no longer works`,
    });
    return el("span", { class: "guest" }, link, back);
  }

  /**
   * Copy the link of a guest.
   * @param {{player: number, key: string}} message
   */
  showInvited({ player, key }) {
    const { id, live } = this.page;
    const link = `${location.origin}/${location.search}#/room/${id}/${encodeURIComponent(key)}`;
    copy(link, `Link for ${live.names[player]}`);
  }

  // The clocks -----------------------------------------------------------------------------------

  tick() {
    const clocks = this.page.live?.clocks;
    if (!clocks) return;
    const passed = (performance.now() - this.received) / 1000;
    clocks.left.forEach((seconds, p) => {
      const isRunning = clocks.running === p && !this.page.live.over;
      const left = Math.max(0, isRunning ? seconds - passed : seconds);
      this.faces[p].textContent = clockText(left);
      this.faces[p].classList.toggle("running", isRunning);
      this.faces[p].classList.toggle("hurry", left < HURRY);
    });
  }
}

/**
 * Seconds as people read them: 4:05, 12.3
 * @param {number} seconds
 */
function clockText(seconds) {
  if (seconds < HURRY) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The pieces that a player has captured, each kind once with its count.
 * @param {(import("./types.js").Piece & {count: number})[]} pieces
 */
function capturedPieces(pieces) {
  const names = pieces.map((piece) => `${piece.count} ${pieceName(piece)}`).join(", ");
  const icons = pieces.map((piece) =>
    el("span", {}, pieceIcon(piece), piece.count > 1 ? el("small", {}, `×${piece.count}`) : ""),
  );
  return el("span", { class: "taken", role: "img", "aria-label": `captured: ${names}` }, icons);
}
