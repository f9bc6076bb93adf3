// Public pages: live, with running clocks, and a box to find a name.
import "./clauses.js";
import { begin as live } from "./live.js";
import { begin as clocks } from "./clock.js";

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// This phone knows whose it is, the page does not.
function reader() {
  try {
    return localStorage.getItem(`me:${document.body.dataset.event}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

// The reader's own row.
function mark() {
  const me = reader();
  const rows = [...document.querySelectorAll("tbody > tr")].filter((row) => row.querySelector("th")?.firstChild?.textContent.trim() === me);
  if (rows.length === 1) rows[0].classList.add("own"); // two of one name: the page cannot know
}

// Every number, rank and pairing opens the card that proves it; the tables themselves stay small.
function lead(cell, address) {
  if (!cell || cell.firstElementChild || !/\d/.test(cell.textContent)) return;
  const link = Object.assign(document.createElement("a"), { href: address });
  link.append(...cell.childNodes);
  cell.append(link);
}

function prove() {
  const cards = [...document.querySelectorAll(".standings th[data-card]")].map((head) => [head.cellIndex, head.dataset.card]);
  for (const row of cards.length ? document.querySelectorAll(".standings tbody tr:not(.cut-word)") : []) {
    const player = row.querySelector("th a")?.href;
    for (const [place, card] of player ? cards : []) lead(row.cells[place], `${player}#${card}`);
  }
  const { event } = document.body.dataset;
  for (const table of document.querySelectorAll("table[data-round]")) {
    for (const row of table.tBodies[0].rows) lead(row.cells[1], `/e/${event}/games/${row.cells[1].dataset.match ?? `${table.dataset.round}.${row.cells[1].textContent.trim()}`}#why`);
  }
}

function filter(box) {
  const wanted = plain(box.value.trim());
  let found = 0;
  for (const row of document.querySelectorAll(`#${box.dataset.filter} tbody tr`)) {
    const fits = !wanted || plain((row.querySelector("th") ?? row).textContent).includes(wanted);
    row.hidden = !fits;
    if (fits) found += 1;
  }
  const none = document.querySelector("[data-filter-none]");
  if (none) none.hidden = found > 0 || !wanted;
}

const box = document.querySelector("[data-filter]");
if (box) {
  box.addEventListener("input", () => filter(box));
  document.addEventListener("tiltyard:fresh", () => filter(box));
  if (box.value) filter(box);
}
mark();
prove();
document.addEventListener("tiltyard:fresh", mark);
document.addEventListener("tiltyard:fresh", prove);

// A player who reads here is called as on the own page: what calls them is taken from there, as the
// page is opened and when the hall has news for them.
let mine = []; // the player and their game, as news name them
let soon = null;

async function ownPage() {
  try {
    const answer = await fetch(`/e/${document.body.dataset.event}/me`, { headers: { accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(8000) });
    return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // nobody answered: the light says so
  }
}

async function call() {
  const page = await ownPage();
  if (!page) return;
  const { person, match } = page.body.dataset;
  const alerts = page.getElementById("alerts");
  if (!person || !alerts) return;
  mine = [person, match, "*"];
  alerts.dataset.person = person;
  const old = document.getElementById("alerts");
  if (old) {
    old.replaceWith(alerts);
    document.dispatchEvent(new CustomEvent("tiltyard:adopted"));
  } else {
    document.querySelector("main").prepend(page.getElementById("banner"), alerts);
    await import("./alerts.js");
  }
}

document.addEventListener("tiltyard:news", ({ detail: { games, spread } }) => {
  if (!games.some((id) => mine.includes(id))) return;
  clearTimeout(soon);
  soon = setTimeout(call, Math.random() * Math.min(5000, spread || 0));
});
if (reader()) call();

// A button that hands the address on: to other apps of a phone, or to the clipboard.
function share(event) {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const url = new URL(button.dataset.share ? `#${button.dataset.share}` : "", location.href).href;
  if (navigator.share) navigator.share({ title: document.title, url }).catch(() => {});
  else navigator.clipboard.writeText(url).then(() => { button.dataset.done = "yes"; });
}

function offerSharing() {
  if (!navigator.share && !navigator.clipboard) return;
  document.body.classList.add("shares");
}
addEventListener("click", share);
offerSharing();
clocks();
live();
