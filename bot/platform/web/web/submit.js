// Submits forms without reloading the page. A press arrives once, even if it is sent twice.

import { showPrompt } from "./prompt.js";
import { commandField, showAlert } from "./alerts.js";
import { showMessage } from "./table.js";

const body = document.body;
const commandForm = document.getElementById("command-form");

const busy = new Set(); // keys of the presses being sent
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
  return { status: answer.status, reply: await answer.json() };
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// send posts the fields, and once more if the first request fails. The ID lets the server ignore the
// repetition.
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
  const key = action + "?" + fields;
  if (busy.has(key)) return;
  fields.set("id", failed && failed.key === key ? failed.id : newID());
  const thisPress = rememberPress(button);
  busy.add(key);
  if (button) button.setAttribute("aria-busy", "true");
  showAlert("");
  try {
    const answer = await send(action, fields);
    thisPress.until = (answer.reply.at || 0) + resultWindow;
    thisPress.table = answer.reply.table;
    await handleAnswer(answer, form, button, line, key, fields.get("id"));
  } catch (lost) {
    thisPress.until = 0;
    failed = { key, id: fields.get("id") };
    showAlert(body.dataset.sendFailed, () => press(form, button));
  } finally {
    busy.delete(key);
    if (button) button.removeAttribute("aria-busy");
  }
}

async function handleAnswer({ status, reply }, form, button, line, key, id) {
  if (status === 403) return location.reload();
  showAlert(reply.alert);
  if (status >= 500) {
    failed = { key, id };
    return;
  }
  failed = null;
  if (reply.ask) showPrompt(reply.ask);
  if (reply.open) showMessage(document.getElementById(reply.open));
  if (form === commandForm && status < 400 && commandField.value.trim() === line) commandField.value = "";
}

const resultWindow = 1500; // ms by the server's clock; later changes are not the press's results

// lastPress is the reader's last press. The page scrolls to changes within resultWindow, and to the table
// that the press began. It doesn't scroll to other changes.
export let lastPress = null;

function rememberPress(button) {
  return (lastPress = { from: button && button.closest(".msg"), shown: false, until: Infinity });
}

for (const id of ["press-channel", "press-private", "home", "command-form", "prompt-form"]) {
  document.getElementById(id).addEventListener("submit", (e) => {
    if (e.submitter?.formMethod === "dialog") return;
    e.preventDefault();
    press(e.target, e.submitter && e.submitter.name ? e.submitter : null);
  });
}
