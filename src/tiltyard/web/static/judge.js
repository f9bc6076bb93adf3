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

// The summary and the queue are swapped one after the other: look when both are there.
document.addEventListener("tiltyard:fresh", (event) => {
  draw();
  if (event.target.id === "waiting-summary" || event.target.id === "queue") setTimeout(heard);
});
for (const button of document.querySelectorAll("[data-buzz]")) beginBuzz(button);
draw();
setInterval(draw, 500);
