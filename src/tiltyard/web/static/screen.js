// The big screen: the panels of the page become slides that fit, one after another, for the whole day.
import { begin as live } from "./live.js";
import { begin as clocks, NEAR, secondsLeft } from "./clock.js";

const asked = new URLSearchParams(location.search);
const only = asked.get("show");
const seconds = Math.min(120, Math.max(5, Number(asked.get("seconds")) || 12));
const data = () => document.getElementById("screen-data");
const stage = document.getElementById("screen-stage");
const turn = Object.assign(document.createElement("div"), { className: "screen-turn" });

let slides = []; // functions that draw one slide, with the name of their panel
let place = 0;
let timer = null;
let paused = false;

// ------------------------------------------------------------------ from panels to slides

// The title of a page; of several, which one it is, and for names from where to where it goes.
function heading(panel, number, count, rows) {
  const title = document.createElement("h2");
  title.textContent = panel.dataset.title;
  if (count < 2) return title;
  const start = (row) => [...row.children[1].textContent.trim()].slice(0, count > 6 ? 3 : 1).join("");
  const letters = panel.dataset.panel === "pairings" ? `${start(rows[0])} – ${start(rows.at(-1))}` : `${number}/${count}`;
  title.append(Object.assign(document.createElement("span"), { className: "screen-part", textContent: letters }));
  return title;
}

function slide(...children) {
  const made = document.createElement("div");
  made.className = "screen-slide";
  made.append(...children);
  return made;
}

// How many rows and columns fit. Names are never cut: the longest decides how many columns there
// are, and where both names are too wide, the opponent is left out. Few pages are worth smaller
// letters, down to what the hall can read.
const SIZES = [5, 4.4, 3.8, 3.4, 3.1, 2.8, 2.6, 2.4]; // hundredths of the screen's height
const STEPS = [[1, 3.1], [2, 2.6], [4, 2.6], [8, 2.4]]; // at most so many pages, at least so large
const MANY = 40; // rows from which on the head of the screen makes room for them
const LONGEST = 20; // widths of a letter m; a longer name is written smaller, in its own row
const SECOND = 0.85; // the size of what stands behind the name

const pen = document.createElement("canvas").getContext("2d");
function widths(elements, weight) {
  pen.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`;
  return elements.map((one) => (one ? pen.measureText(one.textContent).width / 100 : 0));
}

// What a list needs, in sizes of its letters.
function needs(rows, ranked) {
  const names = widths(rows.map((row) => row.children[1]), 650);
  const behind = widths(rows.map((row) => row.children[2]), ranked ? 500 : 400);
  const digits = Math.max(2, ...rows.map((row) => row.firstElementChild.textContent.length));
  const name = 0.3 + Math.min(LONGEST, Math.max(...names));
  return { names, digits, name, alone: 1 + digits * 0.75 + 0.6 + name, second: 0.6 + 0.3 + Math.min(LONGEST, Math.max(...behind)) * SECOND };
}

function fitted(rows, need, both, hundredths) {
  const dense = document.body.classList.contains("dense");
  const across = need.alone + (both ? need.second : 0);
  const gap = window.innerWidth * 0.025;
  const size = Math.min(Math.max(14, (hundredths * window.innerHeight) / 100), stage.clientWidth / across);
  const columns = Math.max(1, Math.min(3, Math.floor((stage.clientWidth + gap) / (size * across + gap))));
  const head = window.innerHeight * (dense ? 0.06 : 0.09) + (need.keys ? window.innerHeight * 0.04 : 0);
  const lines = Math.max(3, Math.floor((stage.clientHeight - head) / (size * (dense ? 1.4 : 1.75))));
  const pages = Math.ceil(rows / (columns * lines));
  return { need, both, size, columns, pages, lines: pages === 1 ? Math.max(3, Math.ceil(rows / columns)) : lines };
}

function measure(rows, ranked, mayBeAlone) {
  const need = { ...needs(rows, ranked), keys: ranked };
  const kinds = mayBeAlone ? [true, false] : [true];
  for (const [most, least] of STEPS) {
    for (const both of kinds) {
      for (const hundredths of SIZES.filter((one) => one >= least)) {
        const fit = fitted(rows.length, need, both, hundredths);
        if (fit.pages <= most) return fit;
      }
    }
  }
  return fitted(rows.length, need, kinds.at(-1), SIZES.at(-1));
}

function columnsOf(list, rows, fit) {
  const columns = document.createElement("div");
  columns.className = "screen-columns";
  columns.classList.toggle("alone", !fit.both);
  columns.style.fontSize = `${fit.size}px`;
  columns.style.setProperty("--digits", fit.need.digits);
  columns.style.setProperty("--name", `${fit.need.name}em`);
  for (let first = 0; first < rows.length || columns.childElementCount < fit.columns; first += fit.lines) {
    const column = list.cloneNode(false);
    column.append(...rows.slice(first, first + fit.lines).map((one) => one.cloneNode(true)));
    columns.append(column);
    if (columns.childElementCount >= fit.columns) break;
  }
  return columns;
}

// A name that is longer than any other should be is still whole: in smaller letters.
function shrink(columns, names) {
  columns.querySelectorAll("li").forEach((row, place) => {
    if (names[place] > LONGEST) row.children[1].style.fontSize = `${LONGEST / names[place]}em`;
  });
  return columns;
}

function listSlides(panel) {
  const list = panel.querySelector(".screen-rows");
  const rows = [...list.children];
  const keys = panel.querySelector(".screen-keys");
  const fit = measure(rows, list.classList.contains("ranked"), panel.dataset.panel === "pairings");
  const each = fit.lines * fit.columns;
  const count = Math.ceil(rows.length / each);
  return Array.from({ length: count }, (_, page) => {
    const own = rows.slice(page * each, (page + 1) * each);
    const names = fit.need.names.slice(page * each, (page + 1) * each);
    const draw = () => slide(heading(panel, page + 1, count, own), ...(keys ? [keys.cloneNode(true)] : []), shrink(columnsOf(list, own, fit), names));
    return { panel: panel.dataset.panel, draw };
  });
}

function wholeSlide(panel) {
  const draw = () => {
    const made = slide(...[...panel.children].map((one) => one.cloneNode(true)));
    for (const one of made.querySelectorAll("[id]")) one.removeAttribute("id");
    made.classList.toggle("middle", ["champion", "told", "house-rules"].includes(panel.dataset.panel));
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
  const near = called || (clock !== null && secondsLeft(clock) <= NEAR);
  if (name === "missing") return near;
  return name !== "pairings" || !near;
}

function build() {
  const at = slides[place];
  const part = at ? slides.slice(0, place).filter((one) => one.panel === at.panel).length : 0;
  const panels = [...data().querySelectorAll("[data-panel]")].filter(wanted);
  document.body.classList.toggle("dense", panels.some((panel) => panel.querySelectorAll(".screen-rows > li").length > MANY));
  slides = panels.flatMap((panel) => (panel.querySelector(".screen-rows") ? listSlides(panel) : wholeSlide(panel)));
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
