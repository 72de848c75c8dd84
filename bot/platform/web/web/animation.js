// Animates a card's flight to the trick.

import { playCardSound } from "./notify.js";
import { keepTrickVisible } from "./lasttrick.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const flightTime = 180; // ms

const places = (message) => [...message.querySelectorAll(".middle > .trick-area .place")];
const cardOn = (place) => place.querySelector(".face:not(.vacant)");
const placeKey = (place) => `${place.closest(".trick-area").dataset.trick} ${place.dataset.seat}`;

// recordPositions records where the message shows cards and seats. It returns a function that animates the
// new cards of the message's replacement.
export function recordPositions(old) {
  if (!old.querySelector(".table")) return () => {};
  const laidBefore = new Set(places(old).filter(cardOn).map(placeKey));
  const from = new Map();
  for (const card of old.querySelectorAll(".card-button")) from.set(card.dataset.card, card.getBoundingClientRect());
  const seats = [...old.querySelectorAll(".seat")].map((seat) => seat.getBoundingClientRect());
  const runningTrick = [...old.querySelectorAll(".middle > .trick-area")].find((area) => !area.querySelector(".over"));
  return (fresh) => {
    if (runningTrick) keepTrickVisible(fresh, runningTrick.dataset.trick);
    const newlyLaid = places(fresh).filter((place) => cardOn(place) && !laidBefore.has(placeKey(place)));
    if (newlyLaid.length > 0) playCardSound();
    if (reducedMotion.matches) return;
    for (const place of newlyLaid) {
      const face = cardOn(place);
      const code = [...face.classList].find((c) => c.startsWith("face-")).slice(5);
      animateFlight(face, from.get(code) || seats[place.dataset.seat]);
    }
  };
}

function animateFlight(face, from) {
  const to = face.getBoundingClientRect();
  if (!from || !to.width) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const pointerEvents = "none"; // a flying card must not catch touches
  face.animate([{ transform: `translate(${x}px, ${y}px)`, pointerEvents }, { transform: "none", pointerEvents }], { duration: flightTime, easing: "ease-out" });
}
