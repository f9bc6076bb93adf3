// The floor: a tile opens its table beside the others, digits typed anywhere jump to a table, filters,
// and a table that needs somebody is heard of in the tab's title and, if wanted, by a sound.
import { refresh } from "./live.js";

const SOUND = "tiltyard.floor.sound";
const PAUSE = 700; // milliseconds after which typed digits are a table

let shown = "all";
let typed = "";
let timer = null;
let needed = null; // how many tables needed somebody when we looked last

const tiles = () => [...document.querySelectorAll(".tile")];
const tileOf = (number) => tiles().find((one) => one.dataset.number === number);
const wantsSound = () => localStorage.getItem(SOUND) === "on";

// ------------------------------------------------------------------ opening a table

async function show(match) {
  const place = new URL(location.href);
  if (match) place.searchParams.set("table", match);
  else place.searchParams.delete("table");
  place.hash = "";
  if (place.href !== location.href) history.pushState(null, "", place);
  await exchange(match);
}

// What was typed for the table before is left behind: the panel must not keep it for another one.
async function exchange(match) {
  const panel = document.getElementById("panel");
  if (panel.contains(document.activeElement)) document.activeElement.blur();
  for (const form of panel.querySelectorAll("form[data-dirty]")) delete form.dataset.dirty;
  await refresh();
  const title = document.querySelector("#panel h2");
  if (!match || !title) return;
  title.focus();
  const isBelow = title.getBoundingClientRect().left < innerWidth / 3; // as on a phone
  if (isBelow) title.scrollIntoView();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const tile = event.target.closest(".tile");
  const close = event.target.closest("[data-close]");
  const filter = event.target.closest("[data-show]");
  if (tile || close) {
    event.preventDefault();
    show(tile?.dataset.match);
  } else if (filter) {
    shown = filter.dataset.show;
    dress();
  } else if (event.target.closest("[data-sound]")) {
    localStorage.setItem(SOUND, wantsSound() ? "off" : "on");
    if (wantsSound()) beep();
    dress();
  }
});
window.addEventListener("popstate", () => exchange(new URL(location.href).searchParams.get("table")));

// ------------------------------------------------------------------ keys

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && new URL(location.href).searchParams.has("table")) return void show("");
  if (event.target.closest("input, select, textarea, [contenteditable], dialog")) return;
  if (/^[0-9]$/.test(event.key)) {
    typed += event.key;
    clearTimeout(timer);
    timer = setTimeout(jump, PAUSE);
  } else if (event.key === "Enter" && typed) {
    event.preventDefault();
    jump();
  }
});

function jump() {
  clearTimeout(timer);
  const tile = tileOf(typed);
  typed = "";
  if (!tile) return;
  tile.scrollIntoView({ block: "nearest" });
  show(tile.dataset.match);
}

// ------------------------------------------------------------------ what needs somebody

function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.value = 0.08;
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.25);
}

// Parts are exchanged as they came from the server: what was chosen here is put on them again.
function dress() {
  document.getElementById("tiles")?.parentElement.setAttribute("data-shown", shown);
  const filters = document.getElementById("floor-filters");
  if (filters) filters.hidden = false;
  for (const one of document.querySelectorAll("[data-show]")) one.setAttribute("aria-pressed", String(one.dataset.show === shown));
  document.querySelector("[data-sound]")?.setAttribute("aria-pressed", String(wantsSound()));
  const now = document.querySelectorAll("[data-needs]").length;
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = now ? `(${now}) ${title}` : title;
  if (needed !== null && now > needed && wantsSound()) beep();
  needed = now;
}

// Minutes pass without an act: how long somebody has waited, what is overdue, which reports are old.
const MINUTE = 60000;
setInterval(() => document.hidden || refresh(), MINUTE);

document.addEventListener("tiltyard:adopted", dress);
dress();
