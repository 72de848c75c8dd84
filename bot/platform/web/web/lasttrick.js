// Shows the previous trick: when the reader presses its button, and for a moment after its last card.

const displayTime = 1100; // ms for which a finished trick stays visible

function showLastTrick(middle, on) {
  middle.classList.toggle("shows-last-trick", on);
  middle.querySelector(".last-trick").hidden = !on;
  middle.querySelector(".last-trick-button").setAttribute("aria-pressed", on);
}

// keepTrickVisible shows the finished trick for displayTime although the next has begun.
export function keepTrickVisible(message, number) {
  const lastTrick = message.querySelector(`.last-trick:has(.trick-area[data-trick="${number}"])`);
  if (!lastTrick) return;
  const middle = lastTrick.closest(".middle");
  middle.dataset.until = Date.now() + displayTime;
  showLastTrick(middle, true);
  setTimeout(hideLastTrick, displayTime, message.id);
}

// hideLastTrick shows the running trick again, unless the reader has asked for the previous one.
function hideLastTrick(id) {
  const middle = document.getElementById(id)?.querySelector(".middle[data-until]");
  if (!middle || Date.now() < middle.dataset.until) return;
  delete middle.dataset.until;
  showLastTrick(middle, false);
}

// keepLastTrick keeps showing the previous trick when the message is replaced.
export function keepLastTrick(old, fresh) {
  const until = old.querySelector(".middle")?.dataset.until;
  const middle = fresh.querySelector(".middle:has(.last-trick)");
  if (!until || !middle) return;
  middle.dataset.until = until;
  showLastTrick(middle, true);
}

document.addEventListener("click", (e) => {
  const middle = e.target.closest(".last-trick-button")?.closest(".middle");
  if (!middle) return;
  delete middle.dataset.until;
  showLastTrick(middle, !middle.classList.contains("shows-last-trick"));
});
