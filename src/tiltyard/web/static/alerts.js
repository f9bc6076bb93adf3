// Calls the reader: what is new stands in a banner until it was seen, in the title, and shakes or
// sounds if that is wanted. The page names what there is (#alerts); what this phone has not shown
// before is new, also after a reload. What is not true any more leaves the banner by itself.
// Screen readers hear besides what else changed in a part of the page (#changes).
const wish = "tiltyard-sound";
const banner = document.getElementById("banner");
const changes = Object.assign(document.createElement("p"), { id: "changes", className: "seen-by-readers", role: "status" });
const { event } = document.body.dataset;
const person = document.body.dataset.person ?? document.getElementById("alerts")?.dataset.person; // public pages know nobody
const store = `alerts:${event}:${person}`;
const OWN = 5000; // milliseconds in which what the reader confirmed is no news to them
let { known, unseen } = recalled();
let acted = 0;
let changed = [];

function recalled() {
  try {
    const kept = JSON.parse(localStorage.getItem(store));
    if (kept) return { known: new Set(kept.known), unseen: kept.unseen };
  } catch {
    // a browser that keeps nothing
  }
  return { known: new Set(items().map(keyOf)), unseen: [] };
}

function remember() {
  try {
    localStorage.setItem(store, JSON.stringify({ known: [...known], unseen }));
  } catch {
    // see above
  }
}

function items() {
  return [...document.querySelectorAll("#alerts > [data-key]")];
}

function keyOf(item) {
  return item.dataset.key;
}

function wanted() {
  try {
    return localStorage.getItem(wish) === "on";
  } catch {
    return false;
  }
}

// Two short tones, made here: nothing is loaded.
function sound() {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [[0, 660], [0.18, 880]]) {
      const tone = new OscillatorNode(audio, { frequency: pitch });
      const volume = new GainNode(audio, { gain: 0.2 });
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.15);
    }
  } catch {
    // a browser without sound
  }
}

function badge() {
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unseen.length ? `(${unseen.length}) ${title}` : title;
  navigator.setAppBadge?.(unseen.length).catch(() => {});
}

function draw() {
  const lines = items().filter((item) => unseen.includes(keyOf(item))).map((item) => Object.assign(document.createElement("p"), { textContent: item.textContent.trim(), dir: "auto" }));
  const said = (place) => [...place.querySelectorAll("p")].map((line) => line.textContent).join("\n");
  if (said(banner) !== lines.map((line) => line.textContent).join("\n")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: banner.dataset.seen });
    button.addEventListener("click", seen);
    banner.replaceChildren(...(lines.length ? [...lines, button] : []));
  }
  badge();
  remember();
}

function seen() {
  unseen = [];
  draw();
  document.querySelector("main.phone > section:not([hidden]) h1, main.phone > section:not([hidden]) h2")?.scrollIntoView({ block: "center" });
}

function look({ type } = {}) {
  const now = items();
  const isOwn = (item) => item.dataset.own !== undefined && Date.now() < acted + OWN;
  const fresh = now.filter((item) => !known.has(keyOf(item)) && !isOwn(item)).map(keyOf);
  known = new Set(now.map(keyOf));
  unseen = [...unseen.filter((key) => known.has(key)), ...fresh];
  draw();
  if (!fresh.length || !type) return; // a page that is just opened is being looked at
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  if (wanted()) sound();
}

// The lines of a part, without those that count by themselves.
function linesOf(part) {
  const copy = part.cloneNode(true);
  for (const silent of copy.querySelectorAll("form, [role=timer], [hidden], details > :not(summary)")) silent.remove();
  return [...copy.querySelectorAll("h1, h2, p, li, dt, dd, summary")].map((line) => line.textContent.replace(/\s+/g, " ").trim()).filter(Boolean);
}

function tell({ target, detail }) {
  if (!detail?.old || !target.matches("main.phone > section") || target.hidden) return;
  const before = linesOf(detail.old);
  changed.push(...linesOf(target).filter((line) => !before.includes(line)));
}

function spoken() {
  if (changed.length) changes.textContent = changed.slice(0, 5).join(" · ");
  changed = [];
}

function choose(button) {
  const say = () => {
    button.textContent = wanted() ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(wanted()));
  };
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(wish, wanted() ? "off" : "on");
    } catch {
      // a browser that keeps nothing
    }
    if (wanted()) sound();
    say();
  });
  say();
}

function choices() {
  for (const line of document.querySelectorAll("[data-alerts][hidden]")) {
    line.hidden = false;
    choose(line.querySelector("[data-sound]"));
  }
  const push = document.querySelector("[data-push][hidden]");
  if (push && isSecureContext && "PushManager" in window) import("./push.js").then((made) => made.begin(push)).catch(() => {});
  else if (push && isSecureContext && navigator.standalone === false) document.querySelector("[data-home]").hidden = false;
}

if (banner) {
  banner.after(changes);
  look();
  document.addEventListener("tiltyard:adopted", look);
  document.addEventListener("tiltyard:fresh", tell);
  document.addEventListener("tiltyard:adopted", spoken);
  document.addEventListener("submit", (sent) => { if (sent.target.dataset?.outbox?.endsWith("/confirm-result")) acted = Date.now(); }, true);
}
document.addEventListener("tiltyard:fresh", choices);
choices();
