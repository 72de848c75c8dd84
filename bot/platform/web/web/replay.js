// A replay: a touch of the middle, or an arrow key, steps through the deal.

// step presses the button that steps back (-1) or on (1). The first row steps: first, back, next, trick, last.
function step(by) {
  document.querySelector(`.open .replay .actions .row:first-child .button:nth-child(${by < 0 ? 2 : 3})`)?.click();
}

document.addEventListener("keydown", (e) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (by && !e.target.closest("input") && !e.altKey && !e.ctrlKey && !e.metaKey) step(by);
});

document.addEventListener("click", (e) => {
  if (e.target.closest(".replay .middle") && !e.target.closest("button")) step(1);
});
