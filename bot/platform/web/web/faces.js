// The sheets of card faces. They load in the background; until they have loaded, cards are text.

const body = document.body;
const wanted = new Set(); // loaded or loading decks, by class

function fetchDeck(table) {
  const deck = table.classList.contains("two-colours") ? "faces-two" : "faces";
  if (wanted.has(deck)) return;
  wanted.add(deck);
  const address = /url\("?([^")]+)"?\)/.exec(getComputedStyle(table.querySelector(".face")).backgroundImage);
  if (!address) return;
  const sheet = new Image();
  sheet.onload = () => body.classList.add(deck);
  sheet.src = address[1];
  if (sheet.complete) body.classList.add(deck);
}

export function needFaces(message) {
  const table = message.querySelector(".table.has-card-images");
  if (table && table.querySelector(".face")) fetchDeck(table);
}

// beginFaces loads the usual deck before there is a table.
export function beginFaces() {
  const net = navigator.connection;
  if (net && (net.saveData || /2g|3g/.test(net.effectiveType))) body.classList.add("slow");
  body.classList.remove("faces", "faces-two"); // these classes are for pages without a script
  const table = document.createElement("div");
  table.className = "table has-card-images visually-hidden";
  table.setAttribute("aria-hidden", "true");
  table.append(Object.assign(document.createElement("span"), { className: "face f-back" }));
  body.append(table);
  fetchDeck(table);
  table.remove();
}
