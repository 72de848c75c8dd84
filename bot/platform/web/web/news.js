// What ears haven't heard of a table.

// What stands apart for the eyes, and what ears hear between that and the next.
const pauses = { ".cards > *": ", ", "h3, h4, p, li, small, button:not(.term)": ". " };

// smooth leaves one mark where several meet, and none in front.
const smooth = (words) => words.replace(/\s+/g, " ").replace(/ ?([.,:;!?…])( ?[.,])+/g, "$1").replace(/^[ .,]+|[ ,]+$/g, "");

// spoken is what is heard of a node: all but what is for the eyes alone, and what leads away.
export function spoken(node) {
  if (!node) return "";
  const heard = node.cloneNode(true);
  for (const silent of heard.querySelectorAll("[aria-hidden=true], .bar, button.home")) silent.remove();
  for (const [apart, pause] of Object.entries(pauses)) for (const part of heard.querySelectorAll(apart)) part.append(pause);
  return smooth(heard.textContent);
}

// events are what has happened in a deal, but for what the other message tells of the same.
function events(fresh, old) {
  const now = fresh.querySelector(".events");
  const was = old.querySelector(".events");
  const told = was && was.dataset.deal === now.dataset.deal ? was.children.length : 0;
  return [...now.children].slice(told).map(spoken);
}

// news tells, in order, what is new in a message that takes the place of another: what has
// happened, what somebody who learns is told, and what there is to do.
export function news(old, fresh) {
  const all = events(fresh, old);
  const taught = spoken(fresh.querySelector(".coach"));
  if (taught !== spoken(old.querySelector(".coach"))) all.push(taught);
  const todo = spoken(fresh.querySelector(".todo"));
  const waits = fresh.querySelector(".seat.own.turn") && all.length > 0;
  if (waits || todo !== spoken(old.querySelector(".todo"))) all.push(todo);
  return smooth(all.join(". "));
}
