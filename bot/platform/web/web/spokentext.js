// The text that screen readers read aloud for a message or its changes.

// Punctuation that makes screen readers pause after elements that look separate.
const pauses = { ".cards > *": ", ", "h3, h4, p, li, small, button:not(.term)": ". " };

// cleanPunctuation removes repeated spaces and punctuation.
const cleanPunctuation = (words) => words.replace(/\s+/g, " ").replace(/ ?([.,:;!?…])( ?[.,])+/g, "$1").replace(/^[ .,]+|[ ,]+$/g, "");

// spokenText returns a node's text as screen readers read it.
export function spokenText(node) {
  if (!node) return "";
  const copy = node.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true], .message-bar, button.home")) silent.remove();
  for (const [selector, pause] of Object.entries(pauses)) for (const part of copy.querySelectorAll(selector)) part.append(pause);
  return cleanPunctuation(copy.textContent);
}

// newEvents returns the deal's events that the old message didn't have.
function newEvents(fresh, old) {
  const newList = fresh.querySelector(".events");
  const oldList = old.querySelector(".events");
  const known = oldList && oldList.dataset.deal === newList.dataset.deal ? oldList.children.length : 0;
  return [...newList.children].slice(known).map(spokenText);
}

// spokenChanges returns what a replacement says new: events, advice and what the reader must do.
export function spokenChanges(old, fresh) {
  const all = newEvents(fresh, old);
  const advice = spokenText(fresh.querySelector(".coach"));
  if (advice !== spokenText(old.querySelector(".coach"))) all.push(advice);
  const todo = spokenText(fresh.querySelector(".todo"));
  const isReadersTurn = fresh.querySelector(".seat.own.turn") && all.length > 0;
  if (isReadersTurn || todo !== spokenText(old.querySelector(".todo"))) all.push(todo);
  return cleanPunctuation(all.join(". "));
}
