// The page works without this file; with it, presses don't reload the page and
// what others do appears by itself.
"use strict";

const body = document.body;
const command = document.getElementById("command");
const commandForm = document.getElementById("command-form");
const plainTitle = document.title;

// --- words to the reader -------------------------------------------------

const toast = document.getElementById("toast");
const toastText = document.getElementById("toast-text");
const toastAgain = document.getElementById("toast-again");
const toastClose = document.getElementById("toast-close");
let toastTimer = 0;

function say(text, again) {
  clearTimeout(toastTimer);
  if (!text && toast.contains(document.activeElement)) command.focus({ preventScroll: true });
  toastText.textContent = text || "";
  toastAgain.hidden = !again;
  toastAgain.onclick = again || null;
  toastClose.hidden = !text;
  if (text && !again) toastTimer = setTimeout(fade, 12000);
}

// A word that somebody is reading or pointing at stays.
function fade() {
  if (toast.matches(":hover, :focus-within")) toastTimer = setTimeout(fade, 3000);
  else say("");
}

const state = document.getElementById("state");

function sayState(text) {
  state.textContent = text || "";
  state.hidden = !text;
}

const heard = document.getElementById("heard");

const called = new Set(); // which calls the reader has had: after its restart the bot makes them again

// callReader tells eyes by the tab's title, and ears by a live region.
function callReader(call, words) {
  if (called.has(call)) return;
  called.add(call);
  heard.textContent = words;
  if (document.hidden || !document.hasFocus()) document.title = "● " + words + " – " + plainTitle;
}

function answerCall() {
  document.title = plainTitle;
  heard.textContent = "";
}

toastClose.onclick = () => say("");
if (toastText.textContent) toastClose.hidden = false;
for (const kind of ["focus", "pointerdown", "keydown"]) window.addEventListener(kind, answerCall);
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && toastText.textContent) say("");
  const typing = e.target.closest && e.target.closest("input, textarea, select");
  if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    command.focus();
  }
});

// --- presses ---------------------------------------------------------------

const busy = new Set(); // what is on its way and not to be sent twice
let failed = null; // the act that may not have arrived; sent again, it is the same act

function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

async function post(action, fields) {
  const answer = await fetch(action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: fields,
    signal: AbortSignal.timeout(25000),
  });
  return { status: answer.status, word: await answer.json() };
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// send delivers an act; a lost one is sent once more under the same id.
async function send(action, fields) {
  try {
    return await post(action, fields);
  } catch (lost) {
    await pause(800);
    return await post(action, fields);
  }
}

async function press(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  const action = (button && button.getAttribute("formaction")) || form.getAttribute("action");
  const line = (fields.get("line") || "").trim();
  if (action === "do" && !line) return;
  fields.delete("id");
  const act = action + "?" + fields;
  if (busy.has(act)) return;
  fields.set("id", failed && failed.act === act ? failed.id : newID());
  const done = expect(button);
  busy.add(act);
  if (button) button.setAttribute("aria-busy", "true");
  say("");
  try {
    await outcome(await send(action, fields), form, line, act, fields.get("id"));
  } catch (lost) {
    failed = { act, id: fields.get("id") };
    say(body.dataset.unsent, () => press(form, button));
  } finally {
    busy.delete(act);
    done();
    if (button) button.removeAttribute("aria-busy");
  }
}

async function outcome({ status, word }, form, line, act, id) {
  if (status === 403) return location.reload();
  say(word.alert);
  if (status >= 500) {
    failed = { act, id };
    return;
  }
  failed = null;
  if (form === commandForm && status < 400 && command.value.trim() === line) command.value = "";
}

// wish is the reader's last act, as long as what it brings may still come; what
// others do moves nothing.
let wish = null;

// expect begins a wish and returns what lets it end: what an act brings may
// come a moment later than its answer.
function expect(button) {
  const mine = (wish = { from: button && button.closest(".msg"), shown: false });
  return () => setTimeout(() => wish === mine && (wish = null), 1500);
}

for (const id of ["press-channel", "press-private", "shortcuts", "command-form"]) {
  document.getElementById(id).addEventListener("submit", (e) => {
    e.preventDefault();
    press(e.target, e.submitter && e.submitter.name ? e.submitter : null);
  });
}

// --- what others do -----------------------------------------------------------

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

// swap replaces a message and leaves the focus on the same button. If that is
// gone, the message has the focus, never another button: a second Enter must
// not play another card.
function swap(old, fresh) {
  keepPicture(pictureOf(old), pictureOf(fresh), fresh.id);
  const active = document.activeElement;
  const had = old.contains(active);
  old.replaceWith(fresh);
  if (!had) return;
  const same = Array.from(fresh.querySelectorAll("button")).find(
    (b) => active.name && b.name === active.name && b.value === active.value && !b.disabled,
  );
  (same || fresh).focus({ preventScroll: true });
}

const fetches = new Map(); // by message, the picture that is on its way for it

// keepPicture lets the old picture stand until the new one has come. What is still
// on its way and not wanted any more is called off, so that it isn't drawn in vain.
function keepPicture(was, pic, ref) {
  const next = pic && pic.getAttribute("src");
  const late = fetches.get(ref);
  if (late && late.src !== next) {
    late.off.abort();
    fetches.delete(ref);
  }
  if (!next || !was || was.getAttribute("src") === next) return;
  if (!was.naturalWidth) return was.removeAttribute("src"); // nothing stands yet, and that isn't wanted any more
  pic.setAttribute("src", was.getAttribute("src"));
  pic.dataset.next = next;
  if (!fetches.has(ref)) bring(ref, next);
}

async function bring(ref, src) {
  const mine = { src, off: new AbortController() };
  fetches.set(ref, mine);
  let status = 0;
  try {
    const answer = await fetch(src, { signal: mine.off.signal });
    await answer.blob();
    status = answer.status;
  } catch (lost) {
    // told below
  }
  if (fetches.get(ref) !== mine) return;
  fetches.delete(ref);
  const pic = pictureOf(document.getElementById(ref));
  if (!pic || pic.dataset.next !== src || status === 410) return; // what is newer is on its way
  delete pic.dataset.next;
  if (status === 200) pic.setAttribute("src", src);
  else tell(pic);
}

const pictureOf = (message) => message && message.querySelector(".picture img");

// tell shows what a picture that doesn't come would show, in words. The next
// change of the message asks for one again.
function tell(pic) {
  const words = document.createElement("span");
  words.className = "told";
  words.textContent = pic.alt;
  pic.closest(".picture").replaceWith(words);
}

document.addEventListener("error", (e) => e.target.matches(".picture img") && tell(e.target), true);
for (const pic of document.querySelectorAll(".picture img")) if (pic.complete && !pic.naturalWidth) tell(pic);

function drop(node) {
  const next = node.nextElementSibling || node.previousElementSibling || command;
  const had = node.contains(document.activeElement);
  node.remove();
  if (had) next.focus({ preventScroll: true });
}

function update(list) {
  const box = holder(list.name);
  const pane = box.closest(".pane");
  const atEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 48;
  let found = null;
  for (const m of list.changed) {
    const old = document.getElementById(m.ref);
    const fresh = make(m.html);
    if (wished(list.name, m, old)) found = fresh;
    if (old) swap(old, fresh);
    else box.append(fresh);
    if (old) sayLack(old, fresh);
    if (m.calls) callReader(m.calls, m.says);
  }
  const order = new Set(list.order);
  for (const node of Array.from(box.children)) if (!order.has(node.id)) drop(node);
  list.order.forEach((ref, i) => {
    const node = document.getElementById(ref);
    if (node && box.children[i] !== node) box.insertBefore(node, box.children[i] || null);
  });
  if (list.name === "channel" && atEnd) pane.scrollTop = pane.scrollHeight;
  if (found) bringIntoView(found, list.name);
}

// wished says whether a message is what the reader's act brought: an answer, a
// new panel, or one that calls now, unless the act was a press in a panel.
function wished(name, m, old) {
  if (!wish || name === "channel") return false;
  if (name === "answers" || !old) return true;
  return m.calls && !(wish.from && wish.from.matches(".panel"));
}

// bringIntoView scrolls at once, without a movement that could disturb. A panel
// goes before the answer that comes with it.
function bringIntoView(node, name) {
  if (name === "answers" && wish.shown) return;
  wish.shown = name === "panels";
  const fits = node.offsetHeight < window.innerHeight * 0.6;
  node.scrollIntoView({ block: fits ? "nearest" : "start", behavior: "instant" });
}

// sayLack tells ears what a choice lacks now, where the reader changed it.
function sayLack(old, fresh) {
  const lack = (node) => (node.querySelector(".lack") || { textContent: "" }).textContent;
  if (lack(fresh) !== lack(old)) heard.textContent = lack(fresh);
}

function apply() {
  if (held) return;
  const lists = waiting;
  waiting = [];
  lists.forEach(update);
}

document.addEventListener("pointerdown", () => (held = true));
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => setTimeout(() => ((held = false), apply()), 0));
}

let source = null;
let seen = body.dataset.seen;

function listen() {
  if (source) source.close();
  source = new EventSource("events?seen=" + encodeURIComponent(seen));
  source.onopen = () => sayState("");
  source.onmessage = (e) => {
    seen = e.lastEventId || seen;
    waiting.push(...JSON.parse(e.data));
    apply();
  };
  source.addEventListener("elsewhere", () => {
    source.close();
    source = null;
    sayState(body.dataset.elsewhere);
  });
  source.onerror = () => {
    sayState(body.dataset.offline);
    if (source.readyState === EventSource.CLOSED) setTimeout(probe, 3000);
  };
}

// probe finds out why the stream is refused: the name may not be ours any more.
async function probe() {
  const off = new AbortController();
  try {
    const answer = await fetch("events", { signal: off.signal });
    off.abort();
    if (answer.status === 403) location.reload();
    else listen();
  } catch (lost) {
    setTimeout(probe, 5000);
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  answerCall();
  if (!source) listen();
});

// What confirms a choice stays above the lower bar, however high that is.
const bar = document.querySelector(".bottom");
new ResizeObserver(() => body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

const channel = document.getElementById("channel");
channel.scrollTop = channel.scrollHeight;
listen();
