// The strip of the reader's tables, by who waits for them, with the channel as the last tab.

const body = document.body;
const strip = document.getElementById("strip");
const panels = document.getElementById("list-panels");
const channel = document.getElementById("channel");

// waits are the messages, but the open one, that wait for the reader: tables and challenges.
export const waits = () => [...panels.querySelectorAll(".panel.calls:not(.open)")];

// nameOf is whom one meets at the table, or what the challenge says.
function nameOf(message) {
  const others = [...message.querySelectorAll(".seat:not(.own) .who bdi")].map((who) => who.textContent);
  return others.join(", ") || (message.querySelector("h3") || message).textContent.trim();
}

function tab(label, current, mark) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tab";
  button.textContent = label;
  if (current) button.setAttribute("aria-current", "true");
  if (mark) {
    button.classList.add("waits");
    button.append(Object.assign(document.createElement("span"), { className: "hidden", textContent: `, ${body.dataset.waits}` }));
  }
  return button;
}

// showStrip lists what can be gone to. There is nothing to choose from if there is only one
// table and the channel is empty.
export function showStrip() {
  const watching = body.classList.contains("watching");
  const all = [...panels.querySelectorAll(".panel:is(.laid-out, .calls)")];
  all.sort((a, b) => b.classList.contains("calls") - a.classList.contains("calls"));
  const tabs = all.map((message) => {
    const open = message.classList.contains("open");
    const button = tab(nameOf(message), open && !watching, !open && message.classList.contains("calls"));
    button.dataset.message = message.id;
    return button;
  });
  const public_ = tab(body.dataset.channel, watching, false);
  public_.dataset.message = "";
  strip.replaceChildren(...tabs, public_);
  strip.hidden = !watching && all.length < 2 && !channel.querySelector("article");
}

// watch shows the channel in the place of the table, or the table again.
export function watch(on) {
  body.classList.toggle("watching", on);
  if (on) channel.scrollTop = channel.scrollHeight;
  showStrip();
}
