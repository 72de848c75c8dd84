// The stream of changes, and the notice of a lost connection.

import { answerCall } from "./called.js";
import { say, sayState } from "./say.js";
import { take } from "./lists.js";
import { hear } from "./quickwords.js";
import { tellHere, tellThere } from "./there.js";

const body = document.body;

let source = null;
let seen = body.dataset.seen;

let lostAt = 0; // 0 while connected
let counting = 0;

// lost shows the content's age.
function lost() {
  if (lostAt) return;
  lostAt = Date.now();
  const tell = () => {
    const age = Math.round((Date.now() - lostAt) / 1000);
    sayState(age < 5 ? body.dataset.offline : body.dataset.stale.replace("%s", age));
  };
  tell();
  counting = setInterval(tell, 1000);
}

function connected() {
  clearInterval(counting);
  sayState("");
  if (lostAt && Date.now() - lostAt > 5000) say(body.dataset.back);
  lostAt = 0;
}

export function listen() {
  if (source) source.close();
  source = new EventSource("events?seen=" + encodeURIComponent(seen));
  source.onopen = connected;
  source.onmessage = (e) => {
    take(JSON.parse(e.data));
    seen = e.lastEventId || seen;
  };
  source.addEventListener("there", (e) => tellThere(JSON.parse(e.data)));
  source.addEventListener("word", (e) => hear(JSON.parse(e.data)));
  source.addEventListener("here", (e) => tellHere(JSON.parse(e.data) || []));
  source.addEventListener("language", () => location.reload());
  source.addEventListener("elsewhere", () => {
    source.close();
    source = null;
    connected();
    sayState(body.dataset.elsewhere);
  });
  source.onerror = () => {
    lost();
    if (source.readyState === EventSource.CLOSED) setTimeout(probe, 3000);
  };
}

// probe asks why the stream is refused: the name may have a new owner.
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

