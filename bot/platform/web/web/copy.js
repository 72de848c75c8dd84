// The buttons that copy or share a challenge's link or code.

import { showAlert } from "./alerts.js";

// showCopyField selects the text in a field, to be copied by hand. Pages without TLS may not write to the
// clipboard.
function showCopyField(button, text) {
  button.parentElement.querySelector(".copy-field")?.remove();
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true, className: "copy-field" });
  field.setAttribute("aria-label", document.body.dataset.copyByHand);
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
  const { copied, copyByHand } = document.body.dataset;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch (refused) {
    const field = showCopyField(button, button.dataset.copy);
    if (!document.execCommand("copy")) return showAlert(copyByHand);
    field.remove();
  }
  showAlert(copied);
});
