// Hears that something is new and asks for the page again; falls back to asking every so often.
import { hear } from "./clock.js";

const parts = "[data-live-part]";
let known = null; // the newest message
let source = null;
let lastHeard = 0;
let waiting = null;

function say(state) {
  for (const light of document.querySelectorAll("[data-connection]")) {
    light.className = `light ${state === "live" ? "" : state === "poll" ? "slow" : "off"}`;
    light.textContent = light.dataset[state] || state;
  }
}

// Somebody who is typing in a part keeps it as it is until they are done.
function busy(part) {
  if (part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return true;
  return part.querySelector("form[data-dirty]") !== null || part.querySelector("[data-dragging]") !== null;
}

export async function refresh() {
  let answer;
  try {
    answer = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin" });
  } catch {
    say("off");
    return;
  }
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.now) hear(Number(page.body.dataset.now));
  if (page.body.dataset.tag) document.body.dataset.tag = page.body.dataset.tag;
  for (const fresh of page.querySelectorAll(parts)) {
    const old = document.getElementById(fresh.id);
    if (!old || busy(old) || old.isEqualNode(fresh)) continue;
    const open = new Set([...old.querySelectorAll("details[open][id]")].map((one) => one.id));
    const focus = document.activeElement && old.contains(document.activeElement) ? document.activeElement.id : "";
    old.replaceWith(fresh);
    for (const one of fresh.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = true;
    if (focus) document.getElementById(focus)?.focus();
    fresh.classList.add("fresh");
    fresh.dispatchEvent(new CustomEvent("tiltyard:fresh", { bubbles: true }));
  }
}

function concerned(before, news) {
  const { page, tag, match } = document.body.dataset;
  if (page !== undefined && page !== "") return news.pages[page] !== undefined && news.pages[page] !== tag;
  if (document.body.dataset.page === "") return news.pages[""] !== undefined && news.pages[""] !== tag;
  if (match) return !before || before.pages.me !== news.pages.me || news.games.includes(match);
  return !before || before.version !== news.version;
}

function heard(news) {
  const before = known;
  known = news;
  lastHeard = Date.now();
  hear(news.now);
  document.dispatchEvent(new CustomEvent("tiltyard:news", { detail: news }));
  const missed = document.body.dataset.version && !before && Number(document.body.dataset.version) < news.version;
  if ((before || missed || document.body.dataset.tag) && concerned(before, news)) {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, Math.random() * Math.min(5000, news.spread || 0));
  }
}

async function poll(address) {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (answer.ok) {
      heard(await answer.json());
      if (source?.readyState !== EventSource.OPEN) say("poll");
    }
  } catch {
    say("off");
  }
}

export function begin() {
  const event = document.body.dataset.event;
  if (!event) return;
  const stream = () => {
    source = new EventSource(`/e/${event}/live`);
    source.onmessage = (message) => {
      say("live");
      heard(JSON.parse(message.data));
    };
    source.onopen = () => say("live");
    source.onerror = () => say("off");
  };
  stream();
  setInterval(() => {
    if (source.readyState === EventSource.OPEN) return;
    poll(`/e/${event}/state.json`);
    if (source.readyState === EventSource.CLOSED) stream();
  }, 10000 + Math.random() * 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - lastHeard > 30000) poll(`/e/${event}/state.json`);
  });
}
