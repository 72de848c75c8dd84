// The entry point. Without scripts the page works too, but each press reloads it.

import { showAlert } from "./alerts.js";
import "./submit.js";
import "./pictures.js";
import { openFirstTable } from "./table.js";
import "./hand.js";
import "./replay.js";
import "./clock.js";
import "./copy.js";
import { preloadCardImages } from "./cardimages.js";
import { connect } from "./stream.js";

const body = document.body;
body.classList.add("scripted");

// style.css keeps a choice's confirm button above the footer, so it needs the footer's height.
const footer = document.querySelector(".page-footer");
new ResizeObserver(() => body.style.setProperty("--footer-height", `${footer.offsetHeight}px`)).observe(footer);

// The checkbox that shows the whole channel at home, not only open challenges.
const wholeChannel = document.getElementById("whole-channel");
wholeChannel.checked = localStorage.getItem("channel") === "whole";
wholeChannel.onchange = () => localStorage.setItem("channel", wholeChannel.checked ? "whole" : "open");

preloadCardImages();
openFirstTable();
showAlert(document.getElementById("toast-text").textContent);
connect();
