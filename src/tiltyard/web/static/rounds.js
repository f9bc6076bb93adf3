// After an act its fold closes, and the part it was done in may be exchanged.
document.addEventListener("tiltyard:done", (event) => {
  const form = event.target;
  const part = form.closest("[data-live-part]");
  if (!part) {
    form.reset();
  } else if (form.contains(document.activeElement)) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
  for (const fold of part ? part.querySelectorAll("details[open]") : []) if (fold.contains(form)) fold.open = false;
});
