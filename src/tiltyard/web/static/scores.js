// The grid of points: Enter and the arrows walk through it; an emptied field takes its entry back.
const form = document.querySelector("form[data-scores]");
const fields = form ? [...form.querySelectorAll("input[data-player]")] : [];

function step(from, by) {
  const to = fields[fields.indexOf(from) + by];
  if (!to) return form.querySelector("button.primary").focus();
  to.focus();
  to.select();
}

for (const field of fields) {
  field.addEventListener("keydown", (event) => {
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(field, by);
  });
}

form?.addEventListener(
  "submit",
  () => {
    for (const old of form.querySelectorAll("input[name=clear]")) old.remove();
    const gone = fields.filter((field) => field.value === "" && field.dataset.had !== "");
    for (const field of gone) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "clear", value: field.dataset.player }));
    }
  },
  true,
);
