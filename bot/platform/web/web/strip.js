// The strip of the reader's tables, with the channel last. During play no tab moves: only entering a table arranges the
// strip.

const body = document.body;
const strip = document.getElementById("strip");
const panels = document.getElementById("list-panels");
const channel = document.getElementById("channel");

// waits returns the waiting tables and challenges except the open table.
export const waits = () => [...panels.querySelectorAll(".panel.waiting:not(.open)")];

const messages = () => [...panels.querySelectorAll(".panel:is(.laid-out:not(.ended), .waiting, .open)")];
const tabOf = (id) => [...strip.children].find((tab) => tab.dataset.message === id);

// nameOf returns a table's other players and game, or a challenge's text.
export function nameOf(message) {
  const others = [...message.querySelectorAll(".seat:not(.own) .seat-name bdi")].map((who) => who.textContent);
  if (others.length > 0) return `${others.join(", ")} · ${message.dataset.game}`;
  return (message.querySelector("h3") || message).textContent.trim();
}

function newTab(id) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "tab";
  tab.dataset.message = id;
  tab.append(document.createElement("span"), Object.assign(document.createElement("span"), { className: "visually-hidden" }));
  return tab;
}

function tell(tab, label, current, waiting) {
  const [name, mark] = tab.children;
  if (name.textContent !== label) name.textContent = label;
  mark.textContent = waiting ? `, ${body.dataset.waits}` : "";
  tab.classList.toggle("waiting", waiting);
  if (current) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

export function updateStrip() {
  const watching = body.classList.contains("channel-open");
  const all = messages();
  for (const tab of [...strip.children]) if (tab.dataset.message && !all.some((m) => m.id === tab.dataset.message)) tab.remove();
  if (!tabOf("")) strip.append(newTab(""));
  tell(tabOf(""), body.dataset.channel, watching, false);
  for (const message of all) {
    if (!tabOf(message.id)) strip.insertBefore(newTab(message.id), tabOf(""));
    const open = message.classList.contains("open");
    tell(tabOf(message.id), nameOf(message), open && !watching, !open && message.classList.contains("waiting"));
  }
}

// arrangeStrip puts waiting tabs first. One table and an empty channel need no strip.
export function arrangeStrip() {
  updateStrip();
  const first = waits().map((message) => tabOf(message.id));
  strip.prepend(...first.filter(Boolean));
  strip.hidden = strip.children.length <= 2 && !channel.querySelector("article");
}

export function watch(on) {
  body.classList.toggle("channel-open", on);
  if (on) {
    strip.hidden = false;
    channel.scrollTop = channel.scrollHeight;
    channel.focus({ preventScroll: true });
  }
  updateStrip();
}
