// Texts for the reader: alerts, the state of the connection, and text to be read out.

export const command = document.getElementById("command");

// Nothing takes the focus from a typing reader.
export const isTyping = () => document.activeElement === command && command.checkVisibility();

const body = document.body;
const toast = document.getElementById("toast");
const toastText = document.getElementById("toast-text");
const toastAct = document.getElementById("toast-act");
const toastClose = document.getElementById("toast-close");
let toastTimer = 0;
let saidAt = 0;
let leadsTo = ""; // the message that the alert opens

// say shows an alert. act gets a button, which may open a message.
export function say(text, act, label, message = "") {
  saidAt = Date.now();
  leadsTo = message;
  clearTimeout(toastTimer);
  if (!text && toast.contains(document.activeElement)) command.focus({ preventScroll: true });
  toastText.textContent = text || "";
  toastAct.textContent = label || body.dataset.again;
  toastAct.hidden = !act;
  toastAct.onclick = act || null;
  toastClose.hidden = !text;
  if (text && (!act || label)) toastTimer = setTimeout(fade, Math.min(3000 + 70 * text.length, 12000));
}

// passOver hides an alert that is outdated or leads to the open message.
export function passOver(message) {
  if (leadsTo === message || (Date.now() - saidAt > 1500 && toastAct.hidden)) say("");
}

// An alert stays while hovered or focused.
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
const mostHeard = 20; // texts kept

// readOut lets a screen reader read the text.
export function readOut(words) {
  if (!words) return;
  heard.append(Object.assign(document.createElement("p"), { textContent: words }));
  while (heard.children.length > mostHeard) heard.firstElementChild.remove();
}

document.addEventListener("click", (e) => {
  const term = e.target.closest(".term");
  if (term) say(term.dataset.says);
});

toastClose.onclick = () => say("");
if (toastText.textContent) toastClose.hidden = false;
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && toastText.textContent) say("");
});
