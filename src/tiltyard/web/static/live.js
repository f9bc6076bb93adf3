// Hears that something is new and asks for the page again; falls back to asking every so often.
//
// What a page is about stands on its body: data-event; data-page and data-tag of public pages;
// data-version of private ones; data-match and data-person of a player's own. Elements with
// data-live-part and an id are exchanged. Nothing polls while the line is open: the server's beat
// tells that it is, and a line that has gone silent is opened anew.
import { hear } from "./clock.js";

const PARTS = "[data-live-part]";
const SILENCE = 50000; // milliseconds without a beat after which a line is dead
const POLL = 12000;
const own = () => document.body.dataset;

let known = null; // the newest message
let source = null;
let lastHeard = 0;
let watch = null; // the one timer: for a dead line, or for the next question
let waiting = null; // a refresh that is put off
let running = null; // the refresh that is under way
let again = false; // something came while it was
let postponed = false; // a part was in use and could not be exchanged

let out = false; // this page is not ours to see any more
let said = ""; // what the light says

function say(state) {
  if (out) return;
  said = state;
  for (const light of document.querySelectorAll("[data-connection]")) {
    const text = light.dataset[state] || state;
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

function exchange(old, fresh) {
  const open = new Map([...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const scrolled = [...old.querySelectorAll("[id]"), old].filter((one) => one.id && (one.scrollLeft || one.scrollTop)).map((one) => [one.id, one.scrollLeft, one.scrollTop]);
  const inner = old.querySelector(":scope > .scroll");
  const active = document.activeElement;
  const focus = active && active !== document.body && old.contains(active) ? focusPath(old, active) : null;
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
  fresh.dispatchEvent(new CustomEvent("tiltyard:fresh", { bubbles: true }));
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
  for (const fresh of page.querySelectorAll(PARTS)) {
    const old = fresh.id && document.getElementById(fresh.id);
    if (!old || same(old, fresh)) continue;
    if (busy(old)) postponed = true;
    else exchange(old, fresh);
  }
  if (said) say(said); // a light in a fresh part is dark
  for (const name of ["tag", "version", "match", "person"]) {
    if (about[name] !== undefined) own()[name] = about[name];
    else if (name === "match" || name === "person") delete own()[name];
  }
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
    answer = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-cache" });
  } catch {
    if (source?.readyState !== EventSource.OPEN) say("off");
    return false;
  }
  if ([401, 403, 404].includes(answer.status)) return signedOut();
  if (!answer.ok) return answer.status < 500 && answer.status !== 429;
  const place = new URL(answer.url).pathname;
  if (place === "/sign-in" && location.pathname !== place) return signedOut();
  if (answer.redirected && place !== location.pathname) return true;
  adopt(new DOMParser().parseFromString(await answer.text(), "text/html"));
  return true;
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
  clearTimeout(watch);
  watch = setTimeout(lost, SILENCE);
}

// The line is dead or was never there: ask, and try to open it again.
async function lost() {
  clearTimeout(watch);
  if (document.hidden || out) return; // asked when somebody looks again
  if (source.readyState !== EventSource.OPEN || Date.now() - lastHeard >= SILENCE) {
    stream();
    await poll();
  }
  if (source.readyState !== EventSource.OPEN) watch = setTimeout(lost, POLL * (0.75 + Math.random() / 2));
}

async function poll() {
  const since = known ? `?since=${known.version}` : "";
  try {
    const answer = await fetch(`/e/${own().event}/state.json${since}`, { headers: { accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) return;
    heard(await answer.json());
    if (source.readyState !== EventSource.OPEN) say("poll");
  } catch {
    say("off");
  }
}

function stream() {
  source?.close();
  source = new EventSource(`/e/${own().event}/live${known ? `?since=${known.version}` : ""}`);
  source.onopen = () => {
    say("live");
    alive();
  };
  source.onmessage = (message) => {
    say("live");
    alive();
    heard(JSON.parse(message.data));
  };
  source.addEventListener("beat", (message) => {
    hear(Number(message.data));
    alive();
  });
  source.onerror = () => {
    clearTimeout(watch); // browsers open it again by themselves, unless they gave up
    watch = setTimeout(lost, source.readyState === EventSource.CLOSED ? 3000 : POLL / 2);
    if (source.readyState === EventSource.CLOSED) say("off");
  };
}

// A device that wakes, a page that comes back, a network that returns: look at once.
function woken() {
  if (document.hidden || !source || out) return;
  if (source.readyState !== EventSource.OPEN || Date.now() - lastHeard > 30000) {
    stream();
    poll();
  }
}

export function begin() {
  if (!own().event) return;
  stream();
  watch = setTimeout(lost, 5000);
  document.addEventListener("visibilitychange", woken);
  window.addEventListener("online", woken);
  window.addEventListener("pageshow", (event) => event.persisted && woken());
  window.addEventListener("pagehide", () => source?.close());
  document.addEventListener("focusout", () => postponed && later(400));
  document.addEventListener("tiltyard:done", () => postponed && later(400));
}
