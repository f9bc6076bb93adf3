// Public pages: live, with running clocks, and a box to find a name.
import "./clauses.js";
import { begin as live } from "./live.js";
import { begin as clocks } from "./clock.js";

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// The reader's own row: this phone knows whose it is, the page does not.
function mark() {
  let me = null;
  try {
    me = localStorage.getItem(`me:${document.body.dataset.event}`);
  } catch {
    return; // a browser that keeps nothing
  }
  const rows = [...document.querySelectorAll("tbody > tr")].filter((row) => row.querySelector("th")?.firstChild?.textContent.trim() === me);
  if (rows.length === 1) rows[0].classList.add("own"); // two of one name: the page cannot know
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

for (const one of document.querySelectorAll("[data-needs-script]")) one.hidden = false;
const box = document.querySelector("[data-filter]");
if (box) {
  box.addEventListener("input", () => filter(box));
  document.addEventListener("tiltyard:fresh", () => filter(box));
  if (box.value) filter(box);
}
mark();
document.addEventListener("tiltyard:fresh", mark);

// A button that hands the address on: to other apps of a phone, or to the clipboard.
function share(event) {
  if (!event.target.closest("[data-share]")) return;
  if (navigator.share) navigator.share({ title: document.title, url: location.href }).catch(() => {});
  else navigator.clipboard.writeText(location.href).then(() => { event.target.dataset.done = "yes"; });
}

function offerSharing() {
  if (!navigator.share && !navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}
addEventListener("click", share);
document.addEventListener("tiltyard:fresh", offerSharing);
offerSharing();
clocks();
live();
