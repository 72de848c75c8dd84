// Clocks: deadlines in the reader's zone. They use the bot's time, because the device's clock may be wrong.

const hour = 3600;
const lang = document.documentElement.lang;
const at = (format) => new Intl.DateTimeFormat(lang, format);
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const exact = at({ weekday: "long", day: "numeric", month: "long", ...time });
const far = at({ day: "numeric", month: "short" });
const near = at({ weekday: "short", ...time });
const today = at(time);
const day = at({ weekday: "short", day: "numeric", month: "short", ...time });
const second = at({ ...time, second: "2-digit" });

function left(seconds, until) {
  if (seconds > 6 * 24 * hour) return far.format(until);
  if (seconds > 12 * hour) return near.format(until);
  if (seconds > hour) return today.format(until);
  const s = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

const [loaded] = performance.getEntriesByType("navigation");
const skew = Number(document.body.dataset.now) - performance.timeOrigin - loaded.responseStart; // ms

const secondsTo = (moment) => (moment - Date.now() - skew) / 1000;

const soon = (moment) => secondsTo(moment) >= 0 && secondsTo(moment) <= hour;
const named = (moment) => (soon(moment) ? second : day).format(moment);

// In the last hour, tell adds the remaining time.
const tell = (moment) => (soon(moment) ? `${named(moment)} (${left(secondsTo(moment), moment)})` : named(moment));

// said returns a notification's text.
export const said = (parts) => parts.map((part) => (part.at ? named(part.at) : part.text)).join("");

export function tick() {
  for (const moment of document.querySelectorAll(".local-time")) {
    const text = tell(new Date(moment.dateTime));
    if (moment.textContent !== text) moment.textContent = text;
  }
  for (const clock of document.querySelectorAll(".open .clock")) {
    const until = new Date(clock.dateTime);
    const seconds = secondsTo(until);
    const text = left(seconds, until);
    if (clock.textContent !== text) clock.textContent = text;
    clock.title = exact.format(until);
    clock.classList.toggle("short", seconds < 30);
  }
}

setInterval(tick, 1000);
