// The big screen: the panels of the page become slides that fit, one after another, for the whole day.
import { begin as live } from "./live.js";
import { begin as clocks, secondsLeft } from "./clock.js";

const asked = new URLSearchParams(location.search);
const only = asked.get("show");
const seconds = Math.min(120, Math.max(5, Number(asked.get("seconds")) || 12));
const NEAR_THE_END = 600; // seconds left from which on missing results matter more than tables
const data = () => document.getElementById("screen-data");
const stage = document.getElementById("screen-stage");
const turn = Object.assign(document.createElement("div"), { className: "screen-turn" });

let slides = []; // functions that draw one slide, with the name of their panel
let place = 0;
let timer = null;
let paused = false;

// ------------------------------------------------------------------ from panels to slides

// The title of a page; of several, which one it is, and for names from which letter to which.
function heading(panel, number, count, rows) {
  const title = document.createElement("h2");
  title.textContent = panel.dataset.title;
  if (count < 2) return title;
  const letter = (row) => row.querySelector("span").textContent.trim().charAt(0).toUpperCase();
  const letters = panel.dataset.panel === "pairings" ? `${letter(rows[0])} – ${letter(rows.at(-1))}` : `${number}/${count}`;
  title.append(Object.assign(document.createElement("span"), { className: "screen-part", textContent: letters }));
  return title;
}

function slide(...children) {
  const made = document.createElement("div");
  made.className = "screen-slide";
  made.append(...children);
  return made;
}

// How many rows and columns fit. Few pages are worth smaller letters, down to what the hall can read.
const SIZES = [5, 4.4, 3.8, 3.4, 3.1, 2.8, 2.6, 2.3, 2.1]; // hundredths of the screen's height
const STEPS = [[1, 3.1], [2, 2.8], [4, 2.6], [8, 2.3]]; // at most so many pages, at least so large

function fitted(rows, ranked, hundredths) {
  const size = Math.max(14, (hundredths * window.innerHeight) / 100);
  const height = size * 1.3 * 1.15 + size * 0.32 + 2;
  const head = Math.max(20, window.innerHeight * 0.04) * 1.2 + window.innerHeight * (ranked ? 0.06 : 0.02);
  const columns = Math.max(1, Math.min(4, Math.floor(stage.clientWidth / (size * (ranked ? 21 : 19)))));
  const lines = Math.max(3, Math.floor((stage.clientHeight - head) / height));
  const pages = Math.ceil(rows / (columns * lines));
  return { size, columns, pages, lines: pages === 1 ? Math.max(3, Math.ceil(rows / columns)) : lines };
}

function measure(rows, ranked) {
  for (const [most, least] of STEPS) {
    for (const hundredths of SIZES.filter((one) => one >= least)) {
      const fit = fitted(rows, ranked, hundredths);
      if (fit.pages <= most) return fit;
    }
  }
  return fitted(rows, ranked, SIZES.at(-1));
}

function columnsOf(list, rows, fit) {
  const columns = document.createElement("div");
  columns.className = "screen-columns";
  columns.style.fontSize = `${fit.size}px`;
  columns.style.setProperty("--digits", Math.max(...rows.map((one) => one.firstElementChild.textContent.length)));
  for (let first = 0; first < rows.length || columns.childElementCount < fit.columns; first += fit.lines) {
    const column = list.cloneNode(false);
    column.append(...rows.slice(first, first + fit.lines).map((one) => one.cloneNode(true)));
    columns.append(column);
    if (columns.childElementCount >= fit.columns) break;
  }
  return columns;
}

function listSlides(panel) {
  const list = panel.querySelector(".screen-rows");
  const rows = [...list.children];
  const keys = panel.querySelector(".screen-keys");
  const fit = measure(rows.length, list.classList.contains("ranked"));
  const each = fit.lines * fit.columns;
  const count = Math.ceil(rows.length / each);
  return Array.from({ length: count }, (_, page) => {
    const own = rows.slice(page * each, (page + 1) * each);
    const draw = () => slide(heading(panel, page + 1, count, own), ...(keys ? [keys.cloneNode(true)] : []), columnsOf(list, own, fit));
    return { panel: panel.dataset.panel, draw };
  });
}

function wholeSlide(panel) {
  const draw = () => {
    const made = slide(...[...panel.children].map((one) => one.cloneNode(true)));
    for (const one of made.querySelectorAll("[id]")) one.removeAttribute("id");
    made.classList.toggle("middle", ["champion", "told"].includes(panel.dataset.panel));
    return made;
  };
  return [{ panel: panel.dataset.panel, draw }];
}

// Near the end of a round the open tables are what the hall wants to see; before it, they are not.
function wanted(panel) {
  const name = panel.dataset.panel;
  if (only) return name === only;
  const clock = document.querySelector("#screen-head [data-ends]");
  const called = document.querySelector('#screen-head [data-state="time_called"]') !== null;
  const near = called || (clock !== null && secondsLeft(clock) <= NEAR_THE_END);
  if (name === "missing") return near;
  return name !== "pairings" || !near;
}

function build() {
  const at = slides[place];
  const part = at ? slides.slice(0, place).filter((one) => one.panel === at.panel).length : 0;
  slides = [...data().querySelectorAll("[data-panel]")].filter(wanted).flatMap((panel) => (panel.querySelector(".screen-rows") ? listSlides(panel) : wholeSlide(panel)));
  const first = at ? slides.findIndex((one) => one.panel === at.panel) : 0;
  const same = slides.filter((one) => one.panel === at?.panel).length;
  place = first < 0 ? 0 : first + Math.min(part, Math.max(0, same - 1));
}

// ------------------------------------------------------------------ turning

function show() {
  const now = slides[place];
  stage.replaceChildren(...(now ? [now.draw()] : []));
  document.getElementById("screen-page").textContent = slides.length > 1 ? `${place + 1} / ${slides.length}` : "";
  clearTimeout(timer);
  turn.remove();
  if (paused || slides.length < 2) return;
  timer = setTimeout(() => step(1), seconds * 1000);
  turn.style.animationDuration = `${seconds}s`;
  document.body.append(turn);
}

function step(by) {
  if (slides.length) {
    const before = place;
    place = (place + by + slides.length) % slides.length;
    if (place < before && by > 0) build(); // once around: look again what is wanted now
  }
  if (place >= slides.length) place = 0;
  show();
}

function again() {
  build();
  show();
}

const acts = {
  next: () => step(1),
  back: () => step(-1),
  pause: () => {
    paused = !paused;
    document.body.classList.toggle("paused", paused);
    document.querySelector('[data-do="pause"]').setAttribute("aria-pressed", String(paused));
    show();
  },
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
};
const keys = { " ": "next", ArrowRight: "next", ArrowLeft: "back", p: "pause", P: "pause", f: "full", F: "full" };

document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target instanceof HTMLButtonElement) return; // space presses it
  event.preventDefault();
  acts[act]();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (button) acts[button.dataset.do]();
});

// A projector must not fall asleep; browsers allow this only over an encrypted connection.
async function stayAwake() {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    // the screen saver is somebody else's business then
  }
}

for (const one of document.querySelectorAll("[data-needs-script]")) one.hidden = false;
if (asked.get("theme") === "light") document.documentElement.classList.add("light");
document.body.classList.add("staged");
document.body.classList.toggle("only-clock", only === "clock");
stage.hidden = false;
clocks();
live();
again();
stayAwake();
document.addEventListener("visibilitychange", stayAwake);
let resized = null;
const resize = () => {
  clearTimeout(resized);
  resized = setTimeout(again, 150);
};
window.addEventListener("resize", resize);
document.addEventListener("tiltyard:fresh", resize);
