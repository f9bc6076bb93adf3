// Changing a drawn round: drag a player onto another one, or press two; the price comes first.
import { mark } from "./clauses.js";

const form = () => document.querySelector("[data-swap-form]");
let first = null;

function chairs() {
  return document.querySelectorAll("[data-swap] [data-player]");
}

function press() {
  for (const one of chairs()) one.setAttribute("aria-pressed", String(one.dataset.player === first));
}

function choose(a, b) {
  const fields = form().elements;
  fields["changes.first"].value = a;
  fields["changes.second"].value = b;
  if (fields["changes.kind"].value === "bye") fields["changes.kind"].value = "swap";
  form().dataset.dirty = "";
  weigh();
  document.getElementById("change").classList.add("is-floating"); // the tables stay where they are
  fields.reason.focus({ preventScroll: true });
}

function item([text, clause]) {
  const line = Object.assign(document.createElement("li"), { textContent: text });
  line.append(...mark(clause));
  return line;
}

// The price was shown: the form says so, and is not asked back.
function seen(codes) {
  for (const one of form().querySelectorAll("input[name=confirm]")) one.remove();
  for (const code of codes) {
    form().append(Object.assign(document.createElement("input"), { type: "hidden", name: "confirm", value: code }));
  }
}

async function weigh() {
  const fields = form().elements;
  seen([]);
  const place = form().querySelector("[data-cost-text]");
  const rests = fields["changes.kind"].value === "bye";
  if (rests) fields["changes.second"].value = "";
  if (!fields["changes.first"].value || (!rests && !fields["changes.second"].value)) {
    place.replaceChildren();
    return;
  }
  try {
    const body = new URLSearchParams(new FormData(form()));
    const reply = await fetch(form().dataset.cost, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(15000) });
    const answer = await reply.json();
    const no = answer.refused;
    const lines = no ? [[no.message, no.clause], [no.fix]].filter(([text]) => text) : [...answer.tables.map((text) => [text]), ...answer.cost];
    const list = document.createElement("ul");
    list.append(...lines.map(item));
    place.replaceChildren(list);
    seen(answer.confirm ?? []);
  } catch {
    place.textContent = document.body.dataset.offline || "";
  }
}

function pressed(event) {
  const chair = event.target.closest?.("[data-swap] button[data-player]");
  if (!chair) return;
  const player = chair.dataset.player;
  if (first === null) first = player;
  else if (first === player) first = null;
  else {
    const other = first;
    first = null;
    choose(other, player);
  }
  press();
}

function target(event) {
  const chair = event.target.closest?.("[data-swap] [data-player]");
  return chair && chair.dataset.player !== first ? chair : null;
}

function leave() {
  form()?.reset();
  if (form()) delete form().dataset.dirty;
  form()?.querySelector("[data-cost-text]").replaceChildren();
  document.getElementById("change")?.classList.remove("is-floating");
}

document.addEventListener("click", pressed);
document.addEventListener("click", (event) => event.target.closest?.("[data-leave-swap]") && leave());
document.addEventListener("keydown", (event) => event.key === "Escape" && leave());
document.addEventListener("tiltyard:done", (event) => event.target.matches?.("[data-swap-form]") && leave());
document.addEventListener("dragstart", (event) => {
  const chair = event.target.closest?.("[data-swap] [data-player]");
  if (!chair) return;
  first = chair.dataset.player;
  chair.dataset.dragging = "";
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", first);
  press();
});
document.addEventListener("dragover", (event) => {
  for (const one of chairs()) one.classList.remove("is-target");
  const chair = target(event);
  if (!chair) return;
  event.preventDefault();
  chair.classList.add("is-target");
});
document.addEventListener("drop", (event) => {
  const chair = target(event);
  if (!chair || first === null) return;
  event.preventDefault();
  choose(first, chair.dataset.player);
});
document.addEventListener("dragend", () => {
  first = null;
  for (const one of chairs()) {
    one.classList.remove("is-target");
    delete one.dataset.dragging;
  }
  press();
});
document.addEventListener("change", (event) => {
  if (event.target.closest?.("[data-swap-form] select")) weigh();
});

function begin() {
  for (const one of document.querySelectorAll("[data-swap-form] [data-without-script]")) one.remove();
  for (const one of document.querySelectorAll("#change [data-with-script]")) one.hidden = false;
}
document.addEventListener("tiltyard:fresh", begin);
begin();
