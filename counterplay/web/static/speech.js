// Says what happens on the board to screen readers.
// @ts-check

/**
 * Let screen readers say a text, after what they are saying now.
 * @param {string} text
 */
export function speak(text) {
  const spoken = /** @type {HTMLElement} */ (document.getElementById("spoken"));
  spoken.textContent = text;
}

/**
 * Say the move that was just made. One that is still secret is not said.
 * @param {import("./room.js").Page} page
 */
export function speakMove(page) {
  const { live } = page;
  const text = live.written.at(-1);
  if (page.isCovered || text === "…") return;
  speak(`${page.name(live.movers.at(-1))}: ${text}. ${live.over ? live.result : ""}`);
}
