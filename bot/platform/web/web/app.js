// The page works without script. Script sends presses without a reload, shows others' changes
// and lets a table fill the window.

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

// The confirm button of a choice stays above the lower bar, whatever its height.
const bar = document.querySelector(".bottom");
new ResizeObserver(() => body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

const channel = document.getElementById("channel");
channel.scrollTop = channel.scrollHeight;

beginFaces();
begin();
say(document.getElementById("toast-text").textContent);
listen();
