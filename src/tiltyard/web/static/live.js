// Hears that something is new and asks for the page again; falls back to asking every so often.
//
// What a page is about stands on its body: data-event; data-page and data-tag of public pages;
// data-version of private ones; data-match and data-person of a player's own. Elements with
// data-live-part and an id are exchanged. Nothing polls while the line is open: the server's beat
// tells that it is, and a line that has gone silent is opened anew. The light says what is known:
// it goes off at the first beat or answer that does not come, and tells from when the page is.
import { hear, timeOfDay } from "./clock.js";

const PARTS = "[data-live-part]";
const SILENCE = 9000; // milliseconds without a beat after which a line is dead; one comes every 6 s
const PATIENCE = 8000; // for one answer
const POLL = 12000;
const own = () => document.body.dataset;

let known = null; // the newest message
let reached = ""; // the version up to which this page was told everything
let source = null;
let lastHeard = 0;
let watch = null; // the one timer: for a dead line, or for the next question
let waiting = null; // a refresh that is put off
let running = null; // the refresh that is under way
let again = false; // something came while it was
let postponed = false; // a part was in use and could not be exchanged

let out = false; // this page is not ours to see any more
let said = ""; // what the light says
let behind = false; // there is something new which this page could not get
let asOf = timeOfDay(Number(own().kept) || undefined); // until when this page was known to be true

function say(state) {
  if (out) return;
  said = state;
  if (state === "live") asOf = timeOfDay();
  document.body.classList.toggle("is-offline", state === "off");
  if (state === "off") document.dispatchEvent(new CustomEvent("tiltyard:silent"));
  for (const light of document.querySelectorAll("[data-connection]")) {
    const age = state === "off" && light.dataset.age ? light.dataset.age.replace("{time}", asOf) : "";
    const text = [light.dataset[state] || state, age].filter(Boolean).join(" · ");
    if (light.textContent === text) continue;
    light.className = `light ${state === "live" ? "" : state === "poll" ? "slow" : "off"}`;
    light.textContent = text;
  }
}

// ------------------------------------------------------------------ exchanging parts

// Somebody who is typing or dragging in a part keeps it as it is until they are done.
function busy(part) {
  const active = document.activeElement;
  if (active && part.contains(active) && active.matches("input, select, textarea, [contenteditable]")) return true;
  return part.matches("[data-dragging]") || part.querySelector("form[data-dirty], [data-dragging], dialog[open]") !== null;
}

// A part whose state is another one (data-state: the desk has entered what is being typed here) is
// shown at once; what was typed stays in the form of the same act.
function isOvertaken(old, fresh) {
  return old.dataset.state !== undefined && old.dataset.state !== fresh.dataset.state;
}

const TYPED = "input:not([type=hidden]), select, textarea";

function retype(old, fresh) {
  for (const form of old.querySelectorAll("form[data-dirty]")) {
    const same = [...fresh.querySelectorAll("form")].find((other) => (other.dataset.outbox || other.action) === (form.dataset.outbox || form.action));
    if (!same) continue;
    const fields = [...same.querySelectorAll(TYPED)];
    for (const field of form.querySelectorAll(TYPED)) {
      const isChoice = /radio|checkbox/.test(field.type);
      const found = fields.find((other) => other.name === field.name && (!isChoice || other.value === field.value));
      if (!found) continue;
      if (isChoice) found.checked = field.checked;
      else found.value = field.value;
    }
    same.dataset.dirty = "";
  }
}

function exchange(old, fresh) {
  const open = new Map([...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const scrolled = [...old.querySelectorAll("[id]"), old].filter((one) => one.id && (one.scrollLeft || one.scrollTop)).map((one) => [one.id, one.scrollLeft, one.scrollTop]);
  const inner = old.querySelector(":scope > .scroll");
  const active = document.activeElement;
  const focus = active && active !== document.body && old.contains(active) ? focusPath(old, active) : null;
  retype(old, fresh);
  old.replaceWith(fresh);
  for (const one of fresh.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = open.get(one.id);
  for (const [id, left, top] of scrolled) {
    const one = document.getElementById(id);
    if (one) [one.scrollLeft, one.scrollTop] = [left, top];
  }
  if (inner) {
    const now = fresh.querySelector(":scope > .scroll");
    if (now) [now.scrollLeft, now.scrollTop] = [inner.scrollLeft, inner.scrollTop];
  }
  if (focus) refocus(fresh, focus);
  fresh.classList.add("fresh");
  fresh.dispatchEvent(new CustomEvent("tiltyard:fresh", { bubbles: true, detail: { old } }));
}

// Where the focus was: by id, or else by the place of the element among those of its kind.
function focusPath(part, active) {
  if (active === part) return { self: true };
  const kind = active.tagName.toLowerCase();
  return { id: active.id, href: active.getAttribute("href"), kind, place: [...part.querySelectorAll(kind)].indexOf(active) };
}

function refocus(part, focus) {
  const all = focus.self ? [] : [...part.querySelectorAll(focus.kind)];
  const found = focus.self ? part : (focus.id && part.querySelector(`#${CSS.escape(focus.id)}`)) || (focus.href && all.find((one) => one.getAttribute("href") === focus.href)) || all[focus.place];
  found?.focus({ preventScroll: true });
}

function adopt(page) {
  const about = page.body.dataset;
  if (about.now) hear(Number(about.now));
  postponed = false;
  if (openedAgain(page)) return;
  const order = [...page.querySelectorAll("main.phone > [data-live-part]")].map((part) => part.id);
  for (const fresh of page.querySelectorAll(PARTS)) {
    const old = fresh.id && document.getElementById(fresh.id);
    if (!old || same(old, fresh)) continue;
    if (busy(old) && !isOvertaken(old, fresh)) postponed = true;
    else exchange(old, fresh);
  }
  arrange(order);
  if (said) say(said); // a light in a fresh part is dark
  if (page.title && own().page === undefined) document.title = page.title;
  document.dispatchEvent(new CustomEvent("tiltyard:adopted"));
  for (const name of ["tag", "version", "match", "person"]) {
    if (about[name] !== undefined) own()[name] = about[name];
    else if (name === "match" || name === "person") delete own()[name];
  }
}

// What is to do first comes first: the parts of a phone stand in the order of the newest page.
function arrange(order) {
  const parts = order.map((id) => document.getElementById(id)).filter(Boolean);
  const follows = (part, place) => place === 0 || parts[place - 1].compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!parts.every(follows)) for (const part of parts) part.parentElement.append(part);
}

// ------------------------------------------------------------------ another page altogether

// Where an act makes the page another one (a draw becomes a published round), or changes it around
// its parts, it is opened again rather than patched: what is seen after an act is what a reload shows.
let leaving = 0; // until when another page is on its way
addEventListener("beforeunload", () => { leaving = performance.now() + 10000; });

const isTyped = (field) => !field.closest("form[data-sent]") && (["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
function inUse() {
  if (performance.now() < leaving) return true;
  const active = document.activeElement;
  if (active?.matches("input, textarea") && active.value && !active.closest("form[data-sent]")) return true;
  if (document.querySelector("main form[data-dirty], [data-dragging], dialog[open], details.menu[open]")) return true;
  return [...document.querySelectorAll("main input:not([type=hidden]), main textarea")].some(isTyped);
}

// The page around its parts, with a place for each of them. What is new on every page is left out.
const AROUND = "tiltyard.around";
const FOCUS = "tiltyard.focus";
const FRESH = /(name="(?:form_token|key)" value=")[^"]*| placeholder="[^"]*"/g;
function around(page) {
  const body = page.body.cloneNode(true);
  for (const part of body.querySelectorAll(PARTS)) part.replaceWith(`[${part.id}]`);
  for (const other of body.querySelectorAll("#receipts, #rule-card, dialog, script")) other.remove();
  return `${page.body.dataset.event ?? ""} ${body.innerHTML.replace(FRESH, (_, name = "") => name)}`;
}
const sum = (text) => String([...text].reduce((all, sign) => (all * 31 + sign.codePointAt(0)) | 0, text.length));
const cameAround = own().kind ? around(document) : ""; // before any other script touched it

// Something outside of all parts is another one; a page that was opened again for just this is not again.
function isAnother(page) {
  if (own().kind !== page.body.dataset.kind) return true;
  const now = around(page);
  return now !== cameAround && sessionStorage.getItem(AROUND) !== sum(now);
}

function openedAgain(page) {
  if (!own().kind || !page.body.dataset.kind || !isAnother(page)) return false;
  if (inUse()) {
    postponed = true;
    return false;
  }
  sessionStorage.setItem(AROUND, sum(around(page)));
  if (document.activeElement?.id) sessionStorage.setItem(FOCUS, document.activeElement.id);
  document.dispatchEvent(new CustomEvent("tiltyard:reload"));
  location.reload();
  return true;
}

// Whoever had a field in hand has it again.
function refocused() {
  const id = sessionStorage.getItem(FOCUS);
  sessionStorage.removeItem(FOCUS);
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
}

// Whether a part says what it said: what scripts add to it (a running clock, a highlight) is no
// difference, so the page as it came is remembered.
const came = new WeakMap();
const bare = (part) => part.outerHTML.replace(/(name="(?:form_token|key)" value=")[0-9a-f]*/g, "$1"); // new on every page
function same(old, fresh) {
  const text = bare(fresh);
  const before = came.get(old) ?? bare(old);
  came.set(fresh, text);
  if (before === text) {
    came.set(old, text);
    return true;
  }
  return false;
}

// Nothing here is kept up to date any more, and the light says so until the page is opened anew.
function signedOut() {
  say(own().page === undefined ? "out" : "off"); // a public page that is gone was nobody's own
  out = true;
  clearTimeout(watch);
  source?.close();
  return true;
}

async function ask() {
  let answer;
  try {
    answer = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return missed();
  }
  if ([401, 403, 404].includes(answer.status)) return signedOut();
  if (!answer.ok) return answer.status < 500 && answer.status !== 429 ? true : missed();
  const place = new URL(answer.url).pathname;
  if (place === "/sign-in" && location.pathname !== place) return signedOut();
  if (answer.redirected && place !== location.pathname) return true;
  let page;
  try {
    page = await answer.text();
  } catch {
    return missed();
  }
  adopt(new DOMParser().parseFromString(page, "text/html"));
  behind = false;
  if (source?.readyState === EventSource.OPEN && navigator.onLine) say("live");
  return true;
}

// An answer did not come: what is seen here is old until one does.
function missed() {
  behind = true;
  say("off");
  return false;
}

// Asks for the page again; several wishes at once are one question, and nothing is lost between.
export function refresh() {
  clearTimeout(waiting);
  waiting = null;
  if (running) {
    again = true;
    return running;
  }
  running = (async () => {
    let tries = 0;
    do {
      again = false;
      if (!(await ask())) later(Math.min(15000, 1000 * 2 ** (tries += 1)) * (0.5 + Math.random()));
    } while (again);
    running = null;
  })();
  return running;
}

function later(milliseconds) {
  clearTimeout(waiting);
  waiting = setTimeout(refresh, milliseconds);
}

// ------------------------------------------------------------------ hearing

// Returns how long this page may wait before it asks: none if the message is not about it.
function concern(before, news) {
  const { page, tag, match, person, version } = own();
  if (page !== undefined) {
    const now = news.pages[page];
    return now !== undefined && now !== tag ? news.spread : null;
  }
  const missed = !before && version !== undefined && Number(version) !== news.version;
  if (match || person) {
    if (news.games.includes(match) || news.games.includes(person)) return 0;
    if (missed || news.games.includes("*")) return news.spread;
    return before && before.pages.me !== news.pages.me ? news.spread : null;
  }
  if (missed || (before && before.version !== news.version)) return Math.min(300, news.spread);
  return null;
}

function heard(news) {
  const before = known;
  known = news;
  hear(news.now);
  document.dispatchEvent(new CustomEvent("tiltyard:news", { detail: news }));
  const wait = concern(before, news);
  if (wait !== null && (waiting === null || wait === 0)) later(Math.random() * Math.min(5000, wait || 0));
}

function alive() {
  lastHeard = Date.now();
  say(behind ? "off" : "live");
  clearTimeout(watch);
  watch = setTimeout(lost, SILENCE);
}

// The line is dead or was never there: ask, and try to open it again.
async function lost() {
  clearTimeout(watch);
  if (document.hidden || out) return; // asked when somebody looks again
  if (isSilent()) {
    say("off");
    stream();
    await poll();
  }
  if (source.readyState !== EventSource.OPEN) watch = setTimeout(lost, POLL * (0.75 + Math.random() / 2));
}

const isSilent = () => source.readyState !== EventSource.OPEN || Date.now() - lastHeard >= SILENCE;

async function poll() {
  try {
    const answer = await fetch(`/e/${own().event}/state.json${listening()}`, { headers: { accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const news = await answer.json();
    reached = String(news.version);
    heard(news);
    if (source.readyState !== EventSource.OPEN && !behind) say("poll");
  } catch {
    say("off");
  }
}

// What a page says when it listens: since when, and whose or which it is. A player's page hears at
// once what is about its player or about everybody; a public one that it has changed.
function listening() {
  const { person, page } = own();
  const said = new URLSearchParams();
  if (reached) said.set("since", reached);
  if (person) said.set("person", person);
  if (page !== undefined) said.set("page", page);
  return `?${said}`;
}

function stream() {
  source?.close();
  source = new EventSource(`/e/${own().event}/live${listening()}`);
  source.onopen = alive;
  source.onmessage = (message) => {
    alive();
    reached = message.lastEventId;
    heard(JSON.parse(message.data));
  };
  source.addEventListener("beat", (message) => {
    hear(Number(message.data));
    reached = message.lastEventId;
    alive();
  });
  source.onerror = () => {
    clearTimeout(watch); // browsers open it again by themselves, unless they gave up
    watch = setTimeout(lost, source.readyState === EventSource.CLOSED ? 3000 : POLL / 2);
    say("off");
  };
}

// A device that wakes, a page that comes back, a network that returns: look at once.
function woken() {
  if (document.hidden || !source || out || !isSilent()) return;
  say("off");
  stream();
  poll();
}

// The device says that it has no network: whatever still seems to be open is not.
function cutOff() {
  if (out) return;
  source?.close();
  say("off");
  clearTimeout(watch);
  watch = setTimeout(lost, POLL);
}

export function begin() {
  refocused();
  if (!own().event) return;
  if (own().kept) say("off"); // the phone shows what it kept, until the server answers
  stream();
  // A page that shows other events as well hears of them on lines of their own.
  for (const name of own().also?.split(" ").filter(Boolean) ?? []) new EventSource(`/e/${name}/live`).onmessage = () => later(Math.random() * 300);
  watch = setTimeout(lost, 5000);
  document.addEventListener("visibilitychange", woken);
  window.addEventListener("online", woken);
  window.addEventListener("offline", cutOff);
  window.addEventListener("pageshow", (event) => event.persisted && woken());
  window.addEventListener("pagehide", () => source?.close());
  document.addEventListener("focusout", () => postponed && later(400));
  document.addEventListener("tiltyard:done", () => postponed && later(400));
}
