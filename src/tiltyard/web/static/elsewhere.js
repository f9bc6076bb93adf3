// The other server of the hall: when this one is silent for some seconds, or says that it leads no
// more, the page asks the other whether it leads now, and goes there with its seat and its outbox.
import { PATIENCE } from "./forms.js";
import { unsent } from "./outbox.js";

const SILENT = 8000; // milliseconds
const EVERY = 3000;
const { elsewhere = "", pass = "", event = "" } = document.body.dataset;
let since = 0; // when this server began to be silent
let lost = document.body.dataset.lost !== undefined; // it says itself that it leads no more
let looking = null;

async function answers() {
  try {
    const answer = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(EVERY) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

async function move(address) {
  const body = new URLSearchParams({ event, pass, outbox: JSON.stringify(unsent()) });
  try {
    const answer = await fetch(`${address}/arrive`, { method: "POST", body, mode: "cors", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return false; // it is a standby still, or does not know this page
    location.assign(`${address}/arrive/${encodeURIComponent((await answer.json()).ticket)}`);
    return true;
  } catch {
    return false;
  }
}

// Nobody who is typing is taken away from it: what they send is kept, and travels along.
const typing = () => document.querySelector("form[data-dirty]") !== null;

async function look() {
  looking = null;
  if (!lost && (await answers())) {
    since = 0;
    return;
  }
  if (!typing() && (lost || Date.now() - since >= SILENT)) {
    for (const address of elsewhere.split(" ")) if (await move(address)) return;
  }
  looking = setTimeout(look, EVERY);
}

function silent(told) {
  if (told?.detail?.lost) lost = true;
  since ||= Date.now();
  looking ??= setTimeout(look, lost ? 0 : EVERY);
}

// Which other servers a page may ask is settled when it is opened: a new one opens it again.
function adopted() {
  const now = document.getElementById("alerts")?.dataset.addresses ?? "";
  if (now !== elsewhere && !typing()) location.reload();
}

export function begin() {
  document.addEventListener("tiltyard:adopted", adopted);
  if (!elsewhere || !pass) return;
  document.addEventListener("tiltyard:silent", silent);
  if (lost) silent();
}
