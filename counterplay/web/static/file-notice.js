// Says that the file of a game was saved, while the game goes on with the rules from before.
// @ts-check

import { button, el } from "./dom.js";

export class FileNotice {
  /**
   * @param {Element} main the page, above which the notice stands
   * @param {import("./socket.js").Socket} socket
   */
  constructor(main, socket) {
    this.text = el("span");
    const again = button("Start again with the new rules", () => socket.send({ type: "restart" }));
    const close = button("Not now", () => this.hide());
    this.element = el("div", { class: "file-notice", role: "status", hidden: true });
    this.element.append(this.text, again, close);
    main.before(this.element);
    socket.listen((/** @type {any} */ message) => {
      if (message.type === "outdated") this.show(message);
    });
  }

  /** @param {{room: string, text: string}} message */
  show({ room, text }) {
    if (!location.hash.startsWith(`#/room/${room}`)) return;
    this.text.textContent = text;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
