// News of a table to be read out.

// The punctuation read between visually separate elements.
const pauses = { ".cards > *": ", ", "h3, h4, p, li, small, button:not(.term)": ". " };

// smooth reduces repeated punctuation.
const smooth = (words) => words.replace(/\s+/g, " ").replace(/ ?([.,:;!?…])( ?[.,])+/g, "$1").replace(/^[ .,]+|[ ,]+$/g, "");

// spoken returns a node's text to be read out.
export function spoken(node) {
  if (!node) return "";
  const heard = node.cloneNode(true);
  for (const silent of heard.querySelectorAll("[aria-hidden=true], .message-bar, button.home")) silent.remove();
  for (const [apart, pause] of Object.entries(pauses)) for (const part of heard.querySelectorAll(apart)) part.append(pause);
  return smooth(heard.textContent);
}

// events returns the new events of the deal.
function events(fresh, old) {
  const now = fresh.querySelector(".events");
  const was = old.querySelector(".events");
  const told = was && was.dataset.deal === now.dataset.deal ? was.children.length : 0;
  return [...now.children].slice(told).map(spoken);
}

// news returns a replacement's new text: events, advice and the next action.
export function news(old, fresh) {
  const all = events(fresh, old);
  const taught = spoken(fresh.querySelector(".coach"));
  if (taught !== spoken(old.querySelector(".coach"))) all.push(taught);
  const todo = spoken(fresh.querySelector(".todo"));
  const waits = fresh.querySelector(".seat.own.turn") && all.length > 0;
  if (waits || todo !== spoken(old.querySelector(".todo"))) all.push(todo);
  return smooth(all.join(". "));
}
