// A replay: arrow keys and taps on the middle of the table step through the deal.

// step presses the button that steps back (-1) or forward (1). The first row's buttons are: first, back,
// next, trick, last.
function step(direction) {
  document.querySelector(`.open .replay .actions .row:first-child .button:nth-child(${direction < 0 ? 2 : 3})`)?.click();
}

document.addEventListener("keydown", (e) => {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (direction && !e.target.closest("input") && !e.altKey && !e.ctrlKey && !e.metaKey) step(direction);
});

document.addEventListener("click", (e) => {
  if (e.target.closest(".replay .middle") && !e.target.closest("button")) step(1);
});
