// Clocks count on their own: they know when the round ends and how far this device's time is off.
let offset = 0; // server time minus device time, in milliseconds

export function hear(serverNow) {
  const seen = serverNow - Date.now();
  offset = offset === 0 || Math.abs(seen - offset) > 1500 ? seen : offset * 0.8 + seen * 0.2;
}

export function serverNow() {
  return Date.now() + offset;
}

export function shown(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function draw() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - serverNow()) / 1000));
    const text = shown(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-over", left === 0);
  }
}

export function begin() {
  const now = document.body.dataset.now;
  if (now) hear(Number(now));
  draw();
  setInterval(draw, 250);
}
