// Lists of messages, as the bot changes them.

import { said } from "./clock.js";
import { callReader, tell, turn } from "./called.js";
import { spoken } from "./news.js";
import { readOut } from "./say.js";
import { wish } from "./press.js";
import { beginPicture, keepPicture, pictureOf } from "./pictures.js";
import { nameOf } from "./strip.js";
import { afterChanges, arrived, backTo, carry, goTo, removed } from "./table.js";
import { moves } from "./motion.js";

let held = false; // a finger is down: nothing may move under it
let waiting = [];

function holder(name) {
  return document.getElementById("list-" + name);
}

function make(html) {
  const t = document.createElement("template");
  t.innerHTML = html;
  return t.content.firstElementChild;
}

// sameButton finds the corresponding button: by command at a table, else by label.
function sameButton(fresh, button) {
  const says = (b) => b.getAttribute("aria-label") || b.textContent;
  const all = [...fresh.querySelectorAll("button")].filter((b) => b.name === button.name && !b.disabled);
  const does = all.filter((b) => b.value === button.value);
  const same = does.find((b) => says(b) === says(button));
  return same || (fresh.matches(".laid-out") ? does[0] : all.find((b) => says(b) === says(button)));
}

// swap replaces a message and keeps the focus. If the focused button is gone, its part or the message gets the focus,
// never another button: a second Enter must not play another card.
function swap(old, fresh) {
  keepPicture(pictureOf(old), pictureOf(fresh), fresh.id);
  const active = document.activeElement;
  const had = old.contains(active);
  const move = fresh.dataset.table ? moves(old) : () => {}; // a lesson jumps between moments
  carry(old, fresh);
  old.replaceWith(fresh);
  move(fresh);
  if (!had) return;
  const same = active.matches("button") && sameButton(fresh, active);
  const part = [".hand", ".match-result"].find((part) => active.closest(part));
  (same || (part && fresh.querySelector(part)) || fresh).focus({ preventScroll: true });
}

function drop(node) {
  const had = node.contains(document.activeElement);
  node.remove();
  removed(node);
  if (had) backTo().focus({ preventScroll: true });
}

const waits = (message) => message !== null && message.matches(".laid-out.waiting");

const known = new Set(); // tables laid out before

function know(message) {
  known.add(message.dataset.table);
}

document.querySelectorAll(".panel.laid-out").forEach(know);

function hasBegun(message) {
  if (!message.matches(".panel.laid-out[data-table]") || known.has(message.dataset.table)) return false;
  know(message);
  return true;
}

// tellBegun reports a match that begins out of sight.
function tellBegun(message) {
  if (!message.matches(".open")) tell(document.body.dataset.begun.replace("%s", nameOf(message)), message, () => goTo(document.getElementById(message.id)));
}

function update(list) {
  const box = holder(list.name);
  const pane = box.closest(".pane");
  const atEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 48;
  const tells = []; // run after the press's result is open
  let found = null;
  for (const m of list.changed) {
    const old = document.getElementById(m.ref);
    const fresh = make(m.html);
    if (wished(list.name, m, old, fresh)) found = fresh;
    if (old) swap(old, fresh);
    else box.append(fresh);
    if (!old) beginPicture(fresh);
    if (!old) fresh.since = Date.now();
    if (!old && list.name === "channel") tellChannel(fresh);
    if (old) sayLack(old, fresh);
    const begun = hasBegun(fresh);
    if (m.calls) tells.push(() => callReader(m.calls, said(m.says), fresh, () => goTo(document.getElementById(m.ref))));
    else if (begun) tells.push(() => tellBegun(fresh));
    else if (waits(fresh) && !waits(old)) turn(spoken(fresh.querySelector(".todo")));
  }
  const order = new Set(list.order);
  for (const node of Array.from(box.children)) if (!order.has(node.id)) drop(node);
  list.order.forEach((ref, i) => {
    const node = document.getElementById(ref);
    if (node && box.children[i] !== node) box.insertBefore(node, box.children[i] || null);
  });
  if (list.name === "channel" && atEnd) pane.scrollTop = pane.scrollHeight;
  afterChanges();
  if (found) arrived(found, list.name);
  if (found) bringIntoView(found, list.name);
  tells.forEach((tell) => tell());
}

function tellChannel(message) {
  readOut(spoken(message.querySelector("h3")));
}

// The reader's own challenge can be withdrawn but not accepted.
const ownChallenge = ":has(button[value^='decline ']):not(:has(button[value^='accept ']))";

// wished reports whether the message results from the reader's press.
function wished(name, m, old, fresh) {
  if (!wish) return false;
  if (wish.table && wish.table === fresh.dataset.table && fresh.matches(".laid-out") && !old?.matches(".laid-out")) return true;
  if (m.at > wish.until) return false;
  if (name === "channel") return !old && fresh.matches(ownChallenge);
  if (name === "answers") return true;
  if (wish.from && wish.from.matches(".laid-out[data-table]")) return false; // a player stays at the table
  if (!old || (fresh.matches(".laid-out") && !old.matches(".laid-out"))) return true;
  return m.calls && !(wish.from && wish.from.matches(".panel"));
}

// bringIntoView prefers a panel to the answer beside it.
function bringIntoView(node, name) {
  if (name === "answers" && wish.shown) return;
  wish.shown = name === "panels";
  const fits = node.offsetHeight < window.innerHeight * 0.6;
  node.scrollIntoView({ block: fits ? "nearest" : "start", behavior: "instant" });
}

function sayLack(old, fresh) {
  const lack = (node) => (node.querySelector(".lack") || { textContent: "" }).textContent;
  if (lack(fresh) !== lack(old)) readOut(lack(fresh));
}

// take applies changes when no finger is down.
export function take(lists) {
  waiting.push(...lists);
  apply();
}

function apply() {
  if (held) return;
  const lists = waiting;
  waiting = [];
  lists.forEach(update);
}

const longest = 2000; // ms; the end of a touch may go unnoticed
let releasing = 0;

function release() {
  clearTimeout(releasing);
  held = false;
  apply();
}

document.addEventListener("pointerdown", () => {
  held = true;
  releasing = setTimeout(release, longest);
});
for (const kind of ["pointerup", "pointercancel", "contextmenu"]) document.addEventListener(kind, () => setTimeout(release, 0));
window.addEventListener("blur", release);

