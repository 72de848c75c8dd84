// The table that fills the window: which one it is, what is open on it, and what it tells ears.

import { firstGame } from "./called.js";
import { tick } from "./clock.js";
import { command, passOver, readOut } from "./say.js";
import { hold } from "./hand.js";
import { showStrip, waits, watch } from "./strip.js";
import { showThere } from "./there.js";

const body = document.body;
const panels = document.getElementById("list-panels");

let open = ""; // the message whose table it is; "" at home
const seen = new Set(JSON.parse(sessionStorage.getItem("bills") || "[]")); // the bills that the reader has gone on from

const shown = () => document.getElementById(open);

// enter opens the table of a message.
function enter(message) {
  leave();
  open = message.id;
  sessionStorage.removeItem("home");
  message.classList.add("open");
  body.classList.add("at-table");
  mark(message);
  passOver();
  watch(false);
  others();
  tick();
  if (history.state) history.replaceState({ table: open }, "");
  else history.pushState({ table: open }, ""); // going back leads home
}

function leave() {
  const message = shown();
  if (message) message.classList.remove("open");
  for (const m of document.querySelectorAll(".asked")) m.classList.remove("asked");
  open = "";
  body.classList.remove("at-table", "typing", "watching");
}

// others shows how many other tables and challenges wait.
export function others() {
  showStrip();
  const button = shown()?.querySelector(".next");
  if (!button) return;
  const n = waits().length;
  button.hidden = n === 0;
  button.textContent = `» ${n}`;
}

function goNext() {
  const next = waits()[0];
  if (next) goTo(next);
}

// goTo opens the table of a message; what has none, such as a challenge, is shown at home.
function goTo(message) {
  if (message.classList.contains("laid-out")) return enter(message);
  goHome();
  message.scrollIntoView({ block: "center", behavior: "instant" });
  message.focus({ preventScroll: true });
}

function goHome() {
  sessionStorage.setItem("home", "yes");
  if (history.state) history.back();
  else leave();
}

// mark hides the bill that the reader has seen.
function mark(message) {
  const bill = message.querySelector(".bill");
  if (bill) bill.classList.toggle("seen", seen.has(bill.dataset.bill));
}

// begin opens the table that waits for the reader or, unless they went home, the first.
export function begin() {
  const tables = [...panels.querySelectorAll(".laid-out")];
  const first = tables.find((m) => m.classList.contains("calls")) || tables[0];
  if (first && !sessionStorage.getItem("home")) enter(first);
}

// carry takes over what the reader has opened, raised and seen.
export function carry(old, fresh) {
  if (fresh.querySelector(".table") === null) {
    if (old.id === open) fresh.classList.add("open");
    return;
  }
  if (old.id === open) fresh.classList.add("open");
  mark(fresh);
  for (const kind of ["story", "menu"]) {
    const was = old.querySelector(`.${kind}[open]`);
    const now = fresh.querySelector(`.${kind}`);
    if (was && now) now.open = true;
  }
  hold(old, fresh);
  if (old.id === open) readOut(news(old, fresh).join(". "));
}

// news is what ears haven't heard of: cards played, words said, whose a trick is, what to do.
function news(old, fresh) {
  const text = (node) => (node ? node.textContent.trim() : "");
  const all = [];
  for (const area of fresh.querySelectorAll(".trick-area")) {
    const before = old.querySelector(`.trick-area[data-trick="${area.dataset.trick}"]`);
    for (const place of area.querySelectorAll(".place")) {
      const card = place.querySelector(".face:not(.vacant)");
      const was = before && before.querySelector(`.place[data-seat="${place.dataset.seat}"] .face:not(.vacant)`);
      if (card && !was) all.push(`${text(place.querySelector(".by"))}: ${card.getAttribute("aria-label")}`);
    }
    const over = area.querySelector(".trick.over");
    if (over && !(before && before.querySelector(".trick.over"))) all.push(text(area.querySelector(".result")));
  }
  fresh.querySelectorAll(".seat").forEach((seat, i) => {
    const role = text(seat.querySelector(".role"));
    if (role && role !== text(old.querySelectorAll(".seat")[i]?.querySelector(".role"))) all.push(`${text(seat.querySelector(".who"))}: ${role}`);
  });
  const todo = text(fresh.querySelector(".todo"));
  if (todo !== text(old.querySelector(".todo"))) all.push(todo);
  return all.filter(Boolean);
}

// arrived opens a table that the reader's act has brought, and shows an answer above the open one.
export function arrived(message, list) {
  if (list === "panels" && message.classList.contains("laid-out") && message.id !== open) enter(message);
  if (list !== "answers") return;
  for (const m of document.querySelectorAll(".asked")) m.classList.remove("asked");
  message.classList.add("asked");
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
}

let lost = null; // the message that has gone while it was open
let lostAt = 0;
const patience = 5000; // ms in which what takes its place is expected

// left says that a message has gone.
export function left(message) {
  if (message.id !== open) return;
  lost = message;
  lostAt = Date.now();
  leave();
}

// successor is what takes the place of a message that has gone: another of the same table,
// as after a restart of the bot, or the rematch of a match that is over.
function successor() {
  if (!lost || Date.now() - lostAt > patience) return null;
  const same = panels.querySelector(`.panel[data-table="${lost.dataset.table}"]`);
  const begun = (message) => message.since > lostAt - patience;
  return same || (lost.querySelector(".table") ? null : [...panels.querySelectorAll(".laid-out")].find(begun));
}

// changed says that the list of panels has changed.
export function changed() {
  const message = successor();
  if (message) {
    lost = null;
    enter(message);
  }
  others();
  showThere();
  tick();
}

function type() {
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
  body.classList.add("typing");
  command.focus();
}

function goOn(bill) {
  firstGame();
  seen.add(bill.dataset.bill);
  sessionStorage.setItem("bills", JSON.stringify([...seen].slice(-20)));
  bill.classList.add("seen");
}

document.addEventListener("click", (e) => {
  const hit = (kind) => e.target.closest(kind);
  if (hit(".enter-table")) enter(hit(".msg"));
  else if (hit("button.home")) goHome();
  else if (hit(".next")) goNext();
  else if (hit(".tab")) goTab(hit(".tab").dataset.message);
  else if (hit(".to-channel")) watch(true);
  else if (hit(".bill .on")) goOn(hit(".bill"));
  else if (hit(".type")) type();
  else if (hit(".look")) look(hit(".middle"));
  else if (!hit(".drawer")) for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
});

function goTab(id) {
  const message = document.getElementById(id);
  if (message) goTo(message);
  else watch(true);
  for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
}

// look shows the trick before, and the running one again.
function look(middle) {
  const back = middle.classList.toggle("look-back");
  middle.querySelector(".last").hidden = !back;
}

document.addEventListener("keydown", (e) => {
  const typing = e.target.closest && e.target.closest("input, textarea, select");
  if (e.key === "Escape") {
    body.classList.remove("typing");
    for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
  }
  if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    type();
  }
  if (e.key === "n" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) goNext();
});

document.getElementById("command-form").addEventListener("submit", () => body.classList.remove("typing"));

window.addEventListener("popstate", (e) => {
  const message = e.state && document.getElementById(e.state.table);
  if (message) enter(message);
  else leave();
});
