// Alerts while the phone is locked: only over an encrypted line, and only where the browser can.
const BYTES = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.codePointAt(0));
const TEXT = (bytes) => btoa(String.fromCodePoint(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const address = `/e/${document.body.dataset.event}/me/push`;
const asking = () => ({ headers: { accept: "application/json" }, credentials: "same-origin", signal: AbortSignal.timeout(15000) });

function post(path, fields) {
  const form_token = document.querySelector("[name=form_token]")?.value ?? "";
  return fetch(path, { ...asking(), method: "POST", body: new URLSearchParams({ form_token, ...fields }) });
}

async function subscribed() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.getSubscription();
}

async function subscribe() {
  const { key } = await (await fetch(address, asking())).json();
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: BYTES(key) });
  const answer = await post(address, { endpoint: made.endpoint, public_key: TEXT(made.getKey("p256dh")), auth: TEXT(made.getKey("auth")) });
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).heard;
}

async function unsubscribe(made) {
  await post(`${address}/off`, { endpoint: made.endpoint });
  await made.unsubscribe();
}

// What the button does, and in a sentence how it went.
async function pressed(line) {
  const made = await subscribed();
  if (made) {
    await unsubscribe(made);
    return "";
  }
  if ((await Notification.requestPermission()) !== "granted") return line.dataset.forbidden;
  try {
    return (await subscribe()) ? line.dataset.works : line.dataset.unheard;
  } catch {
    return line.dataset.unreached;
  }
}

export async function begin(line) {
  const button = line.querySelector("button");
  const said = line.querySelector("small");
  const show = async () => {
    const on = Boolean(await subscribed());
    button.textContent = on ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = await pressed(line).catch(() => line.dataset.unreached);
    button.disabled = false;
    await show();
  });
  await show();
  line.hidden = false;
}
