// Rules that speak: a mark opens a card with the rule in our words, its document and section, and
// the calculation at hand (`data-said`); on hover, focus and touch. Without a script it is a link.
const WAIT = 150; // milliseconds of hovering before a card opens, and before it goes
const known = new Map(); // address: what the card holds
let card = null;
let open = null; // the mark whose card is shown
let timer = null;

// A mark for a clause an answer cites; see the macro of the same meaning in parts.html.
export function mark(clause) {
  if (!clause) return [];
  const link = Object.assign(document.createElement("a"), { className: "clause", href: `/rules/${clause.replaceAll(" ", "")}`, textContent: "§", ariaLabel: `§ ${clause}` });
  return [" ", link];
}

async function rule(address) {
  if (!known.has(address)) {
    const answer = await fetch(address, { headers: { accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(8000) }).catch(() => null);
    if (!answer?.ok) return [];
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    known.set(address, [...page.querySelectorAll("[data-rule]")]);
  }
  return known.get(address).map((one) => document.importNode(one, true));
}

async function show(link) {
  clearTimeout(timer);
  if (open === link) return;
  open = link;
  const found = await rule(link.href);
  if (open !== link) return;
  const said = link.dataset.said ? [Object.assign(document.createElement("p"), { className: "rule-said", textContent: link.dataset.said })] : [];
  if (!found.length && !said.length) return;
  card ??= made();
  card.replaceChildren(...said, ...found);
  (link.closest("dialog") ?? document.body).append(card);
  card.hidden = false;
  place(link);
  link.setAttribute("aria-describedby", card.id);
}

function made() {
  const box = Object.assign(document.createElement("div"), { id: "rule-card", className: "rule-card", hidden: true });
  box.setAttribute("role", "tooltip");
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", later);
  return box;
}

// Below its mark, or above it where there is no room; always inside the window.
function place(link) {
  const at = link.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(at.left, width - card.offsetWidth - 8));
  const below = at.bottom + 6;
  const top = below + card.offsetHeight <= innerHeight || at.top < card.offsetHeight + 6 ? below : at.top - card.offsetHeight - 6;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

function hide() {
  clearTimeout(timer);
  open?.removeAttribute("aria-describedby");
  open = null;
  if (card) card.hidden = true;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(hide, WAIT * 2);
}

const markAt = (event) => event.target.closest?.("a.clause");

document.addEventListener("pointerover", (event) => {
  const link = event.pointerType === "mouse" && markAt(event);
  if (!link) return;
  clearTimeout(timer);
  timer = setTimeout(() => show(link), WAIT);
});
document.addEventListener("pointerout", (event) => event.pointerType === "mouse" && markAt(event) && later());
document.addEventListener("focusin", (event) => {
  const link = markAt(event);
  if (link?.matches(":focus-visible")) show(link);
  else if (open && !card?.contains(event.target)) hide();
});
document.addEventListener("focusout", (event) => markAt(event) && later());
document.addEventListener("click", (event) => {
  const link = markAt(event);
  if (!link) {
    if (open && !card?.contains(event.target)) hide();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link);
});
document.addEventListener("keydown", (event) => event.key === "Escape" && open && hide());
addEventListener("scroll", () => open && later(), { passive: true, capture: true });
