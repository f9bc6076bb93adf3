// Forms that do something: sent in the background, the answer is shown beside them, a retry counts once.
import { mark } from "./clauses.js";
import { refresh } from "./live.js";

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

export const PATIENCE = 15000; // milliseconds; then an answer counts as lost

// What was refused, or done, is over: what follows is something new. Anything else may be recorded.
export function isOver(status) {
  return status < 500 && ![408, 429].includes(status);
}

export function showRefusal(form, refused) {
  const place = form.querySelector("[data-answer]") || form.appendChild(Object.assign(document.createElement("div"), { className: "answer" }));
  place.dataset.answer = "";
  place.setAttribute("role", "alert");
  place.className = "refusal";
  place.replaceChildren(Object.assign(document.createElement("strong"), { textContent: refused.message }), ...mark(refused.clause));
  if (refused.fix) place.append(Object.assign(document.createElement("p"), { textContent: refused.fix }));
  if (refused.meant) place.append(Object.assign(document.createElement("a"), { className: "button primary", href: refused.meant.address, textContent: refused.meant.title }), " ");
  if (refused.confirm?.length) offerToConfirm(form, place, refused);
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
  const field = refused.field && form.elements.namedItem(refused.field);
  if (field instanceof HTMLElement) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}

// Asked back: the same form once more, with the code of every question confirmed.
function offerToConfirm(form, place, refused) {
  const again = Object.assign(document.createElement("button"), { type: "button", className: refused.meant ? "" : "primary", textContent: refused.anyway || document.body.dataset.anyway });
  again.addEventListener("click", () => {
    for (const code of refused.confirm) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "confirm", value: code }));
    }
    form.requestSubmit();
  });
  place.append(again);
}

export function showDone(form, texts) {
  const place = form.querySelector("[data-answer]");
  if (!place) return;
  place.setAttribute("role", "status");
  place.className = "notice good";
  place.replaceChildren(...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

// Returns {ok, answer}: `ok` is undefined when nobody answered. The key the page came with stays
// until it is over.
export async function send(form) {
  const body = new URLSearchParams(new FormData(form));
  try {
    const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    const answer = reply.headers.get("content-type")?.includes("json") ? await reply.json() : {};
    return { ok: reply.ok, status: reply.status, answer };
  } catch {
    return { ok: undefined, answer: {} };
  }
}

// Asks in a dialog of our own; `data-confirm-if` names a box that has to be ticked for the question.
export function agreed(form, button) {
  const { confirm, confirmIf } = form.dataset;
  const ticked = [...form.querySelectorAll(`input[name="${confirmIf}"]`)].some((one) => one.checked);
  if (!confirm || (confirmIf && !ticked)) return Promise.resolve(true);
  return new Promise((answer) => {
    const box = Object.assign(document.createElement("dialog"), { className: "ask" });
    const choice = (value, textContent, className) => Object.assign(document.createElement("button"), { value, textContent, className });
    const choices = Object.assign(document.createElement("form"), { method: "dialog", className: "row end" });
    choices.append(choice("", document.body.dataset.cancel || "Cancel", ""), choice("yes", button?.textContent.trim() || "OK", "primary"));
    const question = Object.assign(document.createElement("p"), { textContent: confirm, id: "ask-question" });
    box.setAttribute("aria-labelledby", question.id);
    box.append(question, choices);
    box.addEventListener("close", () => {
      box.remove();
      answer(box.returnValue === "yes");
    });
    document.body.append(box);
    box.showModal();
  });
}

async function submitted(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form[data-act]")) return;
  event.preventDefault();
  if (!(await agreed(form, event.submitter))) return;
  const buttons = form.querySelectorAll("button");
  for (const one of buttons) one.disabled = true;
  const { ok, status, answer } = await send(form);
  for (const one of form.querySelectorAll("input[name=confirm]")) one.remove(); // each time anew
  if (ok !== undefined && isOver(status) && form.elements.key) form.elements.key.value = newKey();
  for (const one of buttons) one.disabled = false;
  if (ok === undefined) {
    showRefusal(form, { message: document.body.dataset.offline || "No answer from the desk.", fix: document.body.dataset.offlineFix || "" });
  } else if (!ok) {
    showRefusal(form, answer.refused || { message: "?" });
  } else {
    delete form.dataset.dirty;
    form.dataset.sent = ""; // what stands in it is recorded
    const leaves = form.dataset.act !== "stay";
    if (!leaves && !document.getElementById("receipts")) showDone(form, answer.text || []);
    form.dispatchEvent(new CustomEvent("tiltyard:done", { bubbles: true, detail: { ...answer, leaves } }));
    if (!leaves) {
      if (form.matches("[data-empties]")) form.reset(); // ready for the next, as after a reload
      const details = form.closest(".phone details, .judge details");
      if (details) details.open = false;
      await refresh();
    } else {
      location.assign(answer.next || form.elements.next?.value || location.href);
    }
  }
}

export function begin() {
  document.addEventListener("submit", submitted);
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-act]");
    if (!form) return;
    form.dataset.dirty = "";
    delete form.dataset.sent;
  });
}
