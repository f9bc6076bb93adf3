// Rules of one's own: what is answered shows at once what it does, beside the questions.
const form = document.getElementById("rules");
const beside = document.getElementById("beside");
let waiting = 0;
let asked = 0;

function rowsGrow() {
  for (const body of form.querySelectorAll("table.rows tbody, [data-grow]")) {
    const last = body.lastElementChild;
    if ([...last.querySelectorAll("input:not([type=hidden])")].some((field) => field.value.trim())) addRow(body);
  }
}

function addRow(body) {
  const last = body.lastElementChild;
  const row = last.cloneNode(true);
  row.classList.remove("is-wrong");
  for (const field of row.querySelectorAll("input")) if (!field.name.endsWith(".choices")) field.value = "";
  const [from] = row.querySelectorAll("input");
  const before = last.querySelectorAll("input")[1].value;
  if (row.matches("tr") && /^\d+$/.test(before)) from.placeholder = String(Number(before) + 1);
  body.append(row);
  return row;
}

function mark(wrong) {
  for (const place of form.querySelectorAll("[data-wrong]")) place.replaceChildren();
  for (const row of form.querySelectorAll("tr.is-wrong")) row.className = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const { field, row, text, fix } of wrong) {
    const place = document.getElementById(field);
    if (!place) continue;
    const line = Object.assign(document.createElement("p"), { textContent: `${text} ` });
    line.append(Object.assign(document.createElement("span"), { textContent: fix }));
    place.querySelector("[data-wrong]").append(line);
    if (row !== null) place.querySelectorAll("tbody tr")[row]?.classList.add("is-wrong");
    else place.querySelector("input:not([type=hidden]), select")?.setAttribute("aria-invalid", "true");
  }
}

async function show() {
  const number = ++asked;
  beside.classList.add("is-waiting");
  try {
    const reply = await fetch(form.dataset.try, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { accept: "application/json" },
      credentials: "same-origin",
      signal: AbortSignal.timeout(15000),
    });
    if (!reply.ok || number !== asked) return;
    const answer = await reply.json();
    if (number !== asked) return;
    const here = document.activeElement?.id;
    const typed = beside.contains(document.activeElement) && [document.activeElement.selectionStart, document.activeElement.selectionEnd];
    const open = beside.querySelector("#as-file")?.open;
    const top = beside.scrollTop;
    beside.innerHTML = answer.beside;
    if (open) beside.querySelector("#as-file").open = true;
    beside.scrollTop = top;
    if (typed && here) {
      const field = document.getElementById(here);
      field?.focus({ preventScroll: true });
      if (field?.setSelectionRange && typed[0] !== null && field.type === "text") field.setSelectionRange(...typed);
    }
    mark(answer.wrong);
  } catch {
    // nothing new is shown; what was typed stays
  } finally {
    if (number === asked) beside.classList.remove("is-waiting");
  }
}

function soon(wait) {
  clearTimeout(waiting);
  waiting = setTimeout(show, wait);
}

document.addEventListener("input", (event) => {
  if (event.target.form !== form) return;
  rowsGrow();
  soon(300);
});
document.addEventListener("change", (event) => event.target.form === form && soon(0));
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-add-row]");
  if (button) addRow(button.closest(".ask").querySelector("tbody")).querySelector("input").focus();
});
for (const button of form.querySelectorAll("[data-add-row]")) button.hidden = false;
for (const button of document.querySelectorAll(".save-bar .no-script")) button.hidden = true;
