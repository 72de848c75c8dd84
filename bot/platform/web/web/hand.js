// The reader's hand: taps and keys that play cards, and cards that stay in place while the reader taps.

import { spokenText } from "./spokentext.js";
import { showAlert } from "./alerts.js";

const settleDelay = 700; // ms without a touch before cards may move
const repeatTapTime = 600; // ms in which a second tap on the same spot of a table does nothing
const newButtonTime = 1200; // ms in which a second tap on the same spot presses no other button
const spotSize = 24; // px between two taps on the same spot, at most

const now = () => performance.now();
let lastTouch = -settleDelay;
let tap = { at: -repeatTapTime, x: 0, y: 0, key: "" };

let lastTouchByFinger = false;

document.addEventListener("pointerdown", (e) => {
  lastTouch = now();
  lastTouchByFinger = e.pointerType !== "mouse";
}, true);

// buttonKey identifies a button by its command at a table, elsewhere by its label. A reader can then press
// "next" quickly on one page after another.
const buttonKey = (target) => {
  const b = target.closest("button, summary, label");
  if (!b) return "";
  return b.closest(".open") ? `${b.name} ${b.value || b.className}` : b.getAttribute("aria-label") || b.textContent;
};

// Ignores accidental double taps. At a table, a second tap on the same spot does nothing. Elsewhere it
// presses no other button.
document.addEventListener("click", (e) => {
  if (e.detail === 0 || e.target.matches("input")) return; // pressed by keyboard or by a label
  const key = buttonKey(e.target);
  const sameSpot = Math.hypot(e.clientX - tap.x, e.clientY - tap.y) < spotSize;
  const elapsed = now() - tap.at;
  if (sameSpot && ((e.target.closest(".open") && elapsed < repeatTapTime) || (key !== tap.key && elapsed < newButtonTime))) {
    e.preventDefault();
    e.stopImmediatePropagation();
    return;
  }
  tap = { at: now(), x: e.clientX, y: e.clientY, key };
}, true);

// --- playing -------------------------------------------------------------------------------

const oneTouch = () => localStorage.getItem("one-touch") === "yes";

document.addEventListener("change", (e) => {
  if (e.target.matches(".one-touch")) localStorage.setItem("one-touch", e.target.checked ? "yes" : "no");
});
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector && e.target.querySelector(".one-touch");
  if (box) box.checked = oneTouch();
}, true);

function lowerRaised() {
  for (const card of document.querySelectorAll(".raised")) card.classList.remove("raised");
}

document.addEventListener("click", (e) => {
  const card = e.target.closest(".card-button, .packet-button");
  const table = card && card.closest(".table");
  if (!card) return lowerRaised();
  if (card.hasAttribute("aria-disabled")) {
    const { reason, fixedReason } = table.querySelector(".hand")?.dataset || {};
    lowerRaised();
    showAlert((card.matches("[aria-pressed=true]") && fixedReason) || reason || spokenText(table.querySelector(".todo")));
    e.preventDefault();
    return;
  }
  const byFinger = e.detail > 0 && lastTouchByFinger;
  if (!("playsNow" in table.dataset) || !byFinger || oneTouch() || card.classList.contains("raised")) return;
  lowerRaised();
  card.classList.add("raised");
  e.preventDefault(); // the next touch plays the raised card
}, true);

// reachableCards returns the cards that the arrow keys reach: the playable ones, or all cards if none is
// playable.
function reachableCards(table) {
  const playable = table.querySelectorAll(".card-button.playable");
  return [...(playable.length > 0 ? playable : table.querySelectorAll(".card-button"))];
}

let current = ""; // code of the card that was focused last

// makeOneTabStop lets the Tab key reach only one card. The arrow keys reach the others (roving tabindex).
export function makeOneTabStop(message) {
  const cards = message.querySelectorAll(".card-button");
  const first = reachableCards(message);
  const tabStop = first.find((card) => card.dataset.card === current) || first[0];
  for (const card of cards) card.tabIndex = card === tabStop ? 0 : -1;
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
  const cards = reachableCards(table);
  if (cards.length === 0) return;
  const at = cards.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length;
  cards[next].focus();
  e.preventDefault();
});

// --- keeping cards in place -------------------------------------------------------------------

const numberIn = (node, prefix) => Number([...node.classList].find((c) => c.startsWith(prefix)).slice(prefix.length));

function setNumber(node, prefix, n) {
  node.classList.replace(`${prefix}${numberIn(node, prefix)}`, `${prefix}${n}`);
}

const rearrangements = new Map(); // timers by message ID

// keepCardPositions leaves gaps for played cards, so the other cards stay in place. It closes the gaps when
// the reader has touched nothing for settleDelay and has no card in the running trick. A raised card stays
// raised.
export function keepCardPositions(old, fresh) {
  const oldHand = old.querySelector(".hand");
  const hand = fresh.querySelector(".hand");
  const raised = old.querySelector(".raised");
  const sameCard = raised && fresh.querySelector(`.card-button.playable[data-card="${raised.dataset.card}"]`);
  if (sameCard && fresh.querySelector("[data-plays-now]")) sameCard.classList.add("raised");
  if (!oldHand || !hand) return;
  const oldIndexes = new Map([...oldHand.querySelectorAll(".card-button")].map((card) => [card.dataset.card, numberIn(card, "index-")]));
  const cards = [...hand.querySelectorAll(".card-button")];
  const oldCount = numberIn(oldHand, "count-");
  if (cards.length === oldCount || cards.some((card) => !oldIndexes.has(card.dataset.card))) return;
  setNumber(hand, "count-", oldCount);
  for (const card of cards) setNumber(card, "index-", oldIndexes.get(card.dataset.card));
  clearTimeout(rearrangements.get(fresh.id));
  if (fresh.querySelector("[data-may-rearrange]")) rearrangements.set(fresh.id, setTimeout(rearrange, settleDelay, fresh.id));
}

function rearrange(id) {
  const remaining = settleDelay - (now() - lastTouch);
  if (remaining > 0) return void rearrangements.set(id, setTimeout(rearrange, remaining, id));
  rearrangements.delete(id);
  const message = document.getElementById(id);
  const hand = message && message.querySelector(".hand");
  if (!hand) return;
  const cards = [...hand.querySelectorAll(".card-button")];
  setNumber(hand, "count-", cards.length);
  cards.forEach((card, i) => setNumber(card, "index-", i));
}
