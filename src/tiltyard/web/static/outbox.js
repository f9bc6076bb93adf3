// What a player sends is kept here first, with its key, until the desk has answered: a lost
// connection or a reload loses nothing, and a retry never counts twice.
import { PATIENCE, newKey } from "./forms.js";
import { refresh } from "./live.js";
import { serverNow, timeOfDay } from "./clock.js";

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60000;
const REMEMBERED = 12 * 3600 * 1000; // how long an answer stays to be read
const place = document.getElementById("outbox");
const me = document.body.dataset.person;
const store = `outbox:${location.pathname.split("/")[2]}`;
let waiting = null;
let sending = false;
let memory = [];

function read() {
  try {
    memory = JSON.parse(localStorage.getItem(store)) || [];
  } catch {
    // a browser that keeps nothing: the entries live as long as the page
  }
  return memory;
}

function write(entries) {
  memory = entries;
  try {
    localStorage.setItem(store, JSON.stringify(entries));
  } catch {
    // see above
  }
  draw();
}

function change(key, changes) {
  write(read().map((one) => (one.key === key ? { ...one, ...changes } : one)));
}

function said(entry) {
  if (entry.state === "waiting") return place.dataset.waiting;
  if (entry.state === "refused") return `${place.dataset.refused} ${entry.text}`;
  if (entry.state === "differs") return place.dataset.differs;
  return place.dataset.sent.replace("{time}", timeOfDay(entry.at));
}

function make(tag, values) {
  return Object.assign(document.createElement(tag), values);
}

// What somebody filled in, in the words of the form: two reports can be told apart.
function carried(form) {
  return [...form.elements].filter((one) => one.labels?.length && !one.matches(":disabled") && (/radio|checkbox/.test(one.type) ? one.checked : one.value)).map((one) => {
    const label = one.labels[0].textContent.trim();
    if (/radio|checkbox/.test(one.type)) return label;
    return `${label} ${one.selectedOptions ? one.selectedOptions[0].textContent : one.value}`;
  }).join(" · ");
}

// While a result waits, its form says so instead of asking for it again.
function hold(mine) {
  for (const form of document.querySelectorAll("form[data-outbox]")) {
    const one = mine.find((entry) => entry.state === "waiting" && entry.address === form.dataset.outbox && entry.act !== "call-judge");
    const whole = form.closest("details") || form;
    whole.hidden = Boolean(one);
    if (whole.nextElementSibling?.classList.contains("held")) whole.nextElementSibling.remove();
    if (one) whole.after(make("p", { className: "held quiet", textContent: [place.dataset.waiting, one.about].filter(Boolean).join(": ") }));
  }
}

// Asked back: sent once more under a new key, with the code of every question confirmed.
function anyway(entry) {
  const button = make("button", { className: "primary", type: "button", textContent: document.body.dataset.anyway || "Do it anyway" });
  button.addEventListener("click", () => {
    const fields = [...entry.fields.filter(([name]) => name !== "confirm"), ...entry.confirm.map((code) => ["confirm", code])];
    write(read().map((one) => (one.key === entry.key ? { ...one, key: newKey(), fields, confirm: [], text: "", state: "waiting", tries: 0 } : one)));
    work();
  });
  return button;
}

function draw() {
  if (!place) return;
  const mine = read().filter((one) => one.me === me);
  hold(mine);
  place.replaceChildren(...mine.map((entry) => {
    const row = make("div", { className: `kept ${entry.state}` });
    const line = make("p", {});
    line.append(make("strong", { textContent: entry.what }), make("br", {}), said(entry));
    if (entry.about) line.append(make("br", {}), make("small", { textContent: entry.about }));
    row.append(line);
    if (entry.state === "waiting" && entry.act === "report-result" && place.dataset.qr) row.append(shown(entry));
    if (entry.state !== "waiting") {
      const hide = make("button", { className: "small", type: "button", textContent: place.dataset.hide });
      hide.addEventListener("click", () => write(read().filter((one) => one.key !== entry.key)));
      row.append(hide);
      if (entry.state === "refused" && entry.confirm?.length) row.insertBefore(anyway(entry), hide);
    }
    return row;
  }));
}

// A report that waits is shown to the opponent as a code: their phone may get through first.
let encoder = null;

// Here before the network goes: as soon as somebody opens a report or the page finds one waiting.
function loadEncoder() {
  encoder ??= import("./qr.js").catch(() => {
    encoder = null; // tried again
    return null;
  });
  return encoder;
}

function ofSlip(fields) {
  return fields.filter(([name]) => name === "match" || name.startsWith("slip."));
}

function shown(entry) {
  loadEncoder();
  const button = make("button", { className: "small", type: "button", textContent: place.dataset.qr });
  button.addEventListener("click", async () => {
    const made = await loadEncoder();
    const grid = made?.qr(`${location.origin}/e/${document.body.dataset.event}/me/slip?${new URLSearchParams(ofSlip(entry.fields))}`);
    if (!grid) return;
    const box = make("dialog", { className: "ask" });
    box.append(made.picture(grid), make("p", { textContent: entry.about }));
    box.addEventListener("click", () => box.close());
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
  });
  return button;
}

// A code that was scanned without a connection: the kept page asks, and the answer waits here.
function scanned() {
  const fields = ofSlip([...new URLSearchParams(location.search)]);
  const said = Object.fromEntries(fields);
  if (!document.body.dataset.kept || !said["slip.end"] || said["slip.side"] === me || !place.dataset.scanned) return;
  const what = place.dataset.scanned.replace("{score}", `${said["slip.score.1"] ?? ""}–${said["slip.score.0"] ?? ""}`);
  const row = make("div", { className: "kept waiting" });
  const button = make("button", { className: "primary", type: "button", textContent: place.dataset.yes });
  button.addEventListener("click", () => {
    const address = `/e/${document.body.dataset.event}/do/report-result`;
    write([...read(), { key: newKey(), me, act: "report-result", match: said.match, address, fields: [...fields, ["instead_of", "none"]], what, about: "", state: "waiting", at: Date.now() }]);
    row.remove();
    history.replaceState(null, "", `/e/${document.body.dataset.event}/me`);
    work();
  });
  row.append(make("p", { textContent: what }), button);
  place.before(row);
}

// The token belongs to the cookie: it is taken from the page, and from a fresh one if it was changed.
function token() {
  return document.querySelector("[name=form_token]")?.value || "";
}

async function freshToken() {
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.person !== me) return "";
  return page.querySelector("[name=form_token]")?.value || "";
}

function post(entry, formToken) {
  const body = new URLSearchParams(entry.fields);
  body.set("form_token", formToken);
  body.set("key", entry.key);
  return fetch(entry.address, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
}

function isFinal(status) {
  return status < 500 && ![403, 408, 409, 425, 429].includes(status);
}

// Returns whether the desk has answered for good.
async function deliver(entry) {
  let reply = await post(entry, token());
  if (reply.status === 403) {
    const fresh = await freshToken();
    if (!fresh) return false;
    for (const one of document.querySelectorAll("[name=form_token]")) one.value = fresh;
    reply = await post(entry, fresh);
    if (reply.status === 403) return refuse(entry, await reply.json());
  }
  if (reply.ok) {
    change(entry.key, { state: "sent", at: serverNow() });
    return true;
  }
  if (reply.status === 503) await unled(reply);
  return isFinal(reply.status) && reply.headers.get("content-type")?.includes("json") ? refuse(entry, await reply.json()) : false;
}

// A server that lost the lead records nothing any more: the page looks for the other one.
async function unled(reply) {
  const answer = await reply.json().catch(() => ({}));
  if (answer.refused?.code === "lead-was-lost") document.dispatchEvent(new CustomEvent("tiltyard:silent", { detail: { lost: true } }));
}

function refuse(entry, answer) {
  const { message = "?", fix = "", confirm = [] } = answer.refused || {};
  const text = [message, fix].filter(Boolean).join(" ");
  change(entry.key, { state: "refused", text, confirm, at: serverNow() });
  return true;
}

// The page says whether what was sent stands against another report; answers of old games go.
function compare() {
  const { match = "", state = "" } = document.getElementById("result")?.dataset || {};
  const kept = read().filter((one) => one.me !== me || one.match === match || one.state === "waiting" || one.state === "refused");
  write(kept.map((one) => {
    if (one.me !== me || one.match !== match || one.act !== "report-result" || !["sent", "differs"].includes(one.state)) return one;
    return { ...one, state: state === "disputed" ? "differs" : "sent" };
  }));
}

async function work() {
  if (sending) return;
  sending = true;
  clearTimeout(waiting);
  let done = false;
  let wait = 0;
  for (const entry of read().filter((one) => one.state === "waiting" && one.me === me)) {
    let answered = false;
    try {
      answered = await deliver(entry);
    } catch {
      answered = false; // nobody answered: it stays as it is
      document.dispatchEvent(new CustomEvent("tiltyard:silent"));
    }
    if (answered) {
      done = true;
    } else {
      const tries = (entry.tries || 0) + 1;
      change(entry.key, { tries });
      wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries - 1, 6)) * (0.75 + Math.random() / 2);
      break; // in the order in which they were written
    }
  }
  sending = false;
  if (done) {
    await refresh();
    compare();
  }
  if (wait) waiting = setTimeout(work, wait);
}

// What is kept to be sent, for the other server of the hall.
export function unsent() {
  return read().filter((one) => one.state === "waiting" && one.me === me);
}

function again() {
  write(read().map((one) => (one.state === "waiting" ? { ...one, tries: 0 } : one)));
  work();
}

function submitted(submit) {
  const form = submit.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.outbox === undefined) return;
  if (submit.submitter?.hasAttribute("formaction")) return;
  submit.preventDefault();
  const fields = [...new FormData(form)].filter(([name]) => !["form_token", "key", "next"].includes(name));
  const same = JSON.stringify(fields);
  const address = form.dataset.outbox;
  if (read().some((one) => one.state === "waiting" && one.address === address && JSON.stringify(one.fields) === same)) return work();
  const match = form.elements.match?.value || "";
  const entry = { key: newKey(), me, act: address.split("/").pop(), match, address, fields, what: form.dataset.what, about: carried(form), state: "waiting", at: Date.now() };
  write([...read(), entry]);
  delete form.dataset.dirty;
  const details = form.closest("details");
  if (details) details.open = false;
  place.scrollIntoView({ block: "nearest" });
  work();
}

export function begin() {
  const unsent = document.getElementById("unsent");
  if (unsent) unsent.hidden = !read().some((one) => one.state === "waiting");
  if (!place || !me) return;
  const old = Date.now() - REMEMBERED;
  write(read().filter((one) => one.state === "waiting" || one.at > old));
  document.addEventListener("submit", submitted);
  document.addEventListener("toggle", (opened) => opened.target.matches?.(".report") && loadEncoder(), true);
  document.addEventListener("input", (typed) => {
    const form = typed.target.closest?.("form[data-outbox]");
    if (form) form.dataset.dirty = "";
  });
  document.addEventListener("tiltyard:fresh", compare);
  window.addEventListener("online", again);
  window.addEventListener("storage", draw);
  document.addEventListener("visibilitychange", () => document.hidden || again());
  scanned();
  compare();
  work();
}
