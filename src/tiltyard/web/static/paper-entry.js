// A round from paper: Enter records a line at once and goes on to the next table that is open.
import { PATIENCE, isOver, newKey } from "./forms.js";

const form = document.querySelector("[data-paper]");
const keys = new Map(); // the keys of lines that may have been recorded, by field and line

for (const one of document.querySelectorAll(".with-script")) one.hidden = false;

function waiting() {
  return [...form.querySelectorAll("[data-line]")].filter((one) => !one.readOnly);
}

function next(field) {
  const fields = [...form.querySelectorAll("[data-line]")];
  const after = fields.slice(fields.indexOf(field) + 1);
  (after.find((one) => !one.readOnly) || waiting()[0] || form.querySelector("button"))?.focus();
}

const MARKS = {
  recorded: ["is-done", "good"],
  doubted: ["is-doubtful", "good"],
  disputed: ["is-doubtful", "alarm"],
  refused: ["is-refused", "alarm"],
};

function show(row, what, text, fix = "", see = null, again = null) {
  const [look, tone] = MARKS[what];
  row.classList.remove("is-done", "is-refused", "is-doubtful");
  row.classList.add(look);
  const word = form.dataset[what === "doubted" ? "recorded" : what];
  const mark = Object.assign(document.createElement("span"), { className: `state ${tone}`, textContent: word });
  const place = row.querySelector(".row-answer");
  const said = Object.assign(document.createElement(what === "refused" ? "strong" : "span"), { textContent: text });
  place.replaceChildren(mark, " ", said);
  if (fix) place.append(` ${fix}`);
  if (see) place.append(" ", Object.assign(document.createElement("a"), { href: see.place, textContent: see.title }));
  if (again) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: document.body.dataset.anyway || "Do it anyway" });
    button.addEventListener("click", again);
    place.append(" ", button);
  }
}

async function record(field, confirm = []) {
  const row = field.closest("[data-row]");
  const typed = field.value.trim();
  const name = `${field.name} ${typed}`;
  if (!keys.has(name)) keys.set(name, newKey());
  const body = new URLSearchParams({ form_token: form.elements.form_token.value, key: keys.get(name), round: form.elements.round.value, seats: form.elements[field.name.replace("line-", "seats-")].value, line: `${row.dataset.row} ${typed}` });
  for (const code of confirm) body.append("confirm", code);
  field.readOnly = true;
  next(field);
  let reply = null;
  let answer = {};
  try {
    reply = await fetch(form.dataset.one, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    answer = await reply.json();
  } catch {
    reply = null;
  }
  if (reply && isOver(reply.status)) keys.delete(name);
  if (reply?.ok) {
    field.removeAttribute("name"); // it is recorded: the button below sends the others
    field.removeAttribute("aria-invalid");
    show(row, answer.disputed ? "disputed" : answer.doubted ? "doubted" : "recorded", answer.text.join(" "));
    const left = document.querySelector("[data-left]");
    if (left) left.textContent = String(waiting().length);
    return;
  }
  field.readOnly = false;
  field.setAttribute("aria-invalid", "true");
  const refused = answer.refused || { message: document.body.dataset.offline || "", fix: document.body.dataset.offlineFix || "" };
  const again = refused.confirm?.length ? () => field.value.trim() === typed && record(field, refused.confirm) : null;
  show(row, "refused", refused.message, refused.fix, refused.see, again);
}

form?.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches?.("[data-line]")) return;
  event.preventDefault();
  if (field.readOnly || !field.value.trim()) next(field);
  else record(field);
});
