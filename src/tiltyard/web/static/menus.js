// Menus close when somebody looks elsewhere; an address is copied or shared with one press.
const menus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const one of menus()) if (!one.contains(event.target)) one.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const one of menus()) {
    one.open = false;
    one.querySelector("summary").focus();
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  const before = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = before; }, 2000);
});
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-share]");
  if (!button) return;
  const shared = { title: button.dataset.title, url: button.dataset.share };
  await navigator.share(shared).catch(() => {}); // whoever closes the sheet shares nothing
});
if (navigator.share) for (const one of document.querySelectorAll("[data-share]")) one.hidden = false;
if (navigator.clipboard) for (const one of document.querySelectorAll("[data-copy]")) one.hidden = false;
