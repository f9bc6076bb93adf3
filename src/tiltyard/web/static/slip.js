// A slip asks only for what its ending needs, and says what it means before it is sent.
const waiting = new WeakMap();
const asking = new WeakMap(); // the newest question of a slip: older answers come too late

function fieldsOf(slip) {
  return [...slip.querySelectorAll("fieldset[data-field][data-needed]")];
}

function show(fieldset, visible) {
  fieldset.hidden = !visible;
  fieldset.disabled = !visible;
}

function has(fieldset, which, end) {
  return fieldset.dataset[which].split(" ").includes(end);
}

function arrange(slip) {
  const end = slip.querySelector("[name='slip.end']:checked")?.value || "";
  for (const one of fieldsOf(slip)) show(one, end !== "" && has(one, "needed", end));
  return end;
}

async function ask(slip) {
  const form = slip.closest("form");
  const body = new URLSearchParams({ match: slip.dataset.match });
  for (const [name, value] of new FormData(form)) {
    if (name === "form_token" || name.startsWith("slip.")) body.append(name, value);
  }
  const reply = await fetch(slip.dataset.outcome, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(8000) });
  return reply.json();
}

function say(slip, answer) {
  const place = slip.querySelector("[data-outcome-text]");
  const known = answer.text?.length > 0;
  const lines = known ? answer.text : [answer.refused?.message, answer.refused?.fix].filter(Boolean);
  place.className = known ? "outcome is-known" : "outcome";
  const doubts = known ? answer.doubts || [] : [];
  const said = (className) => (text) => Object.assign(document.createElement("p"), { textContent: text, className });
  place.replaceChildren(...lines.map(said("")), ...doubts.map(said("doubt")));
}

// Fields that only some scores need are shown when the desk asks for them.
async function weigh(slip) {
  const end = arrange(slip);
  const question = {};
  asking.set(slip, question);
  const isNewest = () => asking.get(slip) === question;
  if (!end) return;
  const asked = fieldsOf(slip).filter((one) => has(one, "asked", end) && !has(one, "needed", end));
  try {
    let answer = await ask(slip);
    if (!isNewest()) return;
    const wanted = asked.find((one) => one.dataset.field === answer.refused?.field);
    if (wanted) {
      show(wanted, true);
      const given = [...wanted.querySelectorAll("input")].some((one) => (one.type === "radio" ? one.checked : one.value));
      if (given) answer = await ask(slip);
    }
    if (isNewest()) say(slip, answer);
  } catch {
    if (isNewest()) say(slip, { text: [] });
  }
}

function changed(event) {
  const slip = event.target.closest?.("[data-slip]");
  if (!slip || !slip.contains(event.target)) return;
  if (event.target.name === "slip.end") arrange(slip);
  clearTimeout(waiting.get(slip));
  waiting.set(slip, setTimeout(() => weigh(slip), 250));
}

function begin(root = document) {
  for (const slip of root.querySelectorAll("[data-slip]")) {
    for (const one of slip.querySelectorAll("[data-without-script]")) one.remove();
    arrange(slip);
    if (slip.querySelector("[name='slip.end']:checked")) weigh(slip);
  }
}

document.addEventListener("input", changed);
document.addEventListener("tiltyard:fresh", (event) => begin(event.target));
begin();
