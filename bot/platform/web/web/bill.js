// The settlement of the previous deal, on a page of its own until the reader continues.

import { firstGame } from "./called.js";
import { isTyping } from "./say.js";

const soon = 600; // ms after showing a bill in which a press is meant for the previous page
const seen = new Set(JSON.parse(sessionStorage.getItem("bills") || "[]")); // closed bills
let shownAt = 0;

const open = () => document.querySelector(".open .bill:not(.dismissed)");

// showBill shows the message's bill unless the reader has closed it. Nothing under a bill can be touched.
export function showBill(message) {
  const bill = message.querySelector(".bill");
  if (!bill) return;
  const done = seen.has(bill.dataset.bill);
  bill.classList.toggle("dismissed", done);
  for (const part of bill.parentElement.children) part.inert = part !== bill && !done;
}

// keepBill keeps a bill open until the reader closes it.
export function keepBill(old, fresh) {
  const bill = old.querySelector(".bill:not(.dismissed)");
  if (bill && !fresh.querySelector(".bill")) fresh.querySelector(".table").append(bill);
}

export function focusBill() {
  const bill = open();
  if (!bill || bill.contains(document.activeElement) || isTyping()) return;
  shownAt = Date.now();
  bill.focus({ preventScroll: true });
}

function goOn(bill) {
  firstGame();
  seen.add(bill.dataset.bill);
  sessionStorage.setItem("bills", JSON.stringify([...seen].slice(-20)));
  const message = bill.closest(".msg");
  showBill(message);
  (message.querySelector(".match-result") || message).focus({ preventScroll: true });
}

document.addEventListener("click", (e) => {
  if (e.target.closest(".bill .continue")) goOn(e.target.closest(".bill"));
});

document.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && e.target === open() && Date.now() - shownAt > soon) goOn(e.target);
});
