// The page works without script; with it, presses don't reload the page, what others do
// appears by itself, and a table fills the window.

import { say } from "./say.js";
import "./press.js";
import "./pictures.js";
import { begin } from "./table.js";
import "./hand.js";
import "./clock.js";
import { listen } from "./stream.js";

const body = document.body;
body.classList.add("scripted");

// What confirms a choice stays above the lower bar, however high that is.
const bar = document.querySelector(".bottom");
new ResizeObserver(() => body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

const channel = document.getElementById("channel");
channel.scrollTop = channel.scrollHeight;

// The sheet of card faces is fetched whatever one holds; until it is there, cards are words.
const probe = document.createElement("span");
probe.className = "face f-back hidden";
probe.setAttribute("aria-hidden", "true");
if (body.classList.contains("faces")) {
  const net = navigator.connection;
  if (net && (net.saveData || /2g|3g/.test(net.effectiveType))) body.classList.add("slow");
  const table = document.createElement("div");
  table.className = "table pictured hidden";
  table.append(probe);
  body.append(table);
  const address = /url\("?([^")]+)"?\)/.exec(getComputedStyle(probe).backgroundImage);
  const sheet = new Image();
  if (!address) body.classList.remove("faces");
  else {
    sheet.src = address[1];
    if (!sheet.complete) body.classList.remove("faces");
    sheet.onload = () => body.classList.add("faces");
  }
}

begin();
say(document.getElementById("toast-text").textContent);
listen();
