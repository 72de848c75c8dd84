// Presses: each is sent once.

import { ask } from "./ask.js";
import { command, say } from "./say.js";
import { goTo } from "./table.js";

const body = document.body;
const commandForm = document.getElementById("command-form");

const busy = new Set(); // the presses being sent
let failed = null; // the press that may not have arrived; a retry has the same ID

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

// send repeats a lost press with the same ID.
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
  const mine = expect(button);
  busy.add(act);
  if (button) button.setAttribute("aria-busy", "true");
  say("");
  try {
    const answer = await send(action, fields);
    mine.until = (answer.word.at || 0) + soon;
    mine.table = answer.word.table;
    await outcome(answer, form, button, line, act, fields.get("id"));
  } catch (lost) {
    mine.until = 0;
    failed = { act, id: fields.get("id") };
    say(body.dataset.unsent, () => press(form, button));
  } finally {
    busy.delete(act);
    if (button) button.removeAttribute("aria-busy");
  }
}

async function outcome({ status, word }, form, button, line, act, id) {
  if (status === 403) return location.reload();
  say(word.alert);
  if (status >= 500) {
    failed = { act, id };
    return;
  }
  failed = null;
  if (word.ask) ask(word.ask);
  if (word.open) goTo(document.getElementById(word.open));
  if (form === commandForm && status < 400 && command.value.trim() === line) command.value = "";
}

const soon = 1500; // ms, by the bot's clock, from a press to its results

// wish is the reader's last press. Changes soon after it, and a table that it began, come into view; other changes don't
// scroll the page.
export let wish = null;

function expect(button) {
  return (wish = { from: button && button.closest(".msg"), shown: false, until: Infinity });
}

for (const id of ["press-channel", "press-private", "home", "command-form", "ask-form"]) {
  document.getElementById(id).addEventListener("submit", (e) => {
    if (e.submitter?.formMethod === "dialog") return;
    e.preventDefault();
    press(e.target, e.submitter && e.submitter.name ? e.submitter : null);
  });
}
