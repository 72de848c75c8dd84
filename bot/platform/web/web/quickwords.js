// Quick words: what players say to each other at a table, in a bubble at the speaker's seat.

import { readOut } from "./say.js";

const stays = 6000; // ms
const said = new Map(); // by message and seat: the text and its end
const muted = () => localStorage.getItem("quick-words") === "off";

export function hear({ ref, seat, word }) {
  const button = document.querySelector(`.quick-words button[value^="${CSS.escape(word)} "]`);
  if (!button || muted()) return;
  said.set(`${ref} ${seat}`, { text: button.textContent, until: Date.now() + stays });
  const speaker = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"] .seat-name bdi`);
  if (speaker && speaker.closest(".open")) readOut(`${speaker.textContent}: ${button.textContent}`);
  showWords();
  setTimeout(showWords, stays);
}

// showWords shows the bubbles again after a message was replaced.
export function showWords() {
  for (const bubble of document.querySelectorAll(".speech-bubble")) bubble.remove();
  for (const [key, { text, until }] of said) {
    const [ref, seat] = key.split(" ");
    const at = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"]`);
    if (Date.now() >= until) said.delete(key);
    else if (at) at.append(Object.assign(document.createElement("span"), { className: "speech-bubble", textContent: text, ariaHidden: "true" }));
  }
}

document.addEventListener("change", (e) => {
  if (e.target.matches(".mute")) localStorage.setItem("quick-words", e.target.checked ? "off" : "on");
});
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector?.(".mute");
  if (box) box.checked = muted();
}, true);
