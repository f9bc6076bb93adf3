// The page of a list: a file is read into the text area; everything else works without a script.
import { begin as clocks } from "./clock.js";
import { begin as live } from "./live.js";
import { begin as forms } from "./forms.js";

const LARGEST = 262144; // bytes; the server measures again

async function taken(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "file" || !input.files.length) return;
  const place = input.closest("[data-list-file]");
  const said = place.querySelector("[data-list-said]");
  const file = input.files[0];
  if (file.size > LARGEST) {
    said.textContent = input.dataset.tooLarge;
    return;
  }
  const area = input.form.querySelector("[data-list-text]");
  area.value = await file.text();
  said.textContent = file.name;
  input.value = "";
  area.focus();
}

for (const one of document.querySelectorAll("[data-list-file]")) one.hidden = false;
document.addEventListener("change", taken);
document.getElementById("looked")?.scrollIntoView({ block: "start" });
forms();
live();
