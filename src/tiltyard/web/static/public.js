// Public pages: live, with running clocks, and a box to find a name.
import { begin as live } from "./live.js";
import { begin as clocks } from "./clock.js";

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function filter(box) {
  const wanted = plain(box.value.trim());
  let found = 0;
  for (const row of document.querySelectorAll(`#${box.dataset.filter} tbody tr`)) {
    const fits = !wanted || plain(row.firstElementChild.textContent).includes(wanted);
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
clocks();
live();
