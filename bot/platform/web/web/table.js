// Opens and closes the table that fills the window, and keeps its state when the server replaces its message.

import { focusBill, keepBill, showBill } from "./bill.js";
import { updateClocks } from "./clock.js";
import { closeDrawers, keepDrawers } from "./drawers.js";
import { loadCardImages } from "./cardimages.js";
import { keepCardPositions, makeOneTabStop } from "./hand.js";
import { keepLastTrick } from "./lasttrick.js";
import { spokenChanges, spokenText } from "./spokentext.js";
import { isTyping, hideAlertFor, announce } from "./alerts.js";
import { showSpeechBubbles } from "./quickwords.js";
import { arrangeTabs, updateTabs, waitingMessages, showChannel } from "./tabs.js";
import { showPresence } from "./presence.js";

const body = document.body;
const panels = document.getElementById("list-panels");

let openID = ""; // ID of the open message; "" at home

const openMessage = () => document.getElementById(openID);

function openTable(message) {
  closeTable();
  openID = message.id;
  sessionStorage.removeItem("home");
  message.classList.add("open");
  body.classList.add("at-table");
  loadCardImages(message);
  makeOneTabStop(message);
  showBill(message);
  hideAlertFor(message.id);
  showChannel(false);
  arrangeTabs();
  updateNextButton();
  updateClocks();
  if (!message.contains(document.activeElement)) message.focus({ preventScroll: true });
  if (history.state) history.replaceState({ table: openID }, "");
  else history.pushState({ table: openID }, ""); // the browser's back button leads home
  focusBill();
}

function closeTable() {
  const message = openMessage();
  if (message) message.classList.remove("open");
  for (const m of document.querySelectorAll(".answer-overlay")) m.classList.remove("answer-overlay");
  openID = "";
  body.classList.remove("at-table", "typing", "channel-open");
}

// updateNextButton shows how many other tables and challenges wait for the reader.
function updateNextButton() {
  const button = openMessage()?.querySelector(".next-table");
  if (!button) return;
  const n = waitingMessages().length;
  button.hidden = n === 0;
  button.textContent = `» ${n}`;
}

// showMessage opens the message's table. If it has none, it goes home and scrolls to the message.
export function showMessage(message) {
  if (!message) return;
  if (message.classList.contains("laid-out")) return openTable(message);
  goHome(() => {
    message.scrollIntoView({ block: "center", behavior: "instant" });
    message.focus({ preventScroll: true });
  });
}

function openNextWaiting() {
  const here = openMessage() || document.activeElement.closest(".panel");
  const all = waitingMessages().filter((message) => message !== here);
  showMessage(all.find((message) => here && here.compareDocumentPosition(message) & Node.DOCUMENT_POSITION_FOLLOWING) || all[0]);
}

const home = document.getElementById("private");

function goHome(then = () => home.focus({ preventScroll: true })) {
  sessionStorage.setItem("home", "yes");
  if (!history.state) {
    closeTable();
    return then();
  }
  window.addEventListener("popstate", then, { once: true }); // the listener below runs first
  history.back();
}

window.addEventListener("popstate", (e) => {
  const message = e.state && document.getElementById(e.state.table);
  if (message) openTable(message);
  else closeTable();
});

// openFirstTable opens a table that waits for the reader, or else the first table. It opens none if the
// reader has gone home in this browser tab.
export function openFirstTable() {
  const tables = [...panels.querySelectorAll(".laid-out:not(.ended)")];
  const first = tables.find((m) => m.classList.contains("waiting")) || tables[0];
  if (first && !sessionStorage.getItem("home")) openTable(first);
}

// keepTableState copies a message's open drawers, bill and other state to its replacement.
export function keepTableState(old, fresh) {
  if (old.id === openID) fresh.classList.add("open");
  if (!fresh.querySelector(".table")) {
    if (old.id === openID && old.querySelector(".table")) announce(spokenText(fresh)); // the match is over
    return;
  }
  keepDrawers(old, fresh);
  keepBill(old, fresh);
  showBill(fresh);
  keepLastTrick(old, fresh);
  if (fresh.dataset.table) keepCardPositions(old, fresh); // a lesson may replace the whole hand
  loadCardImages(fresh);
  makeOneTabStop(fresh);
  if (old.id === openID) announce(spokenChanges(old, fresh));
}

// showPressResult opens the table that the reader's press began, or shows an answer over the open table.
export function showPressResult(message, list) {
  if (list === "panels" && message.classList.contains("laid-out") && message.id !== openID) openTable(message);
  if (list !== "answers") return;
  for (const m of document.querySelectorAll(".answer-overlay")) m.classList.remove("answer-overlay");
  message.classList.add("answer-overlay");
  closeDrawers();
  if (isTyping()) announce(spokenText(message));
  else message.focus({ preventScroll: true });
}

// focusTarget returns the element that gets the focus when the focused message is removed.
export const focusTarget = () => openMessage() || home;

let removedMessage = null; // the last message that was removed while open
let removedAt = 0;
const replacementWait = 5000; // ms to wait for its replacement

export function noteRemoval(message) {
  if (message.id !== openID) return;
  removedMessage = message;
  removedAt = Date.now();
  closeTable();
}

// findReplacement finds a removed table's replacement: the same table after the bot's restart, or the
// rematch.
function findReplacement() {
  if (!removedMessage || Date.now() - removedAt > replacementWait) return null;
  const same = panels.querySelector(`.panel[data-table="${removedMessage.dataset.table}"]`);
  const beganRecently = (message) => message.since > removedAt - replacementWait;
  return same || (removedMessage.matches(".ended") ? [...panels.querySelectorAll(".laid-out:not(.ended)")].find(beganRecently) : null);
}

export function afterChanges() {
  const message = findReplacement();
  if (message) {
    removedMessage = null;
    openTable(message);
  }
  updateTabs();
  updateNextButton();
  showPresence();
  showSpeechBubbles();
  focusBill();
  updateClocks();
}

document.addEventListener("click", (e) => {
  const closest = (selector) => e.target.closest(selector);
  if (closest(".enter-table")) openTable(closest(".msg"));
  else if (closest("button.home")) goHome();
  else if (closest(".next-table")) openNextWaiting();
  else if (closest(".tab")) openTab(closest(".tab").dataset.message);
  else if (closest(".to-channel")) openTab("");
});

function openTab(id) {
  closeDrawers();
  if (id) showMessage(document.getElementById(id));
  else showChannel(true);
}

document.addEventListener("keydown", (e) => {
  const isIgnored = e.target.closest?.("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey;
  if (e.key === "n" && !isIgnored) openNextWaiting();
});
