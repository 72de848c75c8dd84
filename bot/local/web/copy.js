// A challenge to be sent on: its address, or what is to be typed.

import { say } from "./say.js";

document.addEventListener("click", async (e) => {
  const button = e.target.closest(".copy");
  if (!button) return;
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
    say(document.body.dataset.copied);
  } catch (refused) {
    say(text); // to be copied by hand
  }
});
