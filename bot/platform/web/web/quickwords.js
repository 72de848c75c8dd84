// Quick words: fixed phrases that players say to each other. They appear in a speech bubble at the speaker's
// seat.

import { announce } from "./alerts.js";

const bubbleTime = 6000; // ms
const spokenWords = new Map(); // by message ID and seat; until is in ms since 1970
const isMuted = () => localStorage.getItem("quick-words") === "off";

export function showQuickWord({ ref, seat, word }) {
  const button = document.querySelector(`.quick-words button[value^="${CSS.escape(word)} "]`);
  if (!button || isMuted()) return;
  spokenWords.set(`${ref} ${seat}`, { text: button.textContent, until: Date.now() + bubbleTime });
  const speaker = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"] .seat-name bdi`);
  if (speaker && speaker.closest(".open")) announce(`${speaker.textContent}: ${button.textContent}`);
  showSpeechBubbles();
  setTimeout(showSpeechBubbles, bubbleTime);
}

// showSpeechBubbles draws all bubbles anew: words expire, and replaced messages have no bubbles.
export function showSpeechBubbles() {
  for (const bubble of document.querySelectorAll(".speech-bubble")) bubble.remove();
  for (const [key, { text, until }] of spokenWords) {
    const [ref, seat] = key.split(" ");
    const seatElement = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"]`);
    if (Date.now() >= until) spokenWords.delete(key);
    else if (seatElement) seatElement.append(Object.assign(document.createElement("span"), { className: "speech-bubble", textContent: text, ariaHidden: "true" }));
  }
}

document.addEventListener("change", (e) => {
  if (e.target.matches(".mute")) localStorage.setItem("quick-words", e.target.checked ? "off" : "on");
});
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector?.(".mute");
  if (box) box.checked = isMuted();
}, true);
