// What ears haven't heard of a table.

// spoken is what is heard of a node: all but what is for the eyes alone.
export function spoken(node) {
  if (!node) return "";
  const heard = node.cloneNode(true);
  for (const silent of heard.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return heard.textContent.replace(/\s+/g, " ").trim();
}

// events are what has happened in a deal, but for what the other message tells of the same.
function events(fresh, old) {
  const now = fresh.querySelector(".events");
  const was = old.querySelector(".events");
  const told = was && was.dataset.deal === now.dataset.deal ? was.children.length : 0;
  return [...now.children].slice(told).map(spoken);
}

// news tells, in order, what is new in a message that takes the place of another: what has
// happened, and what there is to do.
export function news(old, fresh) {
  const all = events(fresh, old);
  const todo = spoken(fresh.querySelector(".todo"));
  const waits = fresh.querySelector(".seat.own.turn") && all.length > 0;
  if (waits || todo !== spoken(old.querySelector(".todo"))) all.push(todo);
  return all.filter(Boolean).join(". ");
}
