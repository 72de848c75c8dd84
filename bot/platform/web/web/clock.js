// Countdowns and times in the reader's time zone. They follow the server's clock, because the device's may be
// wrong.

const hour = 3600;
const lang = document.documentElement.lang;
const dateFormat = (format) => new Intl.DateTimeFormat(lang, format);
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const exact = dateFormat({ weekday: "long", day: "numeric", month: "long", ...time });
const far = dateFormat({ day: "numeric", month: "short" });
const near = dateFormat({ weekday: "short", ...time });
const today = dateFormat(time);
const day = dateFormat({ weekday: "short", day: "numeric", month: "short", ...time });
const second = dateFormat({ ...time, second: "2-digit" });

function remainingText(seconds, until) {
  if (seconds > 6 * 24 * hour) return far.format(until);
  if (seconds > 12 * hour) return near.format(until);
  if (seconds > hour) return today.format(until);
  const s = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

const [loaded] = performance.getEntriesByType("navigation");
// skew is how far the server's clock is ahead of the device's, in ms.
const skew = Number(document.body.dataset.serverTime) - performance.timeOrigin - loaded.responseStart;

const secondsTo = (moment) => (moment - Date.now() - skew) / 1000;

const isWithinHour = (moment) => secondsTo(moment) >= 0 && secondsTo(moment) <= hour;
const exactText = (moment) => (isWithinHour(moment) ? second : day).format(moment);

// momentText adds the remaining time in the last hour.
const momentText = (moment) => (isWithinHour(moment) ? `${exactText(moment)} (${remainingText(secondsTo(moment), moment)})` : exactText(moment));

// notificationText joins a notification's parts: texts and times.
export const notificationText = (parts) => parts.map((part) => (part.at ? exactText(part.at) : part.text)).join("");

export function updateClocks() {
  for (const moment of document.querySelectorAll(".local-time")) {
    const text = momentText(new Date(moment.dateTime));
    if (moment.textContent !== text) moment.textContent = text;
  }
  for (const clock of document.querySelectorAll(".open .clock")) {
    const until = new Date(clock.dateTime);
    const seconds = secondsTo(until);
    const text = remainingText(seconds, until);
    if (clock.textContent !== text) clock.textContent = text;
    clock.title = exact.format(until);
    clock.classList.toggle("short", seconds < 30);
  }
}

setInterval(updateClocks, 1000);
