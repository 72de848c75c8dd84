// Texts for the reader: alerts (toasts), the connection's status, and announcements for screen readers.

export const commandField = document.getElementById("command");

// isTyping reports whether the reader is in the command field. Nothing may take the focus from it.
export const isTyping = () => document.activeElement === commandField && commandField.checkVisibility();

const body = document.body;
const toast = document.getElementById("toast");
const toastText = document.getElementById("toast-text");
const toastAction = document.getElementById("toast-action");
const toastClose = document.getElementById("toast-close");
let toastTimer = 0;
let shownAt = 0;
let linkedMessage = ""; // ID of the message that the alert's button opens

// showAlert shows a text, or hides the alert if the text is empty. An action gets a button. If it opens a
// message, message is the ID.
export function showAlert(text, action, label, message = "") {
  shownAt = Date.now();
  linkedMessage = message;
  clearTimeout(toastTimer);
  if (!text && toast.contains(document.activeElement)) commandField.focus({ preventScroll: true });
  toastText.textContent = text || "";
  toastAction.textContent = label || body.dataset.retry;
  toastAction.hidden = !action;
  toastAction.onclick = action || null;
  toastClose.hidden = !text;
  if (text && (!action || label)) toastTimer = setTimeout(hideWhenUnused, Math.min(3000 + 70 * text.length, 12000));
}

// hideAlertFor hides the alert if its button opens the message, or if it has no button and is older than 1.5
// s.
export function hideAlertFor(message) {
  if (linkedMessage === message || (Date.now() - shownAt > 1500 && toastAction.hidden)) showAlert("");
}

// hideWhenUnused hides the alert, but not while it is hovered or focused.
function hideWhenUnused() {
  if (toast.matches(":hover, :focus-within")) toastTimer = setTimeout(hideWhenUnused, 3000);
  else showAlert("");
}

const status = document.getElementById("status");

export function showStatus(text) {
  status.textContent = text || "";
  status.hidden = !text;
}

const announcements = document.getElementById("announcements");
const maxAnnouncements = 20; // texts kept

// announce makes screen readers read the text aloud.
export function announce(text) {
  if (!text) return;
  announcements.append(Object.assign(document.createElement("p"), { textContent: text }));
  while (announcements.children.length > maxAnnouncements) announcements.firstElementChild.remove();
}

document.addEventListener("click", (e) => {
  const term = e.target.closest(".term");
  if (term) showAlert(term.dataset.meaning);
});

toastClose.onclick = () => showAlert("");
if (toastText.textContent) toastClose.hidden = false;
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && toastText.textContent) showAlert("");
});
