// What the page says to its reader: a word, the state of the connection, and what is read out.

export const command = document.getElementById("command");

const toast = document.getElementById("toast");
const toastText = document.getElementById("toast-text");
const toastAgain = document.getElementById("toast-again");
const toastClose = document.getElementById("toast-close");
let toastTimer = 0;
let saidAt = 0;

export function say(text, again) {
  saidAt = Date.now();
  clearTimeout(toastTimer);
  if (!text && toast.contains(document.activeElement)) command.focus({ preventScroll: true });
  toastText.textContent = text || "";
  toastAgain.hidden = !again;
  toastAgain.onclick = again || null;
  toastClose.hidden = !text;
  if (text && !again) toastTimer = setTimeout(fade, 12000);
}

// passOver ends a word that is about what was before.
export function passOver() {
  if (Date.now() - saidAt > 1500 && toastAgain.hidden) say("");
}

// A word that somebody is reading or pointing at stays.
function fade() {
  if (toast.matches(":hover, :focus-within")) toastTimer = setTimeout(fade, 3000);
  else say("");
}

const state = document.getElementById("state");

export function sayState(text) {
  state.textContent = text || "";
  state.hidden = !text;
}

const heard = document.getElementById("heard");

// readOut lets a screen reader say the words when it has time.
export function readOut(words) {
  heard.textContent = words;
}

// A word of the game tells what it means.
document.addEventListener("click", (e) => {
  const term = e.target.closest(".term");
  if (term) say(term.dataset.says);
});

toastClose.onclick = () => say("");
if (toastText.textContent) toastClose.hidden = false;
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && toastText.textContent) say("");
});
