// The drawers over a table: the story, the menu, the command field.

import { command } from "./say.js";

const body = document.body;

export function closeDrawers() {
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
}

// keepDrawers keeps drawers open when the message is replaced.
export function keepDrawers(old, fresh) {
  for (const kind of ["story", "menu", "end .reckoning"]) {
    const was = old.querySelector(`.${kind}[open]`);
    const now = fresh.querySelector(`.${kind}`);
    if (was && now) now.open = true;
  }
}

// The story opens at its newest event.
document.addEventListener("toggle", (e) => {
  const sheet = e.target.matches?.(".story[open]") && e.target.querySelector(".sheet");
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
  if (e.target.closest(".type")) type();
  else if (!drawer) closeDrawers();
  else if (e.target.closest(".shut, .menu button[name]")) shut(drawer);
});

document.addEventListener("keydown", (e) => {
  if (e.key === "Escape") {
    body.classList.remove("typing");
    closeDrawers();
    document.querySelector(".open .bill:not(.seen) .on, .asked .bar button")?.click();
  }
  const isIgnored = e.target.closest?.("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey;
  if (e.key !== "/" || isIgnored) return;
  e.preventDefault();
  type();
});

document.getElementById("command-form").addEventListener("submit", () => body.classList.remove("typing"));
