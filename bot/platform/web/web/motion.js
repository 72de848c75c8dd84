// Motion: a card on its way to the trick.

import { knock } from "./called.js";
import { stay } from "./look.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const flight = 180; // ms

const places = (message) => [...message.querySelectorAll(".middle > .trick-area .place")];
const faceOf = (place) => place.querySelector(".face:not(.vacant)");
const keyOf = (place) => `${place.closest(".trick-area").dataset.trick} ${place.dataset.seat}`;

// moves records the positions in the message. The returned function animates its replacement.
export function moves(old) {
  if (!old.querySelector(".table")) return () => {};
  const lay = new Set(places(old).filter(faceOf).map(keyOf));
  const from = new Map();
  for (const card of old.querySelectorAll(".card-button")) from.set(card.dataset.card, card.getBoundingClientRect());
  const seats = [...old.querySelectorAll(".seat")].map((seat) => seat.getBoundingClientRect());
  const ran = [...old.querySelectorAll(".middle > .trick-area")].find((area) => !area.querySelector(".over"));
  return (fresh) => {
    if (ran) stay(fresh, ran.dataset.trick);
    const laid = places(fresh).filter((place) => faceOf(place) && !lay.has(keyOf(place)));
    if (laid.length > 0) knock();
    if (still.matches) return;
    for (const place of laid) {
      const face = faceOf(place);
      const code = [...face.classList].find((c) => c.startsWith("f-")).slice(2);
      fly(face, from.get(code) || seats[place.dataset.seat]);
    }
  };
}

function fly(face, from) {
  const to = face.getBoundingClientRect();
  if (!from || !to.width) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const pointerEvents = "none"; // a flying card must not catch touches
  face.animate([{ transform: `translate(${x}px, ${y}px)`, pointerEvents }, { transform: "none", pointerEvents }], { duration: flight, easing: "ease-out" });
}
