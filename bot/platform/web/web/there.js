// Presence: which others, at a table and at all, have the page open.

const body = document.body;
const patience = 5000; // ms in which a player may return, as after a reload

let told = {}; // presence by message and seat
const gone = new Map(); // start of each absence

export function tellThere(now) {
  told = now;
  for (const key of gone.keys()) if (!(key.split(" ")[0] in told)) gone.delete(key);
  showThere();
  setTimeout(showThere, patience);
}

function isAway(key, there) {
  if (there) gone.delete(key);
  else if (!gone.has(key)) gone.set(key, Date.now());
  return !there && Date.now() - gone.get(key) >= patience;
}

export function showThere() {
  for (const [ref, seats] of Object.entries(told)) {
    for (const [seat, there] of Object.entries(seats)) {
      const mark = document.querySelector(`#${CSS.escape(ref)} .seat[data-seat="${seat}"] .presence`);
      const away = isAway(`${ref} ${seat}`, there);
      if (!mark || (!there && !away)) continue;
      const says = away ? body.dataset.away : body.dataset.there;
      mark.hidden = false;
      mark.classList.toggle("away", away);
      mark.title = says;
      mark.setAttribute("aria-label", says);
    }
  }
}

const here = document.getElementById("here");
const list = here.querySelector("span");
let hiding = 0;

// tellHere names the others on the page. A name stays for a while, as the page may only be reloading.
export function tellHere(names) {
  clearTimeout(hiding);
  const show = () => {
    here.hidden = names.length === 0;
    list.textContent = names.join(", ");
  };
  if (names.length > 0 && here.hidden) show();
  else hiding = setTimeout(show, patience / 5);
}
