// Applies the server's changes to the lists of messages: answers, panels and channel.

import { notificationText } from "./clock.js";
import { notifyOnce, notifyReader, notifyTurn } from "./notify.js";
import { spokenText } from "./spokentext.js";
import { announce } from "./alerts.js";
import { lastPress } from "./submit.js";
import { observePicture, keepPicture, pictureOf } from "./pictures.js";
import { messageLabel } from "./tabs.js";
import { afterChanges, showPressResult, focusTarget, keepTableState, showMessage, noteRemoval } from "./table.js";
import { recordPositions } from "./animation.js";

let touching = false; // while a finger is down, nothing may move under it
let pendingLists = [];

function listElement(name) {
  return document.getElementById("list-" + name);
}

function parseElement(html) {
  const t = document.createElement("template");
  t.innerHTML = html;
  return t.content.firstElementChild;
}

// sameButton finds the button's counterpart in a replacement: by command at a table, elsewhere by label.
function sameButton(fresh, button) {
  const labelOf = (b) => b.getAttribute("aria-label") || b.textContent;
  const all = [...fresh.querySelectorAll("button")].filter((b) => b.name === button.name && !b.disabled);
  const sameCommand = all.filter((b) => b.value === button.value);
  const same = sameCommand.find((b) => labelOf(b) === labelOf(button));
  return same || (fresh.matches(".laid-out") ? sameCommand[0] : all.find((b) => labelOf(b) === labelOf(button)));
}

// replaceMessage replaces a message and keeps the focus. If the focused button is gone, the hand, the match's
// result or the message gets the focus. Another button never gets it: a second Enter must not play another
// card.
function replaceMessage(old, fresh) {
  keepPicture(pictureOf(old), pictureOf(fresh), fresh.id);
  const active = document.activeElement;
  const hadFocus = old.contains(active);
  const animate = fresh.dataset.table ? recordPositions(old) : () => {}; // a lesson jumps between positions
  keepTableState(old, fresh);
  old.replaceWith(fresh);
  animate(fresh);
  if (!hadFocus) return;
  const same = active.matches("button") && sameButton(fresh, active);
  const part = [".hand", ".match-result"].find((part) => active.closest(part));
  (same || (part && fresh.querySelector(part)) || fresh).focus({ preventScroll: true });
}

function removeMessage(node) {
  const hadFocus = node.contains(document.activeElement);
  node.remove();
  noteRemoval(node);
  if (hadFocus) focusTarget().focus({ preventScroll: true });
}

const isWaitingTable = (message) => message !== null && message.matches(".laid-out.waiting");

const knownTables = new Set(); // IDs of the tables that have been shown

function rememberTable(message) {
  knownTables.add(message.dataset.table);
}

document.querySelectorAll(".panel.laid-out").forEach(rememberTable);

function hasBegun(message) {
  if (!message.matches(".panel.laid-out[data-table]") || knownTables.has(message.dataset.table)) return false;
  rememberTable(message);
  return true;
}

// notifyBegun tells the reader that a match has begun, unless its table is open.
function notifyBegun(message) {
  if (!message.matches(".open")) notifyReader(document.body.dataset.matchBegun.replace("%s", messageLabel(message)), message, () => showMessage(document.getElementById(message.id)));
}

function updateList(list) {
  const container = listElement(list.name);
  const pane = container.closest(".pane");
  const atEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 48;
  const notifications = []; // run after the result of the reader's press is open
  let result = null;
  for (const m of list.changed) {
    const old = document.getElementById(m.ref);
    const fresh = parseElement(m.html);
    if (isResultOfPress(list.name, m, old, fresh)) result = fresh;
    if (old) replaceMessage(old, fresh);
    else container.append(fresh);
    if (!old) observePicture(fresh);
    if (!old) fresh.since = Date.now();
    if (!old && list.name === "channel") announceChannelMessage(fresh);
    if (old) announceLack(old, fresh);
    const begun = hasBegun(fresh);
    if (m.calls) notifications.push(() => notifyOnce(m.calls, notificationText(m.says), fresh, () => showMessage(document.getElementById(m.ref))));
    else if (begun) notifications.push(() => notifyBegun(fresh));
    else if (isWaitingTable(fresh) && !isWaitingTable(old)) notifyTurn(spokenText(fresh.querySelector(".todo")));
  }
  const order = new Set(list.order);
  for (const node of Array.from(container.children)) if (!order.has(node.id)) removeMessage(node);
  list.order.forEach((ref, i) => {
    const node = document.getElementById(ref);
    if (node && container.children[i] !== node) container.insertBefore(node, container.children[i] || null);
  });
  if (list.name === "channel" && atEnd) pane.scrollTop = pane.scrollHeight;
  afterChanges();
  if (result) showPressResult(result, list.name);
  if (result) bringIntoView(result, list.name);
  notifications.forEach((notify) => notify());
}

function announceChannelMessage(message) {
  announce(spokenText(message.querySelector("h3")));
}

// The reader's own challenge can be withdrawn but not accepted.
const ownChallenge = ":has(button[value^='decline ']):not(:has(button[value^='accept ']))";

// isResultOfPress reports whether the reader's last press caused the change.
function isResultOfPress(name, m, old, fresh) {
  if (!lastPress) return false;
  if (lastPress.table && lastPress.table === fresh.dataset.table && fresh.matches(".laid-out") && !old?.matches(".laid-out")) return true;
  if (m.at > lastPress.until) return false;
  if (name === "channel") return !old && fresh.matches(ownChallenge);
  if (name === "answers") return true;
  if (lastPress.from && lastPress.from.matches(".laid-out[data-table]")) return false; // stay at the table
  if (!old || (fresh.matches(".laid-out") && !old.matches(".laid-out"))) return true;
  return m.calls && !(lastPress.from && lastPress.from.matches(".panel"));
}

// bringIntoView scrolls to the message. If a press changes a panel and an answer, it scrolls to the panel.
function bringIntoView(node, name) {
  if (name === "answers" && lastPress.shown) return;
  lastPress.shown = name === "panels";
  const fits = node.offsetHeight < window.innerHeight * 0.6;
  node.scrollIntoView({ block: fits ? "nearest" : "start", behavior: "instant" });
}

function announceLack(old, fresh) {
  const lack = (node) => (node.querySelector(".lack") || { textContent: "" }).textContent;
  if (lack(fresh) !== lack(old)) announce(lack(fresh));
}

// applyUpdates applies the changes, or waits until no finger is down.
export function applyUpdates(lists) {
  pendingLists.push(...lists);
  flush();
}

function flush() {
  if (touching) return;
  const lists = pendingLists;
  pendingLists = [];
  lists.forEach(updateList);
}

const maxTouch = 2000; // ms; the browser may report no end of a touch
let releaseTimer = 0;

function release() {
  clearTimeout(releaseTimer);
  touching = false;
  flush();
}

document.addEventListener("pointerdown", () => {
  touching = true;
  releaseTimer = setTimeout(release, maxTouch);
});
for (const kind of ["pointerup", "pointercancel", "contextmenu"]) document.addEventListener(kind, () => setTimeout(release, 0));
window.addEventListener("blur", release);
