// What was just done is said in one place that stays, and the part it was done in may be exchanged.
document.addEventListener("tiltyard:done", (event) => {
  const form = event.target;
  const place = document.getElementById("said");
  if (place) {
    const texts = event.detail?.text || [];
    place.replaceChildren(...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  }
  const part = form.closest("[data-live-part]");
  if (!part) {
    form.reset();
  } else if (form.contains(document.activeElement)) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
  for (const fold of part ? part.querySelectorAll("details[open]") : []) if (fold.contains(form)) fold.open = false;
});
