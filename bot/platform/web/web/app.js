// The page works without script; with it, presses don't reload the page, what others do
// appears by itself, and a table fills the window.

import { say } from "./say.js";
import "./press.js";
import "./pictures.js";
import { begin } from "./table.js";
import "./hand.js";
import "./clock.js";
import "./copy.js";
import { beginFaces } from "./faces.js";
import { listen } from "./stream.js";

const body = document.body;
body.classList.add("scripted");

// What confirms a choice stays above the lower bar, however high that is.
const bar = document.querySelector(".bottom");
new ResizeObserver(() => body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

const channel = document.getElementById("channel");
channel.scrollTop = channel.scrollHeight;

beginFaces();
begin();
say(document.getElementById("toast-text").textContent);
listen();
