// Copies or shares a challenge's address.

import { say } from "./say.js";

// select lets the reader copy the text by hand, because pages without TLS may not write to the clipboard.
function select(button, text) {
  button.parentElement.querySelector(".copy-field")?.remove();
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true, className: "copy-field" });
  field.setAttribute("aria-label", document.body.dataset.byHand);
  button.after(field);
  field.select();
  return field;
}

if (navigator.share) document.body.classList.add("can-share");

document.addEventListener("click", (e) => {
  const button = e.target.closest(".share");
  if (button) navigator.share({ url: button.dataset.share }).catch(() => {}); // the reader may cancel
});

document.addEventListener("click", async (e) => {
  const button = e.target.closest(".copy");
  if (!button) return;
  const { copied, byHand } = document.body.dataset;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch (refused) {
    const field = select(button, button.dataset.copy);
    if (!document.execCommand("copy")) return say(byHand);
    field.remove();
  }
  say(copied);
});
