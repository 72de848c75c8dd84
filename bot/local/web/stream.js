// The stream of what changes, and what the reader is told while there is none.

import { answerCall, sayState } from "./say.js";
import { take } from "./lists.js";

const body = document.body;

let source = null;
let seen = body.dataset.seen;

export function listen() {
  if (source) source.close();
  source = new EventSource("events?seen=" + encodeURIComponent(seen));
  source.onopen = () => sayState("");
  source.onmessage = (e) => {
    seen = e.lastEventId || seen;
    take(JSON.parse(e.data));
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

