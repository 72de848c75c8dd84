// The stream of server-sent events, and the status line of a lost connection.

import { clearTabAlert } from "./notify.js";
import { showAlert, showStatus } from "./alerts.js";
import { applyUpdates } from "./lists.js";
import { showQuickWord } from "./quickwords.js";
import { showOnline, updatePresence } from "./presence.js";

const body = document.body;

let source = null;
let lastEventID = body.dataset.lastEventId;

let lostAt = 0; // ms since 1970; 0 while connected
let ageTimer = 0;

// handleLoss shows that the connection is lost, and how old the content is.
function handleLoss() {
  if (lostAt) return;
  lostAt = Date.now();
  const showAge = () => {
    const age = Math.round((Date.now() - lostAt) / 1000);
    showStatus(age < 5 ? body.dataset.offline : body.dataset.offlineSince.replace("%s", age));
  };
  showAge();
  ageTimer = setInterval(showAge, 1000);
}

function handleOpen() {
  clearInterval(ageTimer);
  showStatus("");
  if (lostAt && Date.now() - lostAt > 5000) showAlert(body.dataset.reconnected);
  lostAt = 0;
}

export function connect() {
  if (source) source.close();
  source = new EventSource("events?seen=" + encodeURIComponent(lastEventID));
  source.onopen = handleOpen;
  source.onmessage = (e) => {
    applyUpdates(JSON.parse(e.data));
    lastEventID = e.lastEventId || lastEventID;
  };
  source.addEventListener("presence", (e) => updatePresence(JSON.parse(e.data)));
  source.addEventListener("quickword", (e) => showQuickWord(JSON.parse(e.data)));
  source.addEventListener("online", (e) => showOnline(JSON.parse(e.data) || []));
  source.addEventListener("language", () => location.reload());
  source.addEventListener("replaced", () => {
    source.close();
    source = null;
    handleOpen();
    showStatus(body.dataset.openElsewhere);
  });
  source.onerror = () => {
    handleLoss();
    if (source.readyState === EventSource.CLOSED) setTimeout(probe, 3000);
  };
}

// probe finds out why the server refuses the stream. 403 means that the name has a new owner: the page
// reloads.
async function probe() {
  const controller = new AbortController();
  try {
    const response = await fetch("events", { signal: controller.signal });
    controller.abort();
    if (response.status === 403) location.reload();
    else connect();
  } catch (lost) {
    setTimeout(probe, 5000);
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  clearTabAlert();
  if (!source) connect();
});
