// The drawers over a table: the story, the menu, the command field.

import { command } from "./say.js";

const body = document.body;

export function closeDrawers() {
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
}

// keepDrawers keeps drawers open when the message is replaced.
export function keepDrawers(old, fresh) {
  for (const kind of ["story", "menu", "match-result .reckoning"]) {
    const was = old.querySelector(`.${kind}[open]`);
    const now = fresh.querySelector(`.${kind}`);
    if (was && now) now.open = true;
  }
}

// The story opens at its newest event.
document.addEventListener("toggle", (e) => {
  const sheet = e.target.matches?.(".story[open]") && e.target.querySelector(".drawer-panel");
  if (sheet) sheet.scrollTop = sheet.scrollHeight;
}, true);

function type() {
  closeDrawers();
  body.classList.add("typing");
  command.focus();
}

function shut(drawer) {
  drawer.querySelector("summary").focus({ preventScroll: true });
  drawer.open = false;
}

document.addEventListener("click", (e) => {
  const drawer = e.target.closest(".drawer");
  if (e.target.closest(".open-command")) type();
  else if (!drawer) closeDrawers();
  else if (e.target.closest(".close-drawer, .menu button[name]")) shut(drawer);
});

document.addEventListener("keydown", (e) => {
  if (e.key === "Escape") {
    body.classList.remove("typing");
    closeDrawers();
    document.querySelector(".open .bill:not(.dismissed) .continue, .answer-overlay .message-bar button")?.click();
  }
  const isIgnored = e.target.closest?.("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey;
  if (e.key !== "/" || isIgnored) return;
  e.preventDefault();
  type();
});

document.getElementById("command-form").addEventListener("submit", () => body.classList.remove("typing"));
