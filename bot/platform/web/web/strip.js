// The strip of the reader's tables, with the channel as the last tab. While one plays no tab
// moves under the finger: new ones go last, and whether there is a strip is settled on
// entering a table.

const body = document.body;
const strip = document.getElementById("strip");
const panels = document.getElementById("list-panels");
const channel = document.getElementById("channel");

// waits are the messages, but the open one, that wait for the reader: tables and challenges.
export const waits = () => [...panels.querySelectorAll(".panel.calls:not(.open)")];

const messages = () => [...panels.querySelectorAll(".panel:is(.laid-out, .calls)")];
const tabOf = (id) => [...strip.children].find((tab) => tab.dataset.message === id);

// nameOf is whom one meets at the table and at which game, or what the challenge says.
export function nameOf(message) {
  const others = [...message.querySelectorAll(".seat:not(.own) .who bdi")].map((who) => who.textContent);
  if (others.length > 0) return `${others.join(", ")} · ${message.dataset.game}`;
  return (message.querySelector("h3") || message).textContent.trim();
}

function newTab(id) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "tab";
  tab.dataset.message = id;
  tab.append(document.createElement("span"), Object.assign(document.createElement("span"), { className: "hidden" }));
  return tab;
}

function tell(tab, label, current, waiting) {
  const [name, mark] = tab.children;
  if (name.textContent !== label) name.textContent = label;
  mark.textContent = waiting ? `, ${body.dataset.waits}` : "";
  tab.classList.toggle("waits", waiting);
  if (current) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

// updateStrip lists what can be gone to, and marks what waits and what one looks at.
export function updateStrip() {
  const watching = body.classList.contains("watching");
  const all = messages();
  for (const tab of [...strip.children]) if (tab.dataset.message && !all.some((m) => m.id === tab.dataset.message)) tab.remove();
  if (!tabOf("")) strip.append(newTab(""));
  tell(tabOf(""), body.dataset.channel, watching, false);
  for (const message of all) {
    if (!tabOf(message.id)) strip.insertBefore(newTab(message.id), tabOf(""));
    const open = message.classList.contains("open");
    tell(tabOf(message.id), nameOf(message), open && !watching, !open && message.classList.contains("calls"));
  }
}

// arrangeStrip puts first what waits. There is nothing to choose from if there is only one
// table and the channel is empty.
export function arrangeStrip() {
  updateStrip();
  const first = waits().map((message) => tabOf(message.id));
  strip.prepend(...first.filter(Boolean));
  strip.hidden = strip.children.length <= 2 && !channel.querySelector("article");
}

// watch shows the channel in the place of the table, or the table again.
export function watch(on) {
  body.classList.toggle("watching", on);
  if (on) {
    strip.hidden = false;
    channel.scrollTop = channel.scrollHeight;
    channel.focus({ preventScroll: true });
  }
  updateStrip();
}
