// Clocks: until when somebody has time, in the reader's own zone; the last hour ticks.

const hour = 3600;
const lang = document.documentElement.lang;
const day = new Intl.DateTimeFormat(lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

// left is what a clock shows so many seconds before its end.
function left(seconds, until) {
  if (seconds > hour) return day.format(until);
  const s = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

export function tick() {
  for (const clock of document.querySelectorAll(".open .clock")) {
    const until = new Date(clock.dateTime);
    const seconds = (until - Date.now()) / 1000;
    const text = left(seconds, until);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", seconds < 30);
  }
}

setInterval(tick, 1000);
