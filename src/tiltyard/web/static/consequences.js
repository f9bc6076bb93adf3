// "What would change?" beside the form that would do it.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-preview]");
  if (!button) return;
  const form = button.form;
  event.preventDefault();
  if (!form.reportValidity()) return;
  const place = form.querySelector("[data-consequences]");
  button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const reply = await fetch(button.formAction, { method: "POST", body, headers: { accept: "text/html" }, credentials: "same-origin", signal: AbortSignal.timeout(15000) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const found = page.querySelector("#consequences") || page.querySelector("main .notice");
    for (const title of found?.querySelectorAll("h1") || []) {
      const smaller = Object.assign(document.createElement("h3"), { textContent: title.textContent });
      title.replaceWith(smaller);
    }
    found?.removeAttribute("id");
    place.replaceChildren(...(found ? [document.importNode(found, true)] : []));
  } catch {
    place.textContent = document.body.dataset.offline || "";
  }
  button.disabled = false;
});
