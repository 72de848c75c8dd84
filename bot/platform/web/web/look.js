// Shows the previous trick, on request or for a moment after its last card.

const moment = 1100; // ms for which a finished trick stays visible

function lookBack(middle, on) {
  middle.classList.toggle("shows-last-trick", on);
  middle.querySelector(".last-trick").hidden = !on;
  middle.querySelector(".last-trick-button").setAttribute("aria-pressed", on);
}

// stay keeps the finished trick visible after the next has begun.
export function stay(message, number) {
  const last = message.querySelector(`.last-trick:has(.trick-area[data-trick="${number}"])`);
  if (!last) return;
  const middle = last.closest(".middle");
  middle.dataset.until = Date.now() + moment;
  lookBack(middle, true);
  setTimeout(makeWay, moment, message.id);
}

// makeWay shows the running trick, unless the reader chose the previous one.
function makeWay(id) {
  const middle = document.getElementById(id)?.querySelector(".middle[data-until]");
  if (!middle || Date.now() < middle.dataset.until) return;
  delete middle.dataset.until;
  lookBack(middle, false);
}

// keepLook keeps the visible trick when the message is replaced.
export function keepLook(old, fresh) {
  const until = old.querySelector(".middle")?.dataset.until;
  const middle = fresh.querySelector(".middle:has(.last-trick)");
  if (!until || !middle) return;
  middle.dataset.until = until;
  lookBack(middle, true);
}

document.addEventListener("click", (e) => {
  const middle = e.target.closest(".last-trick-button")?.closest(".middle");
  if (!middle) return;
  delete middle.dataset.until;
  lookBack(middle, !middle.classList.contains("shows-last-trick"));
});
