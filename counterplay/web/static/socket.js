// The one connection to the server. It comes back by itself, and says what to do then.

import { say } from "./dom.js";

const WAITS = [300, 1000, 2000, 4000];

export class Socket {
  constructor() {
    this.listeners = new Set();
    this.waiting = [];
    this.tries = 0;
    this.onopen = () => {};
    this.open();
    setInterval(() => this.isOpen && this.send({ type: "ping" }), 25000);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => {
      this.tries = 0;
      this.show("");
      this.onopen();
      for (const message of this.waiting.splice(0)) this.send(message);
    };
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "error") say(message.text);
      for (const listener of [...this.listeners]) listener(message);
    };
    this.socket.onclose = ({ reason }) => {
      this.show(reason || "The server does not answer. Trying again …");
      setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }

  show(text) {
    const line = document.getElementById("line");
    line.textContent = text;
    line.hidden = !text;
  }

  /** Send a message, or when the connection is there; one that is stale by then is left out. */
  send(message, later = true) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
    else if (later) this.waiting.push(message);
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
