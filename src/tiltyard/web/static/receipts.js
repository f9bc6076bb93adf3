// What was just done is said in one place, with its undo, wherever it was done and whatever page follows.
import { newKey } from "./forms.js";

const LEFT = "tiltyard.receipt"; // of an act that led to another page
const LASTS = 20000; // milliseconds
const place = document.getElementById("receipts");
let timer = null;

const made = (kind, properties, ...inside) => {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...inside);
  return element;
};

function field(name, value) {
  return made("input", { type: "hidden", name, value });
}

function undoing(first) {
  const token = document.querySelector("input[name=form_token]")?.value;
  if (!first || !token || !place.dataset.undoAction) return [];
  const form = made("form", { method: "post", action: place.dataset.undoAction }, field("form_token", token), field("key", newKey()), field("first", first), made("button", { className: "small", textContent: place.dataset.undo }));
  form.dataset.act = "stay";
  return [form];
}

function dismissing() {
  const button = made("button", { type: "button", className: "small dismiss", textContent: "×" });
  button.setAttribute("aria-label", place.dataset.dismiss);
  button.addEventListener("click", clear);
  return button;
}

function clear() {
  clearTimeout(timer);
  place.replaceChildren();
}

// Somebody who reads it or is about to press keeps it.
function fade() {
  if (place.matches(":hover, :focus-within")) timer = setTimeout(fade, LASTS / 4);
  else clear();
}

function show(texts, first) {
  clearTimeout(timer);
  if (!texts.length) return;
  const lines = texts.map((text) => made("p", { textContent: text }));
  place.replaceChildren(made("div", { className: "receipt" }, made("div", { className: "receipt-text" }, ...lines), ...undoing(first), dismissing()));
  timer = setTimeout(fade, LASTS);
}

document.addEventListener("tiltyard:done", (event) => {
  const { text = [], undo, leaves = false } = event.detail ?? {};
  if (leaves) sessionStorage.setItem(LEFT, JSON.stringify({ text, undo }));
  else show(text, undo);
});

// A page that is opened again says once more what led to it.
document.addEventListener("tiltyard:reload", () => {
  const said = [...place.querySelectorAll(".receipt p")].map((one) => one.textContent);
  const undo = place.querySelector("input[name=first]")?.value;
  if (said.length) sessionStorage.setItem(LEFT, JSON.stringify({ text: said, undo }));
});

if (place) {
  const kept = JSON.parse(sessionStorage.getItem(LEFT) ?? "null");
  sessionStorage.removeItem(LEFT);
  if (kept) show(kept.text, kept.undo);
  else if (place.querySelector(".receipt")) {
    place.querySelector(".receipt").append(dismissing());
    timer = setTimeout(fade, LASTS);
  }
}
