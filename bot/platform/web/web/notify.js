// Notifies the reader: by alert, sound, vibration, system notification, and the tab's title and icon.

import { announce, showAlert } from "./alerts.js";

const body = document.body;
const icon = document.querySelector("link[rel=icon]");
const soundButton = document.querySelector(".sound");
const notifyButton = document.querySelector(".notify");

// Sounds are off until the reader's first finished deal or choice.
const soundsOn = () => localStorage.getItem("sounds") === "on";

function setSounds(on) {
  localStorage.setItem("sounds", on ? "on" : "off");
  soundButton.setAttribute("aria-pressed", on);
}

// enableSoundsByDefault turns sounds on unless the reader has chosen.
export function enableSoundsByDefault() {
  if (localStorage.getItem("sounds") === null) setSounds(true);
}

let audio = null; // browsers allow no sound before the first touch

document.addEventListener("pointerdown", () => {
  if (soundsOn()) (audio ??= new AudioContext()).resume();
});

// playTone plays a pitch in Hz after a delay in seconds.
function playTone(pitch, delay, volume) {
  const gain = new GainNode(audio, { gain: 0 });
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const start = audio.currentTime + delay;
  gain.gain.linearRampToValueAtTime(volume, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.4);
}

function playTones(tones, volume) {
  if (!soundsOn() || !audio || audio.state !== "running") return;
  tones.forEach((pitch, i) => playTone(pitch, i * 0.12, volume));
}

// playCardSound plays the sound of another player's card.
export const playCardSound = () => playTones([196], 0.12);

const plainTitle = document.title;
const notified = new Set(); // IDs of the notifications shown; the bot repeats them after a restart

// notifyOnce notifies the reader, unless it has done so for the same callID. If the message isn't open, the
// alert's button calls onOpen.
export function notifyOnce(callID, text, message, onOpen) {
  if (notified.has(callID)) return;
  notified.add(callID);
  if (!message.classList.contains("open")) return notifyReader(text, message, onOpen);
  announce(text);
  playSignals(text);
}

// notifyReader shows an alert with a button that opens the table or challenge.
export function notifyReader(text, message, onOpen) {
  showAlert(text, onOpen, message.matches(".laid-out") ? body.dataset.joinTable : body.dataset.openTable, message.id);
  playSignals(text);
}

const isPageInUse = () => !document.hidden && document.hasFocus();
const touchGrace = 2000; // ms; after a touch the reader sees the turn anyway
let lastTouch = 0;

document.addEventListener("pointerdown", () => (lastTouch = Date.now()), true);

export function notifyTurn(text) {
  if (!isPageInUse() || Date.now() - lastTouch > touchGrace) playSignals(text);
}

// playSignals plays a sound. If the page isn't in use, it also changes the tab, vibrates and shows a system
// notification.
function playSignals(text) {
  playTones([523, 659, 784], 0.2);
  if (isPageInUse()) return;
  document.title = `● ${text} – ${plainTitle}`;
  icon.href = "/static/icon-alert.svg";
  if (navigator.vibrate) navigator.vibrate(150);
  if (notificationsOn()) showNotification(text);
}

// showNotification uses a service worker, because phones allow nothing else.
async function showNotification(text) {
  const worker = await navigator.serviceWorker.register("/static/worker.js");
  await worker.showNotification(document.querySelector("h1").innerText, { body: text, tag: "turn", icon: "/static/icon.svg" });
}

// clearTabAlert restores the tab's title and icon.
export function clearTabAlert() {
  document.title = plainTitle;
  icon.href = "/static/icon.svg";
}

for (const kind of ["focus", "pointerdown", "keydown"]) window.addEventListener(kind, clearTabAlert);

const canNotify = isSecureContext && "Notification" in window && "serviceWorker" in navigator;
const notificationsOn = () => canNotify && Notification.permission === "granted" && localStorage.getItem("notify") === "on";

async function toggleNotifications() {
  if (notificationsOn()) localStorage.setItem("notify", "off");
  else if (!canNotify) showAlert(body.dataset.noNotifications);
  else if ((await Notification.requestPermission()) !== "granted") showAlert(body.dataset.notificationsDenied);
  else localStorage.setItem("notify", "on");
  notifyButton.setAttribute("aria-pressed", notificationsOn());
}

soundButton.hidden = notifyButton.hidden = false;
soundButton.setAttribute("aria-pressed", soundsOn());
notifyButton.setAttribute("aria-pressed", notificationsOn());
function chooseSounds(on) {
  setSounds(on);
  if (on) (audio ??= new AudioContext()).resume().then(() => playTones([523, 784], 0.2));
}

soundButton.onclick = () => chooseSounds(!soundsOn());
notifyButton.onclick = toggleNotifications;

document.addEventListener("change", (e) => e.target.matches(".sound-switch") && chooseSounds(e.target.checked));
document.addEventListener("toggle", (e) => {
  const box = e.target.querySelector?.(".sound-switch");
  if (box) box.checked = soundsOn();
}, true);
