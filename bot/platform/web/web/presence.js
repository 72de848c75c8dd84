// Presence: shows who has the page open, at the seats of a table and at home.

const body = document.body;
const reloadGrace = 5000; // ms; an absence so short may be a reload

let presence = {}; // message ID → seat → whether its player has the page open
const absentSince = new Map(); // ms since 1970, by message ID and seat

export function updatePresence(now) {
  presence = now;
  for (const key of absentSince.keys()) if (!(key.split(" ")[0] in presence)) absentSince.delete(key);
  showPresence();
  setTimeout(showPresence, reloadGrace);
}

function isAway(key, isPresent) {
  if (isPresent) absentSince.delete(key);
  else if (!absentSince.has(key)) absentSince.set(key, Date.now());
  return !isPresent && Date.now() - absentSince.get(key) >= reloadGrace;
}

export function showPresence() {
  for (const [ref, seats] of Object.entries(presence)) {
    for (const [seat, isPresent] of Object.entries(seats)) {
      const mark = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"] .presence`);
      const away = isAway(`${ref} ${seat}`, isPresent);
      if (!mark || (!isPresent && !away)) continue;
      const label = away ? body.dataset.away : body.dataset.present;
      mark.hidden = false;
      mark.classList.toggle("away", away);
      mark.title = label;
      mark.setAttribute("aria-label", label);
    }
  }
}

const online = document.getElementById("online");
const namesElement = online.querySelector("span");
let hideTimer = 0;

// showOnline lists the others who have the page open. It changes a shown list after a delay, because a page
// may only be reloading.
export function showOnline(names) {
  clearTimeout(hideTimer);
  const show = () => {
    online.hidden = names.length === 0;
    namesElement.textContent = names.join(", ");
  };
  if (names.length > 0 && online.hidden) show();
  else hideTimer = setTimeout(show, reloadGrace / 5);
}
