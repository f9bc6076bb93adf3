// Results line by line: the field is free again at once, lines are sent one after another, each counts once.
import { mark } from "./clauses.js";
import { PATIENCE, isOver, newKey } from "./forms.js";
import { refresh } from "./live.js";

const form = document.querySelector("[data-entry]");
const waiting = [];
const unanswered = new Map(); // the keys of lines that may have been recorded, by round and line
let sending = false;

function nameOf({ round, line }) {
  return `${round} ${line}`;
}

function say(text, failed, { fix = "", see = null, clause = "" } = {}, again = null) {
  const place = document.getElementById("entry-answer");
  const box = Object.assign(document.createElement("div"), { className: failed ? "refusal" : "notice good" });
  box.append(Object.assign(document.createElement("strong"), { textContent: text }), ...mark(clause));
  if (fix) box.append(Object.assign(document.createElement("p"), { textContent: fix }));
  if (see) {
    const link = Object.assign(document.createElement("a"), { href: see.place, textContent: see.title, className: "button" });
    box.append(Object.assign(document.createElement("p"), {}));
    box.lastChild.append(link);
  }
  if (again) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "primary", textContent: document.body.dataset.anyway || "Do it anyway" });
    button.addEventListener("click", again);
    box.append(button);
  }
  place.replaceChildren(box);
}

function giveBack(entry) {
  const field = form.elements.line;
  if (field.value.trim() === "") {
    field.value = entry.line;
    entry.item.remove();
  } else {
    const again = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: form.dataset.again });
    again.addEventListener("click", () => {
      field.value = entry.line;
      entry.item.remove();
      field.focus();
    });
    entry.item.className = "failed";
    entry.item.append(" ", again);
  }
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

async function send(entry) {
  const body = new URLSearchParams({ form_token: form.elements.form_token.value, key: entry.key, round: entry.round, line: entry.line });
  for (const code of entry.confirm ?? []) body.append("confirm", code);
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
      const answer = await reply.json();
      return { ok: isOver(reply.status) ? reply.ok : undefined, answer };
    } catch {
      if (tries === 2) return { ok: undefined, answer: {} };
      await new Promise((go) => setTimeout(go, 800 * (tries + 1)));
    }
  }
}

// Asked back: the same line once more, with the code of every question confirmed.
function insist(entry, confirm) {
  if (form.elements.line.value.trim() === entry.line) form.elements.line.value = "";
  if (!entry.item.isConnected) document.querySelector("[data-sent]").prepend(entry.item);
  entry.item.className = "";
  entry.item.textContent = `${entry.line} …`;
  waiting.push({ ...entry, confirm, key: newKey() });
  work();
}

async function work() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const entry = waiting.shift();
    const { ok, answer } = await send(entry);
    if (ok === undefined) unanswered.set(nameOf(entry), entry.key);
    else unanswered.delete(nameOf(entry));
    if (ok) {
      entry.item.textContent = answer.text.join(" ");
      const doubtful = Boolean(answer.disputed || answer.doubted);
      if (doubtful) say(answer.text.join(" "), true);
      else document.getElementById("entry-answer").replaceChildren();
      if (doubtful) entry.item.remove();
      form.elements.line.removeAttribute("aria-invalid");
    } else {
      const refused = answer.refused || { message: document.body.dataset.offline || "", fix: document.body.dataset.offlineFix || "" };
      say(`${entry.line}: ${refused.message}`, true, refused, refused.confirm?.length ? () => insist(entry, refused.confirm) : null);
      giveBack(entry);
    }
  }
  sending = false;
  refresh();
}

// Who sits at the table and what the result is worth is shown before the line is sent.
let looking = null;
async function look() {
  const place = document.querySelector("[data-looked]");
  const line = form.elements.line.value.trim();
  let texts = [];
  if (line) {
    const body = new URLSearchParams({ form_token: form.elements.form_token.value, line });
    const reply = await fetch(form.dataset.look, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(15000) }).catch(() => null);
    texts = reply?.ok ? (await reply.json()).text : [];
  }
  if (line !== form.elements.line.value.trim()) return;
  place.replaceChildren(...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

if (form) {
  form.elements.line.addEventListener("input", () => {
    clearTimeout(looking);
    looking = setTimeout(look, 120);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = form.elements.line;
    const line = field.value.trim();
    if (!line) return;
    const item = Object.assign(document.createElement("li"), { textContent: `${line} …` });
    document.querySelector("[data-sent]").prepend(item);
    const entry = { line, round: form.elements.round.value, item }; // the round on the page as it was typed
    waiting.push({ ...entry, key: unanswered.get(nameOf(entry)) ?? newKey() });
    field.value = "";
    field.focus();
    look();
    work();
  });
}
