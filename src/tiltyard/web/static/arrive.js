// A phone that came from the other server of the hall: what it had not sent goes into the outbox
// of this address, under its old keys, and the page of the player opens.
const { arrived, unsent } = document.body.dataset;
const store = `outbox:${arrived}`;

try {
  const kept = JSON.parse(localStorage.getItem(store)) || [];
  const known = new Set(kept.map((one) => one.key));
  const fresh = JSON.parse(unsent).filter((one) => !known.has(one.key)).map((one) => ({ ...one, tries: 0 }));
  localStorage.setItem(store, JSON.stringify([...kept, ...fresh]));
} catch {
  // a browser that keeps nothing: there was nothing to bring along either
}
location.replace(`/e/${arrived}/me`);
