// Loads the images of the cards: one sprite sheet per deck. Until a sheet has loaded, cards show text.

const body = document.body;
const requestedDecks = new Set(); // class names of the decks that are loaded or loading

function loadDeck(table) {
  const deck = table.classList.contains("two-colours") ? "faces-two" : "faces";
  if (requestedDecks.has(deck)) return;
  requestedDecks.add(deck);
  const background = /url\("?([^")]+)"?\)/.exec(getComputedStyle(table.querySelector(".face")).backgroundImage);
  if (!background) return;
  const image = new Image();
  image.onload = () => body.classList.add(deck);
  image.src = background[1];
  if (image.complete) body.classList.add(deck);
}

export function loadCardImages(message) {
  const table = message.querySelector(".table.has-card-images");
  if (table && table.querySelector(".face")) loadDeck(table);
}

// preloadCardImages loads the standard deck before the first table opens.
export function preloadCardImages() {
  const connection = navigator.connection;
  if (connection && (connection.saveData || /2g|3g/.test(connection.effectiveType))) body.classList.add("slow");
  body.classList.remove("faces", "faces-two"); // the server sets these classes for browsers without scripts
  const table = document.createElement("div");
  table.className = "table has-card-images visually-hidden";
  table.setAttribute("aria-hidden", "true");
  table.append(Object.assign(document.createElement("span"), { className: "face face-back" }));
  body.append(table);
  loadDeck(table);
  table.remove();
}
