// The tabs of the reader's tables, with the channel's tab last. Tabs are sorted only when a table opens, so
// none moves during play.

const body = document.body;
const tabs = document.getElementById("tabs");
const panels = document.getElementById("list-panels");
const channel = document.getElementById("channel");

// waitingMessages returns the tables and challenges that wait for the reader, without the open table.
export const waitingMessages = () => [...panels.querySelectorAll(".panel.waiting:not(.open)")];

const messages = () => [...panels.querySelectorAll(".panel:is(.laid-out:not(.ended), .waiting, .open)")];
const findTab = (id) => [...tabs.children].find((tab) => tab.dataset.message === id);

// messageLabel names a table by its other players and game, a challenge by its heading.
export function messageLabel(message) {
  const others = [...message.querySelectorAll(".seat:not(.own) .seat-name bdi")].map((who) => who.textContent);
  if (others.length > 0) return `${others.join(", ")} · ${message.dataset.game}`;
  return (message.querySelector("h3") || message).textContent.trim();
}

function createTab(id) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "tab";
  tab.dataset.message = id;
  tab.append(document.createElement("span"), Object.assign(document.createElement("span"), { className: "visually-hidden" }));
  return tab;
}

function updateTab(tab, label, current, waiting) {
  const [name, mark] = tab.children;
  if (name.textContent !== label) name.textContent = label;
  mark.textContent = waiting ? `, ${body.dataset.waiting}` : "";
  tab.classList.toggle("waiting", waiting);
  if (current) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

export function updateTabs() {
  const channelOpen = body.classList.contains("channel-open");
  const all = messages();
  for (const tab of [...tabs.children]) if (tab.dataset.message && !all.some((m) => m.id === tab.dataset.message)) tab.remove();
  if (!findTab("")) tabs.append(createTab(""));
  updateTab(findTab(""), body.dataset.channel, channelOpen, false);
  for (const message of all) {
    if (!findTab(message.id)) tabs.insertBefore(createTab(message.id), findTab(""));
    const open = message.classList.contains("open");
    updateTab(findTab(message.id), messageLabel(message), open && !channelOpen, !open && message.classList.contains("waiting"));
  }
}

// arrangeTabs puts the tabs of waiting tables first. It hides the tabs of one table and an empty channel.
export function arrangeTabs() {
  updateTabs();
  const first = waitingMessages().map((message) => findTab(message.id));
  tabs.prepend(...first.filter(Boolean));
  tabs.hidden = tabs.children.length <= 2 && !channel.querySelector("article");
}

export function showChannel(on) {
  body.classList.toggle("channel-open", on);
  if (on) {
    tabs.hidden = false;
    channel.scrollTop = channel.scrollHeight;
    channel.focus({ preventScroll: true });
  }
  updateTabs();
}
