// The desk up to the first draw: find a row by a few letters, read a file of names, show the plan.
import { agreed } from "./forms.js";

function fits(row, words) {
  const text = row.dataset.row.toLowerCase();
  return words.every((word) => text.includes(word));
}

function filter(field) {
  const list = document.getElementById(field.dataset.filter);
  if (!list) return [];
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = [];
  for (const row of list.querySelectorAll("[data-row]")) {
    const match = fits(row, words);
    row.hidden = !match;
    if (match) shown.push(row);
  }
  const nobody = list.querySelector("[data-no-match]");
  if (nobody) nobody.hidden = shown.length > 0;
  return shown;
}

// Enter checks in the only one who fits and is still missing; it never takes a check-in back.
function enter(field) {
  const waiting = filter(field).filter((row) => row.querySelector(".is-missing"));
  if (waiting.length !== 1 || !field.value.trim()) {
    field.select();
    return;
  }
  waiting[0].querySelector("form").requestSubmit();
  field.value = "";
  filter(field);
}

for (const field of document.querySelectorAll("[data-filter]")) {
  field.addEventListener("input", () => filter(field));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if ("enter" in field.dataset) enter(field);
  });
  document.addEventListener("tiltyard:fresh", () => filter(field));
}

for (const all of document.querySelectorAll("[data-tick-all]")) all.hidden = false;

document.addEventListener("change", (event) => {
  const name = event.target.dataset?.tickAll;
  if (!name) return;
  for (const one of document.querySelectorAll(`input[name="${name}"]`)) {
    if (!one.closest("[hidden]")) one.checked = event.target.checked;
  }
});

// Buttons for selected players wait until one is selected.
function waitForTicks() {
  for (const button of document.querySelectorAll("[data-needs-tick]")) {
    button.disabled = !document.querySelector(`input[name="${button.dataset.needsTick}"]:checked`);
  }
}
document.addEventListener("change", waitForTicks);
document.addEventListener("tiltyard:fresh", waitForTicks);
waitForTicks();

// What was typed and not sent yet stays when the page hears of something new.
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-keep]");
  if (form) form.dataset.dirty = "";
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-confirm]:not([data-act])");
  if (!form) return;
  event.preventDefault();
  if (await agreed(form, event.submitter)) form.submit();
});

for (const one of document.querySelectorAll(".with-script")) one.hidden = false;
for (const one of document.querySelectorAll("[data-print]")) one.addEventListener("click", () => window.print());

for (const file of document.querySelectorAll("input[type=file][data-into]")) {
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    const bytes = await chosen.arrayBuffer();
    let text = new TextDecoder("utf-8").decode(bytes);
    if (text.includes("\ufffd")) text = new TextDecoder("windows-1252").decode(bytes);
    const into = document.getElementById(file.dataset.into);
    into.value = text;
    file.value = ""; // it is sent as text now
    into.focus();
  });
}

// The plan follows the number of players while it is typed; without a script a button shows it.
const players = document.querySelector(".event-form #players");
const ruleset = document.querySelector('.event-form input[name="ruleset"]');
if (players && ruleset) {
  for (const one of document.querySelectorAll(".no-script")) one.hidden = true;
  let waiting = null;
  players.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const asked = new URLSearchParams({ ruleset: ruleset.value, players: players.value });
      const answer = await fetch(`/desk/new?${asked}`, { credentials: "same-origin", signal: AbortSignal.timeout(15000) }).catch(() => null);
      if (!answer?.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("plan");
      if (fresh) document.getElementById("plan").replaceWith(fresh);
    }, 250);
  });
}
