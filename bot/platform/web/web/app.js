// The entry point. The page also works without this script, but then each press reloads it.

import { say } from "./say.js";
import "./press.js";
import "./pictures.js";
import { begin } from "./table.js";
import "./hand.js";
import "./replay.js";
import "./clock.js";
import "./copy.js";
import { beginFaces } from "./faces.js";
import { listen } from "./stream.js";

const body = document.body;
body.classList.add("scripted");

// A choice's confirm button stays above the lower bar.
const bar = document.querySelector(".page-footer");
new ResizeObserver(() => body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

// The reader's choice to see the whole channel at home.
const whole = document.getElementById("whole-channel");
whole.checked = localStorage.getItem("channel") === "whole";
whole.onchange = () => localStorage.setItem("channel", whole.checked ? "whole" : "open");

beginFaces();
begin();
say(document.getElementById("toast-text").textContent);
listen();
