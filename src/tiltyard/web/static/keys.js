// Keys of the desk: `?` lists them, `/` searches, `g` and a letter goes to a page. Whoever does
// not want keys without Ctrl switches them off in the list.
const OFF = "tiltyard.keys.off";
const SOON = 1500; // milliseconds in which a letter after `g` is meant
const keys = document.getElementById("keys");
const find = document.getElementById("find");
const field = find.querySelector("input");
const list = document.getElementById("find-list");
let going = 0;
let asked = 0; // the newest question of the search
let answered = ""; // what the list was asked for
let timer = null;

const isOff = () => localStorage.getItem(OFF) === "yes";
const box = keys.querySelector("[data-keys-on]");
for (const one of document.querySelectorAll(".foot .with-script")) one.hidden = false;
box.checked = !isOff();
box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "no" : "yes"));

function openSearch() {
  field.value = "";
  list.replaceChildren();
  find.showModal();
  field.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable], dialog") || isOff()) return;
  const goes = performance.now() < going;
  going = 0;
  if (goes) {
    const link = keys.querySelector(`[data-go="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!link) return;
    event.preventDefault();
    location.assign(link.href);
  } else if (event.key === "g") {
    going = performance.now() + SOON;
  } else if (event.key === "?") {
    event.preventDefault();
    keys.showModal();
  } else if (event.key === "/") {
    event.preventDefault();
    openSearch();
  }
});

document.addEventListener("click", (event) => {
  const opens = event.target.closest?.("[data-opens]");
  if (opens) {
    event.preventDefault();
    if (opens.dataset.opens === "find") openSearch();
    else keys.showModal();
  } else if (event.target === find || event.target === keys) {
    event.target.close(); // beside the card
  }
});

// ------------------------------------------------------------------ the search

const choices = () => [...list.querySelectorAll("[role=option]")];
const chosen = () => list.querySelector("[aria-selected=true]");

function choose(option) {
  chosen()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

function show(found) {
  list.replaceChildren(...found.map((place, number) => {
    const option = Object.assign(document.createElement("li"), { id: `found-${number}`, role: "option" });
    option.dataset.address = place.address;
    option.append(Object.assign(document.createElement("strong"), { textContent: place.title }), " ", Object.assign(document.createElement("small"), { textContent: place.small }));
    return option;
  }));
  field.setAttribute("aria-expanded", String(found.length > 0));
  if (!found.length && field.value.trim()) list.append(Object.assign(document.createElement("li"), { className: "quiet", textContent: find.dataset.nothing }));
  choose(choices()[0]);
}

async function search() {
  const question = ++asked;
  const words = new URLSearchParams({ q: field.value });
  const answer = await fetch(`${find.dataset.find}?${words}`, { headers: { accept: "application/json" }, credentials: "same-origin" }).catch(() => null);
  if (question !== asked || !answer?.ok) return;
  answered = words.get("q");
  show((await answer.json()).found);
}

function go(option) {
  if (!option) return;
  find.close();
  location.assign(option.dataset.address);
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, 80);
});
field.addEventListener("keydown", async (event) => {
  const all = choices();
  const at = all.indexOf(chosen());
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]);
  } else if (event.key === "Enter") {
    event.preventDefault();
    clearTimeout(timer);
    if (answered !== field.value) await search(); // what was typed last counts, however quick
    go(chosen());
  }
});
list.addEventListener("click", (event) => go(event.target.closest("[role=option]")));
