// The scripts of the phone: clock, live parts, small forms, the slip, the outbox, what was done.
import "./words.js";
import "./clauses.js";
import { begin as live } from "./live.js";
import { begin as forms } from "./forms.js";
import { begin as clocks } from "./clock.js";
import { begin as outbox } from "./outbox.js";
import "./alerts.js";
import "./receipts.js";
import { begin as elsewhere } from "./elsewhere.js";
import "./slip.js";

// A button of the bar opens what it names.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-open]");
  const details = link && document.getElementById(link.hash.slice(1));
  if (!details) return;
  event.preventDefault();
  details.open = true;
  details.scrollIntoView({ block: "start" });
  details.querySelector("input:not([type=hidden]), select")?.focus({ preventScroll: true });
});

// Pages that are the same for everybody show the reader's own row.
try {
  const { event, shown } = document.body.dataset;
  if (event && shown) localStorage.setItem(`me:${event}`, shown);
} catch {
  // a browser that keeps nothing shows every row alike
}

// Over an encrypted line the phone keeps the last state; without one the page says what it cannot do.
if (isSecureContext) navigator.serviceWorker?.register("/worker.js").catch(() => {});
else for (const line of document.querySelectorAll("[data-insecure]")) line.hidden = false;

clocks();
forms();
live();
outbox();
elsewhere();
