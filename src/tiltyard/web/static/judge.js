// Waiting times count by themselves; a new call is marked, and shakes the phone of whoever wants that.
import { serverNow, shown } from "./clock.js";

const wish = "tiltyard-buzz";
let known = ids();

function ids() {
  return new Set((document.getElementById("waiting-summary")?.dataset.ids || "").split(" ").filter(Boolean));
}

function draw() {
  for (const one of document.querySelectorAll("[data-since]")) {
    const text = shown(Math.max(0, Math.floor((serverNow() - Number(one.dataset.since)) / 1000)));
    if (one.textContent !== text) one.textContent = text;
  }
}

function wanted() {
  try {
    return localStorage.getItem(wish) === "on";
  } catch {
    return false;
  }
}

function want(on) {
  try {
    localStorage.setItem(wish, on ? "on" : "off");
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

// Only the wish of this device: nothing is sent.
function beginBuzz(button) {
  if (!navigator.vibrate) return;
  const show = () => {
    button.setAttribute("aria-pressed", String(wanted()));
    button.textContent = wanted() ? button.dataset.on : button.dataset.off;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    want(!wanted());
    if (wanted()) navigator.vibrate(80);
    show();
  });
  show();
}

function heard() {
  const now = ids();
  const fresh = [...now].filter((id) => !known.has(id));
  if (fresh.length && wanted() && navigator.vibrate) navigator.vibrate([200, 100, 200]);
  for (const id of fresh) document.getElementById(`waiting-${id}`)?.classList.add("is-new");
  const title = document.title.replace(/^\(\d+\) /, "");
  if (document.getElementById("waiting-summary")) document.title = now.size ? `(${now.size}) ${title}` : title;
  if (document.getElementById("queue")) known = now;
}

// The rule at hand: its sentence goes into the ruling by a press.
const asked = new WeakMap();

async function look(field) {
  const place = field.closest(".look-up").querySelector("[data-found]");
  const words = field.value.trim();
  asked.set(field, words);
  let found = [];
  if (words.length > 2) {
    const answer = await fetch(`${field.dataset.rules}?${new URLSearchParams({ words })}`, { headers: { accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(8000) }).catch(() => null);
    if (!answer?.ok || asked.get(field) !== words) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    found = [...page.querySelectorAll("#found > *")].slice(0, 6);
  }
  place.replaceChildren(...found.map((card) => offered(document.importNode(card, true), field)));
}

function offered(card, field) {
  if (!card.matches("article")) return card;
  card.className = "found";
  const text = [...card.querySelectorAll("p")].map((line) => line.textContent.replace("§", "").replace(/\s+/g, " ").trim());
  const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: field.dataset.cite });
  button.addEventListener("click", () => {
    const into = document.getElementById(field.dataset.into);
    into.value = [into.value.trim(), `${text[0]} (${text.slice(1).join(" ")})`].filter(Boolean).join(" ").slice(0, into.maxLength);
    into.dispatchEvent(new Event("input", { bubbles: true }));
    into.focus();
  });
  card.append(button);
  return card;
}

let pause = null;
document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-rules]")) return;
  clearTimeout(pause);
  pause = setTimeout(look, 250, target);
});
document.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches?.("[data-rules]") && event.preventDefault());
const scripted = () => { for (const line of document.querySelectorAll(".look-up [data-without-script]")) line.remove(); };
document.addEventListener("tiltyard:fresh", scripted);
scripted();

// The summary and the queue are swapped one after the other: look when both are there.
document.addEventListener("tiltyard:fresh", (event) => {
  draw();
  if (event.target.id === "waiting-summary" || event.target.id === "queue") setTimeout(heard);
});
for (const button of document.querySelectorAll("[data-buzz]")) beginBuzz(button);
draw();
setInterval(draw, 500);
