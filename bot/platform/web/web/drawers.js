// The panels that open over a table: the story (its log of events), the menu, and the command field.

import { commandField } from "./alerts.js";

const body = document.body;

export function closeDrawers() {
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
}

// keepDrawers keeps drawers open when the message is replaced.
export function keepDrawers(old, fresh) {
  for (const kind of ["story", "menu", "match-result .reckoning"]) {
    const oldDrawer = old.querySelector(`.${kind}[open]`);
    const drawer = fresh.querySelector(`.${kind}`);
    if (oldDrawer && drawer) drawer.open = true;
  }
}

// The story opens scrolled to its newest event.
document.addEventListener("toggle", (e) => {
  const panel = e.target.matches?.(".story[open]") && e.target.querySelector(".drawer-panel");
  if (panel) panel.scrollTop = panel.scrollHeight;
}, true);

function openCommandField() {
  closeDrawers();
  body.classList.add("typing");
  commandField.focus();
}

function closeDrawer(drawer) {
  drawer.querySelector("summary").focus({ preventScroll: true });
  drawer.open = false;
}

document.addEventListener("click", (e) => {
  const drawer = e.target.closest(".drawer");
  if (e.target.closest(".open-command")) openCommandField();
  else if (!drawer) closeDrawers();
  else if (e.target.closest(".close-drawer, .menu button[name]")) closeDrawer(drawer);
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
  openCommandField();
});

document.getElementById("command-form").addEventListener("submit", () => body.classList.remove("typing"));
