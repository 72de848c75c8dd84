// Notifications of the reader: a sound, a system notification, the tab's icon, a vibration.

import { readOut, say } from "./say.js";

const body = document.body;
const icon = document.querySelector("link[rel=icon]");
const soundButton = document.querySelector(".sound");
const notifyButton = document.querySelector(".notify");

// Sounds are on after the reader's first game, unless switched off.
const sounds = () => localStorage.getItem("sounds") === "on";

function setSounds(on) {
  localStorage.setItem("sounds", on ? "on" : "off");
  soundButton.setAttribute("aria-pressed", on);
}

// firstGame turns sounds on unless the reader has chosen.
export function firstGame() {
  if (localStorage.getItem("sounds") === null) setSounds(true);
}

let audio = null; // browsers allow no sound before the first touch

document.addEventListener("pointerdown", () => {
  if (sounds()) (audio ??= new AudioContext()).resume();
});

// pitch is in Hz; the tone starts after that many seconds.
function tone(pitch, after, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  const string = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const at = audio.currentTime + after;
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
  string.connect(gain).connect(audio.destination);
  string.start(at);
  string.stop(at + 0.4);
}

function play(tones, loud) {
  if (!sounds() || !audio || audio.state !== "running") return;
  tones.forEach((pitch, i) => tone(pitch, i * 0.12, loud));
}

// knock plays the sound of another player's card.
export const knock = () => play([196], 0.12);

const plainTitle = document.title;
const called = new Set(); // shown notifications: the bot repeats them after a restart

// callReader notifies the reader once. If the message's table isn't open, a button opens it.
export function callReader(call, words, message, lead) {
  if (called.has(call)) return;
  called.add(call);
  if (!message.classList.contains("open")) return tell(words, message, lead);
  readOut(words);
  ring(words);
}

// tell shows the text and a button that opens its table or challenge.
export function tell(words, message, lead) {
  say(words, lead, message.matches(".laid-out") ? body.dataset.join : body.dataset.look, message.id);
  ring(words);
}

const isHere = () => !document.hidden && document.hasFocus();
const soon = 2000; // ms after a touch in which turns aren't notified
let touched = 0;

document.addEventListener("pointerdown", () => (touched = Date.now()), true);

export function turn(words) {
  if (!isHere() || Date.now() - touched > soon) ring(words);
}

// An invisible page also changes its tab and shows a notification.
function ring(words) {
  play([523, 659, 784], 0.2);
  if (isHere()) return;
  document.title = `● ${words} – ${plainTitle}`;
  icon.href = "/static/icon-called.svg";
  if (navigator.vibrate) navigator.vibrate(150);
  if (notifies()) notify(words);
}

// Phones allow notifications only through a service worker.
async function notify(words) {
  const worker = await navigator.serviceWorker.register("/static/worker.js");
  await worker.showNotification(document.querySelector("h1").innerText, { body: words, tag: "turn", icon: "/static/icon.svg" });
}

// answerCall ends the tab's notification.
export function answerCall() {
  document.title = plainTitle;
  icon.href = "/static/icon.svg";
}

for (const kind of ["focus", "pointerdown", "keydown"]) window.addEventListener(kind, answerCall);

const mayNotify = isSecureContext && "Notification" in window && "serviceWorker" in navigator;
const notifies = () => mayNotify && Notification.permission === "granted" && localStorage.getItem("notify") === "on";

async function toggleNotify() {
  if (notifies()) localStorage.setItem("notify", "off");
  else if (!mayNotify) say(body.dataset.insecure);
  else if ((await Notification.requestPermission()) !== "granted") say(body.dataset.refused);
  else localStorage.setItem("notify", "on");
  notifyButton.setAttribute("aria-pressed", notifies());
}

soundButton.hidden = notifyButton.hidden = false;
soundButton.setAttribute("aria-pressed", sounds());
notifyButton.setAttribute("aria-pressed", notifies());
function chooseSounds(on) {
  setSounds(on);
  if (on) (audio ??= new AudioContext()).resume().then(() => play([523, 784], 0.2));
}

soundButton.onclick = () => chooseSounds(!sounds());
notifyButton.onclick = toggleNotify;

document.addEventListener("change", (e) => e.target.matches(".sound-switch") && chooseSounds(e.target.checked));
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector?.(".sound-switch");
  if (box) box.checked = sounds();
}, true);
