// The bill: the previous deal's settlement. It covers the table until the reader continues.

import { enableSoundsByDefault } from "./notify.js";
import { isTyping } from "./alerts.js";

const pressGrace = 600; // ms; a key pressed so soon after the bill appears was meant for the table
// The keys of the bills that the reader has closed.
const dismissed = new Set(JSON.parse(sessionStorage.getItem("bills") || "[]"));
let shownAt = 0;

const openBill = () => document.querySelector(".open .bill:not(.dismissed)");

// showBill shows the message's bill unless the reader has closed it. It makes the rest of the table inert.
export function showBill(message) {
  const bill = message.querySelector(".bill");
  if (!bill) return;
  const isDismissed = dismissed.has(bill.dataset.bill);
  bill.classList.toggle("dismissed", isDismissed);
  for (const part of bill.parentElement.children) part.inert = part !== bill && !isDismissed;
}

// keepBill copies an open bill to a replacement that has none.
export function keepBill(old, fresh) {
  const bill = old.querySelector(".bill:not(.dismissed)");
  if (bill && !fresh.querySelector(".bill")) fresh.querySelector(".table").append(bill);
}

export function focusBill() {
  const bill = openBill();
  if (!bill || bill.contains(document.activeElement) || isTyping()) return;
  shownAt = Date.now();
  bill.focus({ preventScroll: true });
}

function dismissBill(bill) {
  enableSoundsByDefault();
  dismissed.add(bill.dataset.bill);
  sessionStorage.setItem("bills", JSON.stringify([...dismissed].slice(-20)));
  const message = bill.closest(".msg");
  showBill(message);
  (message.querySelector(".match-result") || message).focus({ preventScroll: true });
}

document.addEventListener("click", (e) => {
  if (e.target.closest(".bill .continue")) dismissBill(e.target.closest(".bill"));
});

document.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && e.target === openBill() && Date.now() - shownAt > pressGrace) dismissBill(e.target);
});
