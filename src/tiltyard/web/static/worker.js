// The service worker: the last state of the own page and of the pairings stays on the phone, and is
// shown when nobody answers. ROOT, where the files of this version are, is written before this.
const KEPT = `tiltyard${ROOT}`;
const PAGE = /^\/e\/[a-z0-9-]+\/(me|me\/slip|pairings)$/;
const PATIENCE = 8000; // milliseconds

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

// A page is kept with its age: it says so when it is shown again.
async function keep(path, answer) {
  const text = (await answer.text()).replace("<body ", `<body data-kept="${Date.now()}" `);
  const kept = new Response(text, { headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": answer.headers.get("content-security-policy") ?? "" } });
  await (await caches.open(KEPT)).put(path, kept);
}

async function page(event, path) {
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected && !path.endsWith("/slip")) event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch (lost) {
    const kept = event.request.mode === "navigate" && (await caches.match(path.replace(/\/slip$/, "")));
    if (!kept) throw lost;
    return kept;
  }
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (pathname === "/sign-out" && request.method === "POST") event.waitUntil(caches.delete(KEPT));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (PAGE.test(pathname)) event.respondWith(page(event, pathname));
});

// A message of the server to a locked phone; whoever looks at the page right now has read it there.
addEventListener("push", (event) => {
  const { title, body, url } = event.data?.json() ?? {};
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window" });
    if (open.some((page) => page.focused && new URL(page.url).pathname === url)) return;
    await registration.showNotification(title, { body, tag: url, renotify: true, icon: `${ROOT}icon-192.png`, data: url });
  })());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window" });
    const page = open.find((one) => new URL(one.url).pathname === event.notification.data);
    return page ? page.focus() : clients.openWindow(event.notification.data);
  })());
});
