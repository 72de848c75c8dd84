// The hand: touching cards, and keeping them in place meanwhile.

import { spoken } from "./news.js";
import { say } from "./say.js";

const quiet = 700; // ms after a touch in which no card moves
const again = 600; // ms in which a second tap on the spot does nothing
const newcomer = 1200; // ms in which a second tap presses no new button
const near = 24; // px: the size of a spot

const now = () => performance.now();
let touched = -quiet;
let tap = { at: -again, x: 0, y: 0, on: "" };

let finger = false; // the last touch was by finger

document.addEventListener("pointerdown", (e) => {
  touched = now();
  finger = e.pointerType !== "mouse";
}, true);

// nameOf identifies a button: by command at a table, else by label, to let readers press quickly through pages.
const nameOf = (target) => {
  const b = target.closest("button, summary, label");
  if (!b) return "";
  return b.closest(".open") ? `${b.name} ${b.value || b.className}` : b.getAttribute("aria-label") || b.textContent;
};

// At a table, a second tap on the same spot does nothing. Elsewhere, a second tap presses no new button.
document.addEventListener("click", (e) => {
  if (e.detail === 0 || e.target.matches("input")) return; // pressed by keyboard or by a label
  const on = nameOf(e.target);
  const spot = Math.hypot(e.clientX - tap.x, e.clientY - tap.y) < near;
  const after = now() - tap.at;
  if (spot && ((e.target.closest(".open") && after < again) || (on !== tap.on && after < newcomer))) {
    e.preventDefault();
    e.stopImmediatePropagation();
    return;
  }
  tap = { at: now(), x: e.clientX, y: e.clientY, on };
}, true);

// --- touching -------------------------------------------------------------------------------

const oneTouch = () => localStorage.getItem("one-touch") === "yes";

document.addEventListener("change", (e) => {
  if (e.target.matches(".one-touch")) localStorage.setItem("one-touch", e.target.checked ? "yes" : "no");
});
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector && e.target.querySelector(".one-touch");
  if (box) box.checked = oneTouch();
}, true);

function lower() {
  for (const card of document.querySelectorAll(".raised")) card.classList.remove("raised");
}

document.addEventListener("click", (e) => {
  const card = e.target.closest(".card-button, .packet-button");
  const table = card && card.closest(".table");
  if (!card) return lower();
  if (card.hasAttribute("aria-disabled")) {
    const why = table.querySelector(".hand")?.dataset || {};
    lower();
    say((card.matches("[aria-pressed=true]") && why.fixed) || why.why || spoken(table.querySelector(".todo")));
    e.preventDefault();
    return;
  }
  const byFinger = e.detail > 0 && finger;
  if (!("plays" in table.dataset) || !byFinger || oneTouch() || card.classList.contains("raised")) return;
  lower();
  card.classList.add("raised");
  e.preventDefault(); // the next touch plays the raised card
}, true);

// reachable returns the cards for the arrow keys: those that can be pressed, or else all, to be read.
function reachable(table) {
  const free = table.querySelectorAll(".card-button.playable");
  return [...(free.length > 0 ? free : table.querySelectorAll(".card-button"))];
}

let current = ""; // code of the card that had the focus last

// makeOneTabStop lets Tab reach one card. The arrow keys reach the others.
export function makeOneTabStop(message) {
  const cards = message.querySelectorAll(".card-button");
  const first = reachable(message);
  const stop = first.find((card) => card.dataset.card === current) || first[0];
  for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
}

document.addEventListener("focusin", (e) => {
  if (!e.target.matches(".open .card-button")) return;
  current = e.target.dataset.card;
  makeOneTabStop(e.target.closest(".msg"));
});

document.addEventListener("keydown", (e) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  const table = document.querySelector(".open .table:not(.replay, :has(.bill:not(.dismissed), .drawer[open]))");
  if (!step || !table || e.target.closest("input") || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
  const cards = reachable(table);
  if (cards.length === 0) return;
  const at = cards.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length;
  cards[next].focus();
  e.preventDefault();
});

// --- keeping cards in place -------------------------------------------------------------------

const slot = (node, kind) => Number([...node.classList].find((c) => c.startsWith(kind)).slice(kind.length));

function place(node, kind, n) {
  node.classList.replace(`${kind}${slot(node, kind)}`, `${kind}${n}`);
}

const settling = new Map(); // pending rearrangements by message

// hold keeps the remaining cards in place until the reader has touched nothing for a while and has no card in the
// trick. A raised card stays raised.
export function hold(old, fresh) {
  const was = old.querySelector(".hand");
  const hand = fresh.querySelector(".hand");
  const raised = old.querySelector(".raised");
  const same = raised && fresh.querySelector(`.card-button.playable[data-card="${raised.dataset.card}"]`);
  if (same && fresh.querySelector("[data-plays]")) same.classList.add("raised");
  if (!was || !hand) return;
  const lay = new Map([...was.querySelectorAll(".card-button")].map((card) => [card.dataset.card, slot(card, "i-")]));
  const cards = [...hand.querySelectorAll(".card-button")];
  const most = slot(was, "n-");
  if (cards.length === most || cards.some((card) => !lay.has(card.dataset.card))) return;
  place(hand, "n-", most);
  for (const card of cards) place(card, "i-", lay.get(card.dataset.card));
  clearTimeout(settling.get(fresh.id));
  if (fresh.querySelector("[data-settled]")) settling.set(fresh.id, setTimeout(settle, quiet, fresh.id));
}

function settle(id) {
  const left = quiet - (now() - touched);
  if (left > 0) return void settling.set(id, setTimeout(settle, left, id));
  settling.delete(id);
  const message = document.getElementById(id);
  const hand = message && message.querySelector(".hand");
  if (!hand) return;
  const cards = [...hand.querySelectorAll(".card-button")];
  place(hand, "n-", cards.length);
  cards.forEach((card, i) => place(card, "i-", i));
}
