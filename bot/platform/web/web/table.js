// The table that fills the window, and what it keeps when its message is replaced.

import { focusBill, keepBill, showBill } from "./bill.js";
import { tick } from "./clock.js";
import { closeDrawers, keepDrawers } from "./drawers.js";
import { needFaces } from "./faces.js";
import { hold, makeOneTabStop } from "./hand.js";
import { keepLook } from "./look.js";
import { news, spoken } from "./news.js";
import { isTyping, passOver, readOut } from "./say.js";
import { showWords } from "./quickwords.js";
import { arrangeStrip, updateStrip, waits, watch } from "./strip.js";
import { showThere } from "./there.js";

const body = document.body;
const panels = document.getElementById("list-panels");

let open = ""; // message ID; "" at home

const shown = () => document.getElementById(open);

export const atTable = () => open !== "";

function enter(message) {
  leave();
  open = message.id;
  sessionStorage.removeItem("home");
  message.classList.add("open");
  body.classList.add("at-table");
  needFaces(message);
  makeOneTabStop(message);
  showBill(message);
  passOver(message.id);
  watch(false);
  arrangeStrip();
  countOthers();
  tick();
  if (!message.contains(document.activeElement)) message.focus({ preventScroll: true });
  if (history.state) history.replaceState({ table: open }, "");
  else history.pushState({ table: open }, ""); // going back leads home
  focusBill();
}

function leave() {
  const message = shown();
  if (message) message.classList.remove("open");
  for (const m of document.querySelectorAll(".answer-overlay")) m.classList.remove("answer-overlay");
  open = "";
  body.classList.remove("at-table", "typing", "channel-open");
}

// countOthers counts other waiting tables and challenges.
function countOthers() {
  const button = shown()?.querySelector(".next-table");
  if (!button) return;
  const n = waits().length;
  button.hidden = n === 0;
  button.textContent = `» ${n}`;
}

// goTo opens a message's table, or shows a message without one at home.
export function goTo(message) {
  if (!message) return;
  if (message.classList.contains("laid-out")) return enter(message);
  goHome(() => {
    message.scrollIntoView({ block: "center", behavior: "instant" });
    message.focus({ preventScroll: true });
  });
}

function goNext() {
  const here = shown() || document.activeElement.closest(".panel");
  const all = waits().filter((message) => message !== here);
  goTo(all.find((message) => here && here.compareDocumentPosition(message) & Node.DOCUMENT_POSITION_FOLLOWING) || all[0]);
}

const home = document.getElementById("private");

function goHome(then = () => home.focus({ preventScroll: true })) {
  sessionStorage.setItem("home", "yes");
  if (!history.state) {
    leave();
    return then();
  }
  window.addEventListener("popstate", then, { once: true }); // after the listener below
  history.back();
}

window.addEventListener("popstate", (e) => {
  const message = e.state && document.getElementById(e.state.table);
  if (message) enter(message);
  else leave();
});

// begin opens a waiting table, or else the first, unless the reader went home.
export function begin() {
  const tables = [...panels.querySelectorAll(".laid-out:not(.ended)")];
  const first = tables.find((m) => m.classList.contains("waiting")) || tables[0];
  if (first && !sessionStorage.getItem("home")) enter(first);
}

// carry copies a message's state to its replacement.
export function carry(old, fresh) {
  if (old.id === open) fresh.classList.add("open");
  if (!fresh.querySelector(".table")) {
    if (old.id === open && old.querySelector(".table")) readOut(spoken(fresh)); // the match is over
    return;
  }
  keepDrawers(old, fresh);
  keepBill(old, fresh);
  showBill(fresh);
  keepLook(old, fresh);
  if (fresh.dataset.table) hold(old, fresh); // a lesson replaces the hand without keeping places
  needFaces(fresh);
  makeOneTabStop(fresh);
  if (old.id === open) readOut(news(old, fresh));
}

// arrived opens the table that the reader's press led to, or shows the answer above the open table.
export function arrived(message, list) {
  if (list === "panels" && message.classList.contains("laid-out") && message.id !== open) enter(message);
  if (list !== "answers") return;
  for (const m of document.querySelectorAll(".answer-overlay")) m.classList.remove("answer-overlay");
  message.classList.add("answer-overlay");
  closeDrawers();
  if (isTyping()) readOut(spoken(message));
  else message.focus({ preventScroll: true });
}

// backTo returns the element to focus after the focused message was removed.
export const backTo = () => shown() || home;

let gone = null; // the message that was removed while open
let goneAt = 0;
const patience = 5000; // ms to wait for its replacement

export function removed(message) {
  if (message.id !== open) return;
  gone = message;
  goneAt = Date.now();
  leave();
}

// successor finds a removed table's replacement: the same table after the bot's restart, or the rematch.
function successor() {
  if (!gone || Date.now() - goneAt > patience) return null;
  const same = panels.querySelector(`.panel[data-table="${gone.dataset.table}"]`);
  const begun = (message) => message.since > goneAt - patience;
  return same || (gone.matches(".ended") ? [...panels.querySelectorAll(".laid-out:not(.ended)")].find(begun) : null);
}

export function afterChanges() {
  const message = successor();
  if (message) {
    gone = null;
    enter(message);
  }
  updateStrip();
  countOthers();
  showThere();
  showWords();
  focusBill();
  tick();
}

document.addEventListener("click", (e) => {
  const hit = (kind) => e.target.closest(kind);
  if (hit(".enter-table")) enter(hit(".msg"));
  else if (hit("button.home")) goHome();
  else if (hit(".next-table")) goNext();
  else if (hit(".tab")) goTab(hit(".tab").dataset.message);
  else if (hit(".to-channel")) goTab("");
});

function goTab(id) {
  closeDrawers();
  if (id) goTo(document.getElementById(id));
  else watch(true);
}

document.addEventListener("keydown", (e) => {
  const isIgnored = e.target.closest?.("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey;
  if (e.key === "n" && !isIgnored) goNext();
});
